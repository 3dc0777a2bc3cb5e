/** The counters of a paper's marking, made where they never were. */
import { createHash } from 'node:crypto'
import { recountJob } from '#shared/marking/marking.jobs.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { memo } from '#functions/kit/memo.ts'
import { now, pause } from '#functions/kit/ports.ts'
import { startJob } from '#functions/kit/work.ts'
import { countWork, groupOf, mostAtOnce, markerRows, recountHere, scriptCounts } from './counts.ts'
import type { Desk } from './desk/desk.ts'
import { givenOf } from './quality/given.ts'

/** One recount of a key an hour, for all callers together. */
const recountId = (group: string): JobId => {
  const hour = Math.floor(now() / 3_600_000)
  const digest = createHash('sha256').update(`recount#${group}#${hour}`).digest()
  return composeId('job', hour * 3_600_000, digest.subarray(0, 10))
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

const countedNow = async (paper: Paper) => {
  const group = groupOf(paper)
  const [all, markers] = await Promise.all([scriptCounts.read(group), markerRows(paper)])
  return { all, given: givenOf(subjectiveOf(paper.questions), markers) }
}

/** Asked for by many, read once in five seconds: sixteen small rows and those of the markers, at any number of students. */
export const counted = memo(5, countedNow, { key: groupOf })
/** Forgets what was counted: tests. */
export const forgetProgress = (): void => counted.forget()

/** So long a job waits for a province's counters, ms. */
const mostWaited = 120_000

/**
 * For what is handed out and stays as it was written: the counters as of now, which may be seconds behind the last marks.
 * A school's are brought in line with its rows. A province's are waited for until they were whole once; closing it has
 * waited for its last mark in them.
 */
export const countedWhole = async (
  desk: Pick<Desk, 'exam' | 'paper'>,
  by: { tenant: Desk['exam']['owner']; userId: string },
) => {
  if (desk.exam.candidateCount <= mostAtOnce)
    await Promise.all([recountHere(desk.paper), countWork(desk.paper.paperId)])
  else
    for (const end = now() + mostWaited; !(await ensureCounted(desk, by)); await pause(2000))
      if (now() > end) throw new Error(`the counters of ${desk.paper.paperId} are not whole`)
  return countedNow(desk.paper)
}
