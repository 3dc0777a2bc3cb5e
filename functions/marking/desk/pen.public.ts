/** What markers wrote on a student's answers, for rooms above. */
import type { Paper } from '#shared/exam/exam.types.ts'
import type { PenNotes } from '#shared/kit/pen/pen.types.ts'
import { answerState, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { notesBehind } from '#shared/marking/rubric/rubric.rules.ts'
import { answers } from '../marking.store.ts'

/** By question, of scores as they were published: what was written with a mark that was given since is not told. */
export const penNotes = async (
  paper: Paper,
  studentId: string,
  scores: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, PenNotes>> => {
  const asked = subjectiveOf(paper.questions).filter((q) => scores.has(q.questionId))
  const items = await answers.getMany(
    asked.map(({ questionId }) => ({ paperId: paper.paperId as string, studentId, questionId: questionId as string })),
  )
  return new Map(
    items.flatMap((item) => {
      const q = asked.find((x) => x.questionId === item.questionId)!
      const state = answerState(q, item)
      if (state.kind !== 'scored' || state.score !== scores.get(item.questionId)) return []
      const notes = notesBehind(item, state)
      return notes ? [[item.questionId as string, notes] as const] : []
    }),
  )
}
