import { foldDigits } from '#shared/kit/score.ts'
import {
  Button,
  Checkbox,
  Field as FluentField,
  FieldContextProvider,
  Input,
  Radio,
  RadioGroup,
  Select,
  Switch,
  Textarea,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { Calendar16Regular } from '@fluentui/react-icons/svg/calendar'
import { useRef, useState } from 'react'
import { momentWords, sentValue, standsWords, tidyMoment } from '../screens/fieldValues.ts'
import type { Field, Option, Values } from '../screens/screen.types.ts'

const useStyles = makeStyles({
  // A message may repeat what was typed, however long a word: it breaks, and the form stays as wide as it is.
  field: { minWidth: 0, overflowWrap: 'anywhere' },
  wide: { gridColumn: '1 / -1' },
  multi: { display: 'flex', flexWrap: 'wrap' },
  stands: { color: tokens.colorStatusWarningForeground1 },
  take: { minWidth: 0, paddingInline: tokens.spacingHorizontalXS, verticalAlign: 'baseline' },
  // Options may be long: the box stays within the form.
  select: { minWidth: 0, '& select': { minWidth: 0, textOverflow: 'ellipsis' } },
  moment: { position: 'relative', display: 'flex' },
  typed: { flexGrow: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  // The browser opens its calendar where this stands.
  picker: {
    position: 'absolute',
    right: 0,
    bottom: 0,
    width: '1px',
    height: '100%',
    fontSize: tokens.fontSizeBase300,
    opacity: 0,
    pointerEvents: 'none',
  },
})

type Props = {
  field: Field
  value: unknown
  values: Values
  error: string | undefined
  /** What it was changed to by another user, while this was typed. */
  stands?: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
}

/** The two values of a field that two users changed: the own one is in the field, the other may be taken. */
const Stands = ({ field, values, stands, onChange }: Props) => {
  const styles = useStyles()
  return (
    <span className={styles.stands}>
      {standsWords(field, stands, values)}，保存后以您填写的为准。
      <Button size="small" appearance="transparent" className={styles.take} onClick={() => onChange(stands)}>
        改用它
      </Button>
    </span>
  )
}

/** One field of a form with its label, hint and message. */
export const FieldInput = (props: Props) => {
  const styles = useStyles()
  const { field } = props
  // What is no day or minute is refused as soon as it is left, with or without a judge of the whole form.
  const [left, setLeft] = useState(false)
  const isMoment = field.kind === 'date' || field.kind === 'time'
  const isWrong = isMoment && left && typeof sentValue(field, props.value) === 'string'
  const error = props.error ?? (isWrong ? momentWords[field.kind] : undefined)
  const isOvertaken = props.stands !== undefined && JSON.stringify(props.stands) !== JSON.stringify(props.value)
  const wide = field.wide || field.kind === 'textarea' || field.kind === 'custom'
  return (
    <FluentField
      className={mergeClasses(styles.field, wide && styles.wide)}
      label={field.label}
      required={field.required}
      hint={isOvertaken ? <Stands {...props} /> : field.barred || field.hint}
      validationMessage={error}
      validationState={error ? 'error' : 'none'}
      onBlur={() => {
        setLeft(true)
        props.onBlur?.()
      }}
    >
      {(fluent: object) => (
        // The label's id goes to the one control, not to each box of a group as the context would have it.
        <FieldContextProvider value={undefined}>
          <Control
            {...props}
            fluent={fluent}
            onChange={(value) => {
              setLeft(false)
              props.onChange(value)
            }}
          />
        </FieldContextProvider>
      )}
    </FluentField>
  )
}

const optionsOf = (options: readonly Option[] | ((values: Values) => readonly Option[]), values: Values) =>
  typeof options === 'function' ? options(values) : options

/** A group may be described and labelled, but not required. */
const groupOf = (fluent: object): object => ({ ...fluent, 'aria-required': undefined })

const Control = ({ field, value, values, error, onChange, fluent }: Props & { fluent: object }) => {
  const styles = useStyles()
  const disabled = Boolean(field.barred)
  const text = typeof value === 'string' ? value : ''
  const common = { ...fluent, name: field.name, disabled }
  switch (field.kind) {
    case 'text':
    case 'password':
      return (
        <Input
          {...common}
          type={field.kind}
          value={text}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          autoComplete={field.autoComplete}
          onChange={(_, d) => onChange(d.value)}
        />
      )
    case 'textarea':
      return (
        <Textarea
          {...common}
          resize="vertical"
          rows={field.lines}
          value={text}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          onChange={(_, d) => onChange(d.value)}
        />
      )
    case 'number':
    case 'score':
      return (
        <Input
          {...common}
          inputMode="decimal"
          value={text}
          placeholder={field.placeholder}
          contentAfter={field.unit ?? (field.kind === 'score' ? '分' : undefined)}
          onChange={(_, d) => onChange(foldDigits(d.value))}
        />
      )
    case 'date':
    case 'time':
      return <MomentInput {...common} kind={field.kind} value={text} onChange={onChange} />
    case 'switch':
      return <Switch {...common} checked={value === true} onChange={(_, d) => onChange(d.checked)} />
    case 'select':
      return (
        <Select {...common} className={styles.select} value={text} onChange={(_, d) => onChange(d.value)}>
          <option value="">{field.placeholder ?? '请选择'}</option>
          {optionsOf(field.options, values).map((o) => (
            <option key={o.value} value={o.value} disabled={Boolean(o.barred)}>
              {o.label}
            </option>
          ))}
        </Select>
      )
    case 'radio':
      return (
        <RadioGroup
          {...common}
          layout="horizontal"
          style={{ flexWrap: 'wrap' }}
          value={text}
          onChange={(_, d) => onChange(d.value)}
        >
          {optionsOf(field.options, values).map((o) => (
            <Radio key={o.value} value={o.value} label={o.label} disabled={Boolean(o.barred)} title={o.barred} />
          ))}
        </RadioGroup>
      )
    case 'multi': {
      const chosen = Array.isArray(value) ? value.map(String) : []
      return (
        <div className={styles.multi} role="group" {...groupOf(fluent)}>
          {optionsOf(field.options, values).map((o) => (
            <Checkbox
              key={o.value}
              label={o.label}
              disabled={disabled || Boolean(o.barred)}
              checked={chosen.includes(o.value)}
              onChange={(_, d) => onChange(d.checked ? [...chosen, o.value] : chosen.filter((v) => v !== o.value))}
            />
          ))}
        </div>
      )
    }
    case 'custom':
      return (
        <div role="group" {...groupOf(fluent)}>
          {field.render({ value, onChange, values, error, id: field.name, disabled })}
        </div>
      )
  }
}

type MomentProps = {
  kind: 'date' | 'time'
  name: string
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/**
 * A day or a minute: typed in any usual way and then shown as lists show it, or chosen in the browser's calendar. The
 * browser's own field writes them in the order of its own language.
 */
const MomentInput = ({ kind, value, onChange, disabled, ...rest }: MomentProps) => {
  const styles = useStyles()
  const picker = useRef<HTMLInputElement>(null)
  const tidy = tidyMoment(kind, value)
  return (
    <span className={styles.moment}>
      <Input
        {...rest}
        className={styles.typed}
        disabled={disabled}
        value={value}
        autoComplete="off"
        placeholder={kind === 'date' ? '年-月-日' : '年-月-日 时:分'}
        onChange={(_, d) => onChange(d.value)}
        onBlur={() => tidy !== value && onChange(tidy)}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={<Calendar16Regular />}
            aria-label="打开日历"
            title="打开日历"
            disabled={disabled}
            onClick={() => picker.current?.showPicker()}
          />
        }
      />
      <input
        ref={picker}
        className={styles.picker}
        type={kind === 'date' ? 'date' : 'datetime-local'}
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={/^\d{4}-/.test(tidy) ? tidy.replace(' ', 'T') : ''}
        onChange={(e) => e.target.value !== '' && onChange(tidyMoment(kind, e.target.value))}
      />
    </span>
  )
}
