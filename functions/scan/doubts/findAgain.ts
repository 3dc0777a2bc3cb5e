/** A page that was read before, found again on its picture: for pieces that were not cut when it was read. */
import type { CardGeometry, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Margin } from '#shared/scan/batches/recut.calls.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { getObject } from '#functions/kit/objects.ts'
import { printedCardByCode, printedCardOfPaper } from '#functions/card/card.public.ts'
import { decodeGrey } from '../omr/decode.ts'
import { recognise } from '../omr/recognise.ts'
import type { Recognition } from '../omr/recognise.ts'

export type FoundAgain = { grey: Grey; seen: Recognition; printed: PageGeometry; geometry: CardGeometry }

/** null where no card, or another page of it, is found on the picture any more. */
export const findAgain = async (page: ScanPage): Promise<FoundAgain | null> => {
  if (!page.imageKey) return null
  const expected = await printedCardOfPaper(page.paperId)
  const grey = await decodeGrey(await getObject(page.imageKey), 0, false, page.dpi)
  const lookup = async (qr: { code: string; version: number }) => {
    const card = await printedCardByCode(qr.code, qr.version)
    return card && card.paperId === page.paperId ? card : null
  }
  const seen = await recognise(grey, lookup, expected ? [expected] : [])
  const card = seen.card && (await printedCardByCode(seen.card.code, seen.card.version))
  const printed = card?.geometry.pages.find((p) => p.page === page.page)
  return card && printed && seen.homography ? { grey, seen, printed, geometry: card.geometry } : null
}

/** A block with more of the paper around it, within the page; never smaller than a thumb. */
export const widened = (rect: Rect, by: Margin, size: { width: number; height: number }): Rect => {
  const x = Math.max(0, rect.x - by.left)
  const y = Math.max(0, rect.y - by.top)
  const right = Math.min(size.width, rect.x + rect.w + by.right)
  const bottom = Math.min(size.height, rect.y + rect.h + by.bottom)
  return { x, y, w: Math.max(10, right - x), h: Math.max(5, bottom - y) }
}
