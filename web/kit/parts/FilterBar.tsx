import { Button, Checkbox, Input, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronUp16Regular } from '@fluentui/react-icons/svg/chevron-up'
import { Search16Regular } from '@fluentui/react-icons/svg/search'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { startOf, toggled, toggledAll } from '../filters.ts'
import type { Filter } from '../screens/screen.types.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexDirection: 'column' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalXL },
  row: {
    position: 'relative',
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    maxHeight: '45px',
    overflow: 'hidden',
    transitionProperty: 'max-height',
    transitionDuration: tokens.durationFast,
  },
  open: { maxHeight: '90px', overflowY: 'auto' },
  label: { flexShrink: 0, minWidth: '3.5em', lineHeight: '45px', color: tokens.colorNeutralForeground3 },
  options: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    flexGrow: 1,
  },
  option: { minWidth: 'auto', marginBlock: '8px' },
  box: { minHeight: '45px', display: 'inline-flex', alignItems: 'center' },
  more: { flexShrink: 0, height: '29px', marginBlock: '8px', minWidth: 'auto' },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '45px',
    maxWidth: '100%',
  },
  // Options may be long: the box stays within the page.
  select: { minWidth: 0, '& select': { minWidth: 0, maxWidth: '16em', textOverflow: 'ellipsis' } },
})

type Values = Readonly<Record<string, string[]>>
type Change = (field: string, chosen: string[]) => void

/** The specification's filter widget (spec 1 §9): rows of 45 px that open to 90 px with 更多. */
export const FilterBar = ({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[]
  values: Values
  onChange: Change
}) => {
  const styles = useStyles()
  const rows = filters.filter((f) => f.mode !== 'dropdown' && f.mode !== 'search')
  const inLine = filters.filter((f) => f.mode === 'dropdown' || f.mode === 'search')
  return (
    <div className={styles.bar} role="group" aria-label="筛选">
      {rows.map((f) => (
        <FilterRow key={f.field} filter={f} chosen={values[f.field] ?? startOf(f)} onChange={onChange} />
      ))}
      {inLine.length > 0 && (
        <div className={styles.line}>
          {inLine.map((f) =>
            f.mode === 'search' ? (
              <SearchField key={f.field} filter={f} text={values[f.field]?.[0] ?? ''} onChange={onChange} />
            ) : (
              <DropdownField key={f.field} filter={f} value={values[f.field]?.[0] ?? ''} onChange={onChange} />
            ),
          )}
        </div>
      )}
    </div>
  )
}

const FilterRow = ({ filter, chosen, onChange }: { filter: Filter; chosen: string[]; onChange: Change }) => {
  const styles = useStyles()
  const content = useRef<HTMLDivElement>(null)
  const [tall, setTall] = useState(false)
  const [open, setOpen] = useState(false)
  const options = filter.options ?? []
  useLayoutEffect(() => {
    const el = content.current
    if (!el) return
    const measure = (): void => setTall(el.scrollHeight > 50)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(el)
    return () => observer.disconnect()
  }, [options.length])
  const pick = (value: string): void => onChange(filter.field, toggled(filter, chosen, value))
  const radio = filter.mode === 'radio'
  return (
    <div
      className={mergeClasses(styles.row, open && styles.open)}
      role={radio ? 'radiogroup' : 'group'}
      aria-label={filter.label}
    >
      <span className={styles.label}>{filter.label}</span>
      <div className={styles.options} ref={content}>
        {radio && !filter.start && <RadioOption label="全部" on={chosen.length === 0} onPick={() => pick('')} />}
        {filter.mode === 'checkboxAll' && (
          <span className={styles.box}>
            <Checkbox
              label="全选"
              checked={chosen.length >= options.length ? true : chosen.length > 0 ? 'mixed' : false}
              onChange={() => onChange(filter.field, toggledAll(filter, chosen))}
            />
          </span>
        )}
        {options.map((o) =>
          radio ? (
            <RadioOption
              key={o.value}
              label={o.label}
              on={chosen.includes(o.value)}
              barred={o.barred}
              onPick={() => pick(o.value)}
            />
          ) : (
            <span key={o.value} className={styles.box} title={o.barred}>
              <Checkbox
                label={o.label}
                checked={chosen.includes(o.value)}
                disabled={Boolean(o.barred)}
                onChange={() => pick(o.value)}
              />
            </span>
          ),
        )}
      </div>
      {tall && (
        <Button
          className={styles.more}
          size="small"
          appearance="subtle"
          iconPosition="after"
          icon={open ? <ChevronUp16Regular /> : <ChevronDown16Regular />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? '收起' : '更多'}
        </Button>
      )}
    </div>
  )
}

const RadioOption = (props: { label: string; on: boolean; barred?: string; onPick: () => void }) => {
  const styles = useStyles()
  return (
    <Button
      className={styles.option}
      size="small"
      role="radio"
      aria-checked={props.on}
      appearance={props.on ? 'primary' : 'subtle'}
      disabledFocusable={Boolean(props.barred)}
      title={props.barred}
      onClick={props.onPick}
    >
      {props.label}
    </Button>
  )
}

const DropdownField = ({ filter, value, onChange }: { filter: Filter; value: string; onChange: Change }) => {
  const styles = useStyles()
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} style={{ minWidth: 'auto' }}>
        {filter.label}
      </label>
      <Select
        className={styles.select}
        id={id}
        size="small"
        value={value}
        onChange={(_, d) => onChange(filter.field, toggled(filter, [], d.value))}
      >
        <option value="">{filter.placeholder ?? '全部'}</option>
        {filter.options?.map((o) => (
          <option key={o.value} value={o.value} disabled={Boolean(o.barred)}>
            {o.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

const SearchField = ({ filter, text, onChange }: { filter: Filter; text: string; onChange: Change }) => {
  const styles = useStyles()
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  useEffect(() => {
    if (text !== sent.current) setTyped(text)
    sent.current = text
  }, [text])
  const send = (value: string): void => {
    sent.current = value.trim()
    onChange(filter.field, sent.current ? [sent.current] : [])
  }
  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => send(typed), 400)
    return () => clearTimeout(timer)
  })
  return (
    <div className={styles.field}>
      <Input
        size="small"
        type="search"
        aria-label={filter.label}
        placeholder={filter.placeholder ?? filter.label}
        contentBefore={<Search16Regular />}
        value={typed}
        onChange={(_, d) => setTyped(d.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && !e.nativeEvent.isComposing) send(typed)
        }}
      />
    </div>
  )
}
