/** Who decides between two marks of an answer, and when that is what is left. Pure. */
import type { markingProgressCall } from '#shared/marking/marking.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'

type Data = Pick<OutputOf<typeof markingProgressCall>, 'state' | 'arbitrates'> & {
  questions: readonly Pick<
    OutputOf<typeof markingProgressCall>['questions'][number],
    'questionId' | 'needFinal' | 'total' | 'done'
  >[]
}
type Question = Data['questions'][number]

/** Whether the viewer may decide between two marks of a question. */
export const arbitrates = (data: Data, q: Question): boolean =>
  q.needFinal > 0 && data.state === 'open' && data.arbitrates.includes(q.questionId)

/** A question that waits for the viewer's word, once nothing else of the paper waits for its markers. */
export const toArbitrate = (data: Data): Question | undefined =>
  data.questions.every((q) => q.total - q.done <= q.needFinal)
    ? data.questions.find((q) => arbitrates(data, q))
    : undefined
