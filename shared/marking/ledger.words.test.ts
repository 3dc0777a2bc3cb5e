import { expect, it } from 'vitest'
import { unbalancedBy, unbalancedText } from './ledger.words.ts'

it.each([
  ['pages', { open: 3, doubtful: 0 }, ['还有 3 页扫描没有归位']],
  ['pages that wait for a person', { open: 3, doubtful: 2 }, ['还有 3 页扫描没有归位（其中 2 页等待人工处理）']],
  ['sheets alone', { open: 0, doubtful: 0, unequal: 1 }, ['有 1 个批次的页数与放入的张数不符']],
  [
    'both',
    { open: 1, doubtful: 1, unequal: 2 },
    ['还有 1 页扫描没有归位（其中 1 页等待人工处理）', '有 2 个批次的页数与放入的张数不符'],
  ],
  ['a batch that is being read', { open: 0, doubtful: 0, unequal: 0 }, ['还有批次正在识别']],
])('says what stands in the way of marking: %s', (_, ledger, lines) => {
  expect(unbalancedBy(ledger).map((r) => r.text)).toEqual(lines)
})

it('a refusal names what is in the way, and no count of nought', () => {
  expect(unbalancedText({ open: 0, doubtful: 0, unequal: 1 })).toBe('有 1 个批次的页数与放入的张数不符')
  expect(unbalancedText({ open: 1, doubtful: 0, unequal: 1 })).toBe(
    '还有 1 页扫描没有归位；有 1 个批次的页数与放入的张数不符',
  )
})
