import { expect, it } from 'vitest'
import type { Homography } from './omr.types.ts'
import { fit, project } from './homography.ts'
import { lacksMarks } from './lacking.ts'
import type { Located } from './locate.ts'
import { fixtureCard, fixturePage, photograph, print, sheetOf } from './page.fixture.ts'
import { locatePage } from './readPage.ts'

const density = 6
const page = fixturePage()
const sheet = sheetOf(210, 297, density)
print(sheet, density, page.draws)
const { grey, truth } = photograph(sheet, density, { turn: 2, border: 40 })
const { survey, places } = locatePage(grey, [fixtureCard()])
const right: Located = { ...places[0]!, homography: truth }
const centreOf = (role: string, nth = 0) => {
  const { x, y, w, h } = page.anchors.filter((a) => a.role === role)[nth]!.rect
  return { x: x + w / 2, y: y + h / 2 }
}
/** The survey without the squares of these marks, as where the paper is folded or torn. */
const without = (...roles: string[]) => ({
  ...survey,
  squares: survey.squares.filter((q) =>
    roles.every((role) => {
      const { x, y } = centreOf(role)
      const p = project(truth, x, y)
      return Math.hypot(p.x - q.x, p.y - q.y) > 10
    }),
  ),
})

it.each([[[]], [['tl']], [['tl', 'edge']], [['br']]])('a sheet that lost %j is still where it is', (roles) => {
  expect(lacksMarks(without(...roles), right)).toBe(false)
})

it.each([
  ['tl', 'br'],
  ['edge', 'bl'],
])('lacks marks in two places without %s and %s', (...roles) => {
  expect(lacksMarks(without(...roles), right)).toBe(true)
})

it('a place that takes the mark beside a lost corner for the corner lacks what it moves', () => {
  const seen = without('tl')
  // Three squares as corners: the neighbour of the lost one, and two that are right.
  const corners = (['tl', 'tr', 'bl'] as const).map((role) => {
    const { x, y } = centreOf(role)
    const at = role === 'tl' ? centreOf('edge') : { x, y }
    const p = project(truth, at.x, at.y)
    return { x, y, u: p.x, v: p.y, weight: 1 }
  })
  const wrong: Homography = fit(corners, 10)!
  expect(lacksMarks(seen, { ...right, homography: wrong })).toBe(true)
})
