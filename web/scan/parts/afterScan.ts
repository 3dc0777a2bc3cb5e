/** What comes when a paper's scanning is settled: by where its marking stands. */
import type { OutputOf } from '#shared/kit/call.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { arrangePath, monitorPath } from '#web/marking/marking.paths.ts'
import { nextStep } from '../batches/nextStep.ts'
import { missingPath, scanPath } from '../scan.paths.ts'

type Statistic = OutputOf<typeof sheetStatistic>
type Way = { name: string; to: string }

export const toMarking = ({ marking, examId }: Pick<Statistic, 'marking' | 'examId'>, paperId: string): Way =>
  marking === 'before'
    ? { name: '安排阅卷', to: arrangePath(paperId) }
    : { name: '阅卷进度', to: monitorPath(examId, paperId) }

export const toMissing = ({ ledger }: Pick<Statistic, 'ledger'>, paperId: string): Way => ({
  name: `核对未交（${ledger.candidates.missing}人）`,
  to: missingPath(paperId),
})

/** Where the queue of doubts leads when it is empty: candidates without a sheet come before marking. */
export const afterDoubts = (data: Statistic | undefined, paperId: string): Way => {
  const step = data?.mayManage ? nextStep(data) : undefined
  if (data && step === 'missing') return toMissing(data, paperId)
  if (data && step === 'marking') {
    const { name, to } = toMarking(data, paperId)
    return { name: `下一步：${name}`, to }
  }
  return { name: '回到扫描与识别', to: scanPath(paperId) }
}
