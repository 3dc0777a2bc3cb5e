import { useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { confirm } from '../notices.ts'
import type { Action } from '../screens/screen.types.ts'
import { FollowJob } from './followJob.ts'

/** Does an action: asks first where it must, goes or runs, and never twice at a time. Errors were announced by the call. */
export const useAction = (action: Action): { busy: boolean; run: () => void } => {
  const navigate = useNavigate()
  const follow = useContext(FollowJob)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy || action.barred) return
    if (action.confirm && !(await confirm({ title: action.name, text: action.confirm, ok: action.name }))) return
    if (action.href) window.open(action.href, '_blank', 'noopener')
    if (action.to) await navigate(action.to)
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
