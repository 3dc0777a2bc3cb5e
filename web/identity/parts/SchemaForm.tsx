import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type * as z from 'zod'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { Refusal } from '#web/kit/ask.ts'
import { FieldInput } from '#web/kit/parts/FieldInput.tsx'
import { errorsOf, inputOf, refusedField, shownValue } from '#web/kit/screens/fieldValues.ts'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '420px' },
  foot: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

type Props<S extends z.ZodType> = {
  /** Judges what is typed; its messages stand under the fields. */
  schema: S
  fields: readonly Field[]
  start?: Values
  submit: string
  /** A refusal stands in the form, which stays as it was typed. */
  onSubmit: (value: z.output<S>) => Promise<unknown>
  /** Said above the button when a field has a message. */
  incomplete?: string
  cancel?: { name: string; run: () => void }
  children?: ReactNode
}

/** A small form within a screen: a schema's fields, judged as they are left and when the form is sent. */
export const SchemaForm = <S extends z.ZodType>(props: Props<S>) => {
  const styles = useStyles()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(props.fields.map((f) => [f.name, shownValue(f, props.start?.[f.name])])),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const latest = useRef(values)
  latest.current = values

  const judge = (): { value: unknown; errors: Readonly<Record<string, string>> } => {
    // What is empty is judged as empty text: each field has words of its own for that.
    const input = {
      ...Object.fromEntries(props.fields.map((f) => [f.name, ''])),
      ...inputOf(props.fields, latest.current),
    }
    const parsed = props.schema.safeParse(input)
    return parsed.success
      ? { value: parsed.data, errors: {} }
      : { value: null, errors: errorsOf(props.fields, input, parsed.error.issues) }
  }
  const change = (field: Field, value: unknown): void => {
    latest.current = { ...latest.current, [field.name]: value }
    setValues(latest.current)
    if (errors[field.name] || errors['']) setErrors(({ [field.name]: _gone, '': _form, ...rest }) => rest)
  }
  const leave = (field: Field): void => {
    const error = judge().errors[field.name]
    if (error && latest.current[field.name] !== '') setErrors((all) => ({ ...all, [field.name]: error }))
  }
  const submit = async (e: FormEvent): Promise<void> => {
    e.preventDefault()
    if (busy) return
    const judged = judge()
    if (judged.value === null) {
      setErrors({ ...(props.incomplete ? { '': props.incomplete } : {}), ...judged.errors })
      const first = props.fields.find((f) => judged.errors[f.name])
      form.current?.querySelector<HTMLElement>(`[name="${first?.name}"]`)?.focus()
      return
    }
    setErrors({})
    setBusy(true)
    try {
      await props.onSubmit(judged.value as z.output<S>)
    } catch (error) {
      if (error instanceof Refusal) setErrors(refusedField(Object.values(identityProblems), props.fields, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={(e) => void submit(e)} noValidate>
      {props.fields
        .filter((f) => f.when?.(values) ?? true)
        .map((f) => (
          <FieldInput
            key={f.name}
            field={f}
            value={values[f.name]}
            values={values}
            error={errors[f.name]}
            onChange={(v) => change(f, v)}
            onBlur={() => leave(f)}
          />
        ))}
      {props.children}
      {errors[''] && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{errors['']}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.foot}>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="extra-tiny" /> : undefined}
        >
          {props.submit}
        </Button>
        {props.cancel && <Button onClick={props.cancel.run}>{props.cancel.name}</Button>}
      </div>
    </form>
  )
}
