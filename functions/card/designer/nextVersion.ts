/** A card's next published version: the object that holds it, written before the row that names it. */
import type { Card, CardVersion } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { objectKey, putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'

/**
 * Writes the object and answers the row, which the caller stores together with the card. The object's key is its own: of
 * two who publish at once one row wins, and it names its own object. `attempt` names the transaction.
 */
export const nextVersion = async (
  card: Card,
  { title = card.title, ...of }: Pick<PrintedCard, 'geometry' | 'guide'> & { title?: string },
  caller: Caller,
): Promise<{ row: CardVersion; attempt: string }> => {
  const { code, cardId, paperId, examId, owner } = card
  const publishedVersion = card.publishedVersion + 1
  const attempt = newId<string>('attempt')
  const key = objectKey(code, owner, 'card', cardId, `v${publishedVersion}`, `${attempt}.json`)
  const printed: PrintedCard = { code, version: publishedVersion, ...of }
  await putJson(key, { ...printed, cardId, paperId, examId, owner })
  const row: CardVersion = {
    schema: 1,
    ...{ code, publishedVersion, cardId, paperId, examId, owner, title, key },
    hash: of.geometry.hash,
    pageCount: of.geometry.pages.length,
    publishedBy: caller.userName,
    publishedAt: now(),
  }
  return { row, attempt }
}
