import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { batchList } from '#shared/scan/scan.calls.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { NoticeLine } from '#web/kit/parts/NoticeLine.tsx'
import type { Fact } from '#web/kit/screens/screen.types.ts'
import { batchSheetsPath, doubtsPath, wantingPath } from '../scan.paths.ts'
import { doubtsLine, ledgerLine, readingLine } from '../stateWords.ts'
import { toMarking } from '../parts/afterScan.ts'
import { nextStep } from './nextStep.ts'

const useStyles = makeStyles({ sum: { fontWeight: tokens.fontWeightSemibold } })

type Statistic = OutputOf<typeof sheetStatistic>

/** Of what is on its way no one knows yet whose it is: who has not handed in is said when it is read. */
export const isReading = ({ reading }: Statistic): boolean => reading.some((b) => b.state === 'recognising')

/** Whether anything has come, or is on its way. */
export const hasSheets = (of: Statistic): boolean => of.ledger.handed > 0 || isReading(of)

/** The batches whose pages are not those that were fed; of one alone, its sheets. */
const Unequal = ({ paperId, count }: { paperId: PaperId; count: number }) => {
  const asked = { paperId, only: 'unequal' as const, pageNumber: 1, pageSize: 1 }
  const [only] = useAsk(batchList, count === 1 ? asked : undefined, { quiet: true }).data?.list ?? []
  const to = only ? batchSheetsPath(paperId, only.batchId) : wantingPath(paperId, 'unequal')
  return <Link to={to}>{count} 个批次</Link>
}

/** The sheet ledger of a paper (I8) as one sum, and what keeps it from balancing, in the line before its batches. */
export const LedgerView = ({ data, paperId }: { data: Statistic; paperId: PaperId }) => {
  const styles = useStyles()
  const { ledger } = data
  // Its place is kept: nothing below moves when the first batch comes.
  if (!hasSheets(data)) return <NoticeLine meaning="none">还没有收到答题卡。</NoticeLine>
  const reading = data.reading.filter((b) => b.state === 'recognising')
  const settled = ledger.balanced && data.doubts === 0
  const unequal = ledger.unequal ?? 0
  const state =
    reading.length > 0
      ? readingLine(reading)
      : settled
        ? '每一页都有着落，没有存疑'
        : ledger.balanced
          ? '每一页都有着落'
          : data.doubts > 0
            ? ''
            : '账目还没有平'
  return (
    <NoticeLine meaning={settled ? 'done' : reading.length > 0 ? 'going' : 'waits'}>
      <b className={styles.sum}>{ledgerLine(ledger, data.counters.waitingRecogCount)}</b>
      {state === '' ? '。' : `。${state}。`}
      {settled && data.mayManage && nextStep(data) !== 'marking' && (
        <Link to={toMarking(data, paperId).to}>下一步：{toMarking(data, paperId).name}</Link>
      )}
      {(reading.length === 0 || ledger.doubtful > 0) && doubtsLine(data)}
      {unequal > 0 && (
        <>
          有 <Unequal paperId={paperId} count={unequal} />
          的页数与放入的张数不符，请在批次里核对或更正张数。
        </>
      )}
      {data.counting && '正在第一次汇总，数字还不完整。'}
      {!ledger.balanced &&
        ledger.doubtful === 0 &&
        reading.length === 0 &&
        data.marking === 'before' &&
        '账目平了才能开始阅卷。'}
    </NoticeLine>
  )
}

/** Whose sheets are there, beside the crumbs. */
export const ledgerFacts = (data: Statistic, paperId: PaperId): Fact[] => {
  if (!hasSheets(data)) return []
  const { ledger } = data
  const open = isReading(data) ? '（识别中，暂计）' : ''
  return [
    ...(ledger.fedSheets ? [{ name: '登记放入', value: `${ledger.fedSheets} 张` }] : []),
    { name: '考生', value: ledger.candidates.present + ledger.candidates.absent + ledger.candidates.missing },
    { name: '已有答题卡', value: ledger.candidates.present },
    { name: '缺考', value: ledger.candidates.absent },
    { name: `未交${open}`, value: ledger.candidates.missing },
    { name: `缺页${open}`, value: ledger.candidates.incomplete },
    { name: '存疑', value: data.doubts === 0 ? 0 : <Link to={doubtsPath(paperId)}>{data.doubts}</Link> },
  ]
}
