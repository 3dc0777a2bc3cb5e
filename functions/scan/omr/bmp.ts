/** Uncompressed BMP to grey: sharp's build has no reader for it. Format: BITMAPINFOHEADER and its elder and younger kin. */
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { PageProblem } from './pageProblem.ts'

export type BmpLimits = { mostPixels: number; leastSide: number }

/** Where the masks of a BITFIELDS picture with a 40-byte header lie: behind it. */
const MASKS = 12

/**
 * Decodes 1, 4, 8, 24 and 32 bits a pixel, rows from below or from above; of colours the green, opacity is ignored as
 * viewers do. Throws PageProblem: a compressed or 16-bit picture is an `unknownType`. Nothing is allocated before the
 * header's sizes were held against the limits and the file's length.
 */
export const decodeBmp = (bytes: Uint8Array, { mostPixels, leastSide }: BmpLimits): Grey => {
  if (bytes.length < 26) throw new PageProblem('truncated')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = view.getUint32(10, true)
  const header = view.getUint32(14, true)
  const elder = header === 12
  if (!elder && (header < 40 || header > 124)) throw new PageProblem('broken')
  if (bytes.length < 14 + header) throw new PageProblem('truncated')
  const width = elder ? view.getUint16(18, true) : view.getInt32(18, true)
  const signed = elder ? view.getUint16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(elder ? 24 : 28, true)
  const compression = elder ? 0 : view.getUint32(30, true)
  const height = Math.abs(signed)
  if (width <= 0 || height === 0) throw new PageProblem('broken')
  if (width * height > mostPixels) throw new PageProblem('tooLarge')
  if (width < leastSide || height < leastSide) throw new PageProblem('tooSmall')
  if (![1, 4, 8, 24, 32].includes(bits)) throw new PageProblem('unknownType')
  if (compression !== 0 && !(compression === 3 && bits === 32)) throw new PageProblem('unknownType')
  // Masks lie behind a header of 40 bytes and within a longer one: the same place.
  if (compression === 3 && (bytes.length < 66 || view.getUint32(58, true) !== 0xff00))
    throw new PageProblem('unknownType')

  const stride = Math.ceil((width * bits) / 32) * 4
  const table = 14 + header + (compression === 3 && header === 40 ? MASKS : 0)
  if (start < table) throw new PageProblem('broken')
  if (start + stride * height > bytes.length) throw new PageProblem('truncated')

  const greens = new Uint8Array(256)
  if (bits <= 8) {
    const entry = elder ? 3 : 4
    const used = elder ? 0 : view.getUint32(46, true)
    const colours = Math.min(2 ** bits, used > 0 ? used : 2 ** bits, Math.floor((start - table) / entry))
    for (let i = 0; i < colours; i++) greens[i] = bytes[table + i * entry + 1]!
  }

  const data = new Uint8Array(width * height)
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  for (let y = 0; y < height; y++) {
    const from = start + stride * (signed < 0 ? y : height - 1 - y)
    const to = y * width
    if (bits === 8) for (let x = 0; x < width; x++) data[to + x] = greens[bytes[from + x]!]!
    else if (bits < 8)
      for (let x = 0; x < width; x++) {
        const shift = 8 - bits * ((x % perByte) + 1)
        data[to + x] = greens[(bytes[from + Math.floor(x / perByte)]! >> shift) & mask]!
      }
    else for (let x = 0, i = from + 1; x < width; x++, i += bits / 8) data[to + x] = bytes[i]!
  }
  const dpi = elder ? 0 : Math.round(view.getInt32(38, true) * 0.0254)
  return { width, height, data, ...(dpi > 72 ? { dpi } : {}) }
}
