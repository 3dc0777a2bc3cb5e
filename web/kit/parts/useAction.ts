import { useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { confirm, openForm } from '../notices.ts'
import type { OpenForm } from '../notices.ts'
import type { Action } from '../screens/screen.types.ts'
import { FollowJob } from './followJob.ts'

export type Opens = (action: Action) => void
/** Opens the form of one of these actions, and hands it on anew whenever they are drawn of what was read since. */
export const useForms = (actions: readonly Action[]): Opens => {
  const opened = useRef<{ name: string; form: OpenForm } | null>(null)
  useEffect(() => {
    const make = actions.find((a) => a.name === opened.current?.name)?.form
    if (!opened.current || !make) return
    opened.current.form.make = make
    opened.current.form.renewed?.()
  })
  return ({ name, form }) => {
    if (!form) return
    opened.current = { name, form: { make: form } }
    openForm(opened.current.form)
  }
}

/** Does an action: asks first where it must, goes or runs, and never twice at a time. Errors were announced by the call. */
export const useAction = (action: Action, opens: Opens = () => undefined): { busy: boolean; run: () => void } => {
  const navigate = useNavigate()
  const follow = useContext(FollowJob)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy || action.barred) return
    if (action.confirm && !(await confirm({ title: action.name, text: action.confirm, ok: action.name }))) return
    if (action.href) window.open(action.href, '_blank', 'noopener')
    if (action.to) await navigate(action.to)
    opens(action)
    if (!action.run && !action.job) return
    setBusy(true)
    try {
      await action.run?.()
      const started = await action.job?.()
      if (started?.uuid) follow(started.uuid)
    } catch (error) {
      console.warn(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}
