/** Every message of spec 1 §5 and §8 that account settings show, by the rule that shows it. */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import {
  ChildName,
  ChildNumber,
  CurrentPassword,
  Email,
  EmailCode,
  OwnPassword,
  PasswordForm,
  Phone,
  PhoneCode,
} from '#shared/identity/accounts/account.rules.ts'
import { childListBar } from './childRules.ts'
import { secondsLeft } from '../parts/useCountdown.ts'

const said = (rule: z.ZodType, value: unknown): string | null => {
  const parsed = rule.safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}
const form = (patch: object) => ({
  currentPassword: 'old-password1',
  newPassword: 'abcd1234',
  newPasswordConfirm: 'abcd1234',
  ...patch,
})

describe('the password form', () => {
  it.each<[object, string | null]>([
    [{}, null],
    [{ currentPassword: '' }, '请输入当前密码'],
    [{ newPassword: '' }, '新密码不能为空'],
    [{ newPassword: 'abc1234' }, '密码最少为8位数'],
    [{ newPassword: `a1${'x'.repeat(29)}` }, '密码最大为30位数'],
    [{ newPassword: 'abcd 1234' }, '密码不能包含空格'],
    [{ newPassword: 'abcdefgh' }, '密码必须是包含字母和数字'],
    [{ newPassword: '12345678' }, '密码必须是包含字母和数字'],
    [{ newPasswordConfirm: '' }, '确认密码不能为空'],
    [{ newPasswordConfirm: 'abcd12345' }, '新密码与确认密码不一致'],
    [{ newPassword: `a1${'x'.repeat(28)}`, newPasswordConfirm: `a1${'x'.repeat(28)}` }, null],
  ])('of %j says %s', (patch, message) => expect(said(PasswordForm, form(patch))).toBe(message))
})

describe('a field', () => {
  it.each<[string, z.ZodType, string, string | null]>([
    ['phone', Phone, '', '手机号码不能空'],
    ['phone', Phone, '12012345678', '请输入正确的手机号码'],
    ['phone', Phone, '1381234567', '请输入正确的手机号码'],
    ['phone', Phone, '19012345678', '请输入正确的手机号码'],
    ['phone', Phone, '１３８１２３４５６７８', null],
    ['phone password', OwnPassword, '', '密码不能为空'],
    ['phone code', PhoneCode, '', '手机验证码不能空'],
    ['e-mail', Email, '', '邮箱不能空'],
    ['e-mail', Email, 'a@b', '请输入正确的邮箱'],
    ['e-mail', Email, 'a@b.cn', null],
    ['e-mail code', EmailCode, '', '邮箱验证号码不能为空'],
    ['child name', ChildName, ' ', '学生姓名不能为空'],
    ['child number', ChildNumber, '', '学生学号不能为空'],
    ['current password', CurrentPassword, '', '请输入当前密码'],
  ])('%s: %o of %j says %s', (_, rule, value, message) => expect(said(rule, value)).toBe(message))
})

describe('unlinking a child', () => {
  it.each([
    [{ bound: 0, used: 0 }, 'last'],
    [{ bound: 1, used: 0 }, 'last'],
    [{ bound: 2, used: 0 }, undefined],
    [{ bound: 2, used: 4 }, undefined],
    [{ bound: 2, used: 5 }, 'exhausted'],
  ])('with %j is barred: %s', (of, kind) => expect(childListBar(of)?.kind).toBe(kind))
  it('says whom to call when the allowance is used up', () => {
    const bar = childListBar({ bound: 2, used: 5 })
    const text = bar?.kind === 'exhausted' ? bar.text('400-000-0000') : ''
    expect(text).toMatch(/^系统检测到多次绑定学生.*本年度暂不支持解绑.*400-000-0000$/)
  })
})

describe('the countdown of a code', () => {
  it.each([
    [120_000, 0, 120],
    [120_000, 1, 120],
    [120_000, 1000, 119],
    [120_000, 119_999, 1],
    [120_000, 120_000, 0],
    [0, 5, 0],
    // The clock was set back by an hour: no user waits an hour.
    [3_600_000, 0, 0],
  ])('until %i at %i has %i seconds left', (until, at, left) => expect(secondsLeft(until, at)).toBe(left))
})
