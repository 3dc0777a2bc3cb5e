import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Link, useSearchParams } from 'react-router'
import { supporters } from '#shared/identity/accounts/account.people.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { useSession } from '#web/kit/viewer.ts'
import { Devices } from './Devices.tsx'
import { EmailForm, PhoneForm } from './BindForms.tsx'
import { SecuritySwitch } from './SecuritySwitch.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { identityPaths } from '../identity.paths.ts'
import { partnerPaths } from '../partners/partner.paths.ts'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '6em minmax(0, 1fr) auto',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    minHeight: '32px',
  },
  name: { color: tokens.colorNeutralForeground3 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})

type Step = 'info' | 'phone' | 'email'

/** Step 1: what is bound. */
const Info = ({ user, go }: { user: SessionUser; go: (step: Step) => void }) => {
  const styles = useStyles()
  const row = (name: string, value: string, action?: { name: string; step: Step }) => (
    <div className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span>{value}</span>
      {action && (
        <Button size="small" onClick={() => go(action.step)}>
          {action.name}
        </Button>
      )}
    </div>
  )
  const phone = user.phoneBindStatus === 2
  return (
    <>
      {row('账号', user.accountName)}
      {row('手机', phone ? user.accountPhone : '未绑定', { name: phone ? '更换手机' : '绑定手机', step: 'phone' })}
      {row('邮箱', user.accountEmail || '未绑定', {
        name: user.accountEmail ? '更换邮箱' : '绑定邮箱',
        step: 'email',
      })}
      <div className={styles.row}>
        <span className={styles.name}>关联平台</span>
        <span>从学校或区域的平台直接进入</span>
        <Link to={partnerPaths.links}>管理</Link>
      </div>
      {[-1, ...supporters].includes(user.userType) && (
        <div className={styles.row}>
          <span className={styles.name}>登录求助</span>
          <span>帮助本单位的人解除登录锁定</span>
          <Link to={identityPaths.support}>打开</Link>
        </div>
      )}
      <SecuritySwitch user={user} />
      <h2 className={styles.heading}>登录设备</h2>
      <Devices />
    </>
  )
}

/** 账号管理: phone, e-mail, the security check, the devices. The step stands in the address. */
export const BindingTab = () => {
  const styles = useStyles()
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('step')
  const step: Step = wanted === 'phone' || wanted === 'email' ? wanted : 'info'
  const go = (next: Step): void => setQuery(next === 'info' ? {} : { step: next })
  const back = (): void => go('info')
  if (!user) return null
  return (
    <SettingsFrame tab="binding">
      {step === 'info' && <Info user={user} go={go} />}
      {step === 'phone' && (
        <>
          <h2 className={styles.heading}>{user.phoneBindStatus === 2 ? '更换手机' : '绑定手机'}</h2>
          <PhoneForm user={user} done={back} />
        </>
      )}
      {step === 'email' && (
        <>
          <h2 className={styles.heading}>{user.accountEmail ? '更换邮箱' : '绑定邮箱'}</h2>
          <EmailForm done={back} />
        </>
      )}
    </SettingsFrame>
  )
}
