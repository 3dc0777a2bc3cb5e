/** The whole sheet as those who mark get it: a page that was handed in, read and opened again. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { headOf } from '#shared/scan/covered.rules.ts'
import { getObject } from '#functions/kit/objects.ts'
import { actAs } from '#functions/kit/testing.ts'
import { layDown, sheetOf, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { recognise } from './scan.steps.fixtures.ts'
import { pagesOfStudent } from './scan.public.ts'
import { regionsOn } from './regions.public.ts'
import { coveredPage, pagesLacked, pagesThere } from './sheet.public.ts'

let of: Sitting
let front: PageGeometry
let back: PageGeometry
beforeAll(async () => {
  actAs('scan-api')
  of = await sit(1)
  ;[front, back] = of.card.geometry.pages as [PageGeometry, PageGeometry]
  const sides = await sheetOf(of, 0)
  const batch = await layDown(
    of,
    sides.map((bytes, i) => ({ name: `扫描${i + 1}.jpg`, bytes })),
  )
  await recognise(batch)
})

/** How much of a part of a picture is ink, in parts of a hundred. */
const inkIn = async (picture: Uint8Array | Buffer, r: Rect): Promise<number> => {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const scale = info.width / of.card.geometry.width
  const [left, top, right, bottom] = [r.x, r.y, r.x + r.w, r.y + r.h].map((mm) => Math.round(mm * scale)) as [
    number,
    number,
    number,
    number,
  ]
  const rows = Array.from({ length: bottom - top }, (_, i) =>
    data.subarray((top + i) * info.width + left, (top + i) * info.width + right),
  )
  const dark = rows.reduce((n, row) => n + row.filter((v) => v < 160).length, 0)
  return (100 * dark) / ((right - left) * (bottom - top))
}

const shownOf = async (page: number): Promise<Buffer> => {
  const picture = (await coveredPage(of.paperId, of.students[0]!.studentId, page))!
  expect(picture.image).toMatch(/^data:image\/jpeg;base64,/)
  return Buffer.from(picture.image.split(',')[1]!, 'base64')
}
/** The page as it was handed in. */
const handedIn = async (page: number): Promise<Uint8Array> => {
  const reading = (await pagesOfStudent(of.paperId, of.students[0]!.studentId))!
  return getObject(reading.pages.find((p) => p.page === page)!.key)
}

describe('the answers of a sheet', () => {
  it('are known on its pictures: each row and box shows its print at its edge', async () => {
    const { pages } = (await pagesOfStudent(of.paperId, of.students[0]!.studentId))!
    const ids = [front, back].flatMap((p) => [
      ...p.choices.map((c) => c.questionId),
      ...p.blocks.flatMap((b) => b.questionIds),
    ])
    const found = await Promise.all(pages.map((p) => regionsOn(p, new Set(ids))))
    expect(new Set(found.flat().flatMap((r) => r.questionIds))).toEqual(new Set(ids))
    for (const [i, regions] of found.entries()) {
      const printed = [front, back][i]!
      for (const { questionIds, choice, at } of regions) {
        const wanted = choice
          ? printed.choices.find((c) => c.questionId === questionIds[0])!.cells[0]!.rect
          : printed.blocks.find((b) => b.questionIds[0] === questionIds[0])!.rect
        const { width, height } = of.card.geometry
        // A picture of the whole sheet: what lies at a millimetre lies at its share of the page.
        expect(Math.abs(at[0]! * width - wanted.x)).toBeLessThan(0.6)
        expect(Math.abs(at[1]! * height - wanted.y)).toBeLessThan(0.6)
      }
    }
    // Of a page that was read before this was kept nothing is said.
    const { lies: _lies, ...old } = pages[0]!
    expect(await regionsOn(old, new Set(ids))).toEqual([])
  })
})

describe('a whole sheet', () => {
  it('is of the pages that are there', async () => {
    const { studentId } = of.students[0]!
    expect([await pagesThere(of.paperId, studentId), await pagesLacked(of.paperId, studentId)]).toEqual([[1, 2], []])
    expect(await coveredPage(of.paperId, studentId, 3)).toBeNull()
  })

  it.each([1, 2])('page %i says whose it is nowhere, and shows what was written', async (page) => {
    const printed = page === 1 ? front : back
    const [shown, whole] = [await shownOf(page), await handedIn(page)]
    const names = [...headOf(printed), printed.qr]
    expect(names.length).toBeGreaterThan(page === 1 ? 2 : 0)
    for (const rect of names) {
      expect(await inkIn(whole, rect)).toBeGreaterThan(0.5)
      expect(await inkIn(shown, rect)).toBe(0)
    }
    expect(printed.blocks.length).toBeGreaterThan(0)
    for (const { rect } of printed.blocks) expect(await inkIn(shown, rect)).toBeGreaterThan(0.2)
    for (const { cells } of printed.choices) expect(await inkIn(shown, cells[0]!.rect)).toBeGreaterThan(50)
  })
})
