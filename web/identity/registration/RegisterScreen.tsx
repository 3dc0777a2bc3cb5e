import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '#web/kit/brand.ts'
import { localStore } from '#web/kit/ports.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { homePaths } from '#web/kit/home.paths.ts'
import { identityPaths, settingsPath } from '../identity.paths.ts'
import { signInWith } from '../identity.session.ts'
import { Item, Items } from '../parts/Items.tsx'
import { TabPanels } from '../parts/Panel.tsx'
import type { Solve } from '../parts/useSlide.tsx'
import { ByInviteForm, ByPhoneForm } from './RegisterForms.tsx'

const others = [
  { who: '教师', how: '由本校管理员开通。请告诉管理员您的姓名、任教班级和学科，会给您账号和初始密码。' },
  { who: '学生', how: '学校导入名单时一并开通，账号和初始密码由班主任发放。' },
  { who: '学校和区县', how: `致电${brand.phone}，我们核对单位后开通学校和第一位管理员。` },
] as const

const ways = {
  invite: '用学校邀请码',
  phone: '用手机号码',
} as const
type Way = keyof typeof ways

/**
 * Parents open their accounts themselves: with a code of the school, or with a phone. All other accounts come from the
 * roster.
 */
export const RegisterScreen = () => {
  const [query] = useSearchParams()
  const [opened, setOpened] = useState<string | null>(null)
  const way: Way = query.get('way') === 'phone' ? 'phone' : 'invite'
  const done = async (name: string, password: string, solve: Solve): Promise<void> => {
    // The sign-in knows the name.
    localStore.set('accountName', name)
    try {
      await signInWith(name, password, solve)
    } catch {
      // The account is open all the same: its person signs in by hand.
      setOpened(name)
      return
    }
    // Without a child there is nothing to see yet: the form to link one is next.
    location.assign(way === 'phone' ? settingsPath('my-children') : homePaths.centre)
  }
  const toSignIn = (): void => location.assign(identityPaths.signIn)
  return (
    <Page
      title="开通账号"
      width="narrow"
      crumbs={[{ name: brand.name, to: '/' }, { name: '开通账号' }]}
      actions={[{ name: '返回登录', run: toSignIn }]}
    >
      {opened !== null ? (
        <EmptyState
          empty={{
            title: '账号已开通',
            text:
              way === 'phone'
                ? '请用手机号码和刚才的密码登录，接着关联孩子。'
                : `请用账号 ${opened} 和刚才的密码登录，孩子已关联。`,
            action: { name: '去登录', primary: true, run: toSignIn },
          }}
        />
      ) : (
        <>
          <TabPanels field="way" tabs={ways} chosen={way}>
            <p>
              {way === 'invite'
                ? '家长开通账号。邀请码由学校发给家长，孩子的姓名和学号以学校登记的为准。'
                : '家长开通账号。开通后接着关联孩子，关联后就能看到成绩。'}
            </p>
            {way === 'invite' ? <ByInviteForm done={done} /> : <ByPhoneForm done={done} />}
            <p>
              开通即表示同意<a href={identityPaths.agreement}>用户注册协议</a>。
            </p>
          </TabPanels>
          <Items label="其他人的账号">
            {others.map((o) => (
              <Item key={o.who} name={o.who} sub={o.how} />
            ))}
          </Items>
        </>
      )}
    </Page>
  )
}
