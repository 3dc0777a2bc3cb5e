import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { readAnswersJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type * as calls from '#shared/marking/reader/reader.calls.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { managed, questionIn } from '../desk/desk.ts'
import { readerAddress } from './reader.client.ts'
import { readers } from './reader.store.ts'

/** One reading of a question at a time: asked for beside it, the answer is the one that goes on. @throws Refused noReader, notOpen */
export const askReader = async (
  { paperId, questionId, most, anew }: InputOf<typeof calls.askReader>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.askReader>> => {
  const desk = await managed(paperId, caller)
  const q = questionIn(desk, questionId)
  if (!readerAddress()) return refuse(markingProblems.noReader)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  let jobId = newId<JobId>('job')
  await readers.edit({ paperId, questionId }, async (there) => {
    const status = there && (await jobNow(there.jobId))?.status
    const goes = there && (status === undefined ? there.at > now() - startMs : !isOver(status))
    if (goes) {
      jobId = there.jobId
      return null
    }
    const asked = { by: caller.userId, byName: caller.userName, at: now(), jobId }
    return there
      ? { ...there, ...asked }
      : { ...{ schema: 1, paperId: desk.paper.paperId, questionId: q.questionId }, ...asked, version: 0 }
  })
  return startJob(
    readAnswersJob,
    {
      ...{ paperId, questionId: q.questionId },
      ...(most === undefined ? {} : { most }),
      ...(anew === undefined ? {} : { anew }),
    },
    caller,
    { jobId, about: `${paperTitle(desk.exam, desk.paper)} 第${q.number}题` },
  )
}

/** So long after it was asked for a job may not have been written down yet. */
const startMs = 60_000
const isOver = (status: number | null): boolean => status === jobStatus.done || status === jobStatus.failed
