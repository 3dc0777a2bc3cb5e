import { expect, it } from 'vitest'
import { stateWords } from './supportWords.ts'

const well = { disabled: false, lockedMinutes: 0, wrongPasswords: 0, mustChangePassword: false }
it.each([
  [{}, 'success', /可以登录/],
  [{ mustChangePassword: true }, 'success', /修改初始密码/],
  [{ wrongPasswords: 3 }, 'warning', /输错密码3次，还没有锁定/],
  [{ wrongPasswords: 5, lockedMinutes: 2 }, 'warning', /已被锁定，2分钟后/],
  [{ disabled: true, lockedMinutes: 2 }, 'error', /已停用/],
] as const)('an account with %j is %s: %s', (of, intent, text) => {
  expect(stateWords({ ...well, ...of })).toEqual({ intent, text: expect.stringMatching(text) as string })
})
