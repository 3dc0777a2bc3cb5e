import type * as calls from '#shared/scan/results/result.calls.ts'
import { downloadErrorCardsJob } from '#shared/scan/scan.jobs.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { actOnRecord } from '../act.store.ts'
import { takenOut, uploadedPaper } from '../managed.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const downloadErrorCards = async (
  input: InputOf<typeof calls.downloadErrorCards>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.downloadErrorCards>> => {
  const seen = await uploadedPaper(input.paperId, caller)
  const { exam, paper } = seen
  const classIds = takenOut(seen)
  const kind = input.kind ? doubtTexts[input.kind].name : '全部存疑'
  // Pictures of candidates leave the product: on record before there is a file.
  const of = { actId: newId<string>('attempt'), act: 'download' as const, note: kind, reason: '' }
  await actOnRecord(paper.paperId, of, caller)
  const asked = {
    paperId: paper.paperId,
    ...(input.kind ? { kind: input.kind } : {}),
    classIds,
    ...(seen.uploader ? { uploaderId: caller.userId } : {}),
  }
  return startJob(downloadErrorCardsJob, asked, caller, { about: paperTitle(exam, paper) })
}
