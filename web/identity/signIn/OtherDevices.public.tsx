import { Button, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components'
import { PhoneLaptop20Regular } from '@fluentui/react-icons/svg/phone-laptop'
import { useState } from 'react'
import { Link } from 'react-router'
import { sessionList } from '#shared/identity/signIn/session.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { localStore } from '#web/kit/ports.ts'
import { newDevices } from './newDevices.ts'
import { settingsPath } from '../identity.paths.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '320px', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  chip: { minWidth: 'auto', whiteSpace: 'nowrap', color: tokens.colorStatusWarningForeground3 },
  text: { '@media (max-width: 760px)': { display: 'none' } },
  acts: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'center' },
})

/** A chip in the header where the account is signed in on a device that this computer has not been told of. */
export const OtherDevices = ({ userId }: { userId: string }) => {
  const styles = useStyles()
  const key = `devices:${userId}`
  const { data = [] } = useAsk(sessionList, {}, { quiet: true, freshMs: 60_000 })
  const [told, setTold] = useState(() => localStore.get(key))
  const { unseen, seen } = newDevices(data, told)
  if (unseen.length === 0) return null
  const know = (): void => {
    localStore.set(key, seen)
    setTold(seen)
  }
  return (
    <Popover positioning="below-end" trapFocus onOpenChange={(_, { open }) => !open && know()}>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.chip}
          appearance="subtle"
          size="small"
          icon={<PhoneLaptop20Regular />}
          aria-label="其他设备已登录"
        >
          <span className={styles.text}>其他设备已登录</span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface}>
        <span>此账号也在{unseen.map((s) => s.device).join('、')}登录。若不是您本人，请尽快修改密码。</span>
        <span className={styles.acts}>
          <Link to={settingsPath('binding')}>查看登录设备</Link>
          <Button size="small" onClick={know}>
            知道了
          </Button>
        </span>
      </PopoverSurface>
    </Popover>
  )
}
