import { vipInfo } from '#shared/identity/accounts/account.calls.ts'
import { vipActive } from '#shared/identity/signIn/guard.rules.ts'
import { showDate } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Facts } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

/** 会员中心: whether the membership is in force, and until when. */
export const VipTab = () => {
  const asked = useAsk(vipInfo, {})
  const vip = asked.data
  if (!vip)
    return (
      <SettingsFrame tab="vip">
        <Waiting asked={asked} rows={3} />
      </SettingsFrame>
    )
  const active = vipActive(vip, serverNow())
  const over = !active && vip.membershipStatus === 1
  return (
    <SettingsFrame tab="vip">
      <div>
        <StateMark
          text={active ? '会员有效' : over ? '会员已到期' : '未开通会员'}
          meaning={active ? 'done' : over ? 'out' : 'none'}
        />
      </div>
      {vip.membershipStatus === 1 && (
        <Facts
          facts={[
            { name: '开始日期', value: vip.vipStartTime ? showDate(vip.vipStartTime) : '—' },
            { name: '到期日期', value: vip.vipEndTime ? showDate(vip.vipEndTime) : '—' },
          ]}
        />
      )}
      <p style={{ margin: 0 }}>
        会员由学校统一开通。没有会员也可以查看自己的成绩、原卷和每题得分。开通和续期请联系学校，或致电{brand.phone}。
      </p>
    </SettingsFrame>
  )
}
