import { describe, expect, it } from 'vitest'
import { brands } from '#shared/platform/brand.config.ts'
import type { Boot } from './boot.ts'
import { bootOf, clientIpEvery, expiryEnd, signInPath, wantedOf } from './boot.ts'
import { routes } from './routes.ts'

const brandOfKey = (key: string) => brands.find((b) => b.key === key)!
const at = (address: string, signedIn: boolean, key = 'qinghe'): Boot => {
  const [pathname, search = ''] = address.split(/(?=\?)/) as [string, string?]
  return bootOf({ pathname, search, signedIn, brand: brandOfKey(key) })
}

describe('an address without a session', () => {
  it.each<[string, string, Boot]>([
    ['/', 'qinghe', { kind: 'signIn' }],
    ['/login', 'qinghe', { kind: 'signIn' }],
    ['/login/', 'qinghe', { kind: 'signIn' }],
    ['/v2/system/login', 'yunling', { kind: 'signIn' }],
    ['/', 'yunling', { kind: 'leave', to: '/third-party-login' }],
    ['/login', 'yunling', { kind: 'signIn' }],
    ['/', 'shuyuan', { kind: 'leave', to: '/dong-honey' }],
    ['/?adviser=1', 'shuyuan', { kind: 'signIn' }],
    ['/dong-us', 'qinghe', { kind: 'site' }],
    ['/v2/system/agreement', 'qinghe', { kind: 'site' }],
    ['/v2/system/reset-password', 'qinghe', { kind: 'product' }],
    ['/auth/sso', 'qinghe', { kind: 'product' }],
    ['/v2/error/404', 'qinghe', { kind: 'product' }],
    ['/v2/exam/list?tab=1', 'qinghe', { kind: 'leave', to: '/login?from=%2Fv2%2Fexam%2Flist%3Ftab%3D1' }],
    ['/v2/center', 'yunling', { kind: 'leave', to: '/third-party-login?from=%2Fv2%2Fcenter' }],
    ['/v2/center?logOut=1', 'qinghe', { kind: 'leave', to: '/login?from=%2Fv2%2Fcenter%3FlogOut%3D1' }],
    ['/nowhere', 'qinghe', { kind: 'leave', to: '/login?from=%2Fnowhere' }],
  ])('%s on %s', (address, key, boot) => expect(at(address, false, key)).toEqual(boot))

  it('opens every public screen, and no other', () => {
    const opened = (path: string) => at(path.replace(/:\w+/g, 'x'), false).kind !== 'leave'
    const wrong = routes
      .flatMap((r) => [r.path, ...(r.also ?? [])].map((path) => ({ path, white: r.white === true })))
      .filter(({ path, white }) => opened(path) !== white)
    expect(wrong).toEqual([])
  })
})

describe('an address with a session', () => {
  it.each<[string, Boot]>([
    ['/', { kind: 'product', to: '/v2' }],
    ['/login?from=%2Fv2%2Fexam%2Flist', { kind: 'product', to: '/v2/exam/list' }],
    ['/login?logOut=1', { kind: 'signOut' }],
    ['/v2/center?logOut', { kind: 'signOut' }],
    ['/v2/center', { kind: 'product' }],
    ['/dong-us', { kind: 'site' }],
  ])('%s', (address, boot) => expect(at(address, true)).toEqual(boot))
})

it.each([
  ['?from=/v2/exam/list', '/v2/exam/list'],
  ['?from=/tool/feedback', '/tool/feedback'],
  ['?from=//evil.example', '/v2'],
  ['?from=https://evil.example', '/v2'],
  ['?from=/v2//evil.example', '/v2'],
  ['?from=/v2/%5Cevil', '/v2'],
  ['?from=/v2/system/login', '/v2'],
  ['', '/v2'],
])('after signing in at %s one goes to %s', (search, to) => expect(wantedOf(search)).toBe(to))

it('signs in at the door of the brand', () => {
  expect(signInPath(brandOfKey('mingde'), '/v2/x')).toBe('/login?from=%2Fv2%2Fx')
  expect(signInPath(brandOfKey('yunling'), '/v2/x')).toBe('/third-party-login?from=%2Fv2%2Fx')
})

it.each([
  ['qinghe', false, '/login?from=%2Fv2%2Fx'],
  ['qinghe', true, '/third-party-login?from=%2Fv2%2Fx'],
  // A region's own page, before everything else.
  ['yunling', false, '/third-party-login?expired=1&from=%2Fv2%2Fx'],
])('an expired session of %s (third party: %s) ends at %s', (key, thirdParty, to) =>
  expect(expiryEnd({ brand: brandOfKey(key), thirdParty, here: '/v2/x' })).toBe(to),
)

it('asks for the client’s address every ten minutes, and never on a local server', () => {
  expect(clientIpEvery('exam.example.cn')).toBe(600_000)
  expect(clientIpEvery('127.0.0.1:8000')).toBeNull()
})
