import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { settingsBack } from '#shared/identity/signIn/guard.rules.ts'
import type { SettingsTab } from '#shared/identity/signIn/guard.rules.ts'
import { brand } from '#web/kit/brand.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { settingsPath } from '../identity.paths.ts'
import { Panel } from '../parts/Panel.tsx'
import { tabNames, useSettingsTabs } from './settingsTabs.ts'

/** Account settings: what this user has of them in a menu at the side, the chosen one, the way back. */
export const SettingsFrame = ({ tab, children }: { tab: SettingsTab; children: ReactNode }) => {
  const { user, start } = useSession()
  const tabs = useSettingsTabs()
  if (!user) return null
  const back = settingsBack(user.userType, brand.settingsBack)
  // Whether VIP is on is known when the start-up has answered.
  if (!tabs.includes(tab) && (start || tab !== 'vip')) return <Navigate to={settingsPath('modify-password')} replace />
  return (
    <Page
      title={tabNames[tab]}
      crumbs={[{ name: '账号设置' }]}
      width="narrow"
      siblings={{
        label: '账号设置',
        here: tab,
        rail: true,
        items: tabs.map((t) => ({ key: t, name: tabNames[t], to: settingsPath(t) })),
      }}
      actions={user.pending ? [] : [{ name: '返回', to: back }]}
    >
      {user.pending === 'password' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>这是初始密码或管理员重置的密码，请先修改，再继续使用。</MessageBarBody>
        </MessageBar>
      )}
      <Panel label={tabNames[tab]}>{tabs.includes(tab) ? children : <Bars rows={4} />}</Panel>
    </Page>
  )
}
