/** Coming from a partner's portal: through each kind of partner, and what is said when it goes wrong. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { partnerPaths } from '#web/identity/partners/partner.paths.ts'
import { accountOf, loaded, looked, open, openBrowser, place } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
/** Leaves for a partner's portal, and chooses a person there. */
const through = async (page: Page, partner: RegExp, person: RegExp): Promise<void> => {
  await page.goto(identityPaths.thirdParty)
  await button(page, partner).click()
  await page.getByRole('link', { name: person }).click()
}
const signIn = async (page: Page): Promise<void> => {
  const { accountName, password } = accountOf(3)
  await page.getByLabel('账号', { exact: true }).fill(accountName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, /^登录$/).click()
}

describe('a partner', () => {
  it.each([
    ['of signed tickets', /云岭教育平台/, /周望舒/, 'ticket'],
    ['of OpenID', /统一身份认证/, /林清扬/, 'openid'],
    ['of code exchange', /钉钉/, /沈知行/, 'code'],
  ])('%s is linked at the first sign-in and lets in at the second', async (_, partner, person, name) => {
    const { page, context, faults } = await open(browser)
    await through(page, partner, person)
    await said(page, '账号未关联')
    await looked(page, `auth-unlinked-${name}`)
    await button(page, '登录并关联').click()
    await signIn(page)
    await said(page, '确认关联')
    expect(new URL(page.url()).pathname).toBe(partnerPaths.links)
    await looked(page, `partner-link-${name}`)
    await button(page, /^关联$/).click()
    await said(page, /已关联.*，以后可以从那里直接进入/)
    await button(page, '解除关联').first().waitFor()
    await context.clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await through(page, partner, person)
    await page.waitForURL((url) => url.pathname.startsWith('/v2/'))
    await page.getByRole('main').waitFor()
    // The ticket or code is in no address that is left behind.
    expect(await page.evaluate(() => sessionStorage.getItem('sessionConfig'))).toContain('"thirdParty":true')
    expect(faults).toEqual([])
    await context.close()
  })

  it('says that consent was refused, and leads on', async () => {
    const { page, context } = await open(browser)
    await through(page, /钉钉/, /不同意/)
    await said(page, '您已取消授权，没有登录')
    expect(page.url()).not.toContain('error=')
    await looked(page, 'auth-refused')
    await button(page, '选择其他登录方式').click()
    await said(page, '云岭教育平台')
    await looked(page, 'third-party')
    await context.close()
  })

  it.each([
    ['an unknown partner', '/auth/nosuchregion?code=a&state=b', '没有这个登录方式，或已停用'],
    ['a malformed callback', '/auth/dingtalk?code=a', '登录地址不完整，请从原平台重新进入'],
    ['a state of another browser', '/auth/dingtalk?code=a&state=b', '登录请求不是在这个浏览器里发起的，请重新登录'],
    ['a forged ticket', '/auth/jwt?partner=demo-portal&token=a.b.c', '云岭教育平台返回的登录信息无效，请重新登录'],
    ['a stale ticket of ours', `/auth/redirect?loginToken=${'x'.repeat(40)}`, '登录凭证无效或已过期'],
    [
      'an open redirect',
      '/auth/jwt?partner=demo-portal&token=a.b.c&redirectUrl=https%3A%2F%2Fevil.example.com',
      '跳转地址不在允许的范围内',
    ],
    ['nothing at all', '/auth/sso', '没有这个登录方式，或已停用'],
  ])('calls %s by its name and leaves no visitor on a blank page', async (_, path, text) => {
    const { page, context } = await open(browser, { width: 390, height: 844 })
    await page.goto(path)
    await said(page, text)
    await button(page, '使用账号和密码登录').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await context.close()
  })

  it('sends a phone to the mobile site where the brand has one, with what it brought', async () => {
    const { page, context } = await open(browser, { width: 390, height: 844 })
    const at = (host: string, path: string): string => {
      const url = new URL(path, place().address)
      url.hostname = host
      return url.href
    }
    await page.goto(at('yunling.localhost', '/auth/sso?device=mobile&token=x'))
    await page.waitForURL((url) => url.hostname === 'm.yunling.localhost')
    await said(page, '没有这个登录方式，或已停用')
    await page.goto(at('yunling.localhost', '/auth/sso?device=pc&token=x'))
    await said(page, '没有这个登录方式，或已停用')
    expect(new URL(page.url()).hostname).toBe('yunling.localhost')
    await context.close()
  })

  it('looks right on a phone', async () => {
    const { page, context } = await open(browser, { width: 390, height: 844 })
    await page.goto('/auth/dingtalk?code=a')
    await said(page, '登录地址不完整')
    await loaded(page)
    await looked(page, 'auth-390')
    await page.goto(identityPaths.thirdParty)
    await said(page, '云岭教育平台')
    await looked(page, 'third-party-390')
    await context.close()
  })

  it('keeps the flags of the query for the session', async () => {
    const { page, context } = await open(browser)
    await page.goto('/auth/sso?hideHeader=1&customModule=5&title=%E8%80%83%E8%AF%95&loginUrl=%2Fthird-party-login')
    await said(page, '没有这个登录方式，或已停用')
    const kept = await page.evaluate(() => ({
      config: sessionStorage.getItem('sessionConfig'),
      loginUrl: localStorage.getItem('loginUrl'),
    }))
    expect(JSON.parse(kept.config ?? '{}')).toMatchObject({ hideHeader: true, customModule: 5, title: '考试' })
    expect(kept.loginUrl).toBe('/third-party-login')
    await context.close()
  })
})
