/** The door, the shell and the settings without a mouse; and what the header's flags show and hide (spec 1 §2). */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enableSensitive, identityList } from '#shared/identity/accounts/account.calls.ts'
import { signOut } from '#shared/identity/identity.calls.ts'
import { schoolIp, start } from '#shared/identity/signIn/session.calls.ts'
import type { Start } from '#shared/identity/signIn/start.types.ts'
import { identityPaths, settingsPath } from '#web/identity/identity.paths.ts'
import { partnerPaths } from '#web/identity/partners/partner.paths.ts'
import { dialogueWith, said } from './account.journey.ts'
import { accountOf, loaded, looked, open, openBrowser, patience } from './journey.ts'
import { focused, tabTo } from './keys.journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const id = (kind: string, n: number) => `${kind}_${String(n).padStart(26, '0')}` as never

const hasFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name)

/** The start as another account, school or area would have it. */
const startAs = async (page: Page, change: (start: Start) => void): Promise<void> => {
  await page.unroute((url) => url.pathname === start.path)
  await page.route(
    (url) => url.pathname === start.path,
    async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: Start }
      change(answer.data)
      await route.fulfill({ response, json: answer })
    },
  )
}

describe('without a mouse', () => {
  it('one signs in, looks at the identities, goes through the settings, and home', async () => {
    const { page, context, faults } = await open(browser)
    const account = accountOf(2)
    await startAs(page, ({ user }) => {
      user.userList = [
        ...user.userList,
        { userId: id('us', 7), userType: 1, userName: '周区县', employeeAuthStatus: 0, hzyFlag: false },
      ]
      Object.assign(user, { membershipStatus: 1, vipEndTime: 4e12 })
    })
    await page.goto(identityPaths.signIn)
    await page.getByLabel('账号', { exact: true }).waitFor()
    await tabTo(page, '账号')
    await page.keyboard.type(account.accountName)
    await tabTo(page, '密码')
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await at(page, '/v2/center')
    await loaded(page)
    await page.getByTitle('会员').waitFor()

    await tabTo(page, '跳到内容')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    // The identity dialogue: the present one only closes, Escape closes, the focus is back where it was.
    const dialogue = dialogueWith(page, '切换身份')
    await tabTo(page, '切换身份', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await dialogue.getByText('未认证').waitFor()
    const box = (await dialogue.boundingBox())!
    expect([box.y, box.height]).toEqual([50, 600])
    await tabTo(page, /当前$/)
    await page.keyboard.press('Enter')
    await dialogue.waitFor({ state: 'hidden' })
    await at(page, '/v2/center')
    await hasFocus(page, '切换身份')
    await page.keyboard.press('Enter')
    await dialogue.waitFor()
    await page.keyboard.press('Escape')
    await dialogue.waitFor({ state: 'hidden' })
    await hasFocus(page, '切换身份')
    await page.keyboard.press('Enter')
    await tabTo(page, '身份管理')
    await page.keyboard.press('Enter')
    await at(page, settingsPath('role-manage'))
    await page.getByText('当前身份').waitFor()
    await looked(page, 'role-manage')

    // The menu at the side by its links; the focus stays on the chosen one.
    for (const [name, tab] of [
      ['敏感信息', 'sensitive-info'],
      ['我的孩子', 'my-children'],
      ['账号管理', 'binding'],
      ['修改密码', 'modify-password'],
    ] as const) {
      await tabTo(page, name, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await at(page, settingsPath(tab))
      // Its screen's script may come after its address: the focus is there once the screen is.
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await loaded(page)
      await hasFocus(page, name)
    }
    await tabTo(page, /^当前密码/)
    await page.keyboard.press('Enter')
    for (const message of ['请输入当前密码', '新密码不能为空', '确认密码不能为空']) await said(page, message)
    expect(await focused(page)).toMatch(/^当前密码/)

    // Sensitive information: nothing is saved twice while the answer is on its way.
    let saved = 0
    await page.route(
      (url) => url.pathname === enableSensitive.path,
      async (route) => {
        saved++
        await new Promise((done) => setTimeout(done, 400))
        await route.fulfill({ json: { status: 0, data: { status: 1 }, message: '' } })
      },
    )
    await page.goto(settingsPath('sensitive-info'))
    await page.getByRole('radio', { name: '关闭' }).waitFor()
    await looked(page, 'sensitive-info')
    await tabTo(page, '关闭')
    await page.keyboard.press('ArrowLeft')
    await tabTo(page, /^密码/)
    await page.keyboard.type('secret12')
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter')
    await said(page, '设置成功')
    expect(saved).toBe(1)

    await tabTo(page, '返回', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await at(page, '/v2/center')
    await tabTo(page, '设置')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '账号管理' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(page, '设置')
    await page.goto('/v2/nowhere')
    await at(page, '/v2/error/404')
    await looked(page, 'error-404')
    await tabTo(page, '返回首页')
    await page.keyboard.press('Enter')
    await at(page, '/v2/center')
    expect(faults).toEqual([])
    await context.close()
  })

  it('one reads what is wrong on the pages at the door, and configures a partner', async () => {
    const { page, context } = await open(browser)
    await page.goto(identityPaths.register)
    await page.getByLabel(/^邀请码/).waitFor()
    await tabTo(page, /^邀请码/)
    await page.keyboard.press('Enter')
    for (const message of ['请输入邀请码', '学生姓名不能为空', '学生学号不能为空']) await said(page, message)
    await page.goto(identityPaths.reset)
    await page.getByLabel(/^手机号码/).waitFor()
    await looked(page, 'reset-password')
    await tabTo(page, /^手机号码/)
    await page.keyboard.press('Enter')
    await said(page, '手机号码不能空')
    await page.goto(identityPaths.resetThirdParty)
    await page.getByLabel(/^手机号码/).waitFor()
    await looked(page, 'reset-third-party')

    await page.goto(identityPaths.signIn)
    await page.getByLabel('账号', { exact: true }).waitFor()
    await tabTo(page, '账号')
    await page.keyboard.type(accountOf(2).accountName)
    await tabTo(page, '密码')
    await page.keyboard.type(accountOf(2).password)
    await page.keyboard.press('Enter')
    await at(page, '/v2/center')
    await page.goto(partnerPaths.list)
    await page
      .getByRole('link', { name: '新建合作平台' })
      .or(page.getByRole('button', { name: '新建合作平台' }))
      .first()
      .waitFor()
    await looked(page, 'partner-list')
    await tabTo(page, '新建合作平台')
    await page.keyboard.press('Enter')
    await at(page, partnerPaths.add)
    await page.getByLabel(/^名称/).waitFor()
    await tabTo(page, /^名称/)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor()

    await page.goto(identityPaths.support)
    await page.getByLabel(/^账号/).waitFor()
    await tabTo(page, /^账号/)
    await page.keyboard.type(accountOf(3).accountName)
    await page.keyboard.press('Enter')
    await said(page, '账号正常')
    await looked(page, 'support')
    // Signed out by the query, from any sender.
    const told = page.waitForRequest((r) => new URL(r.url()).pathname === schoolIp.path)
    const ended = page.waitForRequest((r) => new URL(r.url()).pathname === signOut.path)
    await page.goto('/v2/center?logOut=1')
    await Promise.all([told, ended])
    await at(page, identityPaths.signIn)
    await context.close()
  })
})

describe('the header', () => {
  it('shrinks, hides what its flags hide, and offers only what a limited session may be', async () => {
    const { page, context } = await open(browser)
    const { accountName, password } = accountOf(3)
    const buttons = (name: string) => page.getByRole('banner').getByRole('button', { name }).count()
    const both = async (): Promise<number[]> => [await buttons('设置'), await buttons('退出登录')]
    const as = async (change: (start: Start) => void): Promise<void> => {
      await startAs(page, change)
      await Promise.all([page.waitForResponse((r) => new URL(r.url()).pathname === start.path), page.reload()])
      await page.getByRole('banner').getByRole('button').first().waitFor()
    }
    const shows = (what: () => Promise<number[]>, counts: number[]) => expect.poll(what, patience).toEqual(counts)
    await page.goto(identityPaths.signIn)
    await page.getByLabel('账号', { exact: true }).fill(accountName)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await at(page, '/v2/center')
    await loaded(page)
    const height = () => page.getByRole('banner').evaluate((e) => e.getBoundingClientRect().height)
    expect(await height()).toBe(64)
    await page.evaluate(() => {
      document.body.style.minHeight = '4000px'
      window.scrollTo(0, 400)
    })
    await page.waitForFunction(() => document.querySelector('header')!.getBoundingClientRect().height === 40)
    // A copy that fails is written down and not shown.
    const warned = page.waitForEvent('console', (m) => m.type() === 'warning')
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('denied')) })
    })
    const name = (await page.locator('[data-watermark]').first().getAttribute('data-watermark'))!.split(' ')[0]!
    await page.getByRole('banner').getByRole('button', { name }).click()
    await warned
    expect(await page.getByText('复制成功').count()).toBe(0)

    await as(({ user }) => (user.clientSystemType = 'alipay'))
    await page.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('menuitem', { name: '修改密码' }).waitFor()
    await shows(async () => [await page.getByRole('menuitem', { name: '退出登录' }).count()], [0])
    await as((s) => (s.virtualPaperReadUserFlag = true))
    await shows(both, [0, 1])
    await as((s) => (s.systemConfig = { ...s.systemConfig, hideSettingBtn: true, hideLogOut: true, hidehome: true }))
    await shows(both, [0, 0])
    await shows(async () => [await page.getByRole('banner').getByRole('link', { name: /首页/ }).count()], [0])

    // Homework mode: teachers of the homework platform, and a way out where there is none.
    const entry = (n: number, hzyFlag: boolean) => ({ userId: id('us', n), userType: 3, userName: `教师${n}`, hzyFlag })
    let offered = [entry(1, true), entry(2, false), { ...entry(3, true), userType: 2 }]
    await page.route(
      (url) => url.pathname === identityList.path,
      (route) => route.fulfill({ json: { status: 0, data: offered, message: '' } }),
    )
    const limited = (s: Start): void => {
      s.systemConfig = { ...s.systemConfig, homeworkMode: true }
      s.user.userList = [...s.user.userList, entry(2, false)]
    }
    await as(limited)
    const dialogue = dialogueWith(page, '切换身份')
    await page.getByRole('button', { name: '切换身份' }).click()
    await dialogue.getByRole('button', { name: /教师1/ }).waitFor()
    expect(await dialogue.getByRole('button', { name: /教师[23]/ }).count()).toBe(0)
    await dialogue.getByRole('button', { name: '关闭' }).click()
    await dialogue.waitFor({ state: 'hidden' })
    offered = []
    await as(limited)
    await page.getByRole('button', { name: '切换身份' }).click()
    await dialogue.getByText('没有可以切换的身份').waitFor()
    await context.close()
  })
})
