import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examPaths } from '#web/exam/exam.paths.ts'
import { accountOf, loaded, looked, open, openBrowser, signIn } from './journey.ts'
import { makeNext, makeNine, subjectsShown } from './makeExam.journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('an exam', () => {
  it('is created for two classes and leads to its paper', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(examPaths.list)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await looked(page, 'exams-empty')
    await page.goto(examPaths.add)
    await page.getByRole('button', { name: '新建并设置试题' }).waitFor()
    await page.getByRole('button', { name: '新建并设置试题' }).click()
    await page.getByText('考试名称不能为空').waitFor()
    await looked(page, 'create-exam-wrong')
    await page.getByLabel('考试名称').fill('高一上学期期中考试')
    await page.getByRole('group', { name: '科目' }).getByRole('checkbox').first().check()
    for (const name of [/^1班/, /^2班/]) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: '新建并设置试题' }).click()
    await page.waitForURL(/\/paper\/pa_/)
    await looked(page, 'paper-empty')
    await page.goto(examPaths.list)
    await page.getByRole('table').getByText('高一上学期期中考试').waitFor()
    await looked(page, 'exams')
    expect(faults).toEqual([])
    await context.close()
  })

  it('of nine subjects is made in under three minutes by hand, and the next one like it in under one', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await loaded(page)
    const first = await makeNine(page, '高一上学期九科测试')
    await loaded(page)
    expect(await subjectsShown(page)).toBe(9)
    expect(first.hand).toBeLessThan(180)
    const next = await makeNext(page, '高一上学期九科复测')
    await loaded(page)
    expect(await subjectsShown(page)).toBe(9)
    expect(next.hand).toBeLessThan(60)
    expect(faults).toEqual([])
    await context.close()
  })
})
