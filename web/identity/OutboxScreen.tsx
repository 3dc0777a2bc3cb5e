import { makeStyles, tokens } from '@fluentui/react-components'
import { demoOutbox } from '#shared/identity/signIn/session.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { identityPaths } from './identity.paths.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  faint: { color: tokens.colorNeutralForeground3 },
  text: { margin: 0, overflowWrap: 'anywhere' },
})

const toSignIn = { name: '返回登录', run: () => location.assign(identityPaths.signIn) }

/** The demo's messages: what a phone or a mailbox would have received. */
export const OutboxScreen = () => {
  const styles = useStyles()
  return (
    <DetailScreen
      title="演示发件箱"
      width="narrow"
      call={demoOutbox}
      input={{}}
      everyMs={3_000}
      actions={() => [toSignIn]}
      refused={() => ({ title: '这里不是演示环境', text: '验证码已发到您的手机或邮箱。', action: toSignIn })}
      empty={(messages) =>
        messages.length === 0
          ? { title: '还没有消息', text: '在重设密码、绑定手机或安全验证时获取验证码，就会出现在这里。' }
          : null
      }
    >
      {(messages) => (
        <>
          <p className={styles.text}>演示环境不发短信和邮件，验证码在这里查看。每三秒更新。</p>
          <ul className={styles.list} aria-live="polite">
            {messages.map((m) => (
              <li key={`${m.at}.${m.to}`} className={styles.item}>
                <span className={styles.head}>
                  <StateMark text={m.channel === 'sms' ? '短信' : '邮件'} meaning="none" />
                  <b>{m.to}</b>
                  <span className={styles.faint}>{showTime(m.at)}</span>
                </span>
                <p className={styles.text}>{m.text}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailScreen>
  )
}
