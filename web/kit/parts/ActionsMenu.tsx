import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import type { Action } from '../screens/screen.types.ts'
import { useAction } from './useAction.ts'
import { MenuButton } from './MoreActions.tsx'
import type { MoreProps } from './MoreActions.tsx'

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

/** The menu itself; Fluent's weighs 30 KB, and no screen waits for it. */
export const ActionsMenu = ({ actions, ...button }: MoreProps) => (
  <Menu>
    <MenuTrigger disableButtonEnhancement>
      <MenuButton {...button} />
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
