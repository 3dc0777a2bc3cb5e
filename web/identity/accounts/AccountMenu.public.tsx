import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemLink,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { ArrowExit20Regular } from '@fluentui/react-icons/svg/arrow-exit'
import { PersonSwap20Regular } from '@fluentui/react-icons/svg/person-swap'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { brand } from '#web/kit/brand.ts'
import { arriving } from '#web/kit/chunks.ts'
import { toast } from '#web/kit/notices.ts'
import { may } from '#web/kit/sessionConfig.ts'
import { useSession } from '#web/kit/viewer.ts'
import { settingsPath } from '../identity.paths.ts'
import { signOutNow } from '../identity.session.ts'
import { tabNames, useSettingsTabs } from './settingsTabs.ts'
import { typeLabel } from '../typeLabel.public.tsx'

const IdentityDialog = lazy(() =>
  arriving(async () => ({ default: (await import('../signIn/IdentityDialog.tsx')).IdentityDialog })),
)

const useStyles = makeStyles({
  name: {
    minWidth: 'auto',
    maxWidth: '12em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingInline: tokens.spacingHorizontalS,
    '@media (max-width: 760px)': { maxWidth: '6em', paddingInline: tokens.spacingHorizontalXS },
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

/** The header's right end: the name (a click copies it, and opens the way out), 切换身份, and the settings, each where its flags allow. */
export const AccountMenu = ({ user, theme, onTheme, onSwitched }: Props) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const [switching, setSwitching] = useState(false)
  const { start } = useSession()
  const tabs = useSettingsTabs()
  const system = start?.systemConfig
  // Whose exams are shown: a parent has an identity for each child.
  const child = user.userType === 5 && user.studentId !== '-1' ? user.nickname : undefined
  const userButton = may('userButton', system)
  // Which of them a limited session offers, the dialogue asks.
  const several = user.userList.length > 1 && !user.pending
  const settings = userButton && may('settingButton', system) && start?.virtualPaperReadUserFlag !== true
  const logOut = may('logOut', system) && user.clientSystemType !== 'alipay'
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(user.userName)
      toast('success', '复制成功')
    } catch (error) {
      console.warn(error)
    }
  }
  const leave = logOut && (
    <MenuItem icon={<SignOut20Regular />} onClick={() => void signOutNow(system)}>
      退出登录
    </MenuItem>
  )
  const named = (
    <Tooltip content={`${typeLabel(user.userType)} · 点击复制姓名`} relationship="description">
      <Button className={mergeClasses(styles.name, styles.wide)} appearance="subtle" onClick={() => void copy()}>
        {user.userName}
      </Button>
    </Tooltip>
  )
  return (
    <>
      {child !== undefined &&
        (several ? (
          <Tooltip content="切换孩子" relationship="description">
            <Button
              className={styles.name}
              size="small"
              aria-label={`孩子：${child}`}
              onClick={() => setSwitching(true)}
            >
              <span className={styles.wide}>孩子：</span>
              {child}
            </Button>
          </Tooltip>
        ) : (
          <span className={styles.name}>
            <span className={styles.wide}>孩子：</span>
            {child}
          </span>
        ))}
      {userButton && (
        <>
          {several || leave ? (
            <Menu>
              <MenuTrigger disableButtonEnhancement>{named}</MenuTrigger>
              {/* Under the own name the way out is looked for, as under the settings. */}
              <MenuPopover>
                <MenuList>
                  {several && (
                    <MenuItem icon={<PersonSwap20Regular />} onClick={() => setSwitching(true)}>
                      切换身份
                    </MenuItem>
                  )}
                  {settings && tabs[0] !== undefined && (
                    <MenuItem icon={<Settings20Regular />} onClick={() => void navigate(settingsPath(tabs[0]!))}>
                      账号设置
                    </MenuItem>
                  )}
                  {leave}
                </MenuList>
              </MenuPopover>
            </Menu>
          ) : (
            named
          )}
          {several && (
            <Tooltip content="切换身份" relationship="label">
              <Button
                className={styles.wide}
                appearance="subtle"
                icon={<PersonSwap20Regular />}
                onClick={() => setSwitching(true)}
              />
            </Tooltip>
          )}
        </>
      )}
      {settings ? (
        <Menu
          checkedValues={{ theme: [theme] }}
          onCheckedValueChange={(_, d) => onTheme(d.checkedItems[0] as 'system')}
        >
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
                {several && (
                  <MenuItem icon={<PersonSwap20Regular />} onClick={() => setSwitching(true)}>
                    切换身份
                  </MenuItem>
                )}
                {tabs.map((tab) => (
                  <MenuItem key={tab} onClick={() => void navigate(settingsPath(tab))}>
                    {tabNames[tab]}
                  </MenuItem>
                ))}
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
              {(brand.campus || leave) && <MenuDivider />}
              {brand.campus && may('campusLink', system) && (
                <MenuItemLink icon={<ArrowExit20Regular />} href={brand.campus}>
                  返回智慧校园平台
                </MenuItemLink>
              )}
              {leave}
            </MenuList>
          </MenuPopover>
        </Menu>
      ) : (
        <>
          {brand.campus && may('campusLink', system) && (
            <Button as="a" href={brand.campus} appearance="subtle" size="small">
              返回智慧校园平台
            </Button>
          )}
          {logOut && (
            <Tooltip content="退出登录" relationship="label">
              <Button appearance="subtle" icon={<SignOut20Regular />} onClick={() => void signOutNow(system)} />
            </Tooltip>
          )}
        </>
      )}
      {switching && (
        <Suspense fallback={null}>
          <IdentityDialog user={user} close={() => setSwitching(false)} onSwitched={onSwitched} />
        </Suspense>
      )}
    </>
  )
}
