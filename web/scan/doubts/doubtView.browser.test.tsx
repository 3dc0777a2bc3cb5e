import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PaperId } from '#shared/kit/ids.ts'
import { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import type { DoubtItem } from './doubtItems.ts'
import { DoubtView } from './DoubtView.tsx'

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const itemOf = (kind: string): DoubtItem =>
  ({
    key: kind,
    mode: 'question',
    row: { kind, source: '第1批 第3页', page: 2, imageUrl: picture, doubts: [] },
    doubt: { kind, cropUrl: picture },
  }) as unknown as DoubtItem

const asked = { x: 100, y: 250, w: 500, h: 125, wide: 2000 }

it.each([['pick'], ['faintMark']])(
  'of a doubt of kind %s what is asked about is framed in the piece, and the whole page waits',
  async (kind) => {
    const item = itemOf(kind)
    Object.assign(item.doubt, { asked })
    await show(<DoubtView item={item} paperId={'pa_1' as PaperId} />)
    await expect.element(page.getByAltText('存疑处')).toBeVisible()
    const frame = document.querySelector('[data-asked]')!.getBoundingClientRect()
    const piece = page.getByAltText('存疑处').element().getBoundingClientRect()
    const part = (at: number, from: number, of: number) => Math.round((1000 * (at - from)) / of)
    expect(piece.width / piece.height).toBeCloseTo(2, 1)
    expect([
      part(frame.left, piece.left, piece.width),
      part(frame.top, piece.top, piece.height),
      part(frame.width, 0, piece.width),
      part(frame.height, 0, piece.height),
    ]).toEqual([100, 250, 500, 125])
    expect(document.querySelector('details')!.open).toBe(false)
  },
)

it('of optional questions the row of cells stands before the writing, alone and larger than in it', async () => {
  const item = itemOf('pick')
  const row = { x: 50, y: 20, w: 400, h: 60, wide: 1200 }
  Object.assign(item.doubt, { asked: row })
  await show(<DoubtView item={item} paperId={'pa_1' as PaperId} />)
  await expect.element(page.getByAltText('填涂处')).toBeVisible()
  const box = document.querySelector('[data-row]')!.getBoundingClientRect()
  const seen = page.getByAltText('填涂处').element().getBoundingClientRect()
  const piece = page.getByAltText('存疑处').element().getBoundingClientRect()
  const left = seen.left + (row.x / 1000) * seen.width
  const top = seen.top + (row.y / 1000) * seen.height
  // All of the row is within the box, across it from edge to edge, in its own shape.
  expect(Math.abs(left - box.left)).toBeLessThan(2)
  expect(Math.abs(left + (row.w / 1000) * seen.width - box.right)).toBeLessThan(2)
  expect(top).toBeGreaterThanOrEqual(box.top)
  expect(top + (row.h / 1000) * seen.height).toBeLessThanOrEqual(box.bottom)
  expect(seen.width / seen.height).toBeCloseTo(1.2, 1)
  expect(seen.width).toBeGreaterThan(1.5 * piece.width)
  expect(box.bottom).toBeLessThanOrEqual(piece.top)
})

it.each([
  [390, true],
  [1440, false],
])(
  'of a number the columns stand alone where there is no room for them beside the name, at %i wide',
  async (width, alone) => {
    const item = itemOf('studentNumber')
    Object.assign(item.doubt, { asked: { x: 600, y: 20, w: 380, h: 960, wide: 2500 } })
    await show(<DoubtView item={item} paperId={'pa_1' as PaperId} />, { width })
    await expect.element(page.getByAltText('存疑处')).toBeVisible()
    const box = document.querySelector('[data-row]')!.getBoundingClientRect()
    expect(box.width > 0).toBe(alone)
    if (alone) expect(box.width).toBeGreaterThan(300)
  },
)

it('of a page that was read before frames, the whole page stands open where the writing decides', async () => {
  await show(<DoubtView item={itemOf('pick')} paperId={'pa_1' as PaperId} />)
  await expect.element(page.getByText('整页', { exact: true })).toBeVisible()
  expect(document.querySelector('details')!.open).toBe(true)
})

it('the whole page is opened at a fresh address where the one that stands there has run out', async () => {
  const item = itemOf('faintMark')
  const spent = '/page.jpg?X-Amz-Date=20200101T000000Z&X-Amz-Expires=600'
  Object.assign(item.row, { batchId: 'ba_1', no: '1.1', imageUrl: spent })
  Object.assign(item.doubt, { asked })
  const sent = serve(({ path }) => (path === pageDetail.path ? ok({ imageUrl: '#fresh' }) : null))
  const opened: (string | null)[] = []
  const follow = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    opened.push(this.getAttribute('href'))
  }
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = follow
  })
  await show(<DoubtView item={item} paperId={'pa_1' as PaperId} />)
  await userEvent.click(page.getByText('整页', { exact: true }))
  await userEvent.click(page.getByRole('link', { name: '在新窗口打开' }))
  await expect.poll(() => opened).toEqual(['#fresh'])
  expect(sent.filter((s) => s.path === pageDetail.path).map((s) => s.query.get('no'))).toEqual(['1.1'])
})
