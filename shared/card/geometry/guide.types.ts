/** What recognition needs of another maker's sheet, beside its geometry: the reference picture of each page, made small. */
import * as z from 'zod'

/** A grey picture in 6 bits a pixel: one character each. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export const PackedGrey = z.object({
  width: z.int().min(1).max(2000),
  height: z.int().min(1).max(2000),
  pixels: z.string().max(4_000_000),
})
export type PackedGrey = z.infer<typeof PackedGrey>

type Grey = { width: number; height: number; data: Uint8Array }

/** Packs a picture; the two lowest bits of each grey are dropped. */
export const packGrey = ({ width, height, data }: Grey): PackedGrey => {
  const parts: string[] = []
  for (let y = 0; y < height; y++) {
    let row = ''
    for (let x = 0; x < width; x++) row += digits[data[y * width + x]! >> 2]!
    parts.push(row)
  }
  return { width, height, pixels: parts.join('') }
}

const valueOf = new Uint8Array(128).map((_, code) => {
  const at = digits.indexOf(String.fromCharCode(code))
  return at < 0 ? 255 : (at << 2) + 2
})

export const unpackGrey = ({ width, height, pixels }: PackedGrey): Grey => {
  const data = new Uint8Array(width * height).fill(255)
  for (let i = 0; i < Math.min(data.length, pixels.length); i++) data[i] = valueOf[pixels.charCodeAt(i) & 127]!
  return { width, height, data }
}

const Rect = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })

/** One page: its picture covers the whole page of the geometry. Marks are millimetres of the geometry. */
export const GuidePage = z.object({
  page: z.int().min(1),
  picture: PackedGrey,
  marks: z.array(Rect).max(40),
  /** The picture is of a blank sheet: cells are held against it. */
  blank: z.boolean(),
})
export type GuidePage = z.infer<typeof GuidePage>

export const TemplateGuide = z.object({ pages: z.array(GuidePage).min(1).max(20) })
export type TemplateGuide = z.infer<typeof TemplateGuide>
