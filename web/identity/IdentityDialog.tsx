import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { switchTo } from './identity.session.ts'
import { typeLabel } from './typeLabel.public.tsx'

const useStyles = makeStyles({
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

/** 切换身份 (spec 1 §2): the account's identities; the present one only closes. */
export const IdentityDialog = ({
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
