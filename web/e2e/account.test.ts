/** The account of spec 1 §2, §4, §5, §8: a first password, settings, identities, the end of a session, what may go wrong. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvite } from '#shared/identity/registration/register.calls.ts'
import {
  bindChild,
  childList,
  findStudent,
  unbindChild,
  unbindCount,
} from '#shared/identity/accounts/children.calls.ts'
import { keptAtSignOut } from '#shared/identity/signIn/guard.rules.ts'
import { signIn as callOfSignIn } from '#shared/identity/identity.calls.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { listStudents } from '#shared/school/people/student.calls.ts'
import { identityPaths, settingsPath } from '#web/identity/identity.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { askAs, codeFor, dialogueWith, roleOf, said } from './account.journey.ts'
import { accountOf, bearerOf, fillSignIn, loaded, looked, open, openBrowser, place, signIn } from './journey.ts'
import { solveSlide } from './slide.journey.ts'

let browser: Browser
/** Asks as the school's administrator, past the screens: only for what must be there before a journey begins. */
let ask: <C extends AnyCall>(call: C, input: SentOf<C>) => Promise<OutputOf<C>>
let schoolId: string

beforeAll(async () => {
  browser = await openBrowser()
  const { page, context } = await open(browser)
  const bearer = bearerOf(page)
  await signIn(page, accountOf(2))
  await loaded(page)
  ask = (call, input) => askAs(bearer.token(), call, input)
  schoolId = await page.evaluate(
    async (authorization) =>
      (await (await fetch('/api/base/data/user/info', { headers: { authorization } })).json()).data.schoolId,
    bearer.token(),
  )
  await context.close()
})
afterAll(() => browser.close())

describe('an account', () => {
  const person = { accountName: `e2e_${Date.now().toString(36)}`, password: 'Qinghe2027x' }
  let firstPassword = ''
  beforeAll(async () => {
    const made = await ask(createTeacher, {
      schoolId: schoolId as never,
      teacherName: '苏晴',
      accountName: person.accountName,
      mustChangePassword: true,
    })
    firstPassword = made.initialPassword!
  })

  it('changes its first password before it reaches anything else', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, { accountName: person.accountName, password: firstPassword })
    await page.waitForURL((url) => url.pathname === settingsPath('modify-password'))
    await said(page, '请先修改，再继续使用')
    await page.goto(schoolPaths.students)
    await page.waitForURL((url) => url.pathname === settingsPath('modify-password'))
    await loaded(page)
    await page.getByRole('button', { name: '保存' }).click()
    for (const message of ['请输入当前密码', '新密码不能为空', '确认密码不能为空']) await said(page, message)
    await page.getByLabel('当前密码').fill(firstPassword)
    await page.getByLabel(/^新密码/).fill('short1')
    await page.getByLabel('确认密码').fill('other')
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '密码最少为8位数')
    await page.getByLabel(/^新密码/).fill(person.password)
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '新密码与确认密码不一致')
    await looked(page, 'password-forced')
    await page.getByLabel('确认密码').fill(person.password)
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '恭喜您，密码修改成功')
    await page.waitForURL((url) => url.pathname === '/v2/center')
    await page.waitForFunction(() => document.title === '首页 - 青禾')
    expect(faults).toEqual([])
    await context.close()
  })

  it('binds a phone, switches the check on, signs out without a trace, and passes the check at the next sign-in', async () => {
    const { page, context } = await open(browser)
    const phone = `138${String(Date.now()).slice(-8)}`
    await signIn(page, person)
    await page.goto(settingsPath('binding'))
    await loaded(page)
    await looked(page, 'binding')
    await page.getByLabel('安全验证').selectOption({ label: '开启' })
    await said(page, '需要先绑定手机才能设置')
    expect(await page.getByLabel('安全验证').inputValue()).toBe('1')
    await page.getByRole('button', { name: '绑定手机' }).click()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await said(page, '手机号码不能空')
    await page.getByRole('textbox', { name: /^手机号码/ }).fill('123')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await said(page, '请输入正确的手机号码')
    await page.getByRole('textbox', { name: /^手机号码/ }).fill(phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('button', { name: /^1[12]\d秒后重新获取$/ }).waitFor()
    await page.getByLabel('验证码', { exact: true }).fill(await codeFor(page, phone.slice(-4)))
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '绑定成功!')
    await page.getByLabel('安全验证').selectOption({ label: '开启' })
    await said(page, '设置成功')
    // A sign-out keeps exactly what the specification names.
    await page.evaluate((keys) => {
      for (const key of [...keys, 'theme', 'columns:students', 'anything']) localStorage.setItem(key, 'x')
      sessionStorage.setItem('anything', 'x')
    }, keptAtSignOut)
    await page.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL((url) => url.pathname === identityPaths.signIn)
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([...keptAtSignOut].sort())
    expect(await page.evaluate(() => sessionStorage.getItem('anything'))).toBeNull()
    await page.goto('/v2/center')
    await page.waitForURL((url) => url.pathname === identityPaths.signIn)
    await fillSignIn(page, person.accountName, person.password)
    await page.waitForURL((url) => url.pathname === identityPaths.security)
    await loaded(page)
    await looked(page, 'security-check')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('button', { name: /秒后重新获取$/ }).waitFor()
    await page.getByLabel('验证码', { exact: true }).fill(await codeFor(page, phone.slice(-4)))
    await page.getByRole('button', { name: '继续' }).click()
    await page.waitForURL((url) => url.pathname === '/v2/center')
    await context.close()
  })
})

describe('identities', () => {
  it('a linked child is a second one; a switch keeps what it should and tells the other tab', async () => {
    const { page, context, faults } = await open(browser)
    const child = (await ask(listStudents, { schoolId: schoolId as never })).list.at(-1)
    await signIn(page, accountOf(3))
    await page.goto(settingsPath('my-children'))
    // Without a child the form itself is there.
    await page.getByRole('button', { name: '保存' }).click()
    for (const message of ['学生姓名不能为空', '学生学号不能为空', '数据不完整，无法提交。']) await said(page, message)
    await page.getByLabel('学生姓名').fill('没有此人')
    await page.getByLabel('学生学号').fill('9999999')
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '学生信息有误，请重新输入')
    await page.getByLabel('学生姓名').fill(child!.studentName)
    await page.getByLabel('学生学号').fill(child!.studentNumber)
    const { code } = await ask(createInvite, { schoolId: schoolId as never, note: '家长', places: 2, days: 7 })
    await page.getByLabel('学校邀请码').fill(code)
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '恭喜你，关联成功')
    const other = await context.newPage()
    await other.goto('/v2/center')
    await loaded(other)
    await page.evaluate((keys) => {
      for (const key of keys) localStorage.setItem(key, 'kept')
      localStorage.setItem('knowledge', 'gone')
    }, keptAtSignOut)
    await page.getByRole('button', { name: '切换身份' }).click()
    const dialogue = dialogueWith(page, '切换身份')
    await looked(page, 'identities')
    await dialogue.getByRole('button', { name: new RegExp(`${child!.studentName}.*家长`) }).click()
    await page.waitForURL((url) => url.pathname === '/v2/center')
    await roleOf(page, '家长').waitFor()
    const kept = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
    expect(keptAtSignOut.filter((key) => kept[key] !== 'kept')).toEqual([])
    expect(kept).not.toHaveProperty('knowledge')
    await dialogueWith(other, '身份已切换').getByRole('button', { name: '刷新' }).click()
    await roleOf(other, '家长').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})

/** Answers of the server that its own tests bring about, put in their place to see what the screen says of them. */
const answers = async (page: Page, calls: readonly (readonly [AnyCall, unknown])[]): Promise<void> => {
  for (const [call, data] of calls)
    await page.route(
      (url) => url.pathname === call.path,
      (route) => route.fulfill({ json: { status: 0, data, message: '' } }),
    )
}

describe('what settings say', () => {
  it('of children in several schools, of an upgraded account, of unlinking', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(3))
    const id = (kind: string, n: number) => `${kind}_${String(n).padStart(26, '0')}`
    const child = (n: number) => ({
      userName: `孩子${n}`,
      userId: id('us', n),
      userType: 5,
      accountId: id('ac', 1),
      relativeId: id('st', n),
      schoolName: '第一中学',
    })
    const school = (n: number) => ({ schoolId: id('sc', n), schoolName: `第${n}中学`, studentId: id('st', n) })
    await answers(page, [
      [childList, { user: [child(1), child(2)] }],
      [unbindCount, 1],
      [unbindChild, { unbound: 1 }],
      [findStudent, { multiSchoolFlag: true, studentInfoList: [school(1), school(2)] }],
      [bindChild, { hzyFlag: true }],
    ])
    await page.goto(settingsPath('my-children'))
    await said(page, '本年度还可以解绑4次')
    await page.getByRole('button', { name: '解绑' }).first().click()
    const sure = dialogueWith(page, '解绑后将无法查看孩子学情，是否确定解绑?')
    await sure.getByRole('button', { name: '确定' }).click()
    await said(page, '解绑成功!')
    await page.getByRole('button', { name: '关联孩子' }).click()
    await page.getByLabel('学生姓名').fill('孩子')
    await page.getByLabel('学生学号').fill('20260001')
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '该学号在多个学校中存在，请选择你的学校')
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '学校不能为空')
    await page.getByRole('combobox', { name: /^学校/ }).selectOption({ label: '第2中学' })
    await page.getByRole('button', { name: '保存' }).click()
    await dialogueWith(page, '您的账号已升级，请到智慧校园平台').getByRole('button').first().click()
    await answers(page, [[unbindCount, 5]])
    await page.reload()
    await said(page, '本年度还可以解绑0次')
    await page.getByRole('button', { name: '解绑' }).first().click()
    await dialogueWith(page, '本年度暂不支持解绑').waitFor()
    expect(await dialogueWith(page, '本年度暂不支持解绑').innerText()).toContain('400-000-0000')
    await context.close()
  })

  it('of sensitive information, and of a copied name', async () => {
    const { page, context } = await open(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // Not the school's administrator, who looks at a sealed field in another journey.
    await signIn(page, accountOf(18))
    await page.goto(settingsPath('sensitive-info'))
    await page.getByRole('radio', { name: '开启' }).check()
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '密码不能为空')
    await page.getByRole('textbox', { name: /^密码/ }).fill('secret12')
    await page.getByRole('button', { name: '保存' }).click()
    await said(page, '设置成功')
    const { userName } = await page.evaluate(() => ({
      userName: document.querySelector('[data-watermark]')!.getAttribute('data-watermark')!.split(' ')[0]!,
    }))
    await page.getByRole('button', { name: userName }).click()
    await said(page, '复制成功')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(userName)
    await context.close()
  })
})

describe('a sign-in', () => {
  it('that gets no answer says so; after wrong passwords it wants the slide check, and only then', async () => {
    const { page, context } = await open(browser)
    // A person of its own: who signs in elsewhere with wrong passwords about is asked for the slide check too.
    const account = { accountName: `e2e_wrong_${Date.now().toString(36)}`, password: '' }
    const { initialPassword } = await ask(createTeacher, {
      schoolId: schoolId as never,
      teacherName: '陶然',
      accountName: account.accountName,
      mustChangePassword: false,
    })
    account.password = initialPassword!
    const ours = (url: URL) => url.pathname === callOfSignIn.path
    await page.route(ours, (route) => route.abort())
    await fillSignIn(page, account.accountName, account.password)
    await said(page, '您好，目前系统繁忙，请在半小时后再尝试登录')
    await page.unroute(ours)
    for (const password of ['wrong-password1', 'wrong-password2']) {
      await fillSignIn(page, account.accountName, password)
      await page.getByRole('alert').filter({ hasText: '密码' }).waitFor()
    }
    await fillSignIn(page, account.accountName, account.password)
    await page.getByRole('dialog', { name: '安全验证' }).waitFor()
    await looked(page, 'slide')
    await solveSlide(page)
    await page.waitForURL((url) => url.pathname.startsWith('/v2/'))
    await context.close()
  })

  it('works where nothing may be stored and the clock is an hour off', async () => {
    const { page, context } = await open(browser)
    await page.addInitScript(() => {
      const refuse = {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }
      Object.defineProperty(window, 'localStorage', refuse)
      Object.defineProperty(window, 'sessionStorage', refuse)
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined })
      const real = Date.now
      Date.now = () => real() + 3_600_000
    })
    await signIn(page, accountOf(2))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: '学校管理' }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await context.close()
  })

  it('has the brand of its host, on any host, and a word for an old browser', async () => {
    const { page, context } = await open(browser)
    const { port } = new URL(place().address)
    await page.goto(`http://mingde.localhost:${port}/login`)
    await page.getByLabel('账号', { exact: true }).waitFor()
    expect(await page.title()).toBe('登录 - 明德阅卷')
    await page.goto(`http://yunling.localhost:${port}/`)
    await page.waitForURL((url) => url.pathname === identityPaths.thirdParty)
    await loaded(page)
    await looked(page, 'third-party')
    // A host that no brand names is the product's own; a browser that cannot is told what to do.
    await page.goto(`http://unknown.localhost:${port}/login`)
    await page.getByLabel('账号', { exact: true }).waitFor()
    expect(await page.title()).toBe('登录 - 青禾')
    await page.addInitScript(() => {
      delete (Object as { hasOwn?: unknown }).hasOwn
    })
    await page.goto(identityPaths.signIn)
    await page.getByRole('alertdialog', { name: '浏览器版本过低' }).waitFor()
    await context.close()
  })
})
