import {
  Button,
  Checkbox,
  Input,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Select,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronUp16Regular } from '@fluentui/react-icons/svg/chevron-up'
import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss'
import { Filter16Regular } from '@fluentui/react-icons/svg/filter'
import { Search16Regular } from '@fluentui/react-icons/svg/search'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { isSet, startOf, toggled, toggledAll } from '../filters.ts'
import type { Filter } from '../screens/screen.types.ts'
import { useNarrow } from './useNarrow.ts'

const useStyles = makeStyles({
  bar: { display: 'contents' },
  search: { width: '200px', maxWidth: '100%', minWidth: 0 },
  // A chip and what clears it are one box.
  chip: { display: 'inline-flex', alignItems: 'stretch' },
  word: { minWidth: 'auto', maxWidth: '16em', paddingInline: tokens.spacingHorizontalS, fontWeight: 400 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  set: { color: tokens.colorBrandForeground2, backgroundColor: tokens.colorBrandBackground2 },
  clear: { minWidth: 'auto', padding: `0 ${tokens.spacingHorizontalXXS}` },
  surface: {
    width: '480px',
    maxWidth: 'calc(100vw - 48px)',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
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
  // Chosen, not the next step: the ground tells it, never the primary.
  on: {
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorBrandBackground2,
    ':hover': { color: tokens.colorBrandForeground2, backgroundColor: tokens.colorBrandBackground2Hover },
  },
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
type Props = { filters: readonly Filter[]; values: Values; onChange: Change }

/** So many chips stand in the toolbar; what is more folds behind 筛选. */
const mostChips = 3

const labelOf = (filter: Filter, chosen: readonly string[]): string => {
  const names = (filter.options ?? []).filter((o) => chosen.includes(o.value)).map((o) => o.label)
  return names.length > 2 ? `${names[0]}等${names.length}项` : names.join('、')
}

/**
 * What a list is narrowed by, in the line of its title: a search, chips that open the specification's filter widget
 * (spec 1 §9: rows of 45 px that open to 90 px with 更多), and the rest behind one button.
 */
export const FilterBar = ({ filters, values, onChange }: Props) => {
  const styles = useStyles()
  const narrow = useNarrow()
  const searches = filters.filter((f) => f.mode === 'search')
  const others = filters.filter((f) => f.mode !== 'search')
  const shown = narrow ? [] : others.slice(0, mostChips)
  const folded = others.slice(shown.length)
  const chosenOf = (f: Filter): string[] => values[f.field] ?? startOf(f)
  const set = folded.filter((f) => isSet(f, chosenOf(f))).length
  return (
    <div className={styles.bar} role="group" aria-label="筛选">
      {searches.map((f) => (
        <SearchField key={f.field} filter={f} text={values[f.field]?.[0] ?? ''} onChange={onChange} />
      ))}
      {shown.map((f) =>
        f.mode === 'dropdown' ? (
          <DropdownField key={f.field} filter={f} value={values[f.field]?.[0] ?? ''} onChange={onChange} />
        ) : (
          <Chip key={f.field} filter={f} chosen={chosenOf(f)} onChange={onChange} />
        ),
      )}
      {folded.length > 0 && (
        <Folded
          trigger={
            <Button size="small" icon={<Filter16Regular />} className={set > 0 ? styles.set : undefined}>
              筛选{set > 0 && ` ${set}`}
            </Button>
          }
        >
          {folded.map((f) =>
            f.mode === 'dropdown' ? (
              <DropdownField key={f.field} labelled filter={f} value={values[f.field]?.[0] ?? ''} onChange={onChange} />
            ) : (
              <FilterRow key={f.field} filter={f} chosen={chosenOf(f)} onChange={onChange} />
            ),
          )}
        </Folded>
      )}
    </div>
  )
}

const Folded = ({ trigger, children }: { trigger: ReactElement; children: ReactNode }) => {
  const styles = useStyles()
  return (
    <Popover positioning="below-start" trapFocus>
      <PopoverTrigger disableButtonEnhancement>{trigger}</PopoverTrigger>
      <PopoverSurface className={styles.surface}>{children}</PopoverSurface>
    </Popover>
  )
}

/** Name and value of one filter. */
const Chip = ({ filter, chosen, onChange }: { filter: Filter; chosen: string[]; onChange: Change }) => {
  const styles = useStyles()
  const start = startOf(filter)
  const changed = chosen.join() !== start.join()
  const value = labelOf(filter, chosen)
  return (
    <span className={styles.chip}>
      <Folded
        trigger={
          <Button
            size="small"
            className={mergeClasses(styles.word, changed && styles.set)}
            icon={<ChevronDown16Regular />}
            iconPosition="after"
          >
            <span className={styles.text}>{value ? `${filter.label}：${value}` : filter.label}</span>
          </Button>
        }
      >
        <FilterRow filter={filter} chosen={chosen} onChange={onChange} />
      </Folded>
      {changed && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.clear}
          icon={<Dismiss12Regular />}
          aria-label={`清除${filter.label}`}
          onClick={() => onChange(filter.field, [...start])}
        />
      )}
    </span>
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
      className={mergeClasses(styles.option, props.on && styles.on)}
      size="small"
      role="radio"
      aria-checked={props.on}
      appearance="subtle"
      disabledFocusable={Boolean(props.barred)}
      title={props.barred}
      onClick={props.onPick}
    >
      {props.label}
    </Button>
  )
}

const DropdownField = (props: { filter: Filter; value: string; onChange: Change; labelled?: boolean }) => {
  const { filter, value, onChange } = props
  const styles = useStyles()
  const id = useId()
  return (
    <div className={props.labelled ? styles.field : undefined}>
      {props.labelled && (
        <label htmlFor={id} className={styles.label}>
          {filter.label}
        </label>
      )}
      <Select
        className={styles.select}
        id={id}
        aria-label={filter.label}
        size="small"
        value={value}
        onChange={(_, d) => onChange(filter.field, toggled(filter, [], d.value))}
      >
        {!filter.always && (
          <option value="">{filter.placeholder ?? (props.labelled ? '全部' : `${filter.label}：全部`)}</option>
        )}
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
    <Input
      className={styles.search}
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
  )
}
