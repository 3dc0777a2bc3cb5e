import { Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components'

export type Person = { userId: string; teacherName: string; classNames: readonly string[] }

const useStyles = makeStyles({
  cell: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  /** Where the columns have no heads. */
  short: {
    display: 'none',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 700px)': { display: 'inline' },
  },
})

/** Several people chosen of a list; none chosen means the default that is named. */
export const PeopleCell = (props: {
  label: string
  /** Beside the cell where there is no table's head. */
  short: string
  people: readonly Person[]
  chosen: readonly string[]
  byDefault: string
  disabled: boolean
  onChange: (chosen: string[]) => void
}) => {
  const styles = useStyles()
  const names = new Map(props.people.map((p) => [p.userId, p.teacherName]))
  return (
    <span className={styles.cell}>
      <span className={styles.short} aria-hidden="true">
        {props.short}
      </span>
      <Dropdown
        multiselect
        size="small"
        aria-label={props.label}
        placeholder={props.byDefault}
        disabled={props.disabled}
        value={props.chosen.map((id) => names.get(id) ?? '其他教师').join('、')}
        selectedOptions={[...props.chosen]}
        onOptionSelect={(_, d) => props.onChange(d.selectedOptions)}
        style={{ minWidth: 0, width: '100%' }}
      >
        {props.people.map((p) => (
          <Option key={p.userId} value={p.userId} text={p.teacherName}>
            {p.teacherName}
            {p.classNames.length > 0 && `（${p.classNames.join('、')}）`}
          </Option>
        ))}
      </Dropdown>
    </span>
  )
}
