/** A paper's card: the one that it has, or a new one made of its questions. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import { likeDesign } from '#shared/card/card.match.ts'
import { designFromPaper, numberLength } from '#shared/card/card.rules.ts'
import type { Card, CardDesign } from '#shared/card/card.types.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { candidatesOf, linkCard, ownerSchool, paperOf } from '#functions/exam/exam.public.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import { cardCodes, cards, paperCards } from '../card.store.ts'

/** No 0, 1, I, O: a code is read aloud when a QR is torn. 32 letters, so each byte gives one without bias. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCode = (): string => [...randomOf(8)].map((b) => letters[b & 31]).join('')

/** The design of the paper that this one is like, with that paper's questions; null where it has none any more. */
const designLike = async ({ like }: Paper): Promise<{ design: CardDesign; questions: Paper['questions'] } | null> => {
  if (!like?.card) return null
  const [former, of] = await Promise.all([paperOf(like.paperId), paperCards.get(like)])
  const card = of && (await cards.get({ cardId: of.cardId }))
  return former && card ? { design: card.design, questions: former.questions } : null
}

/** How a paper's card begins. */
export const firstDesign = async (paper: Paper, exam: Exam): Promise<CardDesign> => {
  if (paper.questions.length === 0) return refuse(cardProblemList.noQuestions)
  const length = numberLength((await candidatesOf(exam.examId)).map((c) => c.studentNumber))
  const school = (await ownerSchool(exam))?.schoolName
  const design = designFromPaper({
    ...(school ? { school } : {}),
    title: exam.examName,
    subtitle: `${exam.gradeName}${paper.courseName}　答题卡`,
    questions: paper.questions,
    ...(length === undefined ? {} : { studentNumber: { length } }),
  })
  const former = await designLike(paper)
  if (former) return likeDesign(design, former.design, former.questions, paper.questions)
  // One sheet of paper where one is enough.
  const laid = layOutAuto(design, 2)
  return 'refusal' in laid ? design : laid.design
}

/** Made once, however many ask at the same time. */
export const cardOfPaper = async (
  paper: Paper,
  exam: Exam,
  caller: Caller,
): Promise<{ card: Card; created: boolean }> => {
  return edit(`the card of paper ${paper.paperId}`, async () => {
    const before = await paperCards.get({ paperId: paper.paperId })
    const present = before && (await cards.get({ cardId: before.cardId }))
    if (present && present.deletedAt === undefined) return { card: present, created: false }
    const design = await firstDesign(paper, exam)
    const cardId = newId<CardId>('card')
    const code = newCode()
    const at = now()
    const pointer = { schema: 1 as const, paperId: paper.paperId, cardId }
    const card: Card = {
      schema: 1,
      cardId,
      code,
      paperId: paper.paperId,
      examId: exam.examId,
      owner: exam.owner,
      title: design.title,
      courseName: paper.courseName,
      status: 0,
      design,
      publishedVersion: 0,
      creatorId: caller.userId,
      createdAt: at,
      editedBy: caller.userName,
      editedAt: at,
      version: 1,
    }
    const made = await transact(
      [
        cardCodes.creating({ schema: 1, code, cardId }),
        before
          ? paperCards.updating({ paperId: paper.paperId }, { cardId }, { cardId: before.cardId })
          : paperCards.creating(pointer),
        cards.creating(card),
      ],
      cardId,
    )
    if (!made) return beaten
    await linkCard(paper.paperId, cardId)
    return { card, created: true }
  })
}
