import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  rows: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    alignItems: 'flex-start',
    // As wide as the form, at any width of its rows.
    width: '100%',
    containerType: 'inline-size',
  },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    alignItems: 'center',
    maxWidth: '100%',
    // A class may have a long name.
    '& > *': { minWidth: 0, maxWidth: '100%' },
    '& select': { minWidth: 0, textOverflow: 'ellipsis' },
  },
})

/** A field of several rows: each is drawn by `row`, can be deleted, and `add` makes another (null: there is nothing to add). */
export const RowList = <T,>(props: {
  value: readonly T[]
  onChange: (value: T[]) => void
  row: (value: T, put: (next: T) => void, i: number) => ReactNode
  add: (() => T) | null
  addName: string
}) => {
  const styles = useStyles()
  const { value, onChange, add } = props
  return (
    <div className={styles.rows}>
      {value.map((v, i) => (
        <div className={styles.row} key={i}>
          {props.row(v, (next) => onChange(value.map((old, at) => (at === i ? next : old))), i)}
          <Button
            appearance="subtle"
            icon={<Delete20Regular />}
            aria-label={`删除第${i + 1}行`}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        icon={<Add20Regular />}
        disabledFocusable={add === null}
        onClick={() => add && onChange([...value, add()])}
      >
        {props.addName}
      </Button>
    </div>
  )
}
