import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#web/kit/browser.testing.tsx'
import { PaperImages } from './PaperImages.tsx'

const url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="800"/>')}`
const questionId = `qu_${'8'.repeat(26)}`
const item = {
  ...{ questionId, number: '9', unitType: 6, score: 300, fullScore: 1000, scoreRate: null },
  notes: [
    { kind: 'tick', on: 0, at: [500, 250], size: 40 },
    { kind: 'text', on: 1, at: [100, 60], size: 40, text: '<i>再想想</i>' },
  ],
}
const region = (part: number | undefined, at: number[]) => ({
  ...{ questionIds: [questionId], choice: false, at },
  ...(part === undefined ? {} : { part }),
})

it.each([
  [undefined, [0.1, 0.2, 0.8, 0.2]],
  // The same place of a page that lies on its side.
  [90, [0.2, 0.1, 0.2, 0.8]],
])(
  'what was written lies on the part of the answer it was written on, once the page stands upright (%s)',
  async (turn, at) => {
    const size = turn ? { width: 800, height: 400, turn } : { width: 400, height: 800 }
    const pages = [{ page: 1, url, ...size, regions: [region(undefined, at), region(1, [0.1, 0.1, 0.05, 0.05])] }]
    await show(<PaperImages {...({ pages, items: [item] } as unknown as Parameters<typeof PaperImages>[0])} />)
    const signs = document.querySelector('[data-signs]')!
    const sheet = signs.getBoundingClientRect()
    // One score, though the answer has two parts.
    expect([...signs.querySelectorAll('svg text')].map((t) => t.textContent)).toEqual(['<i>再想想</i>'])
    expect(signs.textContent?.replace('<i>再想想</i>', '')).toBe('3/10')
    const tick = signs.querySelector('path')!.getBoundingClientRect()
    const layer = signs.querySelector('svg')!.getBoundingClientRect()
    const wanted = turn ? [1 - 0.1 - 0.8, 0.2, 0.8, 0.2] : at
    expect((layer.left - sheet.left) / sheet.width).toBeCloseTo(wanted[0]!, 2)
    expect((layer.top - sheet.top) / sheet.height).toBeCloseTo(wanted[1]!, 2)
    expect(layer.width / sheet.width).toBeCloseTo(wanted[2]!, 2)
    // About the middle of the answer, and a quarter of its width below its top.
    const middle = (tick.left + tick.right) / 2 - layer.left
    expect(Math.abs(middle / layer.width - 0.5)).toBeLessThan(0.02)
    expect(Math.abs((tick.top + tick.bottom) / 2 - layer.top - layer.width / 4)).toBeLessThan(layer.width * 0.02)
    await expect
      .element(page.getByText('红字是各题得分：✓ 满分，½ 部分得分，× 未得分。画在作答上的勾、线和文字是老师的批注。'))
      .toBeVisible()
  },
)
