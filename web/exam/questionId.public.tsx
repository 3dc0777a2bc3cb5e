import { composeId } from '#shared/kit/ids.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { randomId, serverNow } from '#web/kit/ports.ts'

/** The browser names a question, so that what is sent twice is one. */
export const newQuestionId = (): QuestionId => {
  const bytes = randomId().replaceAll('-', '').slice(-20).match(/../g)!
  return composeId(
    'question',
    serverNow(),
    Uint8Array.from(bytes, (b) => parseInt(b, 16)),
  ) as QuestionId
}
