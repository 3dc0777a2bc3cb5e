/** Pieces of a page as pictures: the answers for those who mark, and what is in doubt for those who settle. */
import type { Cell, PageGeometry, Rect } from '#shared/card/card.types.ts'
import type { Grey, PageReading } from '#shared/scan/scan.types.ts'
import type { ScanPage, SheetDoubt, StoredReading } from '#shared/scan/sheet.types.ts'
import { shrink } from '#shared/scan/omr/sample.ts'
import { putObject } from '#functions/kit/objects.ts'
import { cropBlock } from '../reader/crop.ts'
import { encodeJpeg } from '../reader/decode.ts'
import { scanKey } from '../unpack/unpackFile.ts'

const jpeg = { type: 'image/jpeg', replace: true }
const thumbWidth = 280

/** A small picture of the whole page. */
export const cutThumb = async (page: ScanPage, grey: Grey): Promise<string> => {
  const key = scanKey(page, 'thumb.jpg')
  const small = shrink(grey, Math.max(1, Math.floor(grey.width / thumbWidth)))
  await putObject(key, await encodeJpeg(small, 70), jpeg)
  return key
}

/** The subjective blocks of a page, straightened. */
export const cutBlocks = async (
  page: ScanPage,
  grey: Grey,
  reading: PageReading,
  geometry: PageGeometry,
): Promise<StoredReading['blocks']> =>
  // At once: the time is the store's, not the cutter's.
  Promise.all(
    geometry.blocks.map(async (block, i) => {
      const key = scanKey(page, `block-${i}.jpg`)
      const { bytes, width, height } = await cropBlock(grey, reading, block.rect)
      await putObject(key, bytes, jpeg)
      const seen = reading.blocks.find((b) => b.blockId === block.blockId)
      const { blockId, questionIds, part } = block
      return { blockId, questionIds, part, key, width, height, likelyBlank: seen?.likelyBlank ?? false }
    }),
  )

/** The rectangle about these, with some paper around it, within the page. */
export const around = (
  rects: readonly Rect[],
  pad: { left: number; right: number; y: number },
  size: { width: number; height: number },
): Rect => {
  const x = Math.max(0, Math.min(...rects.map((r) => r.x)) - pad.left)
  const y = Math.max(0, Math.min(...rects.map((r) => r.y)) - pad.y)
  const right = Math.min(size.width, Math.max(...rects.map((r) => r.x + r.w)) + pad.right)
  const bottom = Math.min(size.height, Math.max(...rects.map((r) => r.y + r.h)) + pad.y)
  return { x, y, w: right - x, h: bottom - y }
}

/** The cells of a question or of a mark. */
export const rowOf = (id: string, page: PageGeometry): readonly Cell[] | undefined => {
  const [kind, first] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (id === '@paper') return page.paperType
  if (kind === '@pick') return page.picks?.find((p) => p.questionIds[0] === first)?.cells
  if (kind === '@score') return page.scoreRows?.find((p) => p.questionIds[0] === first)?.cells
  return page.choices.find((c) => c.questionId === id)?.cells
}

/** What a person needs to see of a doubt: the row with its neighbours, or name and number. */
const rectOf = (doubt: SheetDoubt, geometry: PageGeometry, size: { width: number; height: number }): Rect | null => {
  if (doubt.questionId !== undefined) {
    const row = rowOf(doubt.questionId, geometry)
    return row
      ? around(
          row.map((c) => c.rect),
          { left: 10, right: 4, y: 9 },
          size,
        )
      : null
  }
  const head = [geometry.studentNumber?.rect, geometry.nameBox].filter((r) => r !== undefined)
  if (['studentNumber', 'unknownStudent', 'noNumber', 'duplicate', 'uploader'].includes(doubt.kind))
    return head.length > 0
      ? around(head, { left: 2, right: 2, y: 2 }, size)
      : { x: 0, y: 0, w: size.width, h: size.height / 3 }
  if (doubt.kind === 'absentMark' && geometry.absent)
    return around([geometry.absent.rect], { left: 30, right: 50, y: 10 }, size)
  return null
}

/** Cuts the picture of every doubt that has a place on the page. */
export const cutDoubts = async (
  page: ScanPage,
  grey: Grey,
  reading: PageReading,
  geometry: PageGeometry,
  size: { width: number; height: number },
  doubts: readonly SheetDoubt[],
): Promise<SheetDoubt[]> => {
  const cut: SheetDoubt[] = []
  const made = new Map<string, string>()
  for (const doubt of doubts) {
    const rect = reading.homography ? rectOf(doubt, geometry, size) : null
    if (!rect) {
      cut.push(doubt)
      continue
    }
    const place = JSON.stringify(rect)
    const key = made.get(place) ?? scanKey(page, `doubt-${made.size}.jpg`)
    if (!made.has(place)) {
      await putObject(key, (await cropBlock(grey, reading, rect, { density: 9, quality: 80 })).bytes, jpeg)
      made.set(place, key)
    }
    cut.push({ ...doubt, cropKey: key })
  }
  return cut
}
