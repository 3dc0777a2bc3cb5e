/** The sheets that were put into the scanner, said or corrected by the person who stands at it. */
import { stateFed } from '#shared/scan/uploading/sheetCount.calls.ts'
import { countProblem, pagesExpected } from '#shared/scan/uploading/sheetCount.rules.ts'
import { scanModeNames } from '#shared/scan/helper/sheetCount.types.ts'
import type { ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { batchStates } from '../stateWords.ts'
import { act } from '#web/kit/ask.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'

/** What does not agree, or null: also where the sheets were not counted. */
export const fedBar = (b: Pick<BatchRow, 'fed' | 'handed' | 'state'>): string | null =>
  b.fed && b.state !== 'recognising' && b.state !== 'failed' ? countProblem(b.fed, b.handed) : null

/** Where a batch stands: one whose pages are not as many as its sheets is not done. */
export const standsOf = (b: Pick<BatchRow, 'fed' | 'handed' | 'state'>) =>
  b.state === 'done' && fedBar(b) ? { text: '页数不符', meaning: 'failed' as const } : batchStates[b.state]

export const fedText = ({ fed }: Pick<BatchRow, 'fed'>): string =>
  fed
    ? `${fed.sheets} 张（${scanModeNames[fed.mode]}${fed.missed ? `，${fed.missed} 面没有扫到` : ''}，应有 ${pagesExpected(fed)} 页）`
    : '没有登记'

export const sheetsCheck = (typed: string): string | null =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 100_000 ? null : '请输入1到100000的整数'

const missedCheck = (typed: unknown): string | null =>
  typed === undefined || typed === '' || /^\d{1,3}$/.test(String(typed).trim()) ? null : '请输入0到999的整数'

/** Asks in one dialogue how many sheets there were, how they were scanned and, of a correction, why. */
export const fedForm = (b: BatchRow, sides: ScanMode): DialogForm => ({
  title: b.fed ? '更正张数' : '登记张数',
  fields: [
    {
      name: 'sheets',
      label: '放入了几张纸',
      kind: 'number',
      unit: '张',
      required: true,
      hint: `这个批次有${b.handed}页${b.fed ? `，原来登记的是${fedText(b)}` : ''}。请数一遍手中的纸；与页数不符时，账目不会平。`,
    },
    {
      name: 'mode',
      label: '扫描方式',
      kind: 'radio',
      options: Object.entries(scanModeNames).map(([value, label]) => ({ value, label })),
    },
    ...(b.fed
      ? [
          {
            name: 'missed',
            label: '没有扫到的面',
            kind: 'number' as const,
            unit: '面',
            hint: '答卷真的缺了一面、缺页也已确认时填写；少的页按它平账。',
          },
        ]
      : []),
    ...(b.fed ? [{ name: 'reason', label: '更正的原因', kind: 'text' as const, required: true, maxLength: 100 }] : []),
  ],
  start: { mode: b.fed?.mode ?? sides, ...(b.fed ? { sheets: b.fed.sheets, missed: b.fed.missed ?? '' } : {}) },
  submit: b.fed ? '更正张数' : '登记张数',
  check: ({ sheets, missed }): Wrong => {
    const wrong = sheetsCheck(String(sheets ?? ''))
    const lost = missedCheck(missed)
    return { ...(wrong ? { sheets: wrong } : {}), ...(lost ? { missed: lost } : {}) }
  },
  run: async ({ sheets, mode, missed, reason }) => {
    const fed = {
      sheets: Number(sheets),
      mode: mode as ScanMode,
      ...(Number(missed) > 0 ? { missed: Number(missed) } : {}),
    }
    const input = { batchId: b.batchId, fed, reason: reason ? String(reason) : '登记张数', version: b.version }
    await act(stateFed, input, { hideMessage: true })
  },
})
