import { isCompulsory, switchedOn } from '#shared/exam/tools/disclosure.rules.ts'
import type { DisclosureSet } from '#shared/exam/tools/disclosure.types.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { policyOf } from './disclosure.public.ts'
import { examSchoolsOf, examTeachersOf } from '../exam.public.ts'
import { disclosures } from '../exam.store.ts'

/** Changes parts of the policy over the version that was read; answers the version then. @throws Refused neverRank, notFound, stale */
export const disclose = async (
  exam: Exam,
  set: { [P in keyof DisclosureSet]?: DisclosureSet[P] | undefined },
  version: number,
  caller: Caller,
): Promise<number> => {
  const { examId } = exam
  const before = await policyOf(exam, caller)
  const kept = Object.fromEntries(Object.entries(set).filter(([, part]) => part !== undefined))
  const next = { ...before.policy, ...kept, schema: 1 as const, examId, version }
  for (const part of ['student', 'parent'] as const) next[part] = switchedOn(before.policy[part], next[part], now())
  if (
    isCompulsory(before.stage) &&
    [next.student, next.parent].some((own) => own.rank || own.rankBand || own.rates || own.mean)
  )
    return refuse(examProblems.neverRank)
  const teachers = new Set((await examTeachersOf(examId)).map((t) => t.userId as string | undefined))
  const known = new Set<string>(before.policy.extra)
  if (next.extra.some((u) => !teachers.has(u) && !known.has(u))) return refuse(commonProblems.notFound)
  if (next.hidden) {
    const schools = exam.owner.startsWith('a:') ? await examSchoolsOf(examId) : []
    const there = new Set<string>(schools.flatMap((s) => [s.schoolId, ...(s.area ? [s.area.areaId] : [])]))
    // What was hidden and has left the exam since is dropped; of what was not, all must be there.
    const was = new Set<string>([...(before.policy.hidden?.areas ?? []), ...(before.policy.hidden?.schools ?? [])])
    const { areas, schools: named } = next.hidden
    if ([...areas, ...named].some((id) => !there.has(id) && !was.has(id))) return refuse(commonProblems.notFound)
    next.hidden = { areas: areas.filter((id) => there.has(id)), schools: named.filter((id) => there.has(id)) }
  }
  const record = auditRecord(caller, 'exam.disclose', examId, {
    before: before.policy,
    after: next,
    told: { name: exam.examName },
    tenant: exam.owner,
  })
  return (await audited([disclosures.saving(next)], record)) ? version + 1 : refuseStale(disclosures, { examId })
}
