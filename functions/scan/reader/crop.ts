/** Straightened pieces of a page for the people who mark. */
import type { Rect } from '#shared/card/card.types.ts'
import type { Grey, PageReading } from '#shared/scan/scan.types.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import { whiten } from './cover.ts'
import { encodeJpeg } from './decode.ts'

/** Pixels a millimetre of a crop: 200 dpi, as scanned. A block of 178 × 53 mm is 1400 × 420. */
const DENSITY = 7.874

/**
 * Cuts `rect` (card millimetres) out of a read page, straight, as a JPEG; `covered` is painted white in it: a drawn area or
 * a wide margin may reach into the head. Throws when the page was not located.
 */
export const cropBlock = async (
  grey: Grey,
  reading: Pick<PageReading, 'homography'>,
  rect: Rect,
  options: { density?: number; quality?: number; covered?: readonly Rect[] } = {},
): Promise<{ bytes: Uint8Array; width: number; height: number }> => {
  if (!reading.homography) throw new Error('cropBlock: the page was not located')
  const density = options.density ?? DENSITY
  const piece = whiten(straighten(grey, reading.homography, rect, density), options.covered ?? [], density, rect)
  return { bytes: await encodeJpeg(piece, options.quality ?? 75), width: piece.width, height: piece.height }
}
