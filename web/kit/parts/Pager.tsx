import { Button, Select, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronLeft16Regular } from '@fluentui/react-icons/svg/chevron-left'
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
  end: { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

export const Pager = (props: {
  total: number
  /** There are more than were counted. */
  more?: boolean | undefined
  /** In what order the list comes, in words. */
  order?: string | undefined
  pageNumber: number
  pageSize: number
  onChange: (pageNumber: number, pageSize: number) => void
}) => {
  const styles = useStyles()
  const { total, pageNumber, pageSize, onChange } = props
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className={styles.pager} aria-label="分页">
      <span>{props.more ? `共 ${total} 条以上` : `共 ${total} 条`}</span>
      {props.order && <span>{props.order}</span>}
      <span className={styles.end}>
        <Select
          size="small"
          aria-label="每页条数"
          value={String(pageSize)}
          onChange={(_, d) => onChange(1, Number(d.value))}
        >
          {[...new Set([20, 50, 100, 500, pageSize])]
            .sort((a, b) => a - b)
            .map((n) => (
              <option key={n} value={n}>
                {n} 条/页
              </option>
            ))}
        </Select>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronLeft16Regular />}
          aria-label="上一页"
          disabled={pageNumber <= 1}
          onClick={() => onChange(pageNumber - 1, pageSize)}
        />
        <span>
          {pageNumber} / {props.more ? `${last}+` : last}
        </span>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronRight16Regular />}
          aria-label="下一页"
          disabled={pageNumber >= last}
          onClick={() => onChange(pageNumber + 1, pageSize)}
        />
      </span>
    </nav>
  )
}
