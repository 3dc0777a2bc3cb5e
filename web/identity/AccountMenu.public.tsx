import {
  Avatar,
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
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
import { useState } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import { toast } from '#web/kit/notices.ts'
import { signOutNow, switchTo } from './identity.session.ts'

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
  surface: { height: '600px', maxHeight: 'calc(100dvh - 100px)', marginTop: '50px', maxWidth: '520px' },
  body: { height: '100%' },
  list: { display: 'grid', alignContent: 'start', gap: tokens.spacingVerticalS },
  identity: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    textAlign: 'left',
    font: 'inherit',
    color: 'inherit',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  now: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
})

export const typeLabel = (userType: number): string =>
  (userTypeLabels as Readonly<Record<number, string>>)[userType] ?? `类型${userType}`

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
      {switching && <IdentityDialog user={user} close={() => setSwitching(false)} onSwitched={onSwitched} />}
    </>
  )
}

const IdentityDialog = ({
  user,
  close,
  onSwitched,
}: {
  user: SessionUser
  close: () => void
  onSwitched: () => void
}) => {
  const styles = useStyles()
  const [busy, setBusy] = useState(false)
  const choose = async (userId: string): Promise<void> => {
    if (userId === user.userId) return close()
    setBusy(true)
    try {
      await switchTo(userId)
      close()
      onSwitched()
    } catch (error) {
      console.warn(error)
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle>切换身份</DialogTitle>
          <DialogContent className={styles.list}>
            {user.userList.map((u) => (
              <button
                key={u.userId}
                type="button"
                disabled={busy}
                aria-current={u.userId === user.userId}
                className={mergeClasses(styles.identity, u.userId === user.userId && styles.now)}
                onClick={() => void choose(u.userId)}
              >
                <Avatar name={u.userName} color="colorful" aria-hidden />
                <span>
                  {u.nickname ?? u.userName} · {typeLabel(u.userType)}
                  <span className={styles.faint}>{u.schoolName ?? u.areaName ?? '平台'}</span>
                </span>
              </button>
            ))}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
