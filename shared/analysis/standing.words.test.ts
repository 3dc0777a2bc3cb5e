import { expect, it } from 'vitest'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import { ledgerDetail } from './standing.words.ts'

const ledger = (rest: Partial<SheetLedger>, incomplete = 0): SheetLedger =>
  ({
    ...{ handed: 120, open: 0, balanced: true },
    candidates: { present: 59, absent: 1, missing: 0, incomplete },
    ...rest,
  }) as SheetLedger

it.each([
  [ledger({}), '共120页，每一页都有去向'],
  [ledger({}, 1), '共120页，每一页都有去向；1名考生缺页，缺页的题显示“缺页”、不得分'],
  [ledger({ balanced: false, open: 3, doubtful: 0 }, 1), /^共120页，还有 3 页扫描没有归位，处理完成后再发布/],
])('the sheets of a publication are told of, missing pages too: %#', (of, told) => {
  expect(ledgerDetail(of, '还有 3 页扫描没有归位')).toMatch(told)
})
