import { expect, it } from 'vitest'
import { doubtsLine } from './words.ts'

it.each([
  ['pages that wait for a person', { doubtful: 2, open: 2 }, 10, '还有 2 页没有归位，处理完才能开始阅卷。'],
  ['pages that are still read', { doubtful: 0, open: 116 }, 1, '还有 116 页正在识别。'],
  ['doubts of placed pages', { doubtful: 0, open: 0 }, 8, '剩下的存疑不影响阅卷，可以边阅卷边处理。'],
  ['nothing', { doubtful: 0, open: 0 }, 0, ''],
])('the ledger says what it waits for: %s', (_, ledger, doubts, said) => {
  expect(doubtsLine(ledger, doubts)).toBe(said)
})
