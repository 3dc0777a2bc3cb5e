import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissCircle20Filled } from '@fluentui/react-icons/svg/dismiss-circle'
import { QuestionCircle20Filled } from '@fluentui/react-icons/svg/question-circle'
import { Warning20Filled } from '@fluentui/react-icons/svg/warning'
import { adviceOf, preflightRules, verdicts } from '#shared/card/preflight/preflight.rules.ts'
import type { Judgement, Measure, Preflight, PreflightPage } from '#shared/card/preflight/preflight.types.ts'
import { showTime } from '#shared/kit/time.ts'

const useStyles = makeStyles({
  report: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  verdict: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    borderLeft: `4px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  text: { margin: `${tokens.spacingVerticalXS} 0 0` },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  head: { margin: `0 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase400 },
  advice: { margin: 0, paddingLeft: 0, listStyle: 'none', display: 'grid', gap: tokens.spacingVerticalS },
  line: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  icon: { flexShrink: 0, marginTop: '1px' },
  good: { color: tokens.colorPaletteGreenForeground1 },
  warn: { color: tokens.colorPaletteDarkOrangeForeground1 },
  bad: { color: tokens.colorPaletteRedForeground1 },
  unknown: { color: tokens.colorNeutralForeground3 },
  goodEdge: { borderLeftColor: tokens.colorPaletteGreenBorderActive },
  warnEdge: { borderLeftColor: tokens.colorPaletteDarkOrangeBorderActive },
  badEdge: { borderLeftColor: tokens.colorPaletteRedBorderActive },
  scroll: { overflowX: 'auto' },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    backgroundColor: tokens.colorNeutralBackground1,
    '& th, & td': {
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      textAlign: 'left',
      verticalAlign: 'top',
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& tbody th': { color: tokens.colorNeutralForeground1, whiteSpace: 'nowrap' },
  },
  value: { fontVariantNumeric: 'tabular-nums' },
  state: { display: 'inline-flex', gap: tokens.spacingHorizontalXS, alignItems: 'center', whiteSpace: 'nowrap' },
})

const icons = {
  good: CheckmarkCircle20Filled,
  warn: Warning20Filled,
  bad: DismissCircle20Filled,
  unknown: QuestionCircle20Filled,
} as const
const words: Record<Judgement, string> = { good: '合适', warn: '注意', bad: '不行', unknown: '没有测到' }

const Sign = ({ judged }: { judged: Judgement }) => {
  const styles = useStyles()
  const Icon = icons[judged]
  return <Icon className={mergeClasses(styles.icon, styles[judged])} aria-hidden />
}

const Row = ({ measure }: { measure: Measure }) => {
  const styles = useStyles()
  const rule = preflightRules[measure.name]
  return (
    <tr>
      <th scope="row">{rule.name}</th>
      <td className={styles.value}>
        {measure.value === null ? '—' : rule.show(measure.value)}
        {measure.estimated && <span className={styles.faint}>（按图像大小估计）</span>}
      </td>
      <td className={styles.value}>{rule.bound}</td>
      <td>
        <span className={styles.state}>
          <Sign judged={measure.judged} />
          {words[measure.judged]}
        </span>
      </td>
    </tr>
  )
}

/** One page's figures beside their bounds. */
const PageMeasures = ({ page, several }: { page: PreflightPage; several: boolean }) => {
  const styles = useStyles()
  const of = page.page === undefined ? '' : `答题卡第${page.page}面`
  const name = several ? `文件第${page.filePage}页${of && `：${of}`}` : of || '测量结果'
  return (
    <section aria-label={name}>
      <h3 className={styles.head}>{name}</h3>
      {page.refusal ? (
        <p className={styles.line}>
          <Sign judged="bad" />
          <span>{page.refusal}</span>
        </p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${name}的测量值`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">测得</th>
                <th scope="col">要求</th>
                <th scope="col">结论</th>
              </tr>
            </thead>
            <tbody>
              {page.measures.map((m) => (
                <Row key={m.name} measure={m} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

type Shown = Omit<Preflight, 'schema' | 'owner' | 'examId'>

/** What a pre-flight found: the verdict, what to do, then every figure. */
export const PreflightReport = ({ found, current }: { found: Shown; current: number }) => {
  const styles = useStyles()
  const verdict = verdicts[found.judged]
  const advice = adviceOf(found.pages)
  const edge = { good: styles.goodEdge, warn: styles.warnEdge, bad: styles.badEdge, unknown: '' }[found.judged]
  return (
    <div className={styles.report}>
      <section className={mergeClasses(styles.verdict, edge)} aria-label="结论">
        <Sign judged={found.judged} />
        <div>
          <h2 className={styles.title}>{verdict.title}</h2>
          <p className={styles.text}>{verdict.text}</p>
          <span className={styles.faint}>
            {found.fileName}，第{found.publishedVersion}版，{found.testedBy} {showTime(found.testedAt)}
            {found.publishedVersion !== current && `；现在已是第${current}版，请重新检查`}
          </span>
        </div>
      </section>
      {(advice.length > 0 || found.missingPages.length > 0) && (
        <section aria-label="怎么办">
          <h3 className={styles.head}>怎么办</h3>
          <ol className={styles.advice}>
            {advice.map((a) => (
              <li key={a.text} className={styles.line}>
                <Sign judged={a.judged} />
                <span>{a.text}</span>
              </li>
            ))}
            {found.missingPages.length > 0 && (
              <li className={styles.line}>
                <Sign judged="warn" />
                <span>
                  没有扫描第{found.missingPages.join('、')}
                  面：请用考试时的双面设置，把整张答题卡的每一面都扫到一个文件里。
                </span>
              </li>
            )}
          </ol>
        </section>
      )}
      {found.pages.map((p) => (
        <PageMeasures key={p.filePage} page={p} several={found.pages.length > 1} />
      ))}
    </div>
  )
}
