/** The sheets that were put into the scanner, said or corrected by the person who stands at it. */
import { stateFed } from '#shared/scan/uploading/sheetCount.calls.ts'
import { countProblem, pagesExpected } from '#shared/scan/uploading/sheetCount.rules.ts'
import { scanModeNames } from '#shared/scan/helper/sheetCount.types.ts'
import type { ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { act } from '#web/kit/ask.ts'
import { prompt } from '#web/kit/notices.ts'
import { why } from '../parts/rollback.ts'

/** What does not agree, or null: also where the sheets were not counted. */
export const fedBar = (b: Pick<BatchRow, 'fed' | 'handed' | 'state'>): string | null =>
  b.fed && b.state !== 'recognising' && b.state !== 'failed' ? countProblem(b.fed.sheets, b.fed.mode, b.handed) : null

export const fedText = ({ fed }: Pick<BatchRow, 'fed'>): string =>
  fed ? `${fed.sheets} 张（${scanModeNames[fed.mode]}，应有 ${pagesExpected(fed)} 页）` : '没有登记'

export const sheetsCheck = (typed: string): string | null =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 100_000 ? null : '请输入1到100000的整数'

/** Asks how many sheets there were, and why the number changes. */
export const correctFed = async (b: BatchRow, mode: ScanMode): Promise<void> => {
  const typed = await prompt({
    title: '放入了几张纸',
    text: `这个批次有${b.handed}页，${scanModeNames[mode]}扫描。请数一遍手中的纸；与页数不符时，账目不会平。`,
    input: { label: '张数', check: sheetsCheck },
  })
  if (typed === null) return
  const reason = b.fed ? await why('更正张数', `原来登记的是${b.fed.sheets}张。`) : '登记张数'
  if (reason === null) return
  await act(stateFed, { batchId: b.batchId, fed: { sheets: Number(typed), mode }, reason, version: b.version })
}
