/** A line that is lost, a newer version, a session that ends: nothing that was typed is lost, and nothing loads anew by itself. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { kickSession, sessionList } from '#shared/identity/signIn/session.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { askAs, said } from './account.journey.ts'
import { accountOf, bearerOf, loaded, looked, open, openBrowser, patience, signIn } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A page that is loaded anew forgets this. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { stayed: true }))
const stayed = (page: Page): Promise<boolean> => page.evaluate(() => 'stayed' in window)
const lost = '网络已断开'

/** As a user does within the product: no document is asked for. */
const goWithin = (page: Page, to: string): Promise<unknown> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)

describe('a line that is lost', () => {
  it('is a small sign; a screen that is not loaded comes when it is back, a save says that it failed', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.addTeacher)
    await loaded(page)
    await page.getByLabel(/^姓名/).fill('未保存的老师')
    await mark(page)
    await context.setOffline(true)
    await said(page, lost)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('button', { name: /^保存/ }).waitFor(patience)
    expect(await page.getByLabel(/^姓名/).inputValue()).toBe('未保存的老师')
    await looked(page, 'line-lost')
    await context.setOffline(false)
    await page.getByText(lost).waitFor({ state: 'hidden', ...patience })
    expect([await stayed(page), await page.getByLabel(/^姓名/).inputValue()]).toEqual([true, '未保存的老师'])
    await context.close()

    const other = await open(browser)
    await signIn(other.page, accountOf(2))
    await other.page.goto(examPaths.list)
    await loaded(other.page)
    await mark(other.page)
    await other.context.setOffline(true)
    await said(other.page, lost)
    // Chosen while nothing answers: the browser must not remember that its files did not come.
    await goWithin(other.page, schoolPaths.grades)
    await other.page.waitForURL((url) => url.pathname === schoolPaths.grades)
    await other.page.waitForTimeout(1500)
    await other.context.setOffline(false)
    await other.page.getByRole('table').first().waitFor(patience)
    await other.page.getByText(lost).waitFor({ state: 'hidden', ...patience })
    expect(await stayed(other.page)).toBe(true)
    await other.context.close()
  })

  it('of a newer version is said, and the page stays', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.classes)
    await loaded(page)
    await mark(page)
    await context.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await goWithin(page, schoolPaths.courses)
    await said(page, '系统已更新')
    expect(await stayed(page)).toBe(true)
    await context.close()
  })
})

describe('a session that ends', () => {
  it('gives back what was typed to the same person, who is told why', async () => {
    const account = accountOf(2)
    const { page, context } = await open(browser)
    const own = bearerOf(page)
    await signIn(page, account)
    await page.goto(schoolPaths.addTeacher)
    await loaded(page)
    await page.getByLabel(/^姓名/).fill('还没保存的老师')
    await page.getByLabel(/^账号/).fill('line_teacher')
    await page.getByLabel(/^初始密码/).fill('Qinghe2027x')
    // Ended from another device: this session alone, since other journeys have the same account.
    const elsewhere = await open(browser)
    const bearer = bearerOf(elsewhere.page)
    await signIn(elsewhere.page, account)
    await elsewhere.page.goto(schoolPaths.classes)
    await loaded(elsewhere.page)
    const { schoolId } = await askAs(own.token(), sessionUser, {})
    const here = (await askAs(own.token(), sessionList, {})).find((s) => s.current)!
    await askAs(bearer.token(), kickSession, { sessionId: here.sessionId })
    // A function that has just read the session lets it go on for five seconds.
    const works = (): Promise<boolean> =>
      askAs(own.token(), listGrades, { schoolId: schoolId! })
        .then(() => true)
        .catch(() => false)
    await expect.poll(works, { timeout: patience.timeout, interval: 300 }).toBe(false)
    await page.getByLabel(/^姓名/).press('Enter')
    await page.getByRole('button', { name: '重新登录' }).click()
    await said(page, '登录状态已失效')
    await looked(page, 'session-ended')
    await page.getByLabel('账号', { exact: true }).fill(account.accountName)
    await page.getByLabel('密码', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await said(page, '已恢复登录失效前填写的内容')
    expect(await page.getByLabel(/^姓名/).inputValue()).toBe('还没保存的老师')
    // A password is never written down.
    expect(await page.getByLabel(/^初始密码/).inputValue()).toBe('')
    await elsewhere.context.close()

    // A sign-out reaches the other tabs at once.
    const second = await context.newPage()
    await second.goto(schoolPaths.teachers)
    await loaded(second)
    const third = await context.newPage()
    await third.goto(schoolPaths.classes)
    await loaded(third)
    await third.getByRole('button', { name: '设置', exact: true }).click()
    await third.getByRole('menuitem', { name: '退出登录' }).click()
    await second.waitForURL((url) => url.pathname.startsWith('/login'), patience)
    await said(second, '您已在另一个页面退出登录')
    await context.close()
  })
})
