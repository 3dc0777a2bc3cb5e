/** What scores were made of, for rooms above. */
import type { Paper } from '#shared/exam/exam.types.ts'
import { answerState } from '#shared/marking/marking.rules.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import { earnedOf, makingOf } from '#shared/marking/rubric/rubric.rules.ts'
import type { EarnedPoints } from '#shared/marking/rubric/rubric.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { answers } from '../marking.store.ts'
import { rubricsOf } from './rubric.store.ts'

/** Many students look at once: a paper's rubrics are read once a minute. */
const known = memo(60, rubricsOf)

const choicesOf = (item: AnswerItem, by: string): (string | undefined)[] =>
  makingOf(item, by).map((value) => (value.kind === 'score' ? value.points : undefined))

/**
 * By question what its score was made of: of scores as they were published, so that no mark that was given since is told.
 * Without a rubric nothing is read but that there is none.
 */
export const earnedPoints = async (
  paper: Paper,
  studentId: string,
  scores: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, EarnedPoints>> => {
  const { paperId } = paper
  const rubrics = (await known(paperId)).filter((r) => scores.has(r.questionId))
  if (rubrics.length === 0) return new Map()
  const items = await answers.getMany(
    rubrics.map(({ questionId }) => ({ paperId: paperId as string, studentId, questionId: questionId as string })),
  )
  return new Map(
    rubrics.flatMap((rubric) => {
      const q = paper.questions.find((x) => x.questionId === rubric.questionId)
      const item = items.find((x) => x.questionId === rubric.questionId)
      const state = q && item && answerState(q, item)
      const score = scores.get(rubric.questionId)
      if (state?.kind !== 'scored' || state.score !== score) return []
      const earned = earnedOf(rubric, q!, score, choicesOf(item!, state.by))
      return earned ? [[rubric.questionId as string, earned] as const] : []
    }),
  )
}
