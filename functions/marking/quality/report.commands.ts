/** The report of marking as a file, and certificates of work: who may have which. */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { certifyMarkingJob, exportMarkingJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type * as calls from '#shared/marking/quality/quality.calls.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { deskNow, managed } from '../desk/desk.ts'
import { paperMarker } from '../paperMarks.ts'
import { counted, countedWhole } from '../progress.read.ts'

export const exportReport = async (
  { paperId, form }: InputOf<typeof calls.exportMarkingReport>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportMarkingReport>> => {
  const { exam, paper } = await managed(paperId, caller)
  return startJob(exportMarkingJob, { paperId, form, by: caller }, caller, { about: paperTitle(exam, paper) })
}

/** @throws Refused certifyEarly, certifyNone */
export const certify = async (
  { paperId }: InputOf<typeof calls.certifyMarking>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.certifyMarking>> => {
  const { exam, paper, arrangement } = await deskNow(paperId)
  // What was done is known once nothing is done any more.
  if (arrangement.state !== 'closed') return refuse(markingProblems.certifyEarly)
  const own = !mayManage(exam, caller)
  const has = ({ given }: Awaited<ReturnType<typeof counted>>): boolean =>
    given.some((g) => g.userId !== paperMarker && (!own || g.userId === caller.userId))
  // The counters may not know yet of who marked just before it was closed.
  if (
    !has(await counted(paper)) &&
    !has(await countedWhole({ exam, paper }, { tenant: exam.owner, userId: caller.userId }))
  )
    return refuse(markingProblems.certifyNone)
  const input = { paperId, by: caller, ...(own ? { of: caller.userId } : {}) }
  return startJob(certifyMarkingJob, input, caller, { about: paperTitle(exam, paper) })
}
