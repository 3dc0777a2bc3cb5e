/** A paper’s answers as a workbook, kept under a key that follows from what it holds. */
import { answerRows } from '#shared/card/designer/answers.rules.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { fileName } from '#shared/kit/text.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { objectKey, putObject, sha256, signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { managed } from '../live.ts'

export const paperFor = async (paperId: string, caller: Caller) => {
  const paper = (await paperOf(paperId)) ?? refuse(cardProblemList.notFound)
  const exam = await managed(paper.examId, caller)
  return { paper, exam }
}

/** The workbook under a key that follows from what it holds. */
export const writeAnswers = async (paperId: string, caller: Caller, keys: boolean) => {
  const { paper, exam } = await paperFor(paperId, caller)
  const rows = answerRows(paper.questions, keys)
  if (rows.length === 1) return refuse(cardProblemList.noQuestions)
  const bytes = await bookOf([{ name: '答案', rows }])
  const digest = sha256(new TextEncoder().encode(JSON.stringify(rows))).slice(0, 32)
  const key = objectKey(paper.paperId, paper.owner, 'card', 'answers', paper.paperId, `${digest}.xlsx`)
  await putObject(key, bytes, { replace: true })
  const name = fileName(`${keys ? '答案' : '答案模板'}-${exam.examName}-${paper.courseName}`, 'xlsx')
  return { url: await signedUrl(key, { name }), fileName: name, questions: rows.length - 1 }
}
