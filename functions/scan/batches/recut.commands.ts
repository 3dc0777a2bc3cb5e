import { recutJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { startJob } from '#functions/kit/work.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { actOnRecord } from '../act.store.ts'
import { managedPaper } from '../managed.ts'
import type * as recutCalls from '#shared/scan/batches/recut.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const recutQuestion = async (
  input: InputOf<typeof recutCalls.recutQuestion>,
  caller: Caller,
): Promise<AnswerOf<typeof recutCalls.recutQuestion>> => {
  const { exam, paper } = await managedPaper(input.paperId, caller)
  const card = (await printedCardOfPaper(input.paperId)) ?? refuse(scanProblems.noCard)
  const { questionId, studentIds, reason, top, right, bottom, left } = input
  const cut = card.geometry.pages.some((p) => p.blocks.some((b) => b.questionIds.includes(questionId)))
  if (!cut) return refuse(scanProblems.notCut)
  if (paperProgress(exam, input.paperId).furthest >= markingProgress.marking && reason === '')
    return refuse(scanProblems.markingBegan, { act: '重新裁切' })
  const margin = { top, right, bottom, left }
  const number = paper.questions.find((q) => q.questionId === questionId)?.number ?? questionId
  const whose = studentIds.length === 0 ? '全部考生' : `${studentIds.length}名考生`
  const note = `第${number}题 ${whose} 上${top} 右${right} 下${bottom} 左${left}毫米`
  await actOnRecord(input.paperId, { actId: newId<string>('attempt'), act: 'recut', note, reason }, caller)
  return startJob(recutJob, { paperId: input.paperId, questionId, margin, studentIds }, caller, {
    about: paperTitle(exam, paper),
  })
}
