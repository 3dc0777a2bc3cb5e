import type { Action } from '../screens/screen.types.ts'
import { isOpen } from '../screens/openActions.ts'
import { ActionButton } from './ActionButton.tsx'
import { MoreActions } from './MoreActions.tsx'

/** What stands in words at a screen's head: the next step, and one other. What destroys is never one of them. */
export const inWords = (actions: readonly Action[]): readonly Action[] => {
  const primary = actions.find((a) => a.primary)
  // A key works only on what is there.
  const keyed = actions.filter((a) => a !== primary && a.shortcut)
  const other = actions.filter((a) => a !== primary && !a.danger && !a.shortcut)
  // A menu of one is no menu.
  const few = actions.length <= (primary ? 2 : 1) && actions.every((a) => !a.danger)
  return few ? actions : [...(keyed.length > 0 ? keyed : other.slice(-1)), ...(primary ? [primary] : [])]
}

/** The actions of a screen: one primary, one other in words, the rest behind 更多. */
export const HeadActions = (props: { actions: readonly Action[] }) => {
  const actions = props.actions.filter(isOpen)
  const shown = inWords(actions)
  const primary = shown.find((a) => a.primary)
  const rest = actions.filter((a) => !shown.includes(a))
  return (
    <>
      {shown.map((a) => (
        <ActionButton key={a.name} action={a} appearance={a === primary ? 'primary' : 'secondary'} />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
    </>
  )
}
