import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import type { Action } from '../screens/screen.types.ts'
import { useAction, useForms } from './useAction.ts'
import type { Opens } from './useAction.ts'
import { MenuButton } from './MoreActions.tsx'
import type { MoreProps } from './MoreActions.tsx'

const ActionItem = ({ action, opens }: { action: Action; opens: Opens }) => {
  const { run } = useAction(action, opens)
  return (
    <MenuItem
      disabled={Boolean(action.barred)}
      subText={action.barred || undefined}
      data-to={action.to}
      onClick={run}
      style={action.danger && !action.barred ? { color: 'var(--colorPaletteRedForeground1)' } : undefined}
    >
      {action.name}
    </MenuItem>
  )
}

/** The menu itself; Fluent's weighs 30 KB, and no screen waits for it. */
export const ActionsMenu = ({ actions, ...button }: MoreProps) => {
  // An item goes with the menu; what it opened is followed from here.
  const opens = useForms(actions)
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton {...button} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.map((a) => (
            <ActionItem key={a.name} action={a} opens={opens} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
