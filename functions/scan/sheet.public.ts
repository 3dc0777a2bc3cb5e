/** Whole pages for those who mark: straightened, and everything white that tells whose they are. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { shownOf } from '#shared/scan/covered.rules.ts'
import { scriptState } from '#shared/scan/scan.rules.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { findAgain } from './doubts/findAgain.ts'
import { inPixels, whiten } from './omr/cover.ts'
import { encodeJpeg } from './omr/decode.ts'
import { pages, slotsOfStudent } from './scan.store.ts'

/** Pixels a millimetre: handwriting is read, and a page stays under 300 KB. */
const density = 6
const white = 255

const withOnly = (of: Grey, shown: readonly Rect[], covered: readonly Rect[]): Grey => {
  const data = new Uint8Array(of.data.length).fill(white)
  for (const r of shown) {
    const { x, y, to, end } = inPixels(r, of, density)
    for (let row = y; row < end; row++)
      data.set(of.data.subarray(row * of.width + x, row * of.width + Math.max(x, to)), row * of.width + x)
  }
  return whiten({ width: of.width, height: of.height, data }, covered, density)
}

/** The pages of a student's script that are there. */
export const pagesThere = async (paperId: string, studentId: string): Promise<number[]> =>
  (await slotsOfStudent(paperId, studentId))
    .flatMap((s) => (s.scanId === undefined ? [] : [s.page]))
    .sort((a, b) => a - b)

/** The pages of a student's script that are not. */
export const pagesLacked = async (paperId: string, studentId: string): Promise<number[]> =>
  scriptState(studentId as StudentId, await slotsOfStudent(paperId, studentId), false).missingPages

export type CoveredPage = { image: string; width: number; height: number; from: number }

/** A straightened page as those who mark see it; null where none of its answers is known. */
export const coveredPicture = (
  grey: Grey,
  homography: NonNullable<Parameters<typeof straighten>[1]>,
  printed: Parameters<typeof shownOf>[0],
  { width, height }: { width: number; height: number },
): (Grey & { shown: Rect[] }) | null => {
  const { shown, covered } = shownOf(printed, { width, height })
  if (shown.length === 0) return null
  const whole = straighten(grey, homography, { x: 0, y: 0, w: width, h: height }, density)
  return { ...withOnly(whole, shown, covered), shown }
}

/**
 * One page with no name on it, as a data address: gone with the answer. null where the page is not there, or its
 * card is not found on the picture any more: then nothing is shown rather than too much.
 */
export const coveredPage = async (paperId: string, studentId: string, page: number): Promise<CoveredPage | null> => {
  const slot = (await slotsOfStudent(paperId, studentId)).find((s) => s.page === page && s.scanId !== undefined)
  const row = slot?.batchId && slot.no ? await pages.get({ batchId: slot.batchId, no: slot.no }) : null
  const again = row && (await findAgain(row))
  if (!again?.seen.homography) return null
  const { height } = again.geometry
  const picture = coveredPicture(again.grey, again.seen.homography, again.printed, again.geometry)
  if (!picture) return null
  const bytes = await encodeJpeg(picture, 60)
  return {
    image: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`,
    width: picture.width,
    height: picture.height,
    from: Math.max(0, Math.min(...picture.shown.map((s) => s.y)) / height),
  }
}
