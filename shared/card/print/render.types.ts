/** Pages that a printer without a session opens: what a ticket names, and what it shows. */
import * as z from 'zod'
import { CardId, ClassId, ExamId, Tenant } from '#shared/kit/ids.ts'
import { Draw, PrintedCard, Rect } from '../geometry/geometry.types.ts'

/**
 * render: the card as printed. template: with what the machine reads marked. file: a class's pre-filled copies. image: one
 * page. score: what a class handed in, with the published scores.
 */
export const RenderKind = z.enum(['render', 'template', 'file', 'image', 'score'])
export type RenderKind = z.infer<typeof RenderKind>

/** What a ticket is for; the version is fixed when it is made. */
export const RenderSubject = z.object({
  kind: RenderKind,
  cardId: CardId,
  publishedVersion: z.int().min(1),
  /** Of an image. */
  page: z.int().min(1).optional(),
  /** Of a file, and of scores. */
  classId: ClassId.optional(),
})
export type RenderSubject = z.infer<typeof RenderSubject>

/** Known by the digest of its secret alone: who reads the table cannot open anything. */
export const RenderTicket = RenderSubject.extend({
  schema: z.literal(1),
  digest: z.string(),
  examId: ExamId,
  owner: Tenant,
  madeBy: z.string(),
  madeAt: z.int(),
  expiresAt: z.int(),
  usedAt: z.int().optional(),
})
export type RenderTicket = z.infer<typeof RenderTicket>

export const renderTicketMs = 600_000

/** What the page is given: geometry and, of a file, each copy's own words page by page. */
export const RenderContent = z.object({
  kind: RenderKind,
  title: z.string(),
  card: PrintedCard,
  /** Addresses of the pictures that are printed on it. */
  pictures: z.array(z.object({ sha256: z.string(), url: z.string() })).optional(),
  copies: z
    .array(
      z.object({
        name: z.string(),
        studentNumber: z.string(),
        draws: z.array(z.array(Draw)),
        /** Of scores: what was written, in its place on the page, and what is marked in red. */
        pictures: z.array(z.array(z.object({ rect: Rect, url: z.string() }))).optional(),
        marks: z.array(z.array(Draw)).optional(),
      }),
    )
    .optional(),
})
export type RenderContent = z.infer<typeof RenderContent>
