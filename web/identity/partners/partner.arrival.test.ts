import { describe, expect, it } from 'vitest'
import { arrivalOf, goesUnasked, mobileAddress, refererHostOf } from './partner.arrival.ts'

const of = (search: string, path = '/auth/sso') => arrivalOf(path, search)

describe('who comes with a ticket', () => {
  const me = { accountName: 'qhyz_t1' }
  it.each([
    ['the account that is here', { begun: false, here: 'qhyz_t1', last: null }, true],
    ['another one than is here, sent by another person', { begun: false, here: 'qhyz_t2', last: 'qhyz_t2' }, false],
    ['another one than is here, though begun here', { begun: true, here: 'qhyz_t2', last: 'qhyz_t1' }, false],
    ['no account is here, and it was not begun here', { begun: false, here: undefined, last: null }, false],
    ['who was here last is another', { begun: false, here: undefined, last: 'qhyz_t2' }, false],
    ['who was here last', { begun: false, here: undefined, last: 'qhyz_t1' }, true],
    ['it was begun here', { begun: true, here: undefined, last: null }, true],
  ])('%s', (_, of, unasked) => expect(goesUnasked(me, of)).toBe(unasked))

  it('brings it in the fragment, which no server sees; other things in a fragment are nothing', () => {
    const arrival = arrivalOf('/auth/redirect', '', '#loginToken=abc&state=x&partner=evil')
    expect([arrival.loginToken, arrival.params, arrival.partner]).toEqual(['abc', {}, undefined])
    expect(arrivalOf('/auth/redirect', '?loginToken=old').loginToken).toBe('old')
  })
})

describe('an arrival', () => {
  it('leaves to the server what the partner said, and takes out what is ours', () => {
    expect(
      of(
        '?code=a%26b&state=s&iss=i&hideHeader=1&title=%E8%80%83%E8%AF%95&partner=yunling&redirectUrl=%2Fv2%2Fexam%2Flist',
      ),
    ).toEqual({
      door: 'sso',
      partner: 'yunling',
      params: { code: 'a&b', state: 's', iss: 'i' },
      redirectUrl: '/v2/exam/list',
      loginToken: undefined,
      loginUrl: undefined,
      device: undefined,
      config: { hideHeader: true, title: '考试', redirectUrl: '/v2/exam/list' },
    })
  })

  it.each<[string, string, object]>([
    ['hides the header', 'hideHeader=true', { hideHeader: true }],
    ['is in a frame', 'iframe=1', { iframe: true }],
    ['has a title of its own, cut', `title=${'x'.repeat(100)}`, { title: 'x'.repeat(60) }],
    ['hides the log-out', 'hideLogout=1', { hideLogOut: true }],
    ['hides home', 'hideHome=1', { hidehome: true }],
    ['hides the footer', 'hideFooter=1', { hideFooter: true }],
    ['is for homework', 'homeworkMode=1', { homeworkMode: true }],
    ['has a module', 'customModule=5', { customModule: 5 }],
    ['has a module that is none', 'customModule=9', {}],
    ['says no', 'hideHeader=0&iframe=false', {}],
    [
      'has a custom configuration',
      `customConfig=${encodeURIComponent('{"hideHeader":true,"customModule":4,"title":"云岭","x":{"y":1}}')}`,
      { hideHeader: true, customModule: 4, title: '云岭' },
    ],
    ['has a broken one', 'customConfig=%7Bbroken', {}],
    ['has a list for one', 'customConfig=%5B1%5D', {}],
    ['would be sent elsewhere by it', `customConfig=${encodeURIComponent('{"redirectUrl":"https://evil.com"}')}`, {}],
    ['would pollute', `customConfig=${encodeURIComponent('{"__proto__":{"hideHeader":true}}')}`, {}],
  ])('%s', (_, search, config) => {
    expect(of(`?${search}`).config).toEqual(config)
  })

  it.each([
    ['loginUrl=%2Fthird-party-login', '/third-party-login'],
    ['loginUrl=https%3A%2F%2Fevil.com', undefined],
    ['loginUrl=%2F%2Fevil.com', undefined],
    ['loginUrl=javascript%3Aalert(1)', undefined],
  ])('keeps a login address of ours only: %s', (search, loginUrl) => {
    expect(of(`?${search}`).loginUrl).toBe(loginUrl)
  })

  it('knows its door, its device, its ticket, and no malformed partner', () => {
    expect(of('', '/auth/yunling/').door).toBe('yunling')
    expect(of('?device=mobile').device).toBe('mobile')
    expect(of('?device=tablet').device).toBeUndefined()
    expect(of('?loginToken=abc').loginToken).toBe('abc')
    expect(of('?partner=..%2Fx').partner).toBeUndefined()
    expect(of('?partner=x&redirect=%2Fv2').params).toEqual({})
  })
})

describe('the mobile site', () => {
  const href = 'https://exam.example.cn:8443/auth/sso?token=a&hideHeader=1#x'
  const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari'
  const desk = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140'
  const mobile = 'https://m.example.cn:8443/auth/sso?token=a&hideHeader=1#x'
  it.each<[string, string | undefined, 'pc' | 'mobile' | undefined, string, string | null]>([
    ['a phone', 'm.example.cn', undefined, phone, mobile],
    ['a desk', 'm.example.cn', undefined, desk, null],
    ['a phone that asks for pc', 'm.example.cn', 'pc', phone, null],
    ['a desk that asks for mobile', 'm.example.cn', 'mobile', desk, mobile],
    ['a brand without one', undefined, 'mobile', phone, null],
    ['any device', 'exam.example.cn', 'mobile', phone, null],
  ])('%s', (_, mobileHost, device, agent, to) => {
    expect(mobileAddress({ mobileHost, device, agent, href })).toBe(to)
  })
})

describe('the referer', () => {
  it.each([
    ['https://portal.example.cn/a?b', 'portal.example.cn'],
    ['https://exam.example.cn/login', undefined],
    ['', undefined],
    ['about:blank', undefined],
    ['nonsense', undefined],
  ])('%s: %s', (referrer, host) => {
    expect(refererHostOf(referrer, 'https://exam.example.cn')).toBe(host)
  })
})
