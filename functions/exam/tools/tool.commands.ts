import { examProblems } from '#shared/exam/exam.problems.ts'
import { grantsOf } from '#shared/exam/tools/tool.rules.ts'
import { examTools } from '#shared/exam/tools/tool.table.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { UserType } from '#shared/kit/userType.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examSchoolsOf, examTeachersOf, examTeachersOfSchool } from '../exam.public.ts'
import { toolGrants } from '../exam.store.ts'

type Given = {
  tools: readonly ToolCode[]
  to: readonly string[]
  allows: boolean | null
  schoolId?: string | undefined
}

/** The teachers by name to whom tools may be given: of a joint exam, in which many thousand teach, those of one school. */
export const givenTo = async ({ examId, owner }: Pick<Exam, 'examId' | 'owner'>, schoolId: string | undefined) => {
  if (!owner.startsWith('a:')) return { schools: [], teachers: await examTeachersOf(examId), school: undefined }
  const schools = await examSchoolsOf(examId)
  const school = schools.find((s) => s.schoolId === schoolId)
  return { schools, teachers: school ? await examTeachersOfSchool(examId, school.schoolId) : [], school }
}

/** All of it or nothing; answers how many were changed. @throws Refused notFound, toolKept, stale */
export const giveTools = async (
  exam: Exam,
  { tools, to, allows, schoolId }: Given,
  caller: Caller,
): Promise<number> => {
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  const { teachers, school } = await givenTo(exam, schoolId)
  // Schools have teachers of one name.
  const people = new Map(
    teachers.map((t) => [`u:${t.userId}`, [school?.schoolName, t.teacherName].filter(Boolean).join(' ')]),
  )
  const there = await toolGrants.query(`exam#${exam.examId}`, { prefix: 'grant#', consistent: true })
  const wanted = [...new Set(tools)].flatMap((tool) => [...new Set(to)].map((whom) => ({ tool, to: whom })))
  const writes = wanted.flatMap((of) => {
    const before = there.find((g) => g.tool === of.tool && g.to === of.to)
    // What was given is taken back also of one who has left the exam's teachers since.
    if (allows === null) return before ? [toolGrants.removing(before)] : []
    const isType = of.to.startsWith('t:')
    const name = people.get(of.to)
    if (!isType && name === undefined) return refuse(commonProblems.notFound)
    const userType = isType ? Number(of.to.slice(2)) : 3
    if (!grantsOf(of.tool).includes(userType))
      return refuse(examProblems.toolKept, {
        tool: examTools[of.tool].name,
        who: isType ? userTypeLabels[userType as UserType] : name!,
      })
    if (before?.allows === allows) return []
    const { examId, owner } = exam
    const named = { name, ...(school ? { schoolId: school.schoolId } : {}) }
    const told = { ...(name === undefined ? {} : named), allows, byName: caller.userName, at: now() }
    if (before) return [toolGrants.saving({ ...before, ...told })]
    return [toolGrants.creating({ schema: 1, examId, owner, ...of, ...told, version: 1 })]
  })
  if (writes.length === 0) return 0
  const record = auditRecord(caller, 'exam.grant', exam.examId, {
    before: there,
    after: { tools, to, allows },
    told: { name: exam.examName },
    tenant: exam.owner,
  })
  // Another manager was faster with one of them.
  if (!(await audited(writes, record))) return refuse(commonProblems.stale)
  return writes.length
}
