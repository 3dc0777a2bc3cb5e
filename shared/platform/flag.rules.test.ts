import { describe, expect, it } from 'vitest'
import type { Flag, Layers } from './flag.rules.ts'
import { can, ownPath, parseSessionConfig, sessionConfigOf } from './flag.rules.ts'

const vip = (status: number): Layers => ({ moduleConfigList: [{ key: 'vip_enable', status }] })

describe('can', () => {
  it.each<[Flag, Layers, boolean]>([
    ['vip', {}, false],
    ['vip', vip(0), false],
    ['vip', vip(1), true],
    ['vip', vip(2), true],
    ['vip', vip(3), false],
    ['vip', { ...vip(1), area: { vip: false } }, false],
    ['vip', { ...vip(0), area: { vip: false }, brand: { vip: true } }, true],
    ['settingButton', {}, true],
    ['settingButton', { session: { hideSettingBtn: true } }, false],
    ['settingButton', { brand: { settingButton: false } }, false],
    ['settingButton', { brand: { settingButton: true }, session: { hideSettingBtn: true } }, true],
    ['logOut', { session: { hideLogOut: true } }, false],
    ['home', { session: { hidehome: true } }, false],
    ['header', { session: { hideHeader: true } }, false],
    ['logo', { session: { hideLogo: true } }, false],
    ['userButton', { session: { hideUserBtn: true } }, false],
    ['homeworkMode', { session: { homeworkMode: true } }, true],
    ['homeworkMode', {}, false],
    ['vipModules', {}, true],
    ['vipModules', { brand: { vipModules: false } }, false],
  ])('%s of %j is %s', (flag, layers, answer) => expect(can(flag, layers)).toBe(answer))
})

describe('the session of a query', () => {
  it('takes the flags that are known and well made', () => {
    expect(
      sessionConfigOf({
        hideHeader: '1',
        hideLogout: 'true',
        hideHome: '',
        hideFooter: 'false',
        customModule: '5',
        title: ' 一中 ',
        redirectUrl: '/v2/exam/list?tab=1',
        whiteList: 'exam, center,<script>',
        other: '1',
      }),
    ).toEqual({
      hideHeader: true,
      hideLogOut: true,
      hidehome: true,
      customModule: 5,
      title: '一中',
      redirectUrl: '/v2/exam/list?tab=1',
      whiteList: ['exam', 'center'],
    })
    expect(sessionConfigOf({ customModule: '9', redirectUrl: 'https://evil.example', primeID: 'a&b' })).toEqual({})
  })
  it.each([
    ['/v2/x', '/v2/x'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['https://evil.example', undefined],
    [undefined, undefined],
  ])('%s leads to %s', (text, path) => expect(ownPath(text)).toBe(path))
  it('reads what was kept, or nothing', () => {
    expect(parseSessionConfig('{"homeworkMode":true}')).toEqual({ homeworkMode: true })
    for (const text of [null, '', '[1]', 'null', '{']) expect(parseSessionConfig(text)).toEqual({})
  })
})
