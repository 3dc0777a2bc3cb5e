/** The record of marking as a file. */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { exportRecordJob } from '#shared/marking/marking.jobs.ts'
import type * as calls from '#shared/marking/quality/record.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { deskNow, questionIn } from '../desk/desk.ts'
import { mustSeeAll } from './record.read.ts'

/** @throws Barred for who does not see every class */
export const exportRecord = async (
  input: InputOf<typeof calls.exportRecord>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportRecord>> => {
  const desk = await deskNow(input.paperId)
  await mustSeeAll(desk, caller)
  const q = questionIn(desk, input.questionId)
  const about = `${paperTitle(desk.exam, desk.paper)} 第${q.number}题`
  return startJob(exportRecordJob, { ...input, by: caller }, caller, { about })
}
