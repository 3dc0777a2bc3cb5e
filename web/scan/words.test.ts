import { expect, it } from 'vitest'
import { doubtsLine, farOf, ledgerLine, readingLine } from './words.ts'

it.each([
  ['pages that wait for a person', { doubtful: 2, open: 2 }, 10, '还有 2 页没有归位，处理完才能开始阅卷。'],
  ['pages that are still read', { doubtful: 0, open: 116 }, 1, '还有 116 页正在识别。'],
  ['doubts of placed pages', { doubtful: 0, open: 0 }, 8, '剩下的存疑不影响阅卷，可以边阅卷边处理。'],
  ['nothing', { doubtful: 0, open: 0 }, 0, ''],
])('the ledger says what it waits for: %s', (_, ledger, doubts, said) => {
  expect(doubtsLine(ledger, doubts)).toBe(said)
})

const counts = { pages: 22, matched: 5, duplicate: 0, voided: 1, open: 16, waiting: 2, unread: 12 }

it.each([
  ['recognising', '10/22'],
  ['settling', ''],
  ['done', ''],
  ['failed', ''],
] as const)('how far a batch is is told while it is being read, by the counts beside it: %s', (state, far) => {
  expect(farOf({ state, counts })).toBe(far)
})

it('what is read and what is not are told of the same counts', () => {
  const none = { ...counts, pages: 0, unread: 0 }
  expect(farOf({ state: 'recognising', counts: none })).toBe('正在打开文件')
  expect(readingLine([{ counts: none }])).toBe('正在识别 1 个批次：正在打开文件')
  expect(readingLine([{ counts }, { counts: { ...counts, unread: 22 } }])).toBe('正在识别 2 个批次：已识别 10/44 页')
  const ledger = { handed: 22, matched: 5, duplicate: 0, voided: 1, open: 16 } as never
  expect(ledgerLine(ledger, 12)).toBe('已交 22 页 = 匹配 5 + 重复 0 + 作废 1 + 识别中 12 + 待处理 4')
  expect(ledgerLine(ledger)).toBe('已交 22 页 = 匹配 5 + 重复 0 + 作废 1 + 待处理 16')
})
