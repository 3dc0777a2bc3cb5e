import { useState } from 'react'
import * as z from 'zod'
import { Confirmation, NewPassword, Phone, PhoneCode, confirmed } from '#shared/identity/accounts/account.rules.ts'
import { resetPassword, resetSend } from '#shared/identity/signIn/signIn.calls.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { Panel } from '../parts/Panel.tsx'
import { identityPaths } from '../identity.paths.ts'
import { codeField } from '../parts/CodeInput.tsx'
import { useSlide } from '../parts/useSlide.tsx'

const schema = z
  .object({
    phone: Phone,
    check: PhoneCode,
    newPassword: NewPassword,
    newPasswordConfirm: Confirmation,
  })
  .check(confirmed)

type Words = { lead: string; back: { name: string; to: string } }

const screen =
  ({ lead, back }: Words) =>
  () => {
    const { solve, slide } = useSlide()
    const [done, setDone] = useState(false)
    const send = async (values: Values): Promise<boolean> => {
      const phone = Phone.safeParse(values['phone'])
      if (!phone.success) {
        toast('error', phone.error.issues[0]?.message ?? '请输入正确的手机号码')
        return false
      }
      const slideToken = await solve()
      if (slideToken === null) return false
      await ask(resetSend, { phone: phone.data, slideToken })
      toast('success', '如果这个手机已绑定账号，验证码会在一分钟内到达', { ms: 6000 })
      return true
    }
    return (
      <Page title="重设密码" width="narrow" crumbs={[{ name: brand.name, to: '/' }, { name: '重设密码' }]}>
        {done ? (
          <EmptyState
            empty={{
              title: '恭喜您，密码修改成功',
              text: '这个账号在其他设备上已退出，请用新密码登录。',
              action: { name: back.name, run: () => location.assign(back.to) },
            }}
          />
        ) : (
          <Panel label="重设密码">
            <p style={{ margin: 0 }}>{lead}</p>
            <ValueForm
              problems={identityProblemList}
              schema={schema}
              fields={[
                { kind: 'text', name: 'phone', label: '手机号码', required: true, autoComplete: 'tel-national' },
                codeField('check', '手机验证码', { name: 'reset', send }),
                {
                  kind: 'password',
                  name: 'newPassword',
                  label: '新密码',
                  required: true,
                  autoComplete: 'new-password',
                  hint: '8到30位，包含字母和数字，不能有空格',
                },
                {
                  kind: 'password',
                  name: 'newPasswordConfirm',
                  label: '确认密码',
                  required: true,
                  autoComplete: 'new-password',
                },
              ]}
              submit="重设密码"
              cancel={{ name: '返回', run: () => location.assign(back.to) }}
              onSubmit={async ({ phone, check, newPassword }) => {
                await ask(resetPassword, { phone, validateCode: check, newPassword }, { hideMessage: true })
                setDone(true)
              }}
            />
            <p style={{ margin: 0 }}>没有绑定手机？请本校管理员为您重置，首次登录时再修改。</p>
          </Panel>
        )}
        {slide}
      </Page>
    )
  }

export const resetScreens = {
  own: screen({
    lead: '用已绑定的手机接收验证码，然后设置新密码。',
    back: { name: '返回登录', to: identityPaths.signIn },
  }),
  thirdParty: screen({
    lead: '这里重设的是本系统的密码。从其他平台登录的账号，密码在原平台修改；只有需要直接登录本系统时才在这里设置。',
    back: { name: '返回第三方登录', to: identityPaths.thirdParty },
  }),
}
