/** Who does what to a setting task, and when. Pure. */
import { fullScoreOf, paperProblems, withoutKey } from '../exam.rules.ts'
import type { PaperQuestion } from '../exam.types.ts'
import type { SettingState, SettingTask } from './questionSetting.types.ts'

/** give: asks for it, anew or otherwise; enter, submit: the teacher; decide, cancel: the organiser. */
const admits = {
  give: ['open', 'returned', 'accepted', 'cancelled'],
  enter: ['open', 'returned'],
  submit: ['open', 'returned'],
  decide: ['submitted'],
  cancel: ['open', 'submitted', 'returned'],
} as const satisfies Readonly<Record<string, readonly SettingState[]>>
export const maySet = (act: keyof typeof admits, state: SettingState): boolean =>
  (admits[act] as readonly SettingState[]).includes(state)

/** Asked for again, the task goes on with what was entered; one that was accepted begins anew. A reason stays until the next submission. */
export const keepsEntered = (state: SettingState): boolean =>
  state === 'open' || state === 'returned' || state === 'cancelled'

/** What comes after its time is taken all the same, and is said to be late. */
export const isLate = (
  { dueAt, submittedAt, state }: Pick<SettingTask, 'dueAt' | 'submittedAt' | 'state'>,
  at: number,
) =>
  state === 'cancelled' ? false : state === 'open' || state === 'returned' ? at > dueAt : (submittedAt ?? 0) > dueAt

/** What is wrong with what is to be submitted; until then anything may be kept. */
export const submitProblems = (questions: readonly PaperQuestion[]): string[] => [
  ...paperProblems(questions),
  ...withoutKey({ questions: [...questions] }).map((q) => `第${q.number}题：还没有答案`),
]

export const enteredFacts = (questions: readonly PaperQuestion[]): Pick<SettingTask, 'questions' | 'fullScore'> => ({
  questions: questions.length,
  fullScore: fullScoreOf(questions),
})
