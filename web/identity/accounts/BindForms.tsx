import * as z from 'zod'
import {
  bindEmail,
  bindPhone,
  changePhone,
  sendEmailCode,
  sendPhoneCode,
} from '#shared/identity/accounts/account.calls.ts'
import { Email, EmailCode, OwnPassword, Phone, PhoneCode } from '#shared/identity/accounts/account.rules.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { act, ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { codeField } from '../parts/CodeInput.tsx'

/** A value that a rule lets through, or null after its message was said. */
const fit = (rule: z.ZodType<string, unknown>, value: unknown): string | null => {
  const parsed = rule.safeParse(value)
  if (parsed.success) return parsed.data
  toast('error', parsed.error.issues[0]?.message ?? '请正确输入')
  return null
}

const quiet = { hideMessage: true } as const

/** The first phone ('7'), or another one ('4'), which wants the password too. */
export const PhoneForm = ({ user, done }: { user: SessionUser; done: () => void }) => {
  const changing = user.phoneBindStatus === 2
  const send = async ({ newPhone }: Values): Promise<boolean> => {
    const accountName = fit(Phone, newPhone)
    if (accountName === null) return false
    await ask(sendPhoneCode, { accountName, originType: changing ? '4' : '7' })
    toast('success', '验证码已发送')
    return true
  }
  const fields: Field[] = [
    { kind: 'text', name: 'newPhone', label: '手机号码', required: true, autoComplete: 'tel-national', maxLength: 20 },
    ...(changing
      ? [
          {
            kind: 'password',
            name: 'password',
            label: '密码',
            required: true,
            autoComplete: 'current-password',
          } as const satisfies Field,
        ]
      : []),
    codeField('check', '手机验证码', { name: 'newPhone', send }),
  ]
  // Named as the problems of these calls name it: that it is another account's stands at the field.
  const schema = z.object({
    newPhone: Phone,
    password: changing ? OwnPassword : z.string().optional(),
    check: PhoneCode,
  })
  return (
    <ValueForm
      problems={identityProblemList}
      schema={schema}
      fields={fields}
      submit="保存"
      cancel={{ name: '返回', run: done }}
      onSubmit={async ({ newPhone, password = '', check }) => {
        const { accountId } = user
        if (changing) {
          const sent = { accountId, accountName: user.accountName, newPhone, password, validateCode: check }
          await act(changePhone, sent, quiet)
        } else await act(bindPhone, { accountName: newPhone, accountId, identifyCode: check }, quiet)
        toast('success', '绑定成功!')
        done()
      }}
    />
  )
}

const emailSchema = z.object({ newEmail: Email, check: EmailCode })

export const EmailForm = ({ done }: { done: () => void }) => {
  const send = async ({ newEmail }: Values): Promise<boolean> => {
    const emailAddress = fit(Email, newEmail)
    if (emailAddress === null) return false
    await ask(sendEmailCode, { emailAddress })
    toast('success', '验证码已发送')
    return true
  }
  return (
    <ValueForm
      problems={identityProblemList}
      schema={emailSchema}
      fields={[
        { kind: 'text', name: 'newEmail', label: '邮箱', required: true, autoComplete: 'email', maxLength: 100 },
        codeField('check', '邮箱验证码', { name: 'newEmail', send }),
      ]}
      submit="保存"
      cancel={{ name: '返回', run: done }}
      onSubmit={async ({ newEmail, check }) => {
        await act(bindEmail, { newEmail, validateCode: check }, quiet)
        toast('success', '绑定成功!')
        done()
      }}
    />
  )
}
