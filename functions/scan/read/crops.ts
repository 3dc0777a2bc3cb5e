/** Pieces of a page as pictures: the answers for those who mark, and what is in doubt for those who settle. */
import type { Cell, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import type { SheetDoubt, StoredReading } from '#shared/scan/sheet.types.ts'
import { shrink } from '#shared/scan/omr/sample.ts'
import { uprightBy } from '#shared/scan/scan.rules.ts'
import { headOf } from '#shared/scan/covered.rules.ts'
import { cropBlock } from '../omr/crop.ts'
import { encodeJpeg } from '../omr/decode.ts'

const thumbWidth = 280
/** Of a sheet of two halves each is as wide as half a page is. */
const wideThumbWidth = 420

/** A small picture of the whole page, upright as far as that was recognised; `wide`: wider than high. */
export const cutThumb = async (
  grey: Grey,
  rotation: number | undefined,
): Promise<{ bytes: Uint8Array; wide: boolean }> => {
  const turn = uprightBy(rotation) ?? 0
  const [width, height] = turn === 90 || turn === 270 ? [grey.height, grey.width] : [grey.width, grey.height]
  const wide = width > height
  const small = shrink(grey, Math.max(1, Math.floor(width / (wide ? wideThumbWidth : thumbWidth))))
  return { bytes: await encodeJpeg(small, 70, turn), wide }
}

type Block = StoredReading['blocks'][number]

/** The subjective blocks of a page, straightened, without whose they are: a drawn area may reach into the head. */
export const cutBlocks = (
  grey: Grey,
  reading: PageReading,
  geometry: PageGeometry,
): Promise<(Omit<Block, 'key'> & { bytes: Uint8Array })[]> => {
  const covered = headOf(geometry)
  return Promise.all(
    geometry.blocks.map(async (block) => {
      const { bytes, width, height } = await cropBlock(grey, reading, block.rect, { covered })
      const seen = reading.blocks.find((b) => b.blockId === block.blockId)
      const { blockId, questionIds, part } = block
      return { blockId, questionIds, part, bytes, width, height, likelyBlank: seen?.likelyBlank ?? false }
    }),
  )
}

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

/** Room for the printed number left of the cells, and about them. */
const numbered = { left: 6.5, right: 1.5, y: 1.5 }

/** Which of the optional questions were answered is seen where they are answered: these blocks, as far as they are here. */
const writtenFor = (id: string, { picks = [], blocks }: PageGeometry): Rect[] => {
  const of = picks.find((p) => `@pick:${p.questionIds[0]}` === id)?.questionIds ?? []
  return blocks.filter((b) => b.questionIds.some((q) => of.includes(q))).map((b) => b.rect)
}

type Place = { rect: Rect; asked?: Rect }

/** What a person needs to see of a doubt, and in it what is asked about: the row with its neighbours, or name and number. */
export const placeOf = (
  doubt: SheetDoubt,
  geometry: PageGeometry,
  size: { width: number; height: number },
): Place | null => {
  if (doubt.questionId !== undefined) {
    const row = rowOf(doubt.questionId, geometry)?.map((c) => c.rect)
    if (!row) return null
    const near = around(row, { left: 10, right: 4, y: 9 }, size)
    const written = writtenFor(doubt.questionId, geometry)
    return {
      rect: written.length > 0 ? around([near, ...written], { left: 0, right: 0, y: 0 }, size) : near,
      asked: around(row, numbered, size),
    }
  }
  // Names along a seal line stand on edge beside the whole page: the number alone is looked at.
  const upright = geometry.nameBox && geometry.nameBox.w >= geometry.nameBox.h
  const head = [geometry.studentNumber?.rect, ...(upright || !geometry.studentNumber ? [geometry.nameBox] : [])].filter(
    (r) => r !== undefined,
  )
  if (['studentNumber', 'unknownStudent', 'noNumber', 'duplicate', 'uploader'].includes(doubt.kind))
    return {
      rect:
        head.length > 0
          ? around(head, { left: 2, right: 2, y: 2 }, size)
          : { x: 0, y: 0, w: size.width, h: size.height / 3 },
      // What was filled in is read digit by digit: on a phone it stands alone.
      ...(geometry.studentNumber
        ? { asked: around([geometry.studentNumber.rect], { left: 1, right: 1, y: 1 }, size) }
        : {}),
    }
  if (doubt.kind === 'absentMark' && geometry.absent)
    return {
      rect: around([geometry.absent.rect], { left: 30, right: 50, y: 10 }, size),
      asked: around([geometry.absent.rect], { left: 1.5, right: 1.5, y: 1.5 }, size),
    }
  return null
}

const thousandths = (part: number, of: number): number => Math.round((1000 * part) / of)

/** Where `asked` lies in the piece that was cut. */
const askedIn = ({ rect, asked }: Place): Pick<SheetDoubt, 'asked'> =>
  asked
    ? {
        asked: {
          x: thousandths(asked.x - rect.x, rect.w),
          y: thousandths(asked.y - rect.y, rect.h),
          w: thousandths(asked.w, rect.w),
          h: thousandths(asked.h, rect.h),
          wide: thousandths(rect.w, rect.h),
        },
      }
    : {}

/** A row is read by its ink; of more than so many square millimetres the writing is read, which takes fewer pixels. */
const rowOnly = 6000

/** The picture of every doubt that has a place on the page; doubts of one place have one picture. */
export const cutDoubts = async (
  grey: Grey,
  reading: PageReading,
  geometry: PageGeometry,
  size: { width: number; height: number },
  doubts: readonly SheetDoubt[],
): Promise<{ doubt: SheetDoubt; bytes?: Uint8Array }[]> => {
  const made = new Map<string, Uint8Array>()
  const cut: { doubt: SheetDoubt; bytes?: Uint8Array }[] = []
  for (const doubt of doubts) {
    const place = reading.homography ? placeOf(doubt, geometry, size) : null
    if (!place) {
      cut.push({ doubt })
      continue
    }
    const { rect } = place
    const key = JSON.stringify(rect)
    const fine = rect.w * rect.h > rowOnly ? { density: 6, quality: 70 } : { density: 9, quality: 80 }
    const bytes = made.get(key) ?? (await cropBlock(grey, reading, rect, fine)).bytes
    made.set(key, bytes)
    cut.push({ doubt: { ...doubt, ...askedIn(place) }, bytes })
  }
  return cut
}
