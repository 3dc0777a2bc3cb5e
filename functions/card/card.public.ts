/** What other rooms may ask of cards. A room that does lists `card` in its `reads`. */
import type * as z from 'zod'
import { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import type { CardVersion } from '#shared/card/card.types.ts'
import { CardId, ExamId, PaperId, Tenant } from '#shared/kit/ids.ts'
import type { Resolver } from '#functions/kit/serve.ts'
import { getJson } from '#functions/kit/objects.ts'
import { paperResolver } from '#functions/exam/sight.public.ts'
import { cards, cardVersions, paperCards, versionsOf } from './card.store.ts'

/** A card is seen by all who see its paper. A deleted one too: it can be restored. */
export const cardResolver: Resolver = async (ids, caller) => {
  const found = await cards.getMany(ids.map((cardId) => ({ cardId })))
  if (ids.length === 0 || found.length !== ids.length) return false
  return paperResolver([...new Set(found.map((c) => c.paperId as string))], caller)
}

export const PublishedCard = PrintedCard.extend({ cardId: CardId, paperId: PaperId, examId: ExamId, owner: Tenant })
export type PublishedCard = z.infer<typeof PublishedCard>

/** Published versions never change, so a process keeps the last ones that it has read. */
const published = new Map<string, PublishedCard>()
const keepAtMost = 64

const read = async (row: CardVersion): Promise<PublishedCard> => {
  const name = `${row.code}.${row.publishedVersion}`
  const known = published.get(name)
  if (known) return known
  const card = PublishedCard.parse(await getJson(row.key))
  if (published.size >= keepAtMost) published.delete(published.keys().next().value!)
  published.set(name, card)
  return card
}

/**
 * A published card by the code in its QR; without a version the latest. Null for a code or a version that was never
 * published. A deleted card's sheets stay readable.
 */
export const printedCardByCode = async (code: string, version?: number): Promise<PublishedCard | null> => {
  const known = version === undefined ? undefined : published.get(`${code}.${version}`)
  if (known) return known
  const row =
    version === undefined ? (await versionsOf(code, 1))[0] : await cardVersions.get({ code, publishedVersion: version })
  return row ? read(row) : null
}

/** The latest published version of a paper's card; null when it has none, or its card is deleted. */
export const printedCardOfPaper = async (paperId: string): Promise<PublishedCard | null> => {
  const of = await paperCards.get({ paperId })
  const card = of && (await cards.get({ cardId: of.cardId }))
  if (!card || card.deletedAt !== undefined || card.publishedVersion === 0) return null
  return printedCardByCode(card.code, card.publishedVersion)
}
