/** Marking again: what is taken back or asked for a second time, by whom and why. */
import * as z from 'zod'
import { AttemptId, JobId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'

/** What becomes of the marks that there are: they count no more, or a second one by another stands beside them. */
export const againRules = { void: '以重评为准', both: '两评并存' } as const
const AgainRule = z.enum(['void', 'both'])
export type AgainRule = z.infer<typeof AgainRule>

/** The tools by which it is asked for: back to the queue, or to others. */
export const againKinds = ['reset', 'remark'] as const

export const mostAgain = { questions: 400, markers: 200, students: 200 } as const

/** Which marks: of these questions, of these markers or of all, of these students or of all. */
export const AgainScope = z.object({
  questionIds: z.array(QuestionId).min(1, '请选择题目').max(mostAgain.questions),
  markers: z.array(UserId).max(mostAgain.markers).optional(),
  studentIds: z.array(StudentId).max(mostAgain.students).optional(),
  /** Marks given after this moment alone. */
  since: z.int().min(0).optional(),
})
export type AgainScope = z.infer<typeof AgainScope>

/** One act of it. */
export const AgainRound = AgainScope.extend({
  schema: z.literal(1),
  paperId: PaperId,
  attemptId: AttemptId,
  kind: z.enum(againKinds),
  rule: AgainRule,
  /** Not by those whose marks they were. */
  others: z.boolean(),
  /** Marks taken back, or second marks asked for, as was shown before. */
  marks: z.int(),
  reason: z.string(),
  by: UserId,
  byName: z.string(),
  /** Which answers of a share near these lines: laid down before it was asked for, so that what is done is what was signed. */
  second: z.object({ share: z.int(), lines: z.array(z.int()), planKey: z.string() }).optional(),
  /** Marks given later are not of it. */
  at: z.int(),
  /** Since when it may have taken marks back, and when all of it was done. */
  begunAt: z.int().optional(),
  doneAt: z.int().optional(),
  /** The job that was begun last for it, where the first one failed; that one has the act's own id. */
  jobId: JobId.optional(),
})
export type AgainRound = z.infer<typeof AgainRound>

/** What failed is not half done for good: who asks for the same has it go on. */
export const againStates = { going: '进行中', done: '已完成', failed: '没有做完' } as const
export type AgainState = keyof typeof againStates
