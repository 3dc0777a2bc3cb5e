/** What of the scans stands in the way of marking. */
import type { SheetLedger } from '#shared/scan/ledger.types.ts'

type Ledger = Pick<SheetLedger, 'open' | 'doubtful' | 'unequal'>

/**
 * Every reason why the ledger is not balanced, and how many pages or batches it is about; none of what is nought. Where no page
 * is open and no batch unequal, a batch is still being read.
 */
export const unbalancedBy = ({
  open,
  doubtful,
  unequal = 0,
}: Ledger): { of: 'pages' | 'sheets' | 'reading'; text: string }[] => {
  const reasons = [
    ...(open > 0
      ? [
          {
            of: 'pages' as const,
            text: `还有 ${open} 页扫描没有归位${doubtful > 0 ? `（其中 ${doubtful} 页等待人工处理）` : ''}`,
          },
        ]
      : []),
    ...(unequal > 0 ? [{ of: 'sheets' as const, text: `有 ${unequal} 个批次的页数与放入的张数不符` }] : []),
  ]
  return reasons.length > 0 ? reasons : [{ of: 'reading', text: '还有批次正在识别' }]
}

/** All of them in one sentence. */
export const unbalancedText = (ledger: Ledger): string =>
  unbalancedBy(ledger)
    .map((r) => r.text)
    .join('；')
