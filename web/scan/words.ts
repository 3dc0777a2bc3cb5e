/** Words of this room's states. */
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'

type Colour = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

export const batchStates: Record<BatchRow['state'], { text: string; colour: Colour }> = {
  recognising: { text: '识别中', colour: 'brand' },
  settling: { text: '有存疑待处理', colour: 'warning' },
  done: { text: '已完成', colour: 'success' },
  failed: { text: '识别中断', colour: 'danger' },
}

export const pageStates = {
  open: { text: '待处理', colour: 'warning' },
  matched: { text: '已匹配', colour: 'success' },
  duplicate: { text: '重复', colour: 'informative' },
  voided: { text: '作废', colour: 'danger' },
} as const satisfies Record<string, { text: string; colour: Colour }>

/** The ledger as one sum (I8). */
export const ledgerLine = (l: SheetLedger): string =>
  `已交 ${l.handed} 页 = 匹配 ${l.matched} + 重复 ${l.duplicate} + 作废 ${l.voided} + 待处理 ${l.open}`

/** By answer card upload state (2 §4). */
export const uploadColours: readonly Colour[] = ['informative', 'brand', 'success', 'warning', 'success']
