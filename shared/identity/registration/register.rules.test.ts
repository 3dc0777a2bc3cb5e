import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inviteCodeOf, inviteEnd, isInviteCode, shownInviteCode, tidyInviteCode } from './register.rules.ts'

describe("a school's code", () => {
  it('is read as it was handed out, however it is typed', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 20 }), (random) => {
        const code = inviteCodeOf(random)
        expect(isInviteCode(code)).toBe(true)
        for (const typed of [code, shownInviteCode(code), ` ${code.toLowerCase()} `, wide(code), [...code].join(' ')])
          expect(tidyInviteCode(typed)).toBe(code)
      }),
    )
  })
  it('is no other text', () => {
    for (const text of ['', 'ABCDE', 'ABCDEFGHJKL', '0BCDEFGHJK', 'abcdefghjk', '中文中文中文中文中文'])
      expect(isInviteCode(text)).toBe(false)
    expect(tidyInviteCode('x'.repeat(60)).length).toBe(11)
  })
  it('ends by its time, its places and by hand', () => {
    const open = { places: 2, used: 1, until: 100 }
    expect(inviteEnd(open, 99)).toBeNull()
    expect(inviteEnd(open, 100)).toBe('已过期')
    expect(inviteEnd({ ...open, used: 2 }, 0)).toBe('已用完')
    expect(inviteEnd({ ...open, closedAt: 5 }, 0)).toBe('已停用')
  })
})
