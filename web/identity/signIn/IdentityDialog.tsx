import {
  Badge,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Button,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { identityList } from '#shared/identity/accounts/account.calls.ts'
import { identityLabel, offeredIdentities } from '#shared/identity/label.rules.ts'
import { dictionaries } from '#shared/identity/signIn/session.calls.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'
import { configOf } from '#web/kit/sessionConfig.ts'
import { useSession } from '#web/kit/viewer.ts'
import { settingsPath } from '../identity.paths.ts'
import { switchTo } from '../identity.session.ts'
import { typeLabel } from '../typeLabel.public.tsx'

const useStyles = makeStyles({
  surface: {
    height: '600px',
    maxHeight: 'calc(100dvh - 66px)',
    marginTop: '50px',
    maxWidth: '520px',
    boxSizing: 'border-box',
  },
  body: { height: '100%', gridTemplateRows: 'auto 1fr auto' },
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
  words: { flexGrow: 1, minWidth: 0 },
  now: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
})

type Props = { user: SessionUser; close: () => void; onSwitched: () => void }

/** 切换身份 (spec 1 §2): the account's identities; the present one only closes. */
export const IdentityDialog = ({ user, close, onSwitched }: Props) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  useFocusBack()
  const { start } = useSession()
  const words = useAsk(
    dictionaries,
    { enName: 'userType,employeeAuthStatus' },
    { quiet: true, freshMs: 3_600_000 },
  ).data
  const config = configOf(start?.systemConfig)
  // Homework mode and a custom module offer only teachers of the homework platform: their list says who is one.
  const limited = Boolean(config.homeworkMode || config.customModule)
  const identities = useAsk(identityList, limited ? {} : undefined)
  const list = offeredIdentities(limited ? (identities.data ?? []) : user.userList, config)
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
            {limited && !identities.data && <Bars rows={3} />}
            {list.length === 0 && (!limited || identities.data) && (
              <EmptyState
                empty={{ title: '没有可以切换的身份', text: '当前模式只提供教师身份。需要其他身份请从正常入口登录。' }}
              />
            )}
            {list.map((u) => (
              <button
                key={u.userId}
                type="button"
                disabled={busy}
                aria-current={u.userId === user.userId}
                className={mergeClasses(styles.identity, u.userId === user.userId && styles.now)}
                onClick={() => void choose(u.userId)}
              >
                <span className={styles.words}>
                  {identityLabel(u, typeLabel(u.userType, words?.['userType']))}
                  <span className={styles.faint}>{u.schoolName ?? u.areaName ?? '平台'}</span>
                </span>
                {u.userType === 1 && (
                  <Badge appearance="tint" color="informative">
                    {words?.['employeeAuthStatus']?.[u.employeeAuthStatus ?? 0] ??
                      (u.employeeAuthStatus === 1 ? '已认证' : '未认证')}
                  </Badge>
                )}
                {u.userId === user.userId && (
                  <Badge appearance="tint" color="brand">
                    当前
                  </Badge>
                )}
              </button>
            ))}
          </DialogContent>
          <DialogActions>
            {user.userType !== 4 && (
              <Button
                appearance="subtle"
                onClick={() => {
                  close()
                  void navigate(settingsPath('role-manage'))
                }}
              >
                身份管理
              </Button>
            )}
            <Button onClick={close}>关闭</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
