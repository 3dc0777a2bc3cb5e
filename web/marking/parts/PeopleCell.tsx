import { Button, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down'
import { PeopleField } from './PeopleField.tsx'
import type { Person } from './PeopleField.tsx'

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
  button: {
    width: '100%',
    minWidth: 0,
    justifyContent: 'space-between',
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
  },
  said: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3 },
  surface: { width: 'min(560px, calc(100vw - 32px))', boxSizing: 'border-box' },
})

/** Several people chosen of all who may be: searched, colleagues of other subjects too; none means the default that is named. */
export const PeopleCell = (props: {
  label: string
  /** Beside the cell where there is no table's head. */
  short: string
  people: readonly Person[]
  chosen: readonly string[]
  byDefault: string
  /** What cannot be changed is read, not greyed. */
  disabled: boolean
  onChange: (chosen: string[]) => void
}) => {
  const styles = useStyles()
  const names = new Map(props.people.map((p) => [p.userId, p.teacherName]))
  const said = props.chosen.map((id) => names.get(id) ?? '其他教师').join('、') || props.byDefault
  const text = <span className={`${styles.said} ${props.chosen.length === 0 ? styles.none : ''}`}>{said}</span>
  return (
    <span className={styles.cell}>
      <span className={styles.short} aria-hidden="true">
        {props.short}
      </span>
      {props.disabled ? (
        text
      ) : (
        <Popover positioning="below-start" trapFocus>
          <PopoverTrigger disableButtonEnhancement>
            <Button
              size="small"
              className={styles.button}
              icon={<ChevronDown16Regular />}
              iconPosition="after"
              aria-label={`${props.label}：${said}`}
            >
              {text}
            </Button>
          </PopoverTrigger>
          <PopoverSurface className={styles.surface} aria-label={props.label}>
            <PeopleField
              label={props.label}
              people={props.people}
              value={props.chosen}
              onChange={props.onChange}
              none={props.byDefault}
            />
          </PopoverSurface>
        </Popover>
      )}
    </span>
  )
}
