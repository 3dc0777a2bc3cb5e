import { Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components'
import { useContext } from 'react'
import { inputOf, lackingIn } from '../screens/fieldValues.ts'
import type { Field, Values } from '../screens/screen.types.ts'
import { FollowJob } from './followJob.ts'
import { FormBody } from './Forms.tsx'
import { useForm } from './useForm.ts'

/** What is wrong with values as they are sent, by field; '' is the form's own. */
export type Wrong = Readonly<Record<string, string>>

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
   * once would take each other's focus. A job that it started is shown.
   */
  run: (sent: Values) => Promise<void | (() => void) | { uuid: string }>
}

/** A form in a dialogue: the one engine of forms, its refusals at their fields. */
export const FormDialog = ({ form: of, close }: { form: DialogForm; close: () => void }) => {
  const follow = useContext(FollowJob)
  const form = useForm({
    fields: of.fields,
    start: of.start,
    judge: (values) => {
      const sent = inputOf(of.fields, values)
      return { input: sent, errors: { ...lackingIn(of.fields, values, sent), ...of.check?.(sent) } }
    },
    send: async (sent) => {
      const then = await of.run(sent as Values)
      close()
      if (typeof then === 'function') then()
      else if (then) follow(then.uuid)
    },
  })
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && !form.busy && close()}>
      <DialogSurface style={{ maxWidth: '520px' }}>
        <DialogBody>
          <DialogTitle>{of.title}</DialogTitle>
          <DialogContent>
            <FormBody
              form={form}
              fields={of.fields}
              submit={of.submit}
              cancel={{ name: '取消', run: () => !form.busy && close() }}
            />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
