import type { Action } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'
import { MoreActions } from './MoreActions.tsx'

/** The actions of a row: one in words, the rest behind 更多, and what destroys always there. */
export const RowActions = ({ actions }: { actions: readonly Action[] }) => {
  const inSight = actions.filter((a) => !a.danger).slice(0, 1)
  const rest = actions.filter((a) => !inSight.includes(a))
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }} onClick={(e) => e.stopPropagation()}>
      {inSight.map((a) => (
        <ActionButton key={a.name} action={a} size="small" appearance="subtle" />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} size="small" />}
    </span>
  )
}
