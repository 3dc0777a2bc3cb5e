import type { Action } from '../screens/screen.types.ts'
import { isOpen } from '../screens/openActions.ts'
import { ActionButton } from './ActionButton.tsx'
import { MoreActions } from './MoreActions.tsx'
import { useNarrow } from './useNarrow.ts'

/** What stands in words at a screen's head: the next step, and one other. What destroys is never one of them. */
export const inWords = (actions: readonly Action[]): readonly Action[] => {
  const primary = actions.find((a) => a.primary)
  // A key works only on what is there. What has one is the right-most, also where it is not the next step: when 保存 has been
  // pressed, no other button comes under the finger.
  const keyed = actions.filter((a) => a.shortcut)
  const other = actions.filter((a) => a !== primary && !a.danger && !a.shortcut)
  // A menu of one is no menu.
  const few = actions.length <= (primary ? 2 : 1) && actions.every((a) => !a.danger)
  if (few) return [...actions.filter((a) => !a.shortcut), ...keyed]
  const alone = keyed.every((a) => a === primary)
  return [...(alone ? other.slice(-1) : []), ...(primary && !primary.shortcut ? [primary] : []), ...keyed]
}

/** On a phone's two lines: what a press leads away from stands behind 更多; what is pressed again stays under the finger. */
export const inFewWords = (actions: readonly Action[]): readonly Action[] => {
  const shown = inWords(actions)
  if (shown.length === actions.length) return shown
  const kept = shown.filter((a) => a.primary || (a.shortcut && !a.to))
  return kept.length > 0 ? kept : shown.slice(-1)
}

/** The actions of a screen: one primary, one other in words, the rest behind 更多. */
export const HeadActions = (props: { actions: readonly Action[] }) => {
  const actions = props.actions.filter(isOpen)
  const shown = useNarrow() ? inFewWords(actions) : inWords(actions)
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
