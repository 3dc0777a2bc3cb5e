import { makeStyles, tokens } from '@fluentui/react-components'
import { ArrowSync20Filled } from '@fluentui/react-icons/svg/arrow-sync'
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissCircle20Filled } from '@fluentui/react-icons/svg/dismiss-circle'
import { Warning20Filled } from '@fluentui/react-icons/svg/warning'
import type { publishState } from '#shared/analysis/publication.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  check: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  icon: { flexShrink: 0, display: 'flex' },
  ok: { color: tokens.colorPaletteGreenForeground1 },
  warning: { color: tokens.colorPaletteMarigoldForeground1 },
  waiting: { color: tokens.colorBrandForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  name: { fontWeight: tokens.fontWeightSemibold },
  detail: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const icons = {
  ok: <CheckmarkCircle20Filled aria-label="通过" />,
  warning: <Warning20Filled aria-label="请注意" />,
  waiting: <ArrowSync20Filled aria-label="正在汇总" />,
  failed: <DismissCircle20Filled aria-label="未通过" />,
}

/** What was checked, how it stands and why. */
export const Checks = ({ checks }: { checks: OutputOf<typeof publishState>['checks'] }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="发布前检查">
      {checks.map((c) => (
        <li key={c.key} className={styles.check}>
          <span className={`${styles.icon} ${styles[c.state]}`}>{icons[c.state]}</span>
          <div>
            <span className={styles.name}>{c.name}</span>
            <p className={styles.detail}>{c.detail}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
