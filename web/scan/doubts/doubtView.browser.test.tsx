import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { PaperId } from '#shared/kit/ids.ts'
import { show } from '#web/kit/browser.testing.tsx'
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

it.each([
  ['pick', true],
  ['faintMark', false],
])('a doubt of kind %s shows the whole page at once: %s', async (kind, open) => {
  await show(<DoubtView item={itemOf(kind)} paperId={'pa_1' as PaperId} />)
  await expect.element(page.getByText('整页', { exact: true })).toBeVisible()
  // Which optional question was answered stands in the writing, not in the boxes.
  expect(document.querySelector('details')!.open).toBe(open)
})
