import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { doubtsPath, missingPath, templateOfPaper, wantingPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, display: 'grid', gap: tokens.spacingVerticalXS },
  only: { margin: 0 },
  faint: { color: tokens.colorNeutralForeground3 },
})

type Statistic = OutputOf<typeof sheetStatistic>
type Step = Statistic['check']['steps'][number]
/** What the ledger above says with the same number and the same way there: said once. */
const inLedger = ['recognising', 'open', 'waiting', 'unequal'] as const
type Said = Exclude<Step['step'], (typeof inLedger)[number]>
const isSaid = (s: Step): s is Step & { step: Said } => !inLedger.some((step) => step === s.step)

const words: Record<Said, { text: (n: number) => string; to: (paperId: string) => string }> = {
  card: { text: () => '还没有发布答题卡', to: (p) => templateOfPaper(p) },
  failed: { text: (n) => `${n} 个批次识别中断，请在批次里点“继续识别”`, to: (p) => wantingPath(p, 'failed') },
  candidates: {
    text: (n) => `${n} 名考生既没有答题卡，也没有标记缺考`,
    to: missingPath,
  },
  lacking: { text: (n) => `缺页 ${n} 页，请补扫或确认缺页`, to: (p) => doubtsPath(p, 'missingPage') },
}

/** What is still to do of a paper's scanning besides what its ledger says, in the order of doing it, each with the way there. */
export const CheckView = ({ data, paperId }: { data: Statistic; paperId: PaperId }) => {
  const styles = useStyles()
  const steps = data.check.steps.filter(isSaid)
  const lacking = data.pages.filter((p) => p.lacking > 0)
  if (steps.length === 0) return null
  const said = (s: Step & { step: Said }) => (
    <>
      <Link to={words[s.step].to(paperId)}>{words[s.step].text(s.count)}</Link>
      <span className={styles.faint}>{s.needed ? '（开始阅卷前必须完成）' : '（不影响开始阅卷）'}</span>
      {s.step === 'lacking' && lacking.length > 0 && (
        <span className={styles.faint}>
          {lacking.map((p) => `第${p.page}页已有${p.there}份、缺${p.lacking}份`).join('；')}
        </span>
      )}
    </>
  )
  const [only, ...more] = steps
  if (only && more.length === 0) return <p className={styles.only}>{said(only)}</p>
  return (
    <ol className={styles.list} aria-label="还要做的">
      {steps.map((s) => (
        <li key={s.step}>{said(s)}</li>
      ))}
    </ol>
  )
}
