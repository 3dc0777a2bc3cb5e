import { expect, it } from 'vitest'
import { bigCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import { patchUnit } from './edits.ts'
import { sameDraws } from './sameDraws.ts'

it('two pages are alike exactly where their pictures are', () => {
  const before = layOut(bigCard)
  const unit = bigCard.units.find((u) => u.unitType === 5)!
  for (const height of [40, 41, 60, 120]) {
    const after = layOut(patchUnit(bigCard, unit.unitId, { height }))
    for (const [i, page] of before.pages.entries()) {
      const other = after.pages[i]
      if (!other) continue
      expect(sameDraws(page, other)).toBe(pageSvg(page, before) === pageSvg(other, after))
    }
  }
  const again = structuredClone(before.pages[0]!)
  expect(sameDraws(before.pages[0]!, again)).toBe(true)
  const text = again.draws.find((d) => d.kind === 'text')!
  if (text.kind === 'text') text.text += '。'
  expect(sameDraws(before.pages[0]!, again)).toBe(false)
})
