import { expect, it } from 'vitest'
import { accountNameFault, accountNameSent } from './accountName.ts'

it.each([
  ['qhyz_t1', null],
  ['li.wei@qhyz', null],
  ['20260001', null],
  ['13800001111', '账号不能是手机号码或邮箱：本人绑定后才能用它们登录'],
  ['li@example.com', '账号不能是手机号码或邮箱：本人绑定后才能用它们登录'],
  ['ab', '账号应为3到40位字母、数字或 _ . @ -'],
  ['李老师', '账号应为3到40位字母、数字或 _ . @ -'],
])('an account named %s: %s', (name, fault) => {
  expect(accountNameFault(name)).toBe(fault)
  const sent = accountNameSent().safeParse(` ${name} `)
  expect(sent.success ? null : sent.error.issues[0]!.message).toBe(fault)
})
