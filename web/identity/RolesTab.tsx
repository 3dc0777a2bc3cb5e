import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { identityList } from '#shared/identity/account.calls.ts'
import { identityLabel, offeredIdentities } from '#shared/identity/label.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { configOf } from '#web/kit/sessionConfig.ts'
import { useSession } from '#web/kit/viewer.ts'
import { switchTo } from './identity.session.ts'
import { SettingsFrame } from './parts/SettingsFrame.tsx'
import { typeLabel } from './typeLabel.public.tsx'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flexGrow: 1, minWidth: '10em' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
  note: { margin: 0, color: tokens.colorNeutralForeground3 },
})

/** 身份管理: the account's identities, each to go on with. */
export const RolesTab = () => {
  const styles = useStyles()
  const navigate = useNavigate()
  const { user, start } = useSession()
  const asked = useAsk(identityList, {})
  const [busy, setBusy] = useState(false)
  const go = async (userId: string): Promise<void> => {
    setBusy(true)
    try {
      await switchTo(userId)
      await navigate('/v2?switched=1')
    } catch (error) {
      console.warn(error)
      setBusy(false)
    }
  }
  return (
    <SettingsFrame tab="role-manage">
      {asked.error && !asked.data && <ErrorState error={asked.error} again={() => void asked.refetch()} />}
      {!asked.data && !asked.error && <Bars rows={3} />}
      {asked.data && (
        <ul className={styles.list}>
          {offeredIdentities(asked.data, configOf(start?.systemConfig)).map((u) => (
            <li key={u.userId} className={styles.item}>
              <span className={styles.words}>
                {identityLabel(u, typeLabel(u.userType))}
                <span className={styles.faint}>{u.schoolName ?? u.areaName ?? '平台'}</span>
              </span>
              {u.userId === user?.userId ? (
                <Badge appearance="tint" color="brand">
                  当前身份
                </Badge>
              ) : (
                <Button size="small" disabledFocusable={busy} onClick={() => void go(u.userId)}>
                  切换
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>身份由学校或区县开通。缺少身份或信息有误，请联系所在单位的管理员。</p>
    </SettingsFrame>
  )
}
