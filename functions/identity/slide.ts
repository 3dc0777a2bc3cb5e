/** The slide check: a picture with a hole, and the piece that fits it. The answer never leaves the server. */
import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { SlidePuzzle } from '#shared/identity/signIn.types.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { newId, now, randomOf, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
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
  /** Set by the one try. */
  triedAt: z.int().optional(),
  /** sha256 of the token that a right answer was given; the token is spent by `spentAt`. */
  tokenHash: z.string().optional(),
  spentAt: z.int().optional(),
})
export const slides = rows({
  table: 'TABLE_SESSION',
  schema: SlideRow,
  key: (of: { slideId: string }) => ({ pk: `slide#${of.slideId}`, sk: 'slide' }),
  ttl: (s) => Math.ceil(s.until / 1000) + 60,
})

export const newPuzzle = async (): Promise<SlidePuzzle> => {
  const slideId = newId<string>('attempt')
  const { left, top, background, piece } = drawPuzzle(randomOf(16))
  await slides.create({ schema: 1, slideId, left, until: now() + lifeMs })
  return { slideId, background, piece, ...puzzleSize, pieceTop: top }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** One try: a token where the piece fits, and the puzzle is over either way. */
export const tryPuzzle = async (slideId: string, left: number): Promise<string> => {
  // The try is counted before the answer is looked at.
  const row = await slides.update({ slideId }, { triedAt: now() }, { triedAt: undefined })
  if (!row || row.until <= now()) return refuse(identityProblems.slideGone)
  if (Math.abs(left - row.left) > tolerance) return refuse(identityProblems.slideWrong)
  const token = randomText(24)
  await slides.update({ slideId }, { tokenHash: hashOf(token) })
  return `${slideId}.${token}`
}

/** Whether this token is of a solved puzzle and is used for the first time. */
export const spendSlide = async (slideToken: string): Promise<boolean> => {
  const [slideId = '', token = ''] = slideToken.split('.')
  const row = /^at_[0-9a-z]{26}$/.test(slideId) ? await slides.get({ slideId }) : null
  if (!row?.tokenHash || row.until <= now()) return false
  const [given, wanted] = [Buffer.from(hashOf(token)), Buffer.from(row.tokenHash)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  return (await slides.update({ slideId }, { spentAt: now() }, { spentAt: undefined })) !== null
}
