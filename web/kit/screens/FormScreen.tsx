import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyCall, SentOf } from '#shared/kit/call.ts'
import { Refusal, useAct } from '../ask.ts'
import { offerDraft, takeDraft } from '../drafts.ts'
import { toast } from '../notices.ts'
import { afterPress, listenForPresses } from '../parts/afterPress.ts'
import { FieldInput } from '../parts/FieldInput.tsx'
import { Page } from '../parts/Page.tsx'
import { useDirtyGuard } from '../parts/useDirtyGuard.ts'
import { knownUser } from '../viewer.ts'
import { errorsOf, inputOf, keptValues, lackingIn, refusedField, shownValue } from './fieldValues.ts'
import type { Field, FormScreenProps, Values } from './screen.types.ts'

const useStyles = makeStyles({
  columns: { display: 'flex', gap: tokens.spacingHorizontalXXL, alignItems: 'flex-start', flexWrap: 'wrap' },
  form: {
    flex: '1 1 480px',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalM },
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    // A hint under one field must not stretch its neighbours.
    alignItems: 'start',
  },
  foot: { display: 'flex', gap: tokens.spacingHorizontalS },
  aside: { flex: '0 1 320px', position: 'sticky', top: tokens.spacingVerticalL },
})

const startValues = (fields: readonly Field[], start: object = {}): Values =>
  Object.fromEntries(fields.map((f) => [f.name, shownValue(f, (start as Values)[f.name])]))

const versionIn = (fixed: object = {}): unknown => (fixed as Values)['version']

/**
 * A form over a call: its schema judges the fields, what was typed stays, leaving asks first. A row that changes under
 * it is shown anew while nothing was typed; afterwards the version that was typed over is sent, so that the server says
 * who was faster.
 */
export const FormScreen = <C extends AnyCall>(props: FormScreenProps<C>) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { pathname, search } = useLocation()
  const place = pathname + search
  const who = knownUser()?.userId ?? ''
  const [draft] = useState(() => takeDraft(place, who))
  const [values, setValues] = useState<Values>(() => ({ ...startValues(props.fields, props.start), ...draft }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const touched = useRef(draft !== null)
  const [version, setVersion] = useState(versionIn(props.fixed))
  if (!touched.current && versionIn(props.fixed) !== version) {
    setVersion(versionIn(props.fixed))
    setValues(startValues(props.fields, props.start))
    setErrors({})
  }
  const act = useAct(props.call, { hideMessage: true })
  useDirtyGuard(useCallback(() => touched.current, []))
  const typed = useRef<() => Values>(() => ({}))
  useEffect(() => {
    typed.current = () => keptValues(props.fields, values)
  })
  useEffect(() => offerDraft(place, { who, take: () => (touched.current ? typed.current() : null) }), [place, who])
  useEffect(() => {
    if (draft) toast('info', '已恢复登录失效前填写的内容，请核对后保存', { ms: 5000 })
  }, [draft])

  const judge = (now: Values) => {
    const fixed = version === undefined ? props.fixed : { ...props.fixed, version }
    const input = inputOf(props.fields, now, fixed)
    const parsed = props.call.input().safeParse(input)
    const wrong = parsed.success ? {} : errorsOf(props.fields, input, parsed.error.issues)
    return { input, errors: { ...lackingIn(props.fields, now, input), ...wrong } }
  }
  useEffect(listenForPresses, [])
  const change = (field: Field, value: unknown): void => {
    touched.current = true
    const next = { ...values, [field.name]: value }
    setValues(next)
    // A message goes as soon as its cause does; new ones wait for the field to be left.
    if (errors[field.name] || errors['']) setErrors(({ [field.name]: _gone, '': _form, ...rest }) => rest)
  }
  const leave = (field: Field): void => {
    const error = judge(values).errors[field.name]
    if (error && touched.current) afterPress(() => setErrors((all) => ({ ...all, [field.name]: error })))
  }
  /** Where one came from; of a form that was opened by its address, the place that it belongs to. */
  const leaveForm = async (): Promise<void> => {
    const behind = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
    const up = props.crumbs?.findLast((c) => c.to)?.to
    await (behind || !up ? navigate(-1) : navigate(up))
  }
  const submit = async (e: FormEvent): Promise<void> => {
    e.preventDefault()
    if (act.isPending) return
    const judged = judge(values)
    setErrors(judged.errors)
    const first = props.fields.find((f) => judged.errors[f.name])
    if (Object.keys(judged.errors).length > 0) {
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    try {
      const output = await act.mutateAsync(judged.input as SentOf<C>)
      touched.current = false
      toast('success', props.doneText ?? '保存成功')
      const to = props.done ? props.done(output) : undefined
      if (to) await navigate(to)
      else if (!props.done) await leaveForm()
    } catch (error) {
      if (error instanceof Refusal) setErrors(refusedField(props.call.problems, props.fields, error))
    }
  }
  return (
    <Page
      title={props.title}
      crumbs={props.crumbs}
      siblings={props.siblings}
      actions={props.actions}
      width={props.aside ? undefined : 'narrow'}
    >
      <div className={styles.columns}>
        <form ref={form} className={styles.form} onSubmit={(e) => void submit(e)} noValidate>
          <div className={styles.fields}>
            {props.fields.map(
              (f) =>
                (!f.when || f.when(values)) && (
                  <FieldInput
                    key={f.name}
                    field={f}
                    value={values[f.name]}
                    values={values}
                    error={errors[f.name]}
                    onChange={(v) => change(f, v)}
                    onBlur={() => leave(f)}
                  />
                ),
            )}
          </div>
          {errors[''] && (
            <MessageBar intent="error" layout="multiline" role="alert">
              <MessageBarBody>{errors['']}</MessageBarBody>
            </MessageBar>
          )}
          <div className={styles.foot}>
            <Button
              type="submit"
              appearance="primary"
              disabledFocusable={act.isPending}
              icon={act.isPending ? <Spinner size="extra-tiny" /> : undefined}
            >
              {props.submit ?? '保存'}
            </Button>
            <Button onClick={() => void leaveForm()}>取消</Button>
          </div>
        </form>
        {props.aside && <aside className={styles.aside}>{props.aside(values)}</aside>}
      </div>
    </Page>
  )
}
