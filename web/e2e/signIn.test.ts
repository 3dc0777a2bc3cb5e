import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signOut } from '#shared/identity/identity.calls.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { accountOf, bearerOf, fillSignIn, judged, looked, open, openBrowser, place, signIn } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('signing in', () => {
  it('shows the page, and says when the password is wrong', async () => {
    const { page, context, faults } = await open(browser)
    await page.goto(identityPaths.signIn)
    await page.getByLabel('账号', { exact: true }).waitFor()
    // A screen reader hears the language of the screen.
    await page.getByRole('switch', { name: '显示密码' }).getByText('密码已隐藏').waitFor({ state: 'attached' })
    await looked(page, 'sign-in')
    // A name without an account: a wrong password of a person who signs in elsewhere would ask there for the slide check.
    await fillSignIn(page, 'qhyz_unknown', 'not-the-password')
    await page.getByRole('alert').filter({ hasText: '密码' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(identityPaths.signIn)
    await looked(page, 'sign-in-wrong')
    expect(faults).toEqual([])
    await context.close()
  })

  it.each([
    ['administrator', 2],
    ['teacher', 3],
    ['student', 4],
  ])('as %s reaches the centre', async (name, userType) => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(userType))
    await looked(page, `centre-${name}`)
    expect(faults).toEqual([])
    await context.close()
  })

  it('is asked for again when the session is over', async () => {
    const { page, context } = await open(browser)
    const bearer = bearerOf(page)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.students)
    await page.getByRole('table').waitFor()
    const ended = await fetch(place().address + signOut.path, {
      method: signOut.method,
      headers: { 'content-type': 'application/json', authorization: bearer.token() },
      body: '{}',
    })
    expect(ended.status).toBe(200)
    // A session is remembered for three seconds.
    await page.waitForTimeout(3_500)
    await page.getByRole('searchbox').or(page.getByPlaceholder('姓名、拼音、首字母或学号')).first().fill('王')
    const dialogue = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialogue.filter({ hasText: '登录状态已过期' }).waitFor()
    // The screen stays as it stood behind the dialogue; after five seconds the sign-in comes by itself.
    await dialogue.getByRole('button', { name: '重新登录' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBe(1)
    expect(await page.locator('[data-watermark]').count()).toBe(1)
    // On a busy machine the sign-in comes while it is looked at.
    await judged(page, 'session-over').catch((error: Error) => {
      if (!/because of a navigation/.test(error.message)) throw error
    })
    await page.waitForURL((url) => url.pathname === identityPaths.signIn && url.search.includes('from='), {
      timeout: 120_000,
    })
    await context.close()
  })
})
