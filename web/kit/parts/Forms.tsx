import {
  Button,
  MessageBar,
  MessageBarBody,
  Spinner,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type * as z from 'zod'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { act } from '../ask.ts'
import { offerDraft, takeDraft } from '../drafts.ts'
import { toast } from '../notices.ts'
import { errorsOf, inputOf, keptValues, lackingIn } from '../screens/fieldValues.ts'
import type { ActFormProps, Field, Values } from '../screens/screen.types.ts'
import { knownUser } from '../viewer.ts'
import { FollowJob } from './followJob.ts'
import { FieldInput } from './FieldInput.tsx'
import { useDirtyGuard } from './useDirtyGuard.ts'
import { useForm } from './useForm.ts'
import type { Form } from './useForm.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  narrow: { gap: tokens.spacingVerticalM, maxWidth: '420px' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    // A hint under one field must not stretch its neighbours.
    alignItems: 'start',
  },
  column: { gridTemplateColumns: '1fr' },
  foot: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  asked: { justifyContent: 'flex-end' },
})

const followed = '。这里已是最新内容，您填写的还在，可以再次保存。'

type BodyProps = {
  form: Form
  fields: readonly Field[]
  /** Nothing: it is only looked at. */
  submit: string | null
  cancel?: { name: string; run: () => void } | undefined
  narrow?: boolean
  second?: boolean | undefined
  /** In a dialogue: the buttons at the right, the primary last, as all dialogues have them. */
  asked?: boolean
  children?: ReactNode
}
/** Fields, what the form itself says, and its buttons. */
export const FormBody = ({ form, fields, submit, cancel, narrow, second, asked, children }: BodyProps) => {
  const styles = useStyles()
  const { element, values, errors, stands, busy } = form
  const send = submit !== null && (
    <Button
      type="submit"
      appearance={second ? 'secondary' : 'primary'}
      disabledFocusable={busy}
      icon={busy ? <Spinner size="extra-tiny" /> : undefined}
    >
      {submit}
    </Button>
  )
  const leave = cancel && <Button onClick={cancel.run}>{cancel.name}</Button>
  return (
    <form
      ref={element}
      className={mergeClasses(styles.form, narrow && styles.narrow)}
      onSubmit={form.submit}
      noValidate
    >
      <div className={mergeClasses(styles.fields, narrow && styles.column)}>
        {fields
          .filter((f) => f.when?.(values) ?? true)
          .map((f) => (
            <FieldInput
              key={f.name}
              field={f}
              value={values[f.name]}
              values={values}
              error={errors[f.name]}
              stands={stands[f.name]}
              onChange={(v) => form.change(f, v)}
              onBlur={() => form.leave(f)}
            />
          ))}
      </div>
      {children}
      {errors[''] && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            {errors['']}
            {form.renewed && followed}
          </MessageBarBody>
        </MessageBar>
      )}
      <div className={mergeClasses(styles.foot, asked && styles.asked)}>
        {asked && leave}
        {send}
        {!asked && leave}
      </div>
    </form>
  )
}

type ValueFormProps<S extends z.ZodType> = {
  /** Judges what is typed; its messages stand under the fields. */
  schema: S
  fields: readonly Field[]
  start?: Values
  submit: string
  /** Told when a field is typed in. */
  onTyped?: () => void
  /** Of the row that is edited. */
  version?: number
  /** Empty again when it is done: for the next of many. */
  emptied?: boolean
  /** A refusal stands in the form, which stays as it was typed. */
  onSubmit: (value: z.output<S>, version: number) => Promise<unknown>
  /** Refusals that belong to a field. */
  problems?: readonly Problem[]
  /** Said above the button when a field has a message. */
  incomplete?: string
  cancel?: { name: string; run: () => void }
  /** Another form of the screen has its one primary button. */
  second?: boolean
  children?: ReactNode
}

/** A small form within a screen, over a schema: what it gives may take several calls. */
export const ValueForm = <S extends z.ZodType>(props: ValueFormProps<S>) => {
  const { fields, schema } = props
  const form = useForm({
    fields,
    start: props.start,
    version: props.version,
    emptied: props.emptied,
    problems: props.problems,
    incomplete: props.incomplete,
    judge: (values) => {
      // What is empty is judged as empty text: each field has words of its own for that.
      const input = { ...Object.fromEntries(fields.map((f) => [f.name, ''])), ...inputOf(fields, values) }
      const parsed = schema.safeParse(input)
      return parsed.success
        ? { input: parsed.data, errors: {} }
        : { input: null, errors: errorsOf(fields, input, parsed.error.issues) }
    },
    send: (value) => props.onSubmit(value as z.output<S>, form.version as number),
  })
  const told: Form = {
    ...form,
    change: (field, value) => {
      form.change(field, value)
      props.onTyped?.()
    },
  }
  return (
    <FormBody form={told} fields={fields} submit={props.submit} cancel={props.cancel} narrow second={props.second}>
      {props.children}
    </FormBody>
  )
}

const versionIn = (fixed: object = {}): unknown => (fixed as Values)['version']

/**
 * A form over a call, without a page: its schema judges the fields, what was typed stays, leaving asks first. A row that
 * changes under it is shown anew while nothing was typed; afterwards the version that was typed over is sent, so that
 * the server says who was faster. That said, the form follows the row, and is sent over what its reader has seen.
 */
export const ActForm = <C extends AnyCall>(props: ActFormProps<C>) => {
  const { call, barred } = props
  const fields = barred ? props.fields.map((f) => ({ ...f, barred })) : props.fields
  const { pathname, search } = useLocation()
  const follow = useContext(FollowJob)
  const place = pathname + search
  const who = knownUser()?.userId ?? ''
  const [draft] = useState(() => takeDraft(place, who))
  const given = versionIn(props.fixed)
  const form = useForm({
    fields,
    start: props.start,
    version: given,
    draft,
    problems: call.problems,
    judge: (values) => {
      const fixed = given === undefined ? props.fixed : { ...props.fixed, version: form.version }
      const input = inputOf(fields, values, fixed)
      const parsed = call.input().safeParse(input)
      const wrong = parsed.success ? {} : errorsOf(fields, input, parsed.error.issues)
      return { input, errors: { ...lackingIn(fields, values, input), ...wrong } }
    },
    send: async (input) => {
      const output = await act(call, input as SentOf<C>, { hideMessage: true })
      const { uuid } = output as { uuid?: string }
      if (props.follow && uuid) follow(uuid)
      else toast('success', props.doneText ?? '保存成功')
      await props.done?.(output as OutputOf<C>)
    },
  })
  const { isTouched } = form
  useDirtyGuard(isTouched)
  const typed = useRef<() => Values>(() => ({}))
  useEffect(() => {
    typed.current = () => keptValues(fields, form.values)
  })
  useEffect(
    () => offerDraft(place, { who, take: () => (isTouched() ? typed.current() : null) }),
    [place, who, isTouched],
  )
  useEffect(() => {
    if (draft) toast('info', '已恢复登录失效前填写的内容，请核对后保存', { ms: 5000 })
  }, [draft])
  const submit = barred ? null : (props.submit ?? '保存')
  const body = <FormBody form={form} fields={fields} submit={submit} cancel={props.cancel} />
  return props.frame ? props.frame(body, form.values) : body
}
