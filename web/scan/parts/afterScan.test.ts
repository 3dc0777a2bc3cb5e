import { expect, it } from 'vitest'
import { arrangePath, monitorPath } from '#web/marking/marking.paths.ts'
import { missingPath, scanPath } from '../scan.paths.ts'
import { afterDoubts } from './afterScan.ts'

const data = (marking: 'before' | 'open' | 'done', missing: number, mayManage = true) =>
  ({
    ...{ marking, mayManage, examId: 'ex_1', doubts: 0, classCount: 2, reading: [] },
    ledger: { handed: 116, balanced: true, candidates: { present: 58, absent: 1, missing, incomplete: 0 } },
  }) as never

it.each([
  ['a candidate has neither sheet nor absence', data('before', 1), '核对未交（1人）', missingPath('pa_1')],
  ['all are there', data('before', 0), '下一步：安排阅卷', arrangePath('pa_1')],
  ['marking goes on', data('open', 0), '下一步：阅卷进度', monitorPath('ex_1', 'pa_1')],
  ['marking has ended', data('done', 0), '下一步：阅卷进度', monitorPath('ex_1', 'pa_1')],
  ['it is another’s to manage', data('before', 0, false), '回到扫描与识别', scanPath('pa_1')],
  ['a class has not been scanned', data('before', 40), '回到扫描与识别', scanPath('pa_1')],
] as const)('the empty queue of doubts leads on where %s', (_, of, name, to) => {
  expect(afterDoubts(of, 'pa_1')).toEqual({ name, to })
})
