import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostSchoolGroups } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examSchoolsOf } from './exam.public.ts'
import { examSchools } from './exam.store.ts'

/** Puts schools of a joint exam into these groups, and out of others. @throws Refused notFound, tooManyGroups, stale */
export const putInGroups = async (
  { examId, examName, owner }: Exam,
  schoolIds: readonly string[],
  names: readonly string[],
  caller: Caller,
): Promise<{ schools: number }> => {
  const all = await examSchoolsOf(examId, { consistent: true })
  const wanted = new Set(schoolIds)
  const chosen = all.filter((s) => wanted.has(s.schoolId))
  if (chosen.length < wanted.size) return refuse(examProblems.notFound)
  const groups = [...new Set(names)]
  const others = all.filter((s) => !wanted.has(s.schoolId)).flatMap((s) => s.groups ?? [])
  if (new Set([...others, ...groups]).size > mostSchoolGroups)
    return refuse(examProblems.tooManyGroups, { n: mostSchoolGroups })
  const told = {
    name: examName,
    changes: chosen.map((s) => ({
      field: s.schoolName,
      before: (s.groups ?? []).join('、'),
      after: groups.join('、'),
    })),
  }
  const before = chosen.map((s) => [s.schoolId, s.groups ?? []])
  const record = auditRecord(caller, 'exam.groupSchools', examId, { before, after: groups, told, tenant: owner })
  // Another organiser was faster with one of them, or it has left the exam since.
  const writes = chosen.map((s) =>
    examSchools.updating(
      s,
      { groups: groups.length > 0 ? groups : undefined },
      { schoolId: s.schoolId, groups: s.groups },
    ),
  )
  if (!(await audited(writes, record))) return refuse(commonProblems.stale)
  return { schools: chosen.length }
}
