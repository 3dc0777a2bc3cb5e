import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { pretendNoMore } from './pretend.ts'
import { supportPath } from '../identity.paths.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXL}`,
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
})

/** In whose place an operator is, and the way back. */
export const Pretending = ({ user }: { user: SessionUser }) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const end = async (): Promise<void> => {
    setBusy(true)
    try {
      if (await pretendNoMore()) await navigate(supportPath(user.accountName))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.bar} role="status">
      <span>
        {user.pretendedBy?.userName}正在以{user.userName}的身份查看，所有操作都会记录。
      </span>
      <Button size="small" disabled={busy} onClick={() => void end()}>
        结束代为登录
      </Button>
    </div>
  )
}
