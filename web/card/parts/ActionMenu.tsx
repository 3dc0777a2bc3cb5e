import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { useAction } from '#web/kit/parts/useAction.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'

const Item = ({ action }: { action: Action }) => {
  const { run } = useAction(action)
  return (
    <MenuItem disabled={Boolean(action.barred)} subText={action.barred || undefined} onClick={run}>
      {action.name}
    </MenuItem>
  )
}

/** Actions behind one button; what is barred says why. */
export const ActionMenu = ({ name, actions }: { name: string; actions: readonly Action[] }) => (
  <Menu>
    <MenuTrigger disableButtonEnhancement>
      <Button>{name}</Button>
    </MenuTrigger>
    <MenuPopover>
      <MenuList>
        {actions.map((a) => (
          <Item key={a.name} action={a} />
        ))}
      </MenuList>
    </MenuPopover>
  </Menu>
)
