import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import type { Action } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'
import { useAction } from './useAction.ts'

const ActionItem = ({ action }: { action: Action }) => {
  const { run } = useAction(action)
  return (
    <MenuItem
      disabled={Boolean(action.barred)}
      subText={action.barred || undefined}
      onClick={run}
      style={action.danger && !action.barred ? { color: 'var(--colorPaletteRedForeground1)' } : undefined}
    >
      {action.name}
    </MenuItem>
  )
}

/** Actions behind one button: under its name, or behind 更多. What is barred says why. */
export const MoreActions = ({ actions, size, name }: { actions: readonly Action[]; size?: 'small'; name?: string }) => (
  <Menu>
    <MenuTrigger disableButtonEnhancement>
      {name ? (
        <Button size={size}>{name}</Button>
      ) : (
        <Button size={size} appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="更多操作" />
      )}
    </MenuTrigger>
    <MenuPopover>
      <MenuList>
        {actions.map((a) => (
          <ActionItem key={a.name} action={a} />
        ))}
      </MenuList>
    </MenuPopover>
  </Menu>
)

/** The actions of a row: two in sight, the rest behind 更多, and whatever destroys always there. */
export const RowActions = ({ actions }: { actions: readonly Action[] }) => {
  const safe = actions.filter((a) => !a.danger)
  const inSight = safe.length <= 2 && safe.length === actions.length ? safe : safe.slice(0, 1)
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
