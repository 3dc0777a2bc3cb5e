import { MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import { arrangePath } from '#web/marking/marking.paths.ts'
import { doubtsPath, wantingPath } from '../scan.paths.ts'
import { doubtsLine, ledgerLine, readingLine } from '../words.ts'
import { nextStep } from './nextStep.ts'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  sum: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
})

type Statistic = OutputOf<typeof sheetStatistic>

/** Of what is on its way no one knows yet whose it is: who has not handed in is said when it is read. */
export const isReading = ({ reading }: Statistic): boolean => reading.some((b) => b.state === 'recognising')

/** The sheet ledger of a paper (I8) as one sum, and what keeps it from balancing. */
export const LedgerView = ({ data, paperId }: { data: Statistic; paperId: PaperId }) => {
  const styles = useStyles()
  const { ledger } = data
  const reading = data.reading.filter((b) => b.state === 'recognising')
  if (ledger.handed === 0 && reading.length === 0) return null
  const open = reading.length > 0 ? '（识别中，暂计）' : ''
  const settled = ledger.balanced && data.doubts === 0
  const unequal = ledger.unequal ?? 0
  return (
    <section className={styles.part} aria-live="polite">
      <p className={styles.sum}>{ledgerLine(ledger, data.counters.waitingRecogCount)}</p>
      <MessageBar intent={settled ? 'success' : 'warning'}>
        <MessageBarBody>
          <MessageBarTitle>
            {reading.length > 0
              ? readingLine(reading)
              : settled
                ? '每一页都有着落，没有存疑'
                : ledger.balanced
                  ? '每一页都有着落'
                  : '账目还没有平'}
            。
          </MessageBarTitle>
          {settled && data.mayManage && nextStep(data) !== 'marking' && (
            <Link to={arrangePath(paperId)}>下一步：安排阅卷</Link>
          )}
          {(reading.length === 0 || ledger.doubtful > 0) && doubtsLine(ledger, data.doubts)}
          {unequal > 0 && (
            <>
              有 <Link to={wantingPath(paperId, 'unequal')}>{unequal} 个批次</Link>
              的页数与放入的张数不符，请在下面的批次里核对或更正张数。
            </>
          )}
          {data.counting && '正在第一次汇总，数字还不完整。'}
          {!ledger.balanced && ledger.doubtful === 0 && reading.length === 0 && '账目平了才能开始阅卷。'}
        </MessageBarBody>
      </MessageBar>
      <Facts
        facts={[
          ...(ledger.fedSheets ? [{ name: '登记放入', value: `${ledger.fedSheets} 张` }] : []),
          { name: '考生', value: ledger.candidates.present + ledger.candidates.absent + ledger.candidates.missing },
          { name: '已有答题卡', value: ledger.candidates.present },
          { name: '缺考', value: ledger.candidates.absent },
          { name: `未交${open}`, value: ledger.candidates.missing },
          { name: `缺页${open}`, value: ledger.candidates.incomplete },
          { name: '存疑', value: data.doubts === 0 ? 0 : <Link to={doubtsPath(paperId)}>{data.doubts}</Link> },
        ]}
      />
    </section>
  )
}
