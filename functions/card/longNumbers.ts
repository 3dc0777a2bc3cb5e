/** Whether the candidates' numbers can be filled in on a card at all. */
import type { CardDesign } from '#shared/card/card.types.ts'
import { candidatesByNumber, examOf } from '#functions/exam/exam.public.ts'

/** So many candidates are looked at: the numbers of an exam are of one length, or nearly. */
const looked = 1000

/** Said where numbers are longer than the card's columns: who has one cannot fill it in. */
export const longNumbers = async (design: CardDesign, examId: string): Promise<string[]> => {
  const { mode, length } = design.studentNumber
  if (mode !== 'bubbles') return []
  const exam = await examOf(examId)
  const some = exam ? await candidatesByNumber(exam, { prefix: '', limit: looked }) : []
  const [first, ...more] = some.filter((c) => c.studentNumber.length > length)
  if (!first) return []
  const count = some.length < looked ? `${more.length + 1}名` : '有'
  return [`${count}考生的考号超过${length}位，在这张卡上填不下（如${first.studentName}：${first.studentNumber}）`]
}
