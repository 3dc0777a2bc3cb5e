/** The roster of an exam after it was made: read as it would be, previewed, and written whole or by a job. */
import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { changeRosterJob } from '#shared/exam/exam.jobs.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { barOfSchool } from '#shared/exam/joint/part.rules.ts'
import { standOf } from '#shared/exam/step.rules.ts'
import { withTakers } from '#shared/exam/tools/total.rules.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asideKey, putJson } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { schoolPartOf } from '../exam.public.ts'
import { examSizes } from '../exam.sizes.ts'
import type { SheetsOf } from './roster.public.ts'
import { candidates, examClasses, exams, examSchools, examTeachingClasses } from '../exam.store.ts'
import { applications } from '../joint/joint.store.ts'
import { ownSchoolIn } from '../joint/part.commands.ts'
import { sayOf } from './said.ts'
import { removeRoster, teachingThere } from './school.copy.ts'
import { stepsOfSchool } from '../step.public.ts'
import { rosterOf, classesIn, withMore, teaching, withdrawn } from './roster.plan.ts'
import type { RosterSums, RosterPlan, PlannedRoster } from './roster.plan.ts'

/** What a transaction holds beside the record. */
const mostWrites = 90

export type RosterAct = 'exam.roster' | 'exam.numbers' | 'exam.tags' | 'exam.releaseTo'

const recordOf = (exam: Exam, { candidateCount, put, gone, told }: RosterPlan, act: RosterAct, caller: Caller) =>
  auditRecord(caller, act, exam.examId, {
    before: { candidates: exam.candidateCount },
    after: { candidates: candidateCount, changed: put.length, gone: gone.length },
    told: {
      name: exam.examName,
      changes: [told ?? { field: '考生', before: `${exam.candidateCount}人`, after: `${candidateCount}人` }],
    },
    tenant: exam.owner,
  })

/** Its groups are others' to write. */
const savingSchool = ({ examId, schoolId }: Pick<ExamSchool, 'examId' | 'schoolId'>, sums: RosterSums) => {
  const { papers, candidateCount, classCount, seated, releasedOnly } = sums
  const told = { ...(seated === undefined ? {} : { seated }), ...(releasedOnly === undefined ? {} : { releasedOnly }) }
  return examSchools.updating({ examId, schoolId }, { papers, candidateCount, classCount, ...told }, { schoolId })
}

/** Written in one transaction, or by a job where it is more than one holds; answers the exam's version then. @throws Refused stale */
export const applyRoster = async (
  { exam, plan }: Pick<PlannedRoster, 'exam' | 'plan'>,
  version: number,
  caller: Caller,
  act: RosterAct = 'exam.roster',
): Promise<{ version: number; uuid?: JobId }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const { candidateCount, classCount } = plan
  const writes = [
    ...plan.put.map((c) => candidates.putting(c)),
    ...plan.gone.map((c) => candidates.dropping(c)),
    ...plan.classes.map((c) => examClasses.putting(c)),
    ...(plan.teaching ?? []).map((c) => examTeachingClasses.putting(c)),
    ...plan.goneClasses.map((c) => examClasses.dropping(c)),
    ...(await teaching(plan.teachers)),
    ...(await withdrawn(plan.gone)).map((a) => applications.saving(a)),
  ]
  if (writes.length <= mostWrites && candidateCount <= examSizes.copied) {
    const next = exams.saving({ ...exam, candidateCount, classCount, version })
    const done = await audited(
      [...writes, savingSchool(plan.school, plan.school), next],
      recordOf(exam, plan, act, caller),
    )
    return done ? { version: version + 1 } : refuseStale(exams, exam)
  }
  return { version, ...(await startChange({ exam, plan }, caller, act, exam.owner)) }
}

const startChange = async (
  { exam, plan }: Pick<PlannedRoster, 'exam' | 'plan'>,
  caller: Caller,
  act: RosterAct,
  tenant: Tenant,
): Promise<{ uuid: JobId }> => {
  const jobId = newId<JobId>('job')
  const changeKey = asideKey(jobId, tenant, 'exam', exam.examId, 'roster.json')
  await putJson(changeKey, { plan, caller, act })
  const by = { tenant, userId: caller.userId }
  return startJob(changeRosterJob, { examId: exam.examId, changeKey }, by, { jobId, about: exam.examName })
}

/** What the caller's own school may do with its roster in an area's exam. @throws Refused notFound, partClosed */
export const ownRosterOf = async (examId: string, caller: Caller) => {
  const of = await ownSchoolIn(examId, caller)
  // Who scans is another matter than who sits.
  const { takenOver: _scanner, ...part } = (await schoolPartOf(examId, of.school.schoolId)) ?? {}
  const why = barOfSchool(part)
  return why === null ? of : refuse(examProblems.partClosed, { why })
}

/**
 * A school's own change of what was looked at: by a job of the school's, at no version of the exam, so that four hundred
 * schools do not wait for each other. What it would write now must be what was seen.
 * @throws Refused rosterMoved
 */
export const applyOwnRoster = async (
  { exam, plan, lines, seal }: PlannedRoster,
  seen: string,
  caller: Caller,
): Promise<{ uuid: JobId }> => {
  if (seal !== seen) return refuse(examProblems.rosterMoved)
  const told = { field: `${plan.school.schoolName}的考生`, after: lines.join('') }
  return startChange({ exam, plan: { ...plan, told } }, caller, 'exam.roster', caller.tenant)
}

/**
 * The school as it takes part now. Of one that was taken out of the exam since nothing is left behind. @throws Refused rosterMoved
 */
const stillThere = async (planned: ExamSchool): Promise<ExamSchool> => {
  const school = await examSchools.get(planned)
  if (!school) await removeRoster(planned)
  // It may have gone and come again, with other numbers.
  return school?.ordinal === planned.ordinal ? school : refuse(examProblems.rosterMoved)
}

/** Acts that say a word of candidates, also where others write their rows at the same time. */
const addsWords = (act: RosterAct): boolean => act === 'exam.tags' || act === 'exam.releaseTo'

/** Why an act does not go on where papers have moved since it was planned. */
const fixedBy = async (act: RosterAct, school: ExamSchool, renumbers: boolean) => {
  if (addsWords(act)) return null
  const { furthest } = standOf((await stepsOfSchool(school)).map((s) => s.step))
  if (furthest >= markingProgress.marking) return examProblems.rosterFixed
  return act === 'exam.numbers' && renumbers && furthest >= markingProgress.cardExceptions
    ? examProblems.numbersFixed
    : null
}

/**
 * The rows of a large change; again they are the same. What another act wrote of a candidate since this one was planned
 * stays: before the first row nothing is written at all, and afterwards not that row; a word on it is said of the row as it
 * is then. Begun it goes to its end, also where
 * marking has opened since, so that its sums are told; a school that is gone keeps no row of it.
 * @throws Refused rosterMoved, rosterFixed, numbersFixed
 */
export const writeRoster = async (
  plan: RosterPlan,
  sheetsOf: SheetsOf,
  act: RosterAct = 'exam.roster',
): Promise<void> => {
  const { put, gone } = plan
  const school = await stillThere(plan.school)
  const was = new Map(plan.was.map((c) => [c.studentId as string, c]))
  const there = new Map((await rosterOf(school)).map((c) => [c.studentId as string, c]))
  const leaving = gone.filter((c) => there.has(c.studentId)).map((c) => c.studentId)
  const found = await Promise.all(leaving.length > 0 ? school.papers.map((p) => sheetsOf(p.paperId, leaving)) : [])
  const scanned = new Set(found.flatMap((s) => [...s]))
  const isAsRead = ({ studentId }: Candidate) => isDeepStrictEqual(there.get(studentId), was.get(studentId))
  const begun =
    put.some((c) => isDeepStrictEqual(there.get(c.studentId), c)) || gone.some((c) => !there.has(c.studentId))
  if (!begun) {
    if (scanned.size > 0 || !(addsWords(act) || [...put, ...gone].every(isAsRead)))
      return refuse(examProblems.rosterMoved)
    const renumbers = put.some((c) => was.get(c.studentId)?.studentNumber !== c.studentNumber)
    const fixed = await fixedBy(act, school, renumbers)
    if (fixed) return refuse(fixed)
  }
  await inTurns(put, 25, async (c) => {
    const old = was.get(c.studentId)
    if (old && addsWords(act)) await sayOf(old, c)
    else await (old ? candidates.replace(c, old) : candidates.create(c))
  })
  await examClasses.putMany(plan.classes)
  await examTeachingClasses.putMany(plan.teaching ?? [])
  await inTurns(plan.teachers, 25, (t) => teachingThere(t, (there) => withMore(there, t.teaches)))
  const going = gone.filter((c) => isAsRead(c) && !scanned.has(c.studentId))
  // Before they go: cut off behind it, they are found again.
  for (const a of await withdrawn(going)) await applications.edit(a, (row) => row && { ...row, state: a.state })
  for (const c of going) await candidates.remove(c)
  const left = new Set((await rosterOf(school)).map((c) => c.classId))
  for (const c of plan.goneClasses) if (!left.has(c.classId)) await examClasses.remove(c)
  await stillThere(plan.school)
}

/** What a school's roster comes to as its rows stand, and the exam's sums with it; the classes' are written here. */
export const sumRoster = async (exam: Exam, school: ExamSchool) => {
  const [roster, classes] = await Promise.all([rosterOf(school), classesIn(school)])
  const sitting = Map.groupBy(roster, (c) => c.classId as string)
  for (const c of classes) {
    const n = sitting.get(c.classId)?.length ?? 0
    if (n !== c.candidateCount) await examClasses.amend(c, { candidateCount: n }, { classId: c.classId })
  }
  const sums: RosterSums = {
    papers: withTakers(school.papers, roster),
    candidateCount: roster.length,
    classCount: classes.length,
    seated: roster.some((c) => c.room !== undefined),
    ...(school.releasedOnly === undefined ? {} : { releasedOnly: school.releasedOnly }),
  }
  const candidateCount = exam.candidateCount - school.candidateCount + sums.candidateCount
  const classCount = exam.classCount - school.classCount + sums.classCount
  const writes = [savingSchool(school, sums), exams.saving({ ...exam, candidateCount, classCount })]
  return { candidateCount, classCount, sums, writes }
}

/**
 * The sums of a large change and its record; answers the exam's candidates, or null where it was changed in between. Another
 * may have written since this one was planned: what is summed are the rows that there are.
 */
export const closeRoster = async (
  exam: Exam,
  { plan, caller, act }: { plan: RosterPlan; caller: Caller; act: RosterAct },
): Promise<number | null> => {
  const school = await stillThere(plan.school)
  const { releasedOnly } = plan.school
  const { candidateCount, writes } = await sumRoster(
    exam,
    act === 'exam.releaseTo' && releasedOnly ? { ...school, releasedOnly } : school,
  )
  const record = recordOf(exam, { ...plan, candidateCount }, act, caller)
  return (await audited(writes, record)) ? candidateCount : null
}
