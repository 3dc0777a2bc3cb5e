/** What a password, a phone and an e-mail address must be: the forms' and the server's one rule (spec 1 §5). */
import * as z from 'zod'
import { isEmail, isPhone } from '#shared/kit/accountName.ts'
import { cleanText } from '#shared/kit/text.ts'

export const passwordLength = { min: 8, max: 30 } as const
/** Seconds until a code may be sent again. */
export const codeResendSeconds = 120
export const codeMinutes = 10
export const codeTries = 5
/** Children of one account at most. */
export const childrenKept = 10
/** Unbindings a year. */
export const unbindAllowance = 5
/** Shown where the yearly allowance is used up. */
export const servicePhone = '400-000-0000'

/** Why a text is no new password, in the order of the specification; null when it is one. */
export const passwordBar = (text: string): string | null => {
  if (text === '') return '新密码不能为空'
  if (text.length < passwordLength.min) return '密码最少为8位数'
  if (text.length > passwordLength.max) return '密码最大为30位数'
  if (/\s/.test(text)) return '密码不能包含空格'
  if (!/[A-Za-z]/.test(text) || !/\d/.test(text)) return '密码必须是包含字母和数字'
  return null
}

/** A text that must be given, with the message that says so. */
const given = (missing: string, max = 100) =>
  z.string({ error: missing }).min(1, missing).max(max, `不能超过${max}个字符`)

const judged = (bar: (text: string) => string | null, missing: string) =>
  z.string({ error: missing }).check((context) => {
    const message = bar(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** Full-width digits are folded and white space goes before a number is judged. */
const tidy = (text: string): string => cleanText(text).replace(/\s/g, '')

export const NewPassword = judged(passwordBar, '新密码不能为空')
export const CurrentPassword = given('请输入当前密码', 200)
export const OwnPassword = given('密码不能为空', 200)
export const Phone = z
  .string({ error: '手机号码不能空' })
  .transform(tidy)
  .pipe(judged((t) => (t === '' ? '手机号码不能空' : isPhone(t) ? null : '请输入正确的手机号码'), '手机号码不能空'))
export const Email = z
  .string({ error: '邮箱不能空' })
  .transform((t) => tidy(t).toLowerCase())
  .pipe(judged((t) => (t === '' ? '邮箱不能空' : isEmail(t) ? null : '请输入正确的邮箱'), '邮箱不能空'))
const code = (missing: string) =>
  z.string({ error: missing }).transform(tidy).pipe(z.string().min(1, missing).max(12, '验证码错误，请重新输入'))
export const PhoneCode = code('手机验证码不能空')
export const EmailCode = code('邮箱验证号码不能为空')
export const ChildName = z
  .string({ error: '学生姓名不能为空' })
  .transform(cleanText)
  .pipe(z.string().min(1, '学生姓名不能为空').max(40, '姓名不能超过40个字'))
export const ChildNumber = z
  .string({ error: '学生学号不能为空' })
  .transform(tidy)
  .pipe(z.string().min(1, '学生学号不能为空').max(40, '学生信息有误，请重新输入'))

type Confirmed = z.core.ParsePayload<{ newPassword: string; newPasswordConfirm: string }>
/** Of a form with a new password: it is typed twice the same. The confirmation is the browser's alone. */
export const confirmed = (context: Confirmed): void => {
  const { newPassword, newPasswordConfirm } = context.value
  if (newPasswordConfirm !== '' && newPassword !== newPasswordConfirm)
    context.issues.push({
      code: 'custom',
      message: '新密码与确认密码不一致',
      path: ['newPasswordConfirm'],
      input: newPasswordConfirm,
    })
}
export const Confirmation = z.string({ error: '确认密码不能为空' }).min(1, '确认密码不能为空')

/** The password form as the screen has it. */
export const PasswordForm = z
  .object({ currentPassword: CurrentPassword, newPassword: NewPassword, newPasswordConfirm: Confirmation })
  .check(confirmed)
