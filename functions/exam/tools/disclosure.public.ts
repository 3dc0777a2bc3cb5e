/** What of an exam's results a reader is shown: the one place that reads the policy, for reports, own results and papers. */
import { disclosureOfStage, notesShownTo, shownTo } from '#shared/exam/tools/disclosure.rules.ts'
import type { Reader, Shown } from '#shared/exam/tools/disclosure.rules.ts'
import type { DisclosureSet, OwnReader } from '#shared/exam/tools/disclosure.types.ts'
import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import { isWithheld, shownFirst } from '#shared/exam/tools/release.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { headedClasses } from '#shared/kit/people.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { gradeOf } from '#functions/school/roster/school.public.ts'
import { candidateOf, examSchoolOf, examTeacherOf } from '../exam.public.ts'
import { disclosures, examSchools } from '../exam.store.ts'

/** The stage of those who sit it, which never changes; all its schools are of one, so one row of up to 400 is read. */
const sittingStage = memo(
  3600,
  async (examId: string): Promise<number | null> => {
    const [school] = await examSchools.query(`exam#${examId}`, { prefix: 'school#', limit: 1 })
    return (school && (await gradeOf(school.gradeId)))?.stage ?? null
  },
  { keep: (stage) => stage !== null },
)

/** The stage of those who sit it; of a grade that is gone, the caller's. */
export const stageOf = async ({ examId }: Pick<Exam, 'examId'>, caller: Pick<Caller, 'stage'>): Promise<number> =>
  (await sittingStage(examId)) ?? caller.stage

/** The exam's policy, or what its stage begins with: version 0. */
export const policyOf = async (
  exam: Pick<Exam, 'examId'>,
  caller: Pick<Caller, 'stage'>,
): Promise<{ policy: DisclosureSet; stage: number; version: number }> => {
  const [stored, stage] = await Promise.all([disclosures.get(exam), stageOf(exam, caller)])
  return { policy: stored ?? disclosureOfStage(stage), stage, version: stored?.version ?? 0 }
}

/** Who will see what is written on the exam's answers, as its policy is now. */
export const notesSeenBy = async (exam: Pick<Exam, 'examId'>, caller: Pick<Caller, 'stage'>): Promise<OwnReader[]> => {
  const { policy, stage } = await policyOf(exam, caller)
  return notesShownTo(policy, stage)
}

/** Types 9, 10 and 11 are leaders (spec 2 §5). */
const leaders: readonly number[] = [9, 10, 11]

const readerOf = async (exam: Exam, caller: Caller): Promise<Reader> => {
  const { userId, userType, teacherId } = caller
  if (mayManage(exam, caller)) return { as: 'all', userId }
  if (userType === 4) return { as: 'student', userId }
  if (userType === 5) return { as: 'parent', userId }
  if (leaders.includes(userType)) return { as: 'leader', userId }
  if (userType !== 3) return { as: 'all', userId }
  const own = teacherId ? await examTeacherOf(exam.examId, teacherId) : null
  return { as: 'teacher', userId, heads: headedClasses(own?.teaches ?? []).length > 0 }
}

/** The school, or the area, of a caller who sits another's exam. */
const guestOf = async ({ examId, owner }: Exam, { tenant }: Caller): Promise<Reader['guest']> => {
  if (owner === tenant || !owner.startsWith('a:')) return undefined
  if (tenant.startsWith('a:')) return { areaId: tenant.slice('a:'.length) }
  if (!tenant.startsWith('s:')) return undefined
  const schoolId = tenant.slice('s:'.length)
  const areaId = (await examSchoolOf(examId, schoolId))?.area?.areaId
  return { schoolId, ...(areaId ? { areaId } : {}) }
}

/** Readers of one result: whose it is, is asked. */
const ofOwn: ReadonlySet<Reader['as']> = new Set(['student', 'parent'])

/** What the caller is shown of a paper's published results, or what `as` would be of the student's; null is nothing. */
export const disclosedTo = async (
  { exam, paper }: { exam: Exam; paper: Pick<Paper, 'paperId' | 'total'> },
  caller: Caller,
  { as, studentId = caller.studentId }: { as?: 'student' | 'parent' | undefined; studentId?: string | undefined } = {},
): Promise<Shown | null> => {
  const guest = mayManage(exam, caller) ? undefined : await guestOf(exam, caller)
  const reader: Reader = {
    ...(as ? { as, userId: caller.userId } : await readerOf(exam, caller)),
    ...(guest ? { guest } : {}),
  }
  // To them no policy says anything: their reports cost no reading of it.
  if (reader.as === 'all' && !guest)
    return shownTo(disclosureOfStage(caller.stage), reader, { total: false, stage: 0 }, now())
  const [{ policy, stage }, candidate] = await Promise.all([
    policyOf(exam, caller),
    // Of a joint exam results are released to all.
    ofOwn.has(reader.as) && studentId && !isJoint(exam) ? candidateOf(exam, studentId) : null,
  ])
  if (candidate && isWithheld(candidate, paper)) return null
  const shown = shownTo(policy, reader, { total: paper.total !== undefined, stage }, now())
  if (!candidate || !shown || !('own' in shown)) return shown
  // What was corrected before it was shown to this student is no news.
  const first = shownFirst(candidate, paper)
  return first === 0 ? shown : { ...shown, from: Math.max(shown.from ?? 0, first) }
}
