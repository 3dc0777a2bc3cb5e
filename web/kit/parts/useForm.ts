/** The one form engine: what is typed, what is wrong with it, and sending it once. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import type { Problem } from '#shared/kit/problem.ts'
import { Refusal } from '../refusals.ts'
import { refusedField, shownValue } from '../screens/fieldValues.ts'
import type { Field, Values } from '../screens/screen.types.ts'
import { afterPress, listenForPresses } from './afterPress.ts'

export type Judged = { input: unknown; errors: Readonly<Record<string, string>> }
type FormSpec = {
  fields: readonly Field[]
  start?: object | undefined
  /** What was typed before, and not saved. */
  draft?: Values | null
  /** What is sent, and each field's message; '' is the form's own. */
  judge: (values: Values) => Judged
  /** A refusal stands in the form, which stays as it was typed. */
  send: (input: unknown) => Promise<unknown>
  problems?: readonly Problem[] | undefined
  /** Said in the form itself when a field has a message. */
  incomplete?: string | undefined
}

export type Form = {
  element: RefObject<HTMLFormElement | null>
  values: Values
  errors: Readonly<Record<string, string>>
  busy: boolean
  /** Something was typed and not sent. */
  isTouched: () => boolean
  change: (field: Field, value: unknown) => void
  leave: (field: Field) => void
  submit: (e: FormEvent) => void
  /** Shows another row, as if nothing had been typed. */
  restart: (start?: object) => void
}

const startValues = (fields: readonly Field[], start: object = {}): Values =>
  Object.fromEntries(fields.map((f) => [f.name, shownValue(f, (start as Values)[f.name])]))

export const useForm = ({ fields, start, draft, judge, send, problems, incomplete }: FormSpec): Form => {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(() => ({ ...startValues(fields, start), ...draft }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  /** Read where two things happen before the form is drawn again: a second press, two fields changed by one act. */
  const now = useRef({ values, sending: false, typed: new Set<string>(draft ? Object.keys(draft) : []) })
  useEffect(listenForPresses, [])
  const isTouched = useCallback(() => now.current.typed.size > 0, [])

  const restart = (of?: object): void => {
    now.current.values = startValues(fields, of)
    now.current.typed.clear()
    setValues(now.current.values)
    setErrors({})
  }
  const change = (field: Field, value: unknown): void => {
    now.current.typed.add(field.name)
    now.current.values = { ...now.current.values, [field.name]: value }
    setValues(now.current.values)
    // A message goes as soon as its cause does; new ones wait for the field to be left.
    if (errors[field.name] || errors['']) setErrors(({ [field.name]: _gone, '': _form, ...rest }) => rest)
  }
  const leave = (field: Field): void => {
    if (!now.current.typed.has(field.name)) return
    const error = judge(now.current.values).errors[field.name]
    if (error) afterPress(() => setErrors((all) => ({ ...all, [field.name]: error })))
  }
  const submit = async (): Promise<void> => {
    if (now.current.sending) return
    const judged = judge(now.current.values)
    if (Object.keys(judged.errors).length > 0) {
      setErrors({ ...(incomplete ? { '': incomplete } : {}), ...judged.errors })
      const first = fields.find((f) => judged.errors[f.name])
      if (first) element.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    setErrors({})
    now.current.sending = true
    setBusy(true)
    const { typed } = now.current
    now.current.typed = new Set()
    try {
      await send(judged.input)
    } catch (error) {
      now.current.typed = typed
      // What else went wrong was announced by the call.
      if (error instanceof Refusal) setErrors(refusedField(problems, fields, error))
    } finally {
      now.current.sending = false
      setBusy(false)
    }
  }
  return {
    element,
    values,
    errors,
    busy,
    isTouched,
    change,
    leave,
    submit: (e) => {
      e.preventDefault()
      void submit()
    },
    restart,
  }
}
