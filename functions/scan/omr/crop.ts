/** Straightened pieces of a page for the people who mark. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import { whiten } from './cover.ts'
import { encodeJpeg } from './decode.ts'

/**
 * Pixels a millimetre of a crop, and its JPEG quality: 150 dpi, as a whole sheet for markers has. A block of 178 × 53 mm is
 * 1068 × 318, as wide as it is shown. An essay fills the screen with fewer. The bytes that markers fetch are the largest
 * part of an exam's bill: at 200 dpi and a quality of 75 they were more than twice as many
 * (infra/decisions/0013-what-an-exam-costs.md).
 */
const usual = { density: 6, quality: 60 }
const large = { density: 5, quality: 50 }
/** Square millimetres from which a block is as large as an essay's. */
const largeFrom = 18_000

export type CropOptions = { density?: number; quality?: number; covered?: readonly Rect[] }

/**
 * Cuts `rect` (card millimetres) out of a read page, straight, as a JPEG; `covered` is painted white in it: a drawn area or
 * a wide margin may reach into the head. Throws when the page was not located.
 */
export const cropBlock = async (
  grey: Grey,
  reading: Pick<PageReading, 'homography'>,
  rect: Rect,
  options: CropOptions = {},
): Promise<{ bytes: Uint8Array; width: number; height: number }> => {
  if (!reading.homography) throw new Error('cropBlock: the page was not located')
  const { density, quality } = { ...(rect.w * rect.h < largeFrom ? usual : large), ...options }
  const piece = whiten(straighten(grey, reading.homography, rect, density), options.covered ?? [], density, rect)
  return { bytes: await encodeJpeg(piece, quality), width: piece.width, height: piece.height }
}
