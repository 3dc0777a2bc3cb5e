import { describe, expect, it } from 'vitest'
import { watermarkOf } from './watermark.ts'

describe('the watermark', () => {
  it.each([
    [{ userName: '刘雅婷', accountPhone: '138****5678', accountName: 'qhyz_t1' }, '刘雅婷 5678'],
    [{ userName: '陈一', accountPhone: '', accountName: 'qhyz2026010001' }, '陈一 0001'],
    [{ userName: '管理员', accountPhone: '', accountName: 'qhyz_admin' }, '管理员'],
  ])('is a name and four digits: %o', (user, text) => {
    expect(watermarkOf(user)).toBe(text)
  })
  it('never shows the id of an account', () => {
    const user = {
      userName: '刘雅婷',
      accountPhone: '',
      accountName: 'qhyz_t1',
      userId: 'us_01m81xbhx6dh6x8tjr37r5ejpr',
    }
    expect(watermarkOf(user)).not.toContain('us_')
  })
})
