import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPaper, withSettingsOf } from '#shared/card/card.match.ts'
import { bigCard, smallCard } from '#shared/card/card.fixtures.ts'
import { CardDesign } from '#shared/card/card.types.ts'
import type { CardPicture } from '#shared/card/card.types.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from './layOut.ts'
import { pictureProblems } from './cardPictures.ts'
import { pageSvg } from './svg.ts'

const sha256 = 'ab'.repeat(32)
const picture = (of: Partial<CardPicture>): CardPicture => ({
  ...{ pictureId: 'p1', sha256, name: '图.png', width: 600, height: 400, x: 0, y: 0, w: 30 },
  ...of,
})
const framed = bigCard.units.flatMap((u) => ([5, 8, 9, 12].includes(u.unitType) ? [u.questions[0]!.questionId] : []))
const [question] = framed as [string]
const choice = bigCard.units.find((u) => u.unitType === 1)!.questions[0]!.questionId
const textsOn = (base: CardDesign, ...pictures: CardPicture[]): string[] => {
  const design = { ...base, pictures }
  return pictureProblems(design, layOut(design)).map((p) => p.text)
}
const texts = (...pictures: CardPicture[]) => textsOn(bigCard, ...pictures)
const drawnOf = (design: CardDesign): Rect[] =>
  layOut(design).pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'image' ? [d.rect] : [])))
const inside = (a: Rect, b: Rect) => a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h

describe('a picture in a frame', () => {
  it('stands below the words of its question, inside the frame, which is as high as it asks for', () => {
    const design = { ...bigCard, pictures: [picture({ questionId: question, y: 5, w: 60 })] }
    const geometry = layOut(design)
    const page = geometry.pages.find((p) => p.draws.some((d) => d.kind === 'image'))!
    const block = page.blocks.find((b) => b.questionIds.includes(question) && b.part === 0)!
    const [rect] = drawnOf(design)
    expect(rect).toMatchObject({ w: 60, h: 40 })
    expect(inside(rect!, block.rect)).toBe(true)
    const words = page.draws
      .filter((d) => d.kind === 'text' && inside(d.rect, block.rect))
      .map((d) => 'rect' in d && d.rect)
    for (const w of words) expect(w && w.y + w.h <= rect!.y + 0.01).toBe(true)
    expect(pictureProblems(design, geometry)).toEqual([])
    // However low its author wants the frame.
    const units = bigCard.units.map((u) => (u.questions[0]?.questionId === question ? { ...u, height: 12 } : u))
    const low = { ...design, units }
    expect(pictureProblems(low, layOut(low))).toEqual([])
  })

  it('is what makes a card of another hash only where a frame moves', () => {
    const plain = layOut(bigCard).hash
    expect(layOut({ ...bigCard, pictures: [picture({ w: 20 })] }).hash).toBe(plain)
  })
})

it('is refused with the reason where a machine looks, or where there is no place', () => {
  expect(texts(picture({ questionId: choice }))).toEqual([expect.stringMatching(/^第.+题的图片没有地方放/)])
  expect(texts(picture({ questionId: 'gone' }))).toEqual([expect.stringMatching(/^第？题的图片没有地方放/)])
  const refused = (mark: string) => [`标题旁的图片压住了${mark}，扫描后无法识别，请移开或缩小`]
  expect(texts(picture({ w: 170, height: 40 }))).toEqual(refused('定位块'))
  expect(textsOn(smallCard, picture({ x: 100, w: 60, height: 100 }))).toEqual(refused('二维码'))
  expect(textsOn(smallCard, picture({ x: 20, y: 20, w: 30, height: 60 }))).toEqual(refused('考生信息栏'))
  expect(textsOn(smallCard, picture({ x: 95, y: 2, w: 20, height: 900 }))).toEqual(refused('考号填涂区'))
  expect(texts(picture({ w: 30, y: 8 }))).toEqual([
    expect.stringMatching(/^标题旁的图片(压住了考生信息栏|超出了标题区域)/),
  ])
  expect(texts(picture({ w: 20, height: 6000 }))).toEqual([expect.stringMatching(/^标题旁的图片压住了/)])
  expect(texts(picture({ questionId: question, w: 60, height: 3900 }))).toEqual([
    expect.stringMatching(/^第.+题的图片(压住了.+，扫描后无法识别|超出了答题区)/),
  ])
  expect(texts(picture({ questionId: question, x: 150, w: 60 }))).toEqual([
    expect.stringMatching(/超出了答题区|压住了/),
  ])
  expect(texts(picture({ w: 20 }), picture({ pictureId: 'p2', w: 20, x: 10 }))).toEqual([
    '标题旁的图片与另一张图片重叠，请移开',
  ])
  expect(texts(picture({ w: 20 }), picture({ w: 20, x: 30 }))[0]).toBe('标题旁的图片编号重复，请删除后重新上传')
  const noRoom = '标题旁的图片占去了标题的位置，请缩小'
  expect(textsOn(smallCard, picture({ w: 105, height: 60 }))).toEqual([noRoom])
  const two = [picture({ w: 50, height: 200 }), picture({ pictureId: 'p2', x: 75, w: 50, height: 200 })]
  expect(textsOn(smallCard, ...two)).toEqual([noRoom, noRoom])
})

/** Without a problem a picture touches nothing that recognition looks for, and nothing else moves off its place. */
it('without a problem leaves everything that is read clear, wherever it stands', () => {
  const some = fc.record({
    of: fc.constantFrom(undefined, ...framed),
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 120 }),
    w: fc.integer({ min: 5, max: 200 }),
    height: fc.integer({ min: 20, max: 3000 }),
    base: fc.constantFrom(bigCard, smallCard),
    sheetType: fc.constantFrom(0 as const, 1 as const, 3 as const),
  })
  let taken = 0
  fc.assert(
    fc.property(some, ({ of, base, sheetType, ...place }) => {
      const design = { ...base, sheetType, pictures: [picture({ ...place, ...(of ? { questionId: of } : {}) })] }
      expect(CardDesign.safeParse(design).success).toBe(true)
      const geometry = layOut(design)
      if (pictureProblems(design, geometry).length > 0) return
      taken++
      for (const page of geometry.pages)
        for (const d of page.draws) {
          if (d.kind !== 'image') continue
          const { rect } = d
          const read = [
            ...page.anchors.map((a) => a.rect),
            page.qr,
            ...page.pageMark,
            ...(page.studentNumber ? [page.studentNumber.rect] : []),
            ...[...page.choices, ...(page.picks ?? []), ...(page.scoreRows ?? [])].flatMap((c) =>
              c.cells.map((x) => x.rect),
            ),
          ]
          for (const r of read)
            expect(rect.x + rect.w <= r.x || r.x + r.w <= rect.x || rect.y + rect.h <= r.y || r.y + r.h <= rect.y).toBe(
              true,
            )
        }
    }),
    { numRuns: 150 },
  )
  expect(taken).toBeGreaterThan(10)
})

it('beside the title makes room for itself', () => {
  const titled = (pictures?: CardPicture[]) =>
    layOut({ ...bigCard, ...(pictures ? { pictures } : {}) }).pages[0]!.draws.find(
      (d) => d.kind === 'text' && d.bold && bigCard.title.startsWith(d.text.slice(0, 4)),
    )
  const rectOf = (d: ReturnType<typeof titled>) => (d?.kind === 'text' ? d.rect : undefined)!
  const [plain, left] = [rectOf(titled()), rectOf(titled([picture({ w: 27 })]))]
  expect(left.x).toBe(plain.x + 29)
  expect(left.x + left.w).toBeCloseTo(plain.x + plain.w, 5)
})

it('is drawn by its address, and as an outline until that is known', () => {
  const design = { ...bigCard, pictures: [picture({})] }
  const geometry = layOut(design)
  expect(pageSvg(geometry.pages[0]!, geometry)).not.toContain('<image')
  const svg = pageSvg(geometry.pages[0]!, geometry, { urls: new Map([[sha256, 'https://x/?a="&b']]) })
  expect(svg).toContain('<image href="https://x/?a=&quot;&amp;b"')
})

it('goes with its question, and is never taken over by another card', () => {
  const pictures = [picture({}), picture({ pictureId: 'p2', questionId: question })]
  const design = { ...bigCard, pictures }
  const rest = design.units.flatMap((u) =>
    u.questions.flatMap((q) => (q.questionId === question ? [] : [{ ...q, unitType: u.unitType }])),
  )
  expect(matchPaper(design, rest as never).pictures?.map((p) => p.pictureId)).toEqual(['p1'])
  expect(withSettingsOf(bigCard, design).pictures).toBeUndefined()
  expect(withSettingsOf(design, smallCard).pictures).toEqual(pictures)
})
