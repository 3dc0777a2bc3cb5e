import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation'
import { useLocation, useNavigate } from 'react-router'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { bigScreen, bigScreenPath, menuHref } from './menu.ts'
import { menuIcons, otherIcon } from './menuIcons.tsx'

type Props = {
  menu: readonly ScreenRoute[]
  /** Ways out to other sites. */
  jumps: readonly { name: string; to: string }[]
  className: string
}

/** The main menu where there is no room for its row. */
export const MainMenu = ({ menu, jumps, className }: Props) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const go = (segment: string): void => {
    if (segment === bigScreen) window.open(bigScreenPath, '_blank', 'noopener')
    else void navigate(menuHref(pathname, segment))
  }
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
              onClick={() => go(r.menu?.segment ?? '')}
            >
              {r.menu?.text ?? r.name}
            </MenuItem>
          ))}
          {jumps.length > 0 && <MenuDivider />}
          {jumps.map((j) => (
            <MenuItemLink key={j.name} href={j.to}>
              {j.name}
            </MenuItemLink>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
