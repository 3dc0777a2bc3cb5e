import { useState } from 'react'
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
  /** What was typed and is not what stands. */
  const [said, setSaid] = useState('')
  const set = (text: string): void => {
    const next = Number.parseInt(foldDigits(text), 10)
    const stands = Number.isNaN(next) ? value : Math.min(max, Math.max(min, next))
    const plain = foldDigits(text).trim()
    setSaid(
      plain === '' || plain === String(stands)
        ? ''
        : `应为${min}到${max}的整数，“${text}”没有采用，${stands === undefined ? '仍为自动' : `现为${stands}`}`,
    )
    if (stands !== undefined && stands !== value) props.onChange(stands)
  }
  return (
    <Field
      label={unit ? `${props.label}（${unit}）` : props.label}
      hint={props.hint}
      {...(said ? { validationState: 'warning', validationMessage: said } : {})}
    >
      <SpinButton
        value={value ?? null}
        displayValue={value === undefined ? '自动' : String(value)}
        min={min}
        max={max}
        step={props.step ?? 1}
        incrementButton={{ 'aria-label': '增加' }}
        decrementButton={{ 'aria-label': '减少' }}
        onChange={(_, d) => set(d.value === undefined || d.value === null ? (d.displayValue ?? '') : String(d.value))}
      />
    </Field>
  )
}
