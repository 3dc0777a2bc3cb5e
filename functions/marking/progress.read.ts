/** The counters of a paper's marking, made where they never were. */
import { createHash } from 'node:crypto'
import { recountJob } from '#shared/marking/marking.jobs.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import { startJob } from '#functions/kit/work.ts'
import { groupOf, mostAtOnce, markerRows, recountHere, scriptCounts } from './counts.ts'
import type { Desk } from './desk.ts'
import { givenOf } from './quality/given.ts'

/** One recount of a key an hour, for all callers together. */
const recountId = (group: string): JobId => {
  const hour = Math.floor(now() / 3_600_000)
  const digest = createHash('sha256').update(`recount#${group}#${hour}`).digest()
  return composeId('job', hour * 3_600_000, digest.subarray(0, 10)) as JobId
}

/** Makes counters that were never whole: here for a school, as a job for a province. Answers whether they are whole now. */
export const ensureCounted = async (
  desk: Pick<Desk, 'exam' | 'paper'>,
  by: { tenant: Desk['exam']['owner']; userId: string },
): Promise<boolean> => {
  const group = groupOf(desk.paper)
  if ((await scriptCounts.wholeSince(group)) !== null) return true
  if (desk.exam.candidateCount <= mostAtOnce) {
    await recountHere(desk.paper)
    return true
  }
  await startJob(recountJob, { paperId: desk.paper.paperId }, by, {
    jobId: recountId(group),
    about: paperTitle(desk.exam, desk.paper),
  })
  return false
}

/** Asked for by many, read once in five seconds: sixteen small rows and those of the markers, at any number of students. */
export const counted = memo(
  5,
  async (paper: Paper) => {
    const group = groupOf(paper)
    const [all, markers] = await Promise.all([scriptCounts.read(group), markerRows(paper)])
    return { all, given: givenOf(subjectiveOf(paper.questions), markers) }
  },
  { key: groupOf },
)
/** Forgets what was counted: tests. */
export const forgetProgress = (): void => counted.forget()
