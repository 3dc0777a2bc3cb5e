import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { doubtsPath, missingPath, scanPath, templateOfPaper, wantingPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, display: 'grid', gap: tokens.spacingVerticalXS },
  only: { margin: 0 },
  faint: { color: tokens.colorNeutralForeground3 },
})

type Statistic = OutputOf<typeof sheetStatistic>
type Step = Statistic['check']['steps'][number]
const words: Record<Step['step'], { text: (n: number) => string; to: (paperId: string) => string }> = {
  card: { text: () => '还没有发布答题卡', to: (p) => templateOfPaper(p) },
  recognising: { text: (n) => `${n} 个批次正在识别，请稍候`, to: scanPath },
  failed: { text: (n) => `${n} 个批次识别中断，请在批次里点“继续识别”`, to: (p) => wantingPath(p, 'failed') },
  open: { text: (n) => `${n} 页未归位：还没有归到考生`, to: (p) => doubtsPath(p) },
  unequal: { text: (n) => `${n} 个批次的页数与放入的张数不符`, to: (p) => wantingPath(p, 'unequal') },
  candidates: {
    text: (n) => `${n} 名考生既没有答题卡，也没有标记缺考`,
    to: missingPath,
  },
  lacking: { text: (n) => `缺页 ${n} 页，请补扫或确认缺页`, to: (p) => doubtsPath(p, 'missingPage') },
  waiting: { text: (n) => `${n} 页题目存疑，可以边阅卷边处理`, to: (p) => doubtsPath(p) },
}

/** What is still to do of a paper's scanning, in the order of doing it, each with the way there. */
export const CheckView = ({ data, paperId }: { data: Statistic; paperId: PaperId }) => {
  const styles = useStyles()
  const { check } = data
  const lacking = data.pages.filter((p) => p.lacking > 0)
  if (check.steps.length === 0) return null
  const said = (s: Step) => (
    <>
      {s.step === 'recognising' ? (
        words[s.step].text(s.count)
      ) : (
        <Link to={words[s.step].to(paperId)}>{words[s.step].text(s.count)}</Link>
      )}
      <span className={styles.faint}>{s.needed ? '（开始阅卷前必须完成）' : '（不影响开始阅卷）'}</span>
      {s.along && <span className={styles.faint}>另有{s.along}页随前一页归到考生</span>}
      {s.step === 'lacking' && lacking.length > 0 && (
        <span className={styles.faint}>
          {lacking.map((p) => `第${p.page}页已有${p.there}份、缺${p.lacking}份`).join('；')}
        </span>
      )}
    </>
  )
  const [only, ...more] = check.steps
  if (only && more.length === 0) return <p className={styles.only}>{said(only)}</p>
  return (
    <ol className={styles.list} aria-label="还要做的">
      {check.steps.map((s) => (
        <li key={s.step}>{said(s)}</li>
      ))}
    </ol>
  )
}
