import * as z from 'zod'
import { call, on, publicly, self } from '#shared/kit/call.ts'
import { CardId, ClassId, JobId } from '#shared/kit/ids.ts'
import { examManagers } from '#shared/kit/people.ts'
import { cardProblemList } from '../card.problems.ts'
import { RenderContent, RenderKind } from './render.types.ts'

/** 32 random bytes in 43 letters; what was cut off in a mail is told at once. */
const Ticket = z.string().regex(/^[A-Za-z0-9_-]{24,64}$/, '链接不完整，请重新复制')

export const renderTicket = call('POST /api/card/render/ticket', {
  summary: 'A link that opens one card once, without a session, for ten minutes',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({
      cardId: CardId,
      kind: RenderKind,
      page: z.int().min(1).max(100).optional(),
      classId: ClassId.optional(),
    }),
  output: () => z.object({ ticket: z.string(), path: z.string(), expiresAt: z.int() }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.notPublished,
    cardProblemList.noSuchPage,
    cardProblemList.noStudents,
    cardProblemList.noResults,
  ],
})

export const openRender = call('POST /api/card/render/open', {
  summary: 'What a ticket shows. It opens once; a wrong, used or expired one is told alike',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ ticket: Ticket }),
  output: () => RenderContent,
  problems: [cardProblemList.ticketSpent],
})

export const htmlToPdf = call('POST /api/export/base/html2pdf', {
  summary: 'Print what a ticket of the caller shows as PDF; the ticket is used up. No foreign page is ever opened',
  ...examManagers,
  // The ticket itself names the card, and its maker managed that card's exam.
  scope: self,
  input: () => z.object({ ticket: Ticket }),
  output: () => z.object({ uuid: JobId }),
  timeoutMs: 120_000,
  problems: [cardProblemList.ticketSpent],
  refreshes: ['jobs'],
})
