import { Link } from '@fluentui/react-components'
import { useNavigate } from 'react-router'
import { centre } from '#shared/identity/signIn/guard.rules.ts'
import { brand } from '#web/kit/brand.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { isSignedIn } from '#web/kit/session.ts'
import { signInPath } from './boot.ts'

type Words = {
  title: string
  text: string
  hint: string
  /** For visitors who are not signed in. */
  out?: string
}

const screen =
  ({ title, text, hint, out }: Words) =>
  () => {
    const navigate = useNavigate()
    const home = isSignedIn()
    return (
      <NoticeScreen
        title={title}
        empty={{
          title: text,
          text: home ? hint : (out ?? hint),
          action: home
            ? { name: '返回首页', to: centre }
            : { name: '去登录', run: () => location.assign(signInPath(brand, centre)) },
        }}
      >
        {home && (
          <p style={{ textAlign: 'center', margin: 0 }}>
            <Link as="button" onClick={() => void navigate(-1)}>
              返回上一页
            </Link>
          </p>
        )}
      </NoticeScreen>
    )
  }

export const errorScreens = {
  401: screen({
    title: '没有权限',
    text: '当前身份不能查看这个页面',
    hint: '可以在右上角切换身份；若确实需要，请联系学校管理员开通。',
    out: '登录后再打开；若仍看不到，请联系学校管理员开通。',
  }),
  404: screen({ title: '页面不存在', text: '这个地址没有内容', hint: '链接可能不完整，或页面已被移动、删除。' }),
  'auth-failed': screen({
    title: '认证失败',
    text: '单点登录没有成功',
    hint: '请从原平台重新进入；若多次失败，请联系原平台或我们的客服。',
  }),
}
