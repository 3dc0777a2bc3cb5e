/** What markers are shown of a whole page, over every kind of card: all of the answers, nothing of who wrote them. */
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { tellingCards } from '#shared/card/template/telling.fixtures.ts'
import { headOf, shownOf } from '#shared/scan/covered.rules.ts'

const inside = (r: Rect, of: Rect): boolean =>
  r.x >= of.x - 0.01 && r.y >= of.y - 0.01 && r.x + r.w <= of.x + of.w + 0.01 && r.y + r.h <= of.y + of.h + 0.01
const meets = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

describe.each(Object.entries({ ...tellingCards, smallCard, bigCard, englishCard }))('%s', (_, design) => {
  const { pages, ...size } = layOut(design)
  it.each(pages.map((p) => [p.page, p] as const))('page %i', (_n, page) => {
    const { shown, covered } = shownOf(page, size)
    for (const b of page.blocks) expect(shown.some((s) => inside(b.rect, s))).toBe(true)
    for (const c of page.choices.flatMap((row) => row.cells)) expect(shown.some((s) => inside(c.rect, s))).toBe(true)
    // No answer is lost under what is painted over, and the head is nowhere in sight even before it is.
    for (const b of page.blocks) expect(covered.some((c) => meets(c, b.rect))).toBe(false)
    for (const h of headOf(page)) expect(shown.some((s) => meets(s, h))).toBe(false)
    // Every caption of an answer is whole: nothing that is printed in bold below a head or on a further page is cut.
    const frame = page.draws.find((d) => d.kind === 'box' && page.nameBox && inside(page.nameBox, d.rect))
    const from = frame?.kind === 'box' ? frame.rect.y + frame.rect.h : 30.9
    const answers = [...page.blocks.map((b) => b.rect), ...page.choices.map((c) => c.cells[0]!.rect)]
    for (const d of page.draws) {
      if (
        d.kind !== 'text' ||
        !d.bold ||
        d.rotate ||
        d.rect.y < from ||
        inside(d.rect, page.studentNumber?.rect ?? d.rect)
      )
        continue
      const words = { x: d.rect.x, y: d.rect.y, w: 1, h: d.rect.h }
      const near = answers.some(
        (a) => a.y >= d.rect.y && a.y - d.rect.y < 9 && meets({ ...a, y: d.rect.y, h: 1 }, words),
      )
      if (near) expect(shown.some((s) => inside(words, s))).toBe(true)
    }
    // What is printed along the seal line stands upright beside the columns.
    const sealed = page.draws.filter((d) => d.kind === 'text' && d.rotate && Math.abs(d.rotate) === 90)
    for (const d of sealed)
      if ('rect' in d) {
        const [x, y] = [d.rect.x + d.rect.w / 2, d.rect.y + d.rect.h / 2]
        const stands = { x: x - d.rect.h / 2, y: y - d.rect.w / 2, w: d.rect.h, h: d.rect.w }
        expect(shown.some((s) => meets(s, stands))).toBe(false)
      }
  })
})

describe('a sheet of another maker', () => {
  it('shows nothing above its answers: what stands there is unknown', () => {
    const { pages, ...size } = layOut(smallCard)
    const { nameBox: _, studentNumber: __, ...rest } = pages[0]!
    const drawn = { ...rest, draws: [], choices: [] }
    const top = Math.min(...drawn.blocks.map((b) => b.rect.y))
    for (const r of shownOf(drawn, size).shown) expect(r.y).toBeGreaterThanOrEqual(top)
  })
})
