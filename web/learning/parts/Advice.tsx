import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { adviceOf } from '../resultWords.ts'

type Result = OutputOf<typeof ownResult>

const useStyles = makeStyles({
  two: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  box: {
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  list: { margin: `${tokens.spacingVerticalS} 0 0`, paddingLeft: tokens.spacingHorizontalXL },
  item: { lineHeight: tokens.lineHeightBase400, marginBottom: tokens.spacingVerticalXXS },
  none: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground3 },
})

const Box = ({ title, none, children }: { title: string; none: string; children: ReactNode[] }) => {
  const styles = useStyles()
  return (
    <section className={styles.box} aria-label={title}>
      <h2 className={styles.head}>{title}</h2>
      {children.length > 0 ? <ul className={styles.list}>{children}</ul> : <p className={styles.none}>{none}</p>}
    </section>
  )
}

/** What went well and what to do next, from how all candidates did in the same questions. */
export const Advice = ({ result }: { result: Result }) => {
  const styles = useStyles()
  if (result.total === null) return null
  const { wentWell, doNext } = adviceOf(result)
  return (
    <div className={styles.two}>
      <Box
        title="做得好的"
        none={result.ofTotal ? '继续加油，下次会有科目高出同学的平均。' : '继续加油，下次会有更多题拿到满分。'}
      >
        {wentWell.map((i) => (
          <li key={i.number} className={styles.item}>
            {i.text}
          </li>
        ))}
      </Box>
      <Box
        title="接下来先做"
        none={result.ofTotal ? '没有低于同学平均的科目，失分多的先补。' : '没有明显的薄弱题，可以把失分的题再做一遍。'}
      >
        {doNext.map((i) => (
          <li key={i.number} className={styles.item}>
            {`${i.todo}：${i.why}`}
          </li>
        ))}
      </Box>
    </div>
  )
}
