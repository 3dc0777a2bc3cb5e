import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { identityList } from '#shared/identity/accounts/account.calls.ts'
import { identityLabel, offeredIdentities } from '#shared/identity/label.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { configOf } from '#web/kit/sessionConfig.ts'
import { useSession } from '#web/kit/viewer.ts'
import { switchTo } from '../identity.session.ts'
import { Item, Items } from '../parts/Items.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { typeLabel } from '../typeLabel.public.tsx'

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground3 },
})

/** 身份管理: the account's identities, each to go on with. */
export const RolesTab = () => {
  const styles = useStyles()
  const navigate = useNavigate()
  const { user, start } = useSession()
  const identities = useAsk(identityList, {})
  const [busy, setBusy] = useState(false)
  const go = async (userId: string): Promise<void> => {
    setBusy(true)
    try {
      await switchTo(userId)
      await navigate(homePaths.switched)
    } catch (error) {
      console.warn(error)
      setBusy(false)
    }
  }
  return (
    <SettingsFrame tab="role-manage">
      {identities.error && !identities.data && (
        <ErrorState error={identities.error} again={() => void identities.refetch()} />
      )}
      {!identities.data && !identities.error && <Bars rows={3} />}
      {identities.data && (
        <Items>
          {offeredIdentities(identities.data, configOf(start?.systemConfig)).map((u) => (
            <Item
              key={u.userId}
              name={identityLabel(u, typeLabel(u.userType))}
              sub={u.schoolName ?? u.areaName ?? '平台'}
            >
              {u.userId === user?.userId ? (
                <Badge appearance="tint" color="brand">
                  当前身份
                </Badge>
              ) : (
                <Button size="small" disabledFocusable={busy} onClick={() => void go(u.userId)}>
                  切换
                </Button>
              )}
            </Item>
          ))}
        </Items>
      )}
      <p className={styles.note}>身份由学校或区县开通。缺少身份或信息有误，请联系所在单位的管理员。</p>
    </SettingsFrame>
  )
}
