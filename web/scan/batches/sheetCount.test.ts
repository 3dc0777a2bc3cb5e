import { expect, it } from 'vitest'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { fedForm } from './sheetCount.ts'

const batch = { batchId: 'ba_1', handed: 118, state: 'done', version: 3 } as unknown as BatchRow

it('asks in one dialogue for the sheets and, of a correction, for the reason', () => {
  const form = fedForm({ ...batch, fed: { sheets: 60, mode: 'DOUBLE' } }, 'SINGLE')
  expect(form.fields.map((f) => f.name)).toEqual(['sheets', 'mode', 'missed', 'reason'])
  expect(form.start).toEqual({ sheets: 60, mode: 'DOUBLE', missed: '' })
  expect(form.fields[0]!.hint).toContain('60 张（双面，应有 120 页）')
  expect(form.fields.filter((f) => f.required).map((f) => f.name)).toEqual(['sheets', 'reason'])
})

it('asks for no reason where nothing was said before', () => {
  const form = fedForm(batch, 'SINGLE')
  expect(form.fields.map((f) => f.name)).toEqual(['sheets', 'mode'])
  expect(form.start).toEqual({ mode: 'SINGLE' })
})

it.each([
  [59, undefined],
  [0, '请输入1到100000的整数'],
  [1.5, '请输入1到100000的整数'],
])('judges %s sheets', (sheets, wrong) => {
  expect(fedForm(batch, 'DOUBLE').check!({ sheets })['sheets']).toBe(wrong)
})

it.each([
  ['', undefined],
  [1, undefined],
  ['一', '请输入0到999的整数'],
  [-1, '请输入0到999的整数'],
])('judges %j sides that did not come', (missed, wrong) => {
  expect(fedForm(batch, 'DOUBLE').check!({ sheets: 10, missed })['missed']).toBe(wrong)
})
