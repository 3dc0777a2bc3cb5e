/** Cards, their codes and their published versions. */
import * as z from 'zod'
import { Card, CardPictureFile, CardVersion, Crest } from '#shared/card/card.types.ts'
import { Preflight } from '#shared/card/preflight/preflight.types.ts'
import { CardPdf } from '#shared/card/print/print.types.ts'
import { RenderTicket } from '#shared/card/print/render.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { inTime, stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_CARD'

export const cards = rows({
  table,
  schema: Card,
  hangsOn: under('exam', ({ examId }) => ({ index: 'gsi1', pk: `exam#${examId}`, prefix: 'ca_' })),
  personal: 'staff',
  owns: 'card',
  key: (of: { cardId: string }) => ({ pk: `card#${of.cardId}`, sk: 'card' }),
  index: (c) => ({
    gsi1pk: `exam#${c.examId}`,
    gsi1sk: c.cardId,
    gsi2pk: `owner#${c.owner}`,
    gsi2sk: c.cardId,
  }),
})

/** A code belongs to one card for ever: sheets with it lie in cupboards. */
export const cardCodes = rows({
  table,
  schema: z.object({ schema: z.literal(1), code: z.string(), cardId: z.string() }),
  hangsOn: stays('a code belongs to one card for ever'),
  personal: 'nothing',
  key: (of: { code: string }) => ({ pk: `code#${of.code}`, sk: 'code' }),
})

/** A paper has one card at a time. */
export const paperCards = rows({
  table,
  schema: z.object({ schema: z.literal(1), paperId: z.string(), cardId: z.string() }),
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'card' })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'card' }),
})

export const cardVersions = rows({
  table,
  schema: CardVersion,
  hangsOn: stays('sheets of it lie in cupboards'),
  personal: 'nothing',
  key: (of: { code: string; publishedVersion: number }) => ({
    pk: `code#${of.code}`,
    sk: `v#${String(of.publishedVersion).padStart(6, '0')}`,
  }),
})

export const versionsOf = (code: string, limit?: number): Promise<CardVersion[]> =>
  cardVersions.query(`code#${code}`, {
    prefix: 'v#',
    reverse: true,
    consistent: true,
    ...(limit === undefined ? {} : { limit }),
  })

/** Pictures by their content. */
export const cardPictures = rows({
  table,
  schema: CardPictureFile,
  hangsOn: under('card', ({ cardId }) => ({ pk: `pictures#${cardId}` })),
  personal: 'nothing',
  key: (of: { cardId: string; sha256: string }) => ({ pk: `pictures#${of.cardId}`, sk: of.sha256 }),
})

export const picturesOfCard = (cardId: string): Promise<CardPictureFile[]> =>
  cardPictures.query(`pictures#${cardId}`, { consistent: true })

/** The crests of a school, or of another owner of cards. */
export const crests = rows({
  table,
  schema: Crest,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `crests#${schoolTenant(schoolId)}` })),
  personal: 'staff',
  key: (of: { owner: string; sha256: string }) => ({ pk: `crests#${of.owner}`, sk: of.sha256 }),
})

/** The newest first. */
export const crestsOf = async (owner: string): Promise<Crest[]> =>
  (await crests.query(`crests#${owner}`, { consistent: true })).sort((a, b) => b.addedAt - a.addedAt)

/** What was printed of an exam's cards. */
export const cardPdfs = rows({
  table,
  schema: CardPdf,
  hangsOn: under('exam', ({ examId }) => ({ pk: `prints#${examId}` })),
  personal: 'staff',
  key: (of: { examId: string; jobId: string }) => ({ pk: `prints#${of.examId}`, sk: of.jobId }),
})

/** What scans of a blank card have measured. */
export const preflights = rows({
  table,
  schema: Preflight,
  hangsOn: under('card', ({ cardId }) => ({ pk: `preflight#${cardId}` })),
  personal: 'nothing',
  key: (of: { cardId: string; jobId: string }) => ({ pk: `preflight#${of.cardId}`, sk: of.jobId }),
})

/** Tickets for pages without a session; they go a day after they have lost their use. */
export const renderTickets = rows({
  table,
  schema: RenderTicket,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { digest: string }) => ({ pk: `ticket#${of.digest}`, sk: 'ticket' }),
  ttl: (t) => Math.ceil(t.expiresAt / 1000) + 86_400,
})
