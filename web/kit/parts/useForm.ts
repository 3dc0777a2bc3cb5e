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
  /** Where it becomes another, the form shows that while nothing is typed in it, and keeps what is typed. */
  start?: object | undefined
  /** The row's: what is typed is sent over the one that it was typed over, until a refusal has said that there is another. */
  version?: unknown
  /** Empty again when it is done: for the next of many. */
  emptied?: boolean | undefined
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
  /** What stands in the row now, of fields that are typed in: another user was faster. */
  stands: Values
  busy: boolean
  /** What is typed is sent over this. */
  version: unknown
  /** Why it was not done is said, and the fields follow the row. */
  refused: boolean
  /** Since then the row was read again, and is another. */
  renewed: boolean
  /** Something was typed and not sent. */
  isTouched: () => boolean
  change: (field: Field, value: unknown) => void
  leave: (field: Field) => void
  submit: (e: FormEvent) => void
}

const startValues = (fields: readonly Field[], start: object = {}): Values =>
  Object.fromEntries(fields.map((f) => [f.name, shownValue(f, (start as Values)[f.name])]))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const useForm = ({ fields, start, draft, judge, send, ...spec }: FormSpec): Form => {
  const element = useRef<HTMLFormElement>(null)
  const given = startValues(fields, start)
  /** The row that the fields were filled from. */
  const [base, setBase] = useState(given)
  const [version, setVersion] = useState(spec.version)
  const [values, setValues] = useState<Values>(() => ({ ...given, ...draft }))
  const [stands, setStands] = useState<Values>({})
  const [after, setAfter] = useState<'refused' | 'renewed' | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  /** Read where two things happen before the form is drawn again: a second press, two fields changed by one act. */
  const now = useRef({ values, sending: false, typed: new Set<string>(draft ? Object.keys(draft) : []) })
  useEffect(listenForPresses, [])
  const isTouched = useCallback(() => now.current.typed.size > 0, [])

  /** The row is another: its fields take its values, but for those that are typed in. */
  const follow = (next: Values): void => {
    const { typed, values: shown } = now.current
    const changed = fields.filter((f) => !isSame(next[f.name], base[f.name])).map((f) => f.name)
    const kept = changed.filter((name) => typed.has(name) && !isSame(next[name], shown[name]))
    const taken = changed.filter((name) => !typed.has(name))
    now.current.values = { ...shown, ...Object.fromEntries(taken.map((name) => [name, next[name]])) }
    setValues(now.current.values)
    setStands((before) => ({ ...before, ...Object.fromEntries(kept.map((name) => [name, next[name]])) }))
    setBase(next)
    if (after) setAfter('renewed')
    else setErrors({})
  }
  // What is typed is refused over a row that has become another; only when that is said the form follows it.
  const follows = !now.current.sending && (after !== null || now.current.typed.size === 0)
  if (follows && spec.version !== version) setVersion(spec.version)
  if (follows && !isSame(given, base)) follow(given)
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
      setErrors({ ...(spec.incomplete ? { '': spec.incomplete } : {}), ...judged.errors })
      const first = fields.find((f) => judged.errors[f.name])
      if (first) element.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    setErrors({})
    setStands({})
    setAfter(null)
    now.current.sending = true
    setBusy(true)
    const { typed } = now.current
    now.current.typed = new Set()
    try {
      await send(judged.input)
      if (spec.emptied) setValues((now.current.values = given))
    } catch (error) {
      now.current.typed = typed
      // What else went wrong was announced by the call.
      if (!(error instanceof Refusal)) return
      setErrors(refusedField(spec.problems, fields, error))
      setAfter('refused')
    } finally {
      now.current.sending = false
      setBusy(false)
    }
  }
  return {
    element,
    values,
    errors,
    stands,
    busy,
    version,
    refused: after !== null,
    renewed: after === 'renewed',
    isTouched,
    change,
    leave,
    submit: (e) => {
      e.preventDefault()
      void submit()
    },
  }
}
