import { Button, Menu, MenuItemLink, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Siblings } from '../screens/screen.types.ts'

/** Many siblings where there is no room for a rail. */
export const SiblingMenu = ({ siblings, className }: { siblings: Siblings; className: string }) => {
  const navigate = useNavigate()
  const here = siblings.items.find((s) => s.key === siblings.here)
  const go = (e: MouseEvent, to: string): void => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return
    e.preventDefault()
    void navigate(to)
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button className={className} size="small" icon={<ChevronDown16Regular />} iconPosition="after">
          {siblings.label}：{here?.name}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {siblings.items.map((s) => (
            <MenuItemLink key={s.key} href={s.to} onClick={(e) => go(e, s.to)}>
              {s.name}
            </MenuItemLink>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
