/**
 * The slide check: a picture with a hole, and the piece that fits it; the answer never leaves the server. A program finds
 * the hole too: what keeps many tries off is the work beside it, which is checked by one hash before a store is asked.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { SlidePuzzle, SlideTry } from '#shared/identity/signIn/signIn.types.ts'
import { isWorkDone, leastBits, mostBits } from '#shared/identity/signIn/work.rules.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { newId, now, randomOf, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { drawPuzzle, puzzleSize } from './slide.picture.ts'

const lifeMs = 5 * 60_000
/** Pixels beside the hole that still count. */
const tolerance = 4

const SlideRow = z.object({
  schema: z.literal(1),
  slideId: z.string(),
  left: z.int(),
  until: z.int(),
  /** The work that was done for it. */
  bits: z.int().default(0),
  /** Set by the one try. */
  triedAt: z.int().optional(),
  /** sha256 of the token that a right answer was given; the token is spent by `spentAt`. */
  tokenHash: z.string().optional(),
  spentAt: z.int().optional(),
})
export const slides = rows({
  table: 'TABLE_SESSION',
  schema: SlideRow,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { slideId: string }) => ({ pk: `slide#${of.slideId}`, sk: 'slide' }),
  ttl: (s) => Math.ceil(s.until / 1000) + 60,
})

/** How much work the next puzzle is to cost, as a refusal says it: signed, so that a client cannot ask for less. */
export const workTicket = async (bits: number): Promise<string> => `${bits}.${await blindIndex('work', String(bits))}`

export const ticketBits = async (ticket: string | undefined): Promise<number> => {
  const bits = Number(ticket?.split('.')[0])
  const good = Number.isInteger(bits) && bits >= leastBits && bits <= mostBits && ticket === (await workTicket(bits))
  return good ? bits : leastBits
}

/** The challenge of a puzzle and of its bits: made again to check it, kept nowhere. */
const challengeOf = (slideId: string, bits: number): Promise<string> => blindIndex('challenge', `${slideId}.${bits}`)

export const newPuzzle = async (bits: number): Promise<SlidePuzzle> => {
  const slideId = newId<string>('attempt')
  const { left, top, background, piece } = drawPuzzle(randomOf(16))
  const [challenge] = await Promise.all([
    challengeOf(slideId, bits),
    slides.create({ schema: 1, slideId, left, bits: 0, until: now() + lifeMs }),
  ])
  return { slideId, background, piece, ...puzzleSize, pieceTop: top, work: { challenge, bits } }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** One try: a token where the work is done and the piece fits, and the puzzle is over either way. */
export const tryPuzzle = async ({ slideId, left, bits = 0, nonce = -1 }: SlideTry): Promise<string> => {
  if (bits < leastBits || !isWorkDone(await challengeOf(slideId, bits), bits, nonce))
    return refuse(identityProblems.slideGone)
  // The try is counted before the answer is looked at.
  const row = await slides.update({ slideId }, { triedAt: now() }, { triedAt: undefined })
  if (!row || row.until <= now()) return refuse(identityProblems.slideGone)
  if (Math.abs(left - row.left) > tolerance) return refuse(identityProblems.slideWrong)
  const token = randomText(24)
  await slides.update({ slideId }, { tokenHash: hashOf(token), bits })
  return `${slideId}.${token}`
}

/** Whether this token is of a solved puzzle that cost this work at least, and is used for the first time. */
export const spendSlide = async (slideToken: string, bits = leastBits): Promise<boolean> => {
  const [slideId = '', token = ''] = slideToken.split('.')
  const row = /^at_[0-9a-z]{26}$/.test(slideId) ? await slides.get({ slideId }) : null
  if (!row?.tokenHash || row.until <= now() || row.bits < bits) return false
  const [given, wanted] = [Buffer.from(hashOf(token)), Buffer.from(row.tokenHash)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  return (await slides.update({ slideId }, { spentAt: now() }, { spentAt: undefined })) !== null
}
