/** Marks that were given by a rubric, replayed by what it has become: looked at first, applied, taken back. */
import * as z from 'zod'
import { AttemptId, JobId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { RubricKind, RubricPoint } from './rubric.types.ts'

export const replayPhases = ['look', 'apply', 'undo'] as const
export const ReplayPhase = z.enum(replayPhases)
export type ReplayPhase = (typeof replayPhases)[number]

/** So many ways in which marks change are told one by one. */
export const mostWays = 30

/** What a replay would do, all answers together. */
export const ReplayTold = z.object({
  /** Marks that choose points, and those that were given as a number and stay. */
  byPoints: z.int(),
  numbers: z.int(),
  /** Marks that become others, and those of a level that has no successor: they stay, and want marking again. */
  marks: z.int(),
  lost: z.int(),
  /** Answers whose score becomes higher and lower. */
  up: z.int(),
  down: z.int(),
  /** Answers with a score that would wait for one more mark, and the other way round. */
  waits: z.int(),
  settles: z.int(),
  /** Choices before and after, those of the most marks first. */
  ways: z.array(z.object({ from: z.string(), to: z.string(), before: z.int(), after: z.int(), marks: z.int() })),
})
export type ReplayTold = z.infer<typeof ReplayTold>

/** One replay of a question's marks by the rubric as it was when it was looked at. */
export const RubricReplay = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  attemptId: AttemptId,
  kind: RubricKind,
  points: z.array(RubricPoint),
  rubricVersion: z.int(),
  by: UserId,
  byName: z.string(),
  at: z.int(),
  /** What is being done or was done last, and by which job. */
  phase: ReplayPhase,
  jobId: JobId,
  told: ReplayTold.optional(),
  reason: z.string().optional(),
  appliedAt: z.int().optional(),
  undoneAt: z.int().optional(),
})
export type RubricReplay = z.infer<typeof RubricReplay>

export const replayStands = {
  going: '进行中',
  failed: '没有做完',
  looked: '已试算',
  applied: '已应用',
  undone: '已撤销',
} as const
export type ReplayStand = keyof typeof replayStands
