import { makeStyles, tokens } from '@fluentui/react-components'
import type { Change } from '#shared/kit/acts.ts'

const useStyles = makeStyles({
  change: { display: 'block', overflowWrap: 'anywhere' },
  field: { color: tokens.colorNeutralForeground3 },
  was: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
})

/** A field before and after, in words. */
export const changeText = ({ field, before, after }: Change): string =>
  before === undefined && after === undefined ? field : `${field}：${before ?? '无'} → ${after ?? '无'}`

/** What a record says was changed, a line a field. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => {
  const styles = useStyles()
  return changes.map((c) => (
    <span key={`${c.field}${c.before}${c.after}`} className={styles.change}>
      <span className={styles.field}>{c.field} </span>
      {c.before !== undefined && <span className={styles.was}>{c.before}</span>}
      {c.before !== undefined && c.after !== undefined && ' → '}
      {c.after}
    </span>
  ))
}
