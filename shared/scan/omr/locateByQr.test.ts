import { describe, expect, it } from 'vitest'
import type { Grey } from './omr.types.ts'
import { survey } from './anchors.ts'
import { project } from './homography.ts'
import { locate } from './locate.ts'
import { isPlaceOf, LEAST_MATCH, locateByQr, MOST_APART, qrApart } from './locateByQr.ts'
import type { Placing } from './page.fixture.ts'
import { apart, fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'

const DENSITY = 6
const { width, height, pages } = fixtureCard()
const page = pages[0]!
const sheet = { card: 0, width, height, page }
const cornersOf = ({ x, y, w, h } = page.qr) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

/** The page without one of its corner marks: white paper, or a fold as dark as the bed. */
const without = (role: string, shade: number): Grey => {
  const flat = sheetOf(width, height, DENSITY)
  print(flat, DENSITY, page.draws)
  for (const row of page.choices) ink(flat, DENSITY, row.cells[1]!.rect, 0.7)
  const { rect } = page.anchors.find((a) => a.role === role)!
  // The mark beside the lost corner stays.
  const [x0, y0] = [rect.x < 100 ? 0 : 193, rect.y < 100 ? 0 : 280]
  for (let y = y0 * DENSITY; y < (y0 + 17) * DENSITY; y++)
    flat.data.fill(shade, y * flat.width + x0 * DENSITY, y * flat.width + (x0 + 17) * DENSITY)
  return flat
}
const placings: Placing[] = [{}, { keystone: 0.03 }, { keystone: -0.03, turn: 183, border: 60 }, { turn: 91 }]
const cases = ['tl', 'bl', 'br'].flatMap((role) => placings.map((placing) => ({ role, placing })))

describe('a sheet that lost a corner', () => {
  it.each(cases)('$role $placing: lies where it lies, by its squares and by its QR', ({ role, placing }) => {
    const { grey, truth } = photograph(without(role, 60), DENSITY, placing)
    const ppm = (placing.dpi ?? 130) / 25.4
    const seen = survey(grey)
    const corners = cornersOf().map((p) => project(truth, p.x, p.y))
    const [best] = locate(seen, [sheet])
    expect(apart(best!.homography, truth) / ppm).toBeLessThan(1)
    expect(qrApart(best!.homography, page, corners)).toBeLessThan(MOST_APART)
    expect(apart(locateByQr(seen, sheet, corners)!.homography, truth) / ppm).toBeLessThan(1)
  })
})

describe('a place against the QR', () => {
  it('is wrong by a cell’s width, and upside down', () => {
    const { truth } = photograph(without('tl', 60), DENSITY)
    const corners = cornersOf().map((p) => project(truth, p.x, p.y))
    expect(qrApart(truth, page, corners)).toBeCloseTo(0)
    const beside = cornersOf().map((p) => project(truth, p.x + 7.4, p.y))
    expect(qrApart(truth, page, beside)).toBeCloseTo(7.4, 1)
    expect(qrApart(truth, page, [...corners.slice(2), ...corners.slice(0, 2)])).toBeGreaterThan(20)
  })

  it('is proved by all marks of the page where its lines lie elsewhere, and not where one is lacking', () => {
    // Of the sheet only the marks: so it is where curled paper lies beside its lines.
    const marks = (lacking?: string) => {
      const flat = sheetOf(width, height, DENSITY)
      for (const { role, rect } of page.anchors) if (role !== lacking) ink(flat, DENSITY, rect, 0.9)
      const { grey, truth } = photograph(flat, DENSITY)
      const seen = survey(grey)
      const corners = cornersOf().map((p) => project(truth, p.x, p.y))
      return { seen, corners, best: locate(seen, [sheet])[0]! }
    }
    const whole = marks()
    expect(whole.best.match).toBeLessThan(LEAST_MATCH)
    expect(isPlaceOf(whole.seen, whole.best, page, whole.corners)).toBe(true)
    const beside = whole.corners.map((p) => ({ x: p.x + 30, y: p.y }))
    expect(isPlaceOf(whole.seen, whole.best, page, beside)).toBe(false)
    const { seen, best, corners } = marks('edge')
    expect(isPlaceOf(seen, best, page, corners)).toBe(false)
  })

  it('cannot be told where fewer than three corners are seen', () => {
    const flat = sheetOf(width, height, DENSITY)
    const { grey, truth } = photograph(flat, DENSITY)
    const corners = cornersOf().map((p) => project(truth, p.x, p.y))
    expect(locateByQr(survey(grey), sheet, corners)).toBeNull()
  })
})
