/**
 * What an answer's score is made of: points that are earned or lost, or levels of which one is reached. Set for a question on
 * the arrangement's side; on the desk a key each, and the mark is what they come to.
 */
import * as z from 'zod'
import { PaperId, QuestionId } from '#shared/kit/ids.ts'

export const rubricKinds = { add: '逐点给分', deduct: '逐点扣分', levels: '按等级给分' } as const
export const RubricKind = z.enum(Object.keys(rubricKinds) as [RubricKind, ...RubricKind[]])
export type RubricKind = keyof typeof rubricKinds

/** So many points are offered: each has a key. */
export const mostPoints = 20
/** A point is one sign, so that what was chosen is a word beside the mark; a sign that was given is never another point's. */
export const pointSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Signs of chosen points, as one word. */
export const ChosenPoints = z.string().max(mostPoints)

export const RubricPoint = z.object({
  id: z.string().length(1),
  name: z.string(),
  /** Hundredths: earned, lost, or reached. */
  score: z.int(),
  /** Offered no more: marks that chose it keep its name and its score. */
  retired: z.literal(true).optional(),
  /** The point in whose place it stands: the same one, worth something else. */
  was: z.string().length(1).optional(),
})
export type RubricPoint = z.infer<typeof RubricPoint>

export const Rubric = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  kind: RubricKind,
  points: z.array(RubricPoint).max(pointSigns.length),
  version: z.int(),
})
export type Rubric = z.infer<typeof Rubric>

/** As it is chosen from, points that are offered no more among them: marks may have chosen those. */
export const RubricShown = Rubric.pick({ kind: true, points: true })
export type RubricShown = z.infer<typeof RubricShown>

/** Of how many answers whose score is made of points how many have this one. */
export type PointCount = { answers: number; have: number }
/** A point of a rubric and how often it was earned, by all and by the id of a class or a school. */
export type PointFigures = Pick<RubricPoint, 'id' | 'name' | 'score' | 'retired'> & {
  questionId: QuestionId
  number: string
  kind: RubricKind
  all: PointCount
  groups: Readonly<Record<string, PointCount>>
}
/** What an answer that has a point has by it. */
export const pointWords = { add: '得到', deduct: '扣分', levels: '等级' } as const satisfies Record<RubricKind, string>

/** What a score was made of, as it is told: of points all that there were, of levels the one alone. */
export const EarnedPoints = z.object({
  kind: RubricKind,
  points: z.array(RubricPoint.pick({ name: true, score: true }).extend({ chosen: z.boolean() })),
})
export type EarnedPoints = z.infer<typeof EarnedPoints>
