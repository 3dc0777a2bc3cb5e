import { foldDigits } from '#shared/kit/score.ts'
import { Field, SpinButton } from '@fluentui/react-components'

/** A whole number with its bounds; empty where `empty` names what then holds. */
export const NumberField = (props: {
  label: string
  value: number | undefined
  min: number
  max: number
  step?: number
  unit?: string
  hint?: string
  onChange: (value: number) => void
}) => {
  const { value, min, max, unit } = props
  const set = (next: number | null | undefined): void => {
    if (next === null || next === undefined || Number.isNaN(next)) return
    props.onChange(Math.min(max, Math.max(min, Math.round(next))))
  }
  return (
    <Field label={unit ? `${props.label}（${unit}）` : props.label} hint={props.hint}>
      <SpinButton
        value={value ?? null}
        displayValue={value === undefined ? '自动' : String(value)}
        min={min}
        max={max}
        step={props.step ?? 1}
        incrementButton={{ 'aria-label': '增加' }}
        decrementButton={{ 'aria-label': '减少' }}
        onChange={(_, d) =>
          set(
            d.value === undefined || d.value === null ? Number.parseInt(foldDigits(d.displayValue ?? ''), 10) : d.value,
          )
        }
      />
    </Field>
  )
}
