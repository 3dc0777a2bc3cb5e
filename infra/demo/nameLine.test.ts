/**
 * The line on a back that says whose it is: seen by the person who holds the sheet, and by no marker. Two students' cards are
 * printed, scanned and cut as for those who mark: what comes of them is the same to the byte.
 */
import { describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import { designFromPaper } from '#shared/card/card.rules.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import type { PageReading } from '#shared/scan/omr/omr.types.ts'
import { printCards } from '#functions/card/print/card.print.ts'
import { headOf } from '#shared/scan/covered.rules.ts'
import { cropBlock } from '#functions/scan/omr/crop.ts'
import { cutBlocks } from '#functions/scan/read/crops.ts'
import { coveredPicture } from '#functions/scan/sheet.public.ts'
import { openCardPdf } from './paper/paper.ts'

const run = (from: number, count: number, unitType: number, fullScore: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ questionId: `q${from + i}`, number: String(from + i), unitType, fullScore },
  }))
const paper = {
  title: '高一物理',
  questions: [...run(1, 10, 1, 300), ...run(11, 3, 4, 500), ...run(14, 6, 5, 1500)],
}
const designs: Record<string, CardDesign> = {
  A4: designFromPaper(paper),
  'A4 of two columns': designFromPaper({ ...paper, sheetType: 3 }),
  'A3 on two sides': designFromPaper({
    ...paper,
    sheetType: 1,
    questions: [...paper.questions, ...run(20, 8, 5, 2000)],
  }),
}
const dpi = 150
const density = dpi / 25.4

const pagesOf = async (design: CardDesign, name: string, className: string) => {
  const geometry = layOut(design)
  const pieces: Uint8Array[] = []
  const students = [{ name, className, studentNumber: '2026000030' }]
  for await (const piece of printCards({ card: { code: 'NAMELINE', version: 1, geometry }, students }))
    pieces.push(piece)
  const grey = (await openCardPdf(Buffer.concat(pieces), dpi)).map((p) => ({
    ...{ width: p.width, height: p.height, data: new Uint8Array(p.grey) },
  }))
  return { geometry, grey }
}
/** A scan without any distortion: millimetres are pixels. */
const reading = { homography: [density, 0, 0, 0, density, 0, 0, 0, 1], blocks: [] } as unknown as PageReading

describe.each(Object.entries(designs))('a back, %s', (_, design) => {
  it('says whose it is to who holds it, and nothing of it to who marks', async () => {
    const one = await pagesOf(design, '阿卜杜热西提·买买提艾力', '高一（12）班')
    const other = await pagesOf(design, '李可馨', '1班')
    const { pages, ...size } = one.geometry
    expect(pages.length).toBeGreaterThan(1)
    for (const [i, page] of pages.entries()) {
      if (i === 0) continue
      const [a, b] = [one.grey[i]!, other.grey[i]!]
      const line = page.nameLine!
      const ink = (r: Rect, of = a) => {
        let n = 0
        for (let y = Math.ceil(r.y * density); y < (r.y + r.h) * density; y++)
          for (let x = Math.ceil(r.x * density); x < (r.x + r.w) * density; x++)
            if (of.data[y * of.width + x]! < 128) n++
        return n
      }
      expect([ink(line) > 200, Buffer.from(a.data).equals(b.data)]).toEqual([true, false])
      const cuts = async (of: typeof a) => [
        ...(await cutBlocks(of, reading, page)).map((c) => c.bytes),
        // As far as a question may be cut again with more paper around it, and beyond.
        (await cropBlock(of, reading, { x: 0, y: 0, w: size.width, h: size.height / 2 }, { covered: headOf(page) }))
          .bytes,
      ]
      const [mine, theirs] = [await cuts(a), await cuts(b)]
      for (const [k, bytes] of mine.entries()) expect(Buffer.from(bytes).equals(Buffer.from(theirs[k]!))).toBe(true)
      const whole = [a, b].map((of) => coveredPicture(of, reading.homography!, page, size)!)
      expect(Buffer.from(whole[0]!.data).equals(whole[1]!.data)).toBe(true)
    }
  })
})
