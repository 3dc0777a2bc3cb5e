import * as z from 'zod'
import { Confirmation, NewPassword, Phone, PhoneCode, confirmed } from '#shared/identity/accounts/account.rules.ts'
import { registerByInvite, registerByPhone, registerSend } from '#shared/identity/registration/register.calls.ts'
import { line } from '#shared/kit/text.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Refusal } from '#web/kit/refusals.ts'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { codeField } from '../parts/CodeInput.tsx'
import { useSlide } from '../parts/useSlide.tsx'
import type { Solve } from '../parts/useSlide.tsx'

/** Told with what signs in at once: the person has just shown who they are. */
type Props = { done: (name: string, password: string, solve: Solve) => Promise<void> }

const passwords: readonly Field[] = [
  {
    kind: 'password',
    name: 'newPassword',
    label: '密码',
    required: true,
    autoComplete: 'new-password',
    hint: '8到30位，包含字母和数字，不能有空格',
  },
  { kind: 'password', name: 'newPasswordConfirm', label: '确认密码', required: true, autoComplete: 'new-password' },
]
const inviteSchema = z
  .object({
    ...registerByInvite.input().pick({
      inviteCode: true,
      studentName: true,
      studentNum: true,
      userName: true,
      accountName: true,
      newPassword: true,
    }).shape,
    newPasswordConfirm: Confirmation,
  })
  .check(confirmed)

/** With a school's code: the child is linked at once. */
export const ByInviteForm = ({ done }: Props) => {
  const { solve, slide } = useSlide()
  return (
    <>
      <ValueForm
        problems={identityProblemList}
        schema={inviteSchema}
        fields={[
          {
            kind: 'text',
            name: 'inviteCode',
            label: '邀请码',
            required: true,
            autoComplete: 'off',
            placeholder: 'XXXXX-XXXXX',
            maxLength: 20,
          },
          { kind: 'text', name: 'studentName', label: '学生姓名', required: true, autoComplete: 'off', maxLength: 40 },
          { kind: 'text', name: 'studentNum', label: '学生学号', required: true, autoComplete: 'off', maxLength: 40 },
          { kind: 'text', name: 'userName', label: '您的姓名', required: true, autoComplete: 'name', maxLength: 40 },
          {
            kind: 'text',
            name: 'accountName',
            label: '账号',
            required: true,
            autoComplete: 'username',
            maxLength: 40,
            hint: '登录时使用，以字母开头，3到40位',
          },
          ...passwords,
        ]}
        submit="开通"
        onSubmit={async ({ newPasswordConfirm: _same, ...sent }) => {
          const slideToken = await solve()
          if (slideToken === null) throw new Refusal(-1, '请先完成滑块验证')
          const { accountName } = await ask(registerByInvite, { ...sent, slideToken }, { hideMessage: true })
          await done(accountName, sent.newPassword, solve)
        }}
      />
      {slide}
    </>
  )
}

const phoneSchema = z
  .object({
    phone: Phone,
    check: PhoneCode,
    userName: line('姓名', 40),
    newPassword: NewPassword,
    newPasswordConfirm: Confirmation,
  })
  .check(confirmed)

/** With a phone: a child is linked afterwards. */
export const ByPhoneForm = ({ done }: Props) => {
  const { solve, slide } = useSlide()
  const send = async (values: Values): Promise<boolean> => {
    const phone = Phone.safeParse(values['phone'])
    if (!phone.success) {
      toast('error', phone.error.issues[0]?.message ?? '请输入正确的手机号码')
      return false
    }
    const slideToken = await solve()
    if (slideToken === null) return false
    await ask(registerSend, { phone: phone.data, slideToken })
    toast('success', '验证码已发送，10分钟内有效', { ms: 6000 })
    return true
  }
  return (
    <>
      <ValueForm
        problems={identityProblemList}
        schema={phoneSchema}
        fields={[
          { kind: 'text', name: 'phone', label: '手机号码', required: true, autoComplete: 'tel-national' },
          codeField('check', '手机验证码', { name: 'register', send }),
          { kind: 'text', name: 'userName', label: '您的姓名', required: true, autoComplete: 'name', maxLength: 40 },
          ...passwords,
        ]}
        submit="开通"
        onSubmit={async ({ phone, check, userName, newPassword }) => {
          await ask(registerByPhone, { phone, validateCode: check, userName, newPassword }, { hideMessage: true })
          await done(phone, newPassword, solve)
        }}
      />
      {slide}
    </>
  )
}
