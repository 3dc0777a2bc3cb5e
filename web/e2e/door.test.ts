/** The door: opening an account oneself, a start that is slow, and what may be wrong with a session without a blank page. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindChild } from '#shared/identity/accounts/children.calls.ts'
import { createInvite } from '#shared/identity/registration/register.calls.ts'
import { start } from '#shared/identity/signIn/session.calls.ts'
import { listStudents } from '#shared/school/people/student.calls.ts'
import { identityPaths, settingsPath } from '#web/identity/identity.paths.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { partnerPaths } from '#web/identity/partners/partner.paths.ts'
import { askAs, codeFor, dialogueWith, said, roleOf } from './account.journey.ts'
import { accountOf, bearerOf, fillSignIn, loaded, looked, open, openBrowser, place, signIn } from './journey.ts'
import { solveSlide } from './slide.journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Something is said: no page of the product is ever blank. */
const isNotBlank = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => (document.body.innerText ?? '').trim().length > 10)
}

describe('a parent', () => {
  it("opens an account with the school's code, and signs in with the child linked", async () => {
    const { page, context, faults } = await open(browser)
    const bearer = bearerOf(page)
    await signIn(page, accountOf(2))
    await page.goto(identityPaths.invites)
    await loaded(page)
    await looked(page, 'invites')
    const schoolId = (await askSchool(page, bearer.token())) as never
    const { code } = await askAs(bearer.token(), createInvite, { schoolId, note: '家长', places: 2, days: 7 })
    const child = (await askAs(bearer.token(), listStudents, { schoolId })).list[2]!
    await page.goto(partnerPaths.add)
    await loaded(page)
    await looked(page, 'partner-add')
    expect(faults).toEqual([])
    await context.close()

    const own = await open(browser)
    await own.page.goto(identityPaths.register)
    await loaded(own.page)
    await looked(own.page, 'register')
    const fill = (label: string | RegExp, text: string) => own.page.getByLabel(label).first().fill(text)
    const accountName = `parent_${Date.now().toString(36)}`
    await fill(/^邀请码/, code.toLowerCase())
    await fill(/^学生姓名/, '没有此人')
    await fill(/^学生学号/, child.studentNumber)
    await fill(/^您的姓名/, '周家长')
    await fill(/^账号/, accountName)
    await fill(/^密码/, 'Qinghe2027x')
    await fill(/^确认密码/, 'Qinghe2027x')
    const send = async (): Promise<void> => {
      await own.page.getByRole('button', { name: '开通', exact: true }).click()
      await solveSlide(own.page)
    }
    await send()
    await said(own.page, '邀请码或学生信息有误，请核对后重试')
    await fill(/^学生姓名/, child.studentName)
    await send()
    // Signed in at once: the person has just shown who they are.
    await own.page.waitForURL((url) => url.pathname === '/v2/center')
    await said(own.page, '家长')
    // The account is the parent's own from now on.
    await own.context.clearCookies()
    await own.page.evaluate(() => sessionStorage.clear())
    await own.page.goto(identityPaths.signIn)
    await fillSignIn(own.page, accountName, 'Qinghe2027x')
    await own.page.waitForURL((url) => url.pathname === '/v2/center')
    await own.context.close()
  })

  it('by a phone alone stands before the child’s form at once, has all of the settings, and reads of the child from then on', async () => {
    const { page, context } = await open(browser)
    const bearer = bearerOf(page)
    await signIn(page, accountOf(2))
    await loaded(page)
    const schoolId = (await askSchool(page, bearer.token())) as never
    const { code } = await askAs(bearer.token(), createInvite, { schoolId, note: '家长', places: 2, days: 7 })
    const child = (await askAs(bearer.token(), listStudents, { schoolId })).list[3]!
    await context.close()

    const own = await open(browser)
    const phone = `139${String(Date.now()).slice(-8)}`
    await own.page.goto(`${identityPaths.register}?way=phone`)
    await loaded(own.page)
    const fill = (label: string | RegExp, text: string) => own.page.getByLabel(label).first().fill(text)
    await fill(/^手机号码/, phone)
    await own.page.getByRole('button', { name: '获取验证码' }).click()
    await solveSlide(own.page)
    await own.page.getByRole('button', { name: /秒后重新获取$/ }).waitFor()
    await own.page.getByLabel('验证码', { exact: true }).fill(await codeFor(own.page, phone))
    await fill(/^您的姓名/, '郑家长')
    await fill(/^密码/, 'Qinghe2027x')
    await fill(/^确认密码/, 'Qinghe2027x')
    await own.page.getByRole('button', { name: '开通', exact: true }).click()
    // The second screen: nothing is asked again, and nothing stands before the form.
    await own.page.waitForURL((url) => url.pathname === settingsPath('my-children'))
    await own.page.getByLabel('学生姓名').waitFor()
    // No page of the settings is refused to who has no child yet.
    const tabs = own.page.getByRole('navigation', { name: '账号设置' }).getByRole('link')
    const addresses = await tabs.evaluateAll((links) =>
      links.map((a) => new URL((a as HTMLAnchorElement).href).pathname),
    )
    expect(addresses).toContain(settingsPath('binding'))
    for (const address of addresses) {
      await own.page.goto(address)
      await loaded(own.page)
      expect(new URL(own.page.url()).pathname).toBe(address)
      expect(await own.page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    await own.page.goto(homePaths.centre)
    await said(own.page, '还没有关联孩子')
    await own.page
      .getByRole('link', { name: '关联孩子' })
      .or(own.page.getByRole('button', { name: '关联孩子' }))
      .click()
    await own.page.getByLabel('学生姓名').fill(child.studentName)
    await own.page.getByLabel('学生学号').fill(child.studentNumber)
    await own.page.getByLabel('学校邀请码').fill(code)
    await own.page.getByRole('button', { name: '保存' }).click()
    // The third: what there is to read.
    await own.page.waitForURL((url) => url.pathname === homePaths.centre)
    await roleOf(own.page, '家长').waitFor()
    await said(own.page, child.studentName)
    expect(own.faults).toEqual([])
    await own.context.close()
  })
})

const askSchool = (page: Page, authorization: string): Promise<string> =>
  page.evaluate(
    async (token) =>
      (await (await fetch('/api/base/data/user/info', { headers: { authorization: token } })).json()).data.schoolId,
    authorization,
  )

describe('the shell', () => {
  it('is painted before the start has answered', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(2))
    await loaded(page)
    let answer: () => void = () => undefined
    const held = new Promise<void>((done) => (answer = done))
    let asked = 0
    await page.route(
      (url) => url.pathname === start.path,
      async (route) => {
        asked++
        await held
        await route.continue()
      },
    )
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: '学校管理' }).first().waitFor()
    await page.getByRole('button', { name: '设置', exact: true }).waitFor()
    // All of the start is one request.
    expect(asked).toBe(1)
    answer()
    await loaded(page)
    await context.close()
  })
})

describe('a session that is not what it was', () => {
  it.each([
    ['a token of another deployment', `se_${'0'.repeat(26)}.AAAAAAAAAAAAAAAAAAAAAA.${'B'.repeat(43)}`],
    ['rubbish', 'x'],
  ])('%s leads to the sign-in, and back to where one was going', async (_, token) => {
    const { page, context } = await open(browser)
    await context.addCookies([{ name: 'qinghe-refresh', value: token, url: place().address }])
    await page.goto('/v2/exam/list')
    await isNotBlank(page)
    await page.waitForURL((url) => url.pathname === identityPaths.signIn, { timeout: 120_000 })
    await page.getByLabel('账号', { exact: true }).fill(accountOf(2).accountName)
    await page.getByLabel('密码', { exact: true }).fill(accountOf(2).password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/v2/exam/list')
    await context.close()
  })

  it('switched in two tabs at once is one identity in both, or says so', async () => {
    const { page, context } = await open(browser)
    const bearer = bearerOf(page)
    const admin = await open(browser)
    const adminBearer = bearerOf(admin.page)
    await signIn(admin.page, accountOf(2))
    await loaded(admin.page)
    const schoolId = (await askSchool(admin.page, adminBearer.token())) as never
    const [a, b] = (await askAs(adminBearer.token(), listStudents, { schoolId })).list.slice(3, 5)
    const { code } = await askAs(adminBearer.token(), createInvite, { schoolId, places: 2, days: 1 })
    await admin.context.close()
    await signIn(page, accountOf(12))
    await loaded(page)
    for (const { studentName, studentNumber } of [a!, b!])
      await askAs(bearer.token(), bindChild, {
        studentName,
        studentNum: studentNumber,
        schoolId,
        inviteCode: code,
      })
    const other = await context.newPage()
    await Promise.all([page.goto('/v2/center'), other.goto('/v2/center')])
    await Promise.all([loaded(page), loaded(other)])
    const choose = async (tab: Page, name: string) => {
      await tab.getByRole('button', { name: '切换身份' }).click()
      const button = dialogueWith(tab, '切换身份').getByRole('button', { name: new RegExp(`${name}.*家长`) })
      return (await button.elementHandle())!
    }
    const [one, two] = [await choose(page, a!.studentName), await choose(other, b!.studentName)]
    // By script, of buttons that were found before: what the faster tab tells takes the slower one's away, or its page.
    const press = (button: typeof one): Promise<void> =>
      button.evaluate((e) => (e as unknown as { click: () => void }).click()).catch(() => undefined)
    await Promise.all([press(one), press(two)])
    for (const tab of [page, other]) {
      await isNotBlank(tab)
      // The slower tab is told, and goes on as who one is now.
      const told = dialogueWith(tab, '身份已切换').getByRole('button', { name: '刷新' })
      const expired = dialogueWith(tab, '登录状态已过期')
      const center = roleOf(tab, '家长')
      await told.or(expired).or(center).first().waitFor()
    }
    await Promise.all([page.goto('/v2/center'), other.goto('/v2/center')])
    await Promise.all([loaded(page), loaded(other)])
    const who = (tab: Page) =>
      tab.evaluate(() => document.querySelector('[data-watermark]')?.getAttribute('data-watermark'))
    expect(await who(page)).toBe(await who(other))
    await Promise.all([isNotBlank(page), isNotBlank(other)])
    await context.close()
  })
})
