import { makeStyles, tokens } from '@fluentui/react-components'
import { showScore } from '#shared/kit/score.ts'
import { ownMarks } from './typing.ts'

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  line: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  bars: { display: 'flex', alignItems: 'flex-end', gap: '1px', height: '44px' },
  bar: { flex: 1, minWidth: '1px', backgroundColor: tokens.colorBrandBackground, borderRadius: '1px 1px 0 0' },
  ends: {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
})

/** The marker's own marks of this sitting: their mean and how they spread. */
export const OwnMarks = ({ choices, given }: { choices: readonly number[]; given: readonly number[] }) => {
  const styles = useStyles()
  const marks = ownMarks(choices, given)
  const most = Math.max(1, ...marks.counts)
  const said =
    marks.mean === null ? '本次还没有给分' : `本次已给分 ${marks.n} 份，平均 ${showScore(Math.round(marks.mean))} 分`
  return (
    <div className={styles.box}>
      <p className={styles.line}>{said}</p>
      {marks.n > 0 && (
        <>
          <div className={styles.bars} role="img" aria-label={`我这次的给分分布：${said}`}>
            {marks.counts.map((n, i) => (
              <span
                key={choices[i]}
                className={styles.bar}
                style={{ height: n === 0 ? '1px' : `${(n / most) * 100}%`, opacity: n === 0 ? 0.25 : 1 }}
                title={`${showScore(choices[i]!)} 分：${n} 份`}
              />
            ))}
          </div>
          <div className={styles.ends}>
            <span>0</span>
            <span>{showScore(choices.at(-1) ?? 0)}</span>
          </div>
        </>
      )}
    </div>
  )
}
