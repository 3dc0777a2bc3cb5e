import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components'
import { useContext, useState } from 'react'
import { FollowJob } from '#web/kit/parts/followJob.ts'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { inputOf } from '#web/kit/screens/fieldValues.ts'

export type Bulk = {
  title: string
  fields: readonly Field[]
  submit: string
  /** What is still wrong with the values as they are sent. */
  check: (sent: Values) => string | null
  /**
   * Does it. What it answers is called when this dialogue is gone: two at once would take each other's focus. A job that
   * it started is shown.
   */
  run: (sent: Values) => Promise<void | (() => void) | { uuid: string }>
}

/** What is asked before something is done to the chosen rows. */
export const BulkDialog = ({ bulk, close }: { bulk: Bulk; close: () => void }) => {
  const follow = useContext(FollowJob)
  const [values, setValues] = useState<Values>({})
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const sent = inputOf(bulk.fields, values)
    const wrong = bulk.check(sent)
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const then = await bulk.run(sent)
      close()
      if (typeof then === 'function') then()
      else if (then) follow(then.uuid)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : '操作失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && !busy && close()}>
      <DialogSurface style={{ maxWidth: '520px' }}>
        <DialogBody>
          <DialogTitle>{bulk.title}</DialogTitle>
          <DialogContent>
            <FieldGroup
              fields={bulk.fields}
              values={values}
              onChange={(patch) => {
                setError(null)
                setValues((v) => ({ ...v, ...patch }))
              }}
            />
            {error && (
              <MessageBar intent="error" role="alert" style={{ marginTop: '12px' }}>
                <MessageBarBody>{error}</MessageBarBody>
              </MessageBar>
            )}
          </DialogContent>
          <DialogActions>
            <Button disabled={busy} onClick={close}>
              取消
            </Button>
            <Button appearance="primary" disabled={busy} onClick={() => void submit()}>
              {bulk.submit}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
