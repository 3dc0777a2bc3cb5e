/**
 * What a marker writes on an answer: lines, signs and words, and no picture. Places are thousandths of the picture's width,
 * from its top left, so a note lies on the same stroke at any size; `on` says which picture of the answer.
 */
import * as z from 'zod'
import { prose } from '#shared/kit/text.ts'

/** So many notes, and so many numbers in all of them: a mark with notes stays a few kilobytes. */
export const mostNotes = 40
export const mostNumbers = 1200
export const mostNoteText = 40

const place = z.int().min(0).max(20_000)
const on = z.int().min(0).max(20)
/** Of a sign or of letters: their height. */
const size = z.int().min(5).max(400)

export const PenNote = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('line'),
    on,
    at: z
      .array(place)
      .min(4)
      .max(400)
      .refine((at) => at.length % 2 === 0, 'x and y'),
  }),
  z.object({ kind: z.literal('underline'), on, at: z.array(place).length(4) }),
  z.object({ kind: z.literal('tick'), on, at: z.array(place).length(2), size }),
  z.object({ kind: z.literal('cross'), on, at: z.array(place).length(2), size }),
  z.object({
    kind: z.literal('text'),
    on,
    at: z.array(place).length(2),
    size,
    text: prose('请填写批注', 1, mostNoteText),
  }),
])
export type PenNote = z.infer<typeof PenNote>

export const numbersOf = (notes: readonly { at: readonly number[] }[]): number =>
  notes.reduce((n, note) => n + note.at.length, 0)

export const PenNotes = z
  .array(PenNote)
  .min(1)
  .max(mostNotes)
  .refine((notes) => numbersOf(notes) <= mostNumbers, '批注太多')
export type PenNotes = z.infer<typeof PenNotes>
