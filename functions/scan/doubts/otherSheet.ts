/** Whose a sheet of another paper is: told as far as who looks may see that exam. */
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { printedCardByCode } from '#functions/card/card.public.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { examSightOf } from '#functions/exam/sight.public.ts'
import type { Caller } from '#functions/kit/serve.ts'

/** Nothing for a page that is no such sheet; words that name no exam where there is none, or it is not seen. */
export const belongsTo = async (
  { otherCode, doubts, paperId }: Pick<ScanPage, 'otherCode' | 'doubts' | 'paperId'>,
  caller: Caller,
): Promise<string | null> => {
  if (otherCode === undefined || doubts[0]?.kind !== 'otherExam') return null
  const card = await printedCardByCode(otherCode)
  const paper = card && (await paperOf(card.paperId))
  const exam = paper && (await examOf(paper.examId))
  if (!exam || exam.deletedAt !== undefined) return '这张卡所属的考试已不在'
  if (exam.papers.some((p) => p.paperId === paperId)) return `这是本场考试“${paper.courseName}”的答题卡`
  return (await examSightOf(exam, caller))
    ? `这是“${exam.examName}”${paper.courseName}的答题卡`
    : '这是另一场考试的答题卡，您看不到那场考试'
}
