import { makeStyles, tokens } from '@fluentui/react-components'
import type { publishState } from '#shared/analysis/publication.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  check: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  mark: { display: 'flex', alignItems: 'center', height: tokens.lineHeightBase300, flexShrink: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  detail: { margin: 0, color: tokens.colorNeutralForeground3 },
})

type Check = OutputOf<typeof publishState>['checks'][number]
const meanings: Record<Check['state'], { meaning: Meaning; said: string }> = {
  ok: { meaning: 'done', said: '通过' },
  warning: { meaning: 'waits', said: '请注意' },
  waiting: { meaning: 'going', said: '正在汇总' },
  failed: { meaning: 'failed', said: '未通过' },
}

/** What was checked, how it stands and why. */
export const Checks = ({ checks }: { checks: readonly Check[] }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="发布前检查">
      {checks.map((c) => (
        <li key={c.key} className={styles.check}>
          <span className={styles.mark}>
            <StateMark {...meanings[c.state]} />
          </span>
          <div>
            <span className={styles.name}>{c.name}</span>
            <p className={styles.detail}>{c.detail}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
