import { DialogBody, DialogContent, DialogTitle } from '@fluentui/react-components'
import { useContext, useEffect, useRef, useState } from 'react'
import { inputOf, lackingIn, wrongNumbersIn } from '../screens/fieldValues.ts'
import type { Field, Values } from '../screens/screen.types.ts'
import { Dialog, DialogSurface } from './Dialog.tsx'
import { FollowJob } from './followJob.ts'
import { FormBody } from './Forms.tsx'
import { useForm } from './useForm.ts'
import { useLatest } from './useLatest.ts'
import { useFocusBack } from './useFocusBack.ts'

/** What is wrong with values as they are sent, by field; '' is the form's own. */
export type Wrong = Readonly<Record<string, string>>

/** Done: what comes after it, or a job that it started. */
type Done = void | (() => void) | { uuid?: string | undefined }
/** What would happen, in the place of the fields until it is agreed to: what was typed is there to go back to. */
export type Looked = {
  text: string
  /** Nothing: there is nothing to do. */
  submit: string | null
  run: () => Promise<Done>
}

/** What is asked before something is done: to one row, or to those that are chosen. */
export type DialogForm = {
  title: string
  fields: readonly Field[]
  /** What stands in the fields at first. */
  start?: Values
  submit: string
  check?: (sent: Values) => Wrong
  /**
   * Does it, without a word of its own where it is refused. What it answers is called when this dialogue is gone: two at
   * once would take each other's focus. A job that it started is shown; what is looked at first is shown here.
   */
  run: (sent: Values) => Promise<Done | Looked>
}

/** Has the focus, not the button under it: the key that sent the fields must not agree to what came of them. */
const LookedAt = ({ text }: { text: string }) => {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <p ref={element} tabIndex={-1} style={{ margin: 0, whiteSpace: 'pre-line', outline: 'none' }}>
      {text}
    </p>
  )
}

type FormDialogProps = {
  form: DialogForm
  close: () => void
  /** Called when it was refused: from then on the form is handed in as it is made of the row now. Answers how that ends. */
  follow?: (() => () => void) | undefined
}
/** A form in a dialogue: the one engine of forms, its refusals at their fields. */
export const FormDialog = ({ form: of, close, follow: followRow }: FormDialogProps) => {
  useFocusBack()
  const follow = useContext(FollowJob)
  const [looked, setLooked] = useState<Looked | null>(null)
  const form = useForm({
    fields: of.fields,
    start: of.start,
    judge: (values) => {
      const sent = inputOf(of.fields, values)
      const errors = { ...wrongNumbersIn(of.fields, sent), ...lackingIn(of.fields, values, sent) }
      return { input: sent, errors: { ...errors, ...of.check?.(sent) } }
    },
    send: async (sent) => {
      const then = await (looked ? looked.run() : of.run(sent as Values))
      if (typeof then === 'object' && 'run' in then) return setLooked(then)
      close()
      if (typeof then === 'function') then()
      else if (then?.uuid) follow(then.uuid)
    },
  })
  const { refused } = form
  const row = useLatest(followRow)
  useEffect(() => (refused ? row.current?.() : undefined), [refused, row])
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && !form.busy && close()}>
      <DialogSurface style={{ maxWidth: '520px' }}>
        <DialogBody>
          <DialogTitle>{of.title}</DialogTitle>
          <DialogContent>
            <FormBody
              asked
              form={form}
              fields={looked ? [] : of.fields}
              submit={looked ? looked.submit : of.submit}
              cancel={
                looked
                  ? { name: '返回', run: () => !form.busy && setLooked(null) }
                  : { name: '取消', run: () => !form.busy && close() }
              }
            >
              {looked && <LookedAt text={looked.text} />}
            </FormBody>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
