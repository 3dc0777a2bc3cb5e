import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostGroupsOfSchool, mostSchoolGroups } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { groupSchools } from '#shared/exam/joint/school.calls.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examSchoolsOf } from '../exam.public.ts'
import { examSchools } from '../exam.store.ts'

/**
 * Puts schools of a joint exam into these groups, and out of others; groups that are not named stay.
 * @throws Refused notFound, tooManyGroups, groupsOfSchool, stale
 */
export const putInGroups = async (
  { examId, examName, owner }: Exam,
  { schoolIds, add, remove }: Pick<InputOf<typeof groupSchools>, 'schoolIds' | 'add' | 'remove'>,
  caller: Caller,
): Promise<{ schools: number }> => {
  const all = await examSchoolsOf(examId, { consistent: true })
  const wanted = new Set<string>(schoolIds)
  const chosen = all.filter((s) => wanted.has(s.schoolId))
  if (chosen.length < wanted.size) return refuse(examProblems.notFound)
  const changed = chosen.flatMap((s) => {
    const before = s.groups ?? []
    const after = [...new Set([...before.filter((g) => !remove.includes(g)), ...add])]
    return before.join() === after.join() ? [] : [{ school: s, before, after }]
  })
  const full = changed.find((c) => c.after.length > mostGroupsOfSchool)
  if (full) return refuse(examProblems.groupsOfSchool, { who: full.school.schoolName, n: mostGroupsOfSchool })
  const others = all.filter((s) => !changed.some((c) => c.school === s)).flatMap((s) => s.groups ?? [])
  if (new Set([...others, ...changed.flatMap((c) => c.after)]).size > mostSchoolGroups)
    return refuse(examProblems.tooManyGroups, { n: mostSchoolGroups })
  if (changed.length === 0) return { schools: 0 }
  const told = {
    name: examName,
    changes: changed.map((c) => ({
      field: c.school.schoolName,
      before: c.before.join('、'),
      after: c.after.join('、'),
    })),
  }
  const record = auditRecord(caller, 'exam.groupSchools', examId, {
    before: changed.map((c) => [c.school.schoolId, c.before]),
    after: changed.map((c) => [c.school.schoolId, c.after]),
    told,
    tenant: owner,
  })
  // Another organiser was faster with one of them, or it has left the exam since.
  const writes = changed.map(({ school, after }) =>
    examSchools.updating(
      school,
      { groups: after.length > 0 ? after : undefined },
      { schoolId: school.schoolId, groups: school.groups },
    ),
  )
  if (!(await audited(writes, record))) return refuse(commonProblems.stale)
  return { schools: changed.length }
}
