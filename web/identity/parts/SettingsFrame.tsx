import { MessageBar, MessageBarBody, Tab, TabList } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { settingsBack } from '#shared/identity/guard.rules.ts'
import type { SettingsTab } from '#shared/identity/guard.rules.ts'
import { brand } from '#web/kit/brand.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { settingsPath } from '../identity.paths.ts'
import { Panel, useTabsStyle } from './Panel.tsx'
import { tabNames, useSettingsTabs } from '../settingsTabs.ts'

/** A tab was chosen: the screen is another one, and the focus stays on its tab. */
const byTab = 'byTab'
const focusOnce = (tab: HTMLElement | null): void => tab?.focus()
/** Where there is no room for all of them the chosen one is in sight. */
const inSight = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Account settings: the tabs that this user has, the chosen one, the way back. */
export const SettingsFrame = ({ tab, children }: { tab: SettingsTab; children: ReactNode }) => {
  const tabsStyle = useTabsStyle()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  const { user, start } = useSession()
  const tabs = useSettingsTabs()
  if (!user) return null
  const back = settingsBack(user.userType, brand.settingsBack)
  // Whether VIP is on is known when the start-up has answered.
  if (!tabs.includes(tab) && (start || tab !== 'vip')) return <Navigate to={settingsPath('modify-password')} replace />
  return (
    <Page title="账号设置" width="narrow" actions={user.pending ? [] : [{ name: '返回', to: back }]}>
      {user.pending === 'password' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>这是初始密码或管理员重置的密码，请先修改，再继续使用。</MessageBarBody>
        </MessageBar>
      )}
      <TabList
        className={tabsStyle}
        selectedValue={tab}
        onTabSelect={(_, d) => void navigate(settingsPath(d.value as SettingsTab), { state: byTab })}
      >
        {tabs.map((t) => (
          <Tab key={t} value={t} ref={t === tab ? (state === byTab ? focusOnce : inSight) : undefined}>
            {tabNames[t]}
          </Tab>
        ))}
      </TabList>
      <Panel label={tabNames[tab]}>{tabs.includes(tab) ? children : <Bars rows={4} />}</Panel>
    </Page>
  )
}
