import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { showTime } from '#shared/kit/time.ts'
import { clientIp, timestamp } from '#shared/platform/platform.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { cookie, now } from '#web/kit/ports.ts'
import { clockWords, networkWords } from './checks.ts'
import type { Finding } from './checks.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '6em minmax(0, 1fr) auto',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
})

const stores = (): Finding => {
  try {
    localStorage.setItem('check', '1')
    localStorage.removeItem('check')
    return { name: '本机存储', state: 'good', text: '可以保存登录状态和未上传的给分。' }
  } catch {
    return { name: '本机存储', state: 'bad', text: '浏览器禁止保存数据。可以使用，但关闭页面后需要重新登录。' }
  }
}
const cookies = (): Finding => {
  cookie.set('check', '1')
  const works = cookie.get('check') === '1'
  cookie.remove('check')
  return works
    ? { name: 'Cookie', state: 'good', text: '可以在多个标签页间共享登录。' }
    : { name: 'Cookie', state: 'bad', text: '浏览器禁止 Cookie。每个标签页需要分别登录。' }
}
const sealing = (): Finding =>
  isSecureContext
    ? { name: '加密', state: 'good', text: '密码会在本机加密后再发送。' }
    : { name: '加密', state: 'bad', text: '地址不是 https，无法加密登录。请使用 https 开头的地址。' }

/** The network and the clock, as one question to the server tells them. */
const asked = async (): Promise<Finding[]> => {
  const began = now()
  try {
    const [server, { ip }] = await Promise.all([
      ask(timestamp, {}, { quiet: true }),
      ask(clientIp, {}, { quiet: true }),
    ])
    const took = now() - began
    return [networkWords(took, ip), clockWords(server - (began + took / 2), showTime(server))]
  } catch {
    return [networkWords(null, '')]
  }
}

const words = { good: '正常', fair: '注意', bad: '需要处理' } as const
const meanings = { good: 'done', fair: 'waits', bad: 'failed' } as const

/** /tool: what to read to customer service before the exam. */
export const ToolScreen = () => {
  const styles = useStyles()
  const [network, setNetwork] = useState<Finding[]>()
  const check = (): void => {
    setNetwork(undefined)
    void asked().then(setNetwork)
  }
  useEffect(check, [])
  const findings = [...(network ?? []), stores(), cookies(), sealing()]
  return (
    <Page
      title="环境检测"
      width="narrow"
      crumbs={[{ name: brand.name, to: '/' }, { name: '环境检测' }]}
      actions={[{ name: '重新检测', run: check, primary: true }]}
    >
      <p>考试前用一分钟检查这台电脑。遇到问题时，把下面的结果告诉客服（{brand.phone}）。</p>
      <ul className={styles.list} aria-live="polite" aria-busy={network === undefined}>
        {findings.map((f) => (
          <li key={f.name} className={styles.item}>
            <span className={styles.name}>{f.name}</span>
            <span>{f.text}</span>
            <StateMark text={words[f.state]} meaning={meanings[f.state]} />
          </li>
        ))}
      </ul>
    </Page>
  )
}
