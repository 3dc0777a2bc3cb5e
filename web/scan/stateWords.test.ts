import { expect, it } from 'vitest'
import { doubtsLine, farOf, ledgerLine, readingLine } from './stateWords.ts'

const step = (name: string, count: number, along?: number) => ({ step: name, count, ...(along ? { along } : {}) })
it.each([
  [
    'pages without a place, doubts in placed ones, and what scripts lack',
    { open: 3, doubts: 7, steps: [step('open', 2, 1), step('candidates', 2), step('lacking', 1), step('waiting', 4)] },
    '存疑 7 页 = 未归位 2（另有1页随前一页归位） + 题目存疑 4 + 缺页 1（不属于任何批次），未归位的处理完才能开始阅卷。',
  ],
  [
    'doubts of placed pages',
    { open: 0, doubts: 8, steps: [step('waiting', 8)] },
    '存疑 8 页 = 题目存疑 8，不影响阅卷，可以边阅卷边处理。',
  ],
  ['pages that are still read', { open: 116, doubts: 0, steps: [step('recognising', 1)] }, '还有 116 页正在识别。'],
  ['nothing', { open: 0, doubts: 0, steps: [] }, ''],
])('the ledger says what it waits for: %s', (_, { open, doubts, steps }, said) => {
  expect(doubtsLine({ ledger: { open }, doubts, check: { steps }, marking: 'before' } as never)).toBe(said)
  // Marking that has begun is not said to wait.
  expect(doubtsLine({ ledger: { open }, doubts, check: { steps }, marking: 'done' } as never)).not.toContain(
    '才能开始阅卷',
  )
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
  expect(ledgerLine(ledger, 12)).toBe('已交 22 页 = 匹配 5 + 重复 0 + 作废 1 + 识别中 12 + 未归位 4')
  expect(ledgerLine(ledger)).toBe('已交 22 页 = 匹配 5 + 重复 0 + 作废 1 + 未归位 16')
})
