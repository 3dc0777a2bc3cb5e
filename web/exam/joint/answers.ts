/** The words of a school's answer whether it takes part. Pure. */
import type { OwnPart } from '#shared/exam/joint/part.calls.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

type Answer = { text: string; meaning: Meaning }
export const answers: Record<'none' | 'accepted' | 'declined', Answer> = {
  none: { text: '未回复', meaning: 'waits' },
  accepted: { text: '参加', meaning: 'done' },
  declined: { text: '不参加', meaning: 'out' },
}

/** Of a school that has handed in no answer is wanted any more. */
export const answerSaid = ({ answer, begun }: Pick<OwnPart, 'answer' | 'begun'>): Answer =>
  answer === 'none' && begun > 0 ? { text: '无需回复', meaning: 'none' } : answers[answer]
