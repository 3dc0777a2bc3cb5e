import { signInTroubles } from '#shared/identity/accounts/support.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { supportPath } from '../identity.paths.ts'
import { typeLabel } from '../typeLabel.public.tsx'

/** So many stand on the home. */
const most = 6

/** Accounts that are locked at this moment; nothing where none is. */
export const LockedAccounts = () => {
  const { data = [] } = useAsk(signInTroubles, {}, { quiet: true, freshMs: 30_000, everyMs: 60_000 })
  if (data.length === 0) return null
  return (
    <Section title={`登录受阻 ${data.length}`}>
      <WorkList
        label="登录受阻"
        items={data.slice(0, most).map((t) => ({
          key: t.accountName,
          mark: <StateMark meaning="waits" />,
          name: `${t.place}：${t.userName}`,
          text: `${typeLabel(t.userType)} · 账号${t.accountName} · 输错密码被锁，还要等${t.lockedMinutes}分钟`,
          action: { name: '去解锁', to: supportPath(t.accountName) },
        }))}
      />
    </Section>
  )
}
