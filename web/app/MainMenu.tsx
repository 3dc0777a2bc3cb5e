import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation'
import { useNavigate } from 'react-router'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { menuIcons, otherIcon } from './menuIcons.tsx'

/** The main menu where there is no room for its row. */
export const MainMenu = ({ menu, className }: { menu: readonly ScreenRoute[]; className: string }) => {
  const navigate = useNavigate()
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button className={className} appearance="subtle" icon={<Navigation20Regular />} aria-label="菜单" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {menu.map((r) => (
            <MenuItem
              key={r.path}
              icon={r.menu?.icon ? menuIcons[r.menu.icon] : otherIcon}
              onClick={() => void navigate(r.path)}
            >
              {r.menu?.text ?? r.name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
