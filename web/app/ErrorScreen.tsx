import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { centre } from './landing.ts'

const screen = (title: string, text: string) => () => (
  <Page title={title}>
    <EmptyState empty={{ title: text, action: { name: '返回首页', to: centre } }} />
  </Page>
)

export const errorScreens = {
  401: screen('没有权限', '当前身份不能查看这个页面。可以切换身份，或返回首页。'),
  404: screen('页面不存在', '这个地址没有内容，可能已被移动或删除。'),
  'auth-failed': screen('认证失败', '单点登录没有成功，请从原平台重新进入。'),
}
