import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'

const useStyles = makeStyles({
  pager: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    '@media print': { display: 'none' },
  },
  end: { marginLeft: 'auto', display: 'flex', gap: tokens.spacingHorizontalS },
})

/** Of a list that is read by key: on to the next page, or back to the first; the browser's own "back" goes one back. */
export const KeysetPager = (props: {
  /** Nothing where they are not counted. */
  total: number | undefined
  /** In what order the list comes, in words. */
  order?: string | undefined
  /** Where this page begins; nothing on the first. */
  after: string | undefined
  /** Where the next one begins; nothing on the last. */
  next: string | undefined
  onChange: (after: string | undefined) => void
}) => {
  const styles = useStyles()
  const { total, order, after, next, onChange } = props
  return (
    <nav className={styles.pager} aria-label="分页">
      {total !== undefined && <span>共 {total} 条</span>}
      {order && <span>{order}</span>}
      <span className={styles.end}>
        <Button size="small" appearance="subtle" disabled={!after} onClick={() => onChange(undefined)}>
          第一页
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronRight16Regular />}
          iconPosition="after"
          disabled={!next}
          onClick={() => onChange(next)}
        >
          下一页
        </Button>
      </span>
    </nav>
  )
}
