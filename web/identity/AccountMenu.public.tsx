import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { PersonSwap20Regular } from '@fluentui/react-icons/svg/person-swap'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out'
import { Suspense, lazy, useState } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { toast } from '#web/kit/notices.ts'
import { signOutNow } from './identity.session.ts'
import { typeLabel } from './typeLabel.public.tsx'

const IdentityDialog = lazy(async () => ({ default: (await import('./IdentityDialog.tsx')).IdentityDialog }))

const useStyles = makeStyles({
  name: {
    minWidth: 'auto',
    maxWidth: '12em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingInline: tokens.spacingHorizontalS,
  },
  wide: { '@media (max-width: 760px)': { display: 'none' } },
})

type Props = {
  user: SessionUser
  theme: string
  onTheme: (choice: 'system' | 'light' | 'dark') => void
  /** After a switch: to the landing page of who one is now. */
  onSwitched: () => void
}

/** The header's right end: the name (a click copies it), 切换身份, and the settings. */
export const AccountMenu = ({ user, theme, onTheme, onSwitched }: Props) => {
  const styles = useStyles()
  const [switching, setSwitching] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(user.userName)
      toast('success', '复制成功')
    } catch (error) {
      console.warn(error)
    }
  }
  return (
    <>
      <Tooltip content={`${typeLabel(user.userType)} · 点击复制姓名`} relationship="description">
        <Button className={mergeClasses(styles.name, styles.wide)} appearance="subtle" onClick={() => void copy()}>
          {user.userName}
        </Button>
      </Tooltip>
      {user.userList.length > 1 && (
        <Tooltip content="切换身份" relationship="label">
          <Button
            className={styles.wide}
            appearance="subtle"
            icon={<PersonSwap20Regular />}
            onClick={() => setSwitching(true)}
          />
        </Tooltip>
      )}
      <Menu checkedValues={{ theme: [theme] }} onCheckedValueChange={(_, d) => onTheme(d.checkedItems[0] as 'system')}>
        <MenuTrigger disableButtonEnhancement>
          <Tooltip content="设置" relationship="label">
            <Button appearance="subtle" icon={<Settings20Regular />} />
          </Tooltip>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuGroup>
              <MenuGroupHeader>
                {user.userName} · {typeLabel(user.userType)}
              </MenuGroupHeader>
              {user.userList.length > 1 && (
                <MenuItem icon={<PersonSwap20Regular />} onClick={() => setSwitching(true)}>
                  切换身份
                </MenuItem>
              )}
            </MenuGroup>
            <MenuDivider />
            <MenuGroup>
              <MenuGroupHeader>外观</MenuGroupHeader>
              <MenuItemRadio name="theme" value="system">
                跟随系统
              </MenuItemRadio>
              <MenuItemRadio name="theme" value="light">
                浅色
              </MenuItemRadio>
              <MenuItemRadio name="theme" value="dark">
                深色
              </MenuItemRadio>
            </MenuGroup>
            <MenuDivider />
            <MenuItem icon={<SignOut20Regular />} onClick={() => void signOutNow()}>
              退出登录
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {switching && (
        <Suspense fallback={null}>
          <IdentityDialog user={user} close={() => setSwitching(false)} onSwitched={onSwitched} />
        </Suspense>
      )}
    </>
  )
}
