import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolPaths } from '#web/school/school.paths.ts'
import { accountOf, looked, open, openBrowser, patience, settled, shot, signIn } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the school', () => {
  it('keeps the filter of the student list in the address, over a reload', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.students)
    const rows = page.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count(), patience).toBe(13)
    await looked(page, 'students')
    const name = (await rows.nth(1).getByRole('cell').allInnerTexts()).find((t) => /^[\u4e00-\u9fff]{2,4}$/.test(t))!
    await page.getByPlaceholder('姓名、拼音、首字母或学号').fill(name)
    await expect.poll(() => new URL(page.url()).searchParams.get('name'), patience).toBe(name)
    await expect.poll(() => rows.count(), patience).toBeLessThan(13)
    const found = await rows.count()
    expect(found).toBeGreaterThan(1)
    await page.reload()
    await expect.poll(() => rows.count(), patience).toBe(found)
    expect(await page.getByPlaceholder('姓名、拼音、首字母或学号').inputValue()).toBe(name)
    expect(faults).toEqual([])
    await context.close()
  })

  it('says what is wrong beside the field, and adds a student when it is right', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.students)
    await page.getByRole('table').waitFor()
    await page
      .getByRole('link', { name: '添加学生' })
      .or(page.getByRole('button', { name: '添加学生' }))
      .first()
      .click()
    await page.getByLabel('姓名').fill('端木赐')
    await page.getByLabel('学号').fill('12ab')
    await page.getByRole('combobox', { name: '班级' }).selectOption({ index: 1 })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('学号应为4到18位数字').waitFor()
    await looked(page, 'add-student-wrong')
    await page.getByLabel('学号').fill('20269999')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('学生已添加').first().waitFor()
    await page.getByPlaceholder('姓名、拼音、首字母或学号').fill('20269999')
    await page.getByRole('cell', { name: '端木赐' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('imports a roster with its progress to the end', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.importStudents)
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await looked(page, 'import')
    const lines = Array.from(
      { length: 30 },
      (_, i) => `新生${'甲乙丙丁戊己庚辛壬癸'[i % 10]},2026800${String(i).padStart(2, '0')},高一,3班,男`,
    )
    const file = (rows: string[]) => ({
      name: '名单.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF姓名,学号,年级,班级,性别\n${rows.join('\n')}\n`),
    })
    await page.locator('input[type=file]').setInputFiles(file([...lines, '坏学号,12x,高一,3班,女']))
    const upload = page.getByRole('button', { name: /^(开始)?上传/ })
    if (await upload.isVisible().catch(() => false)) await upload.click()
    await page.getByRole('progressbar').first().waitFor()
    await shot(page, 'import-progress')
    await page.getByText('发现1处问题').waitFor({ timeout: 60_000 })
    await looked(page, 'import-problems')
    await page.getByRole('button', { name: '只导入没有问题的30名' }).click()
    await page.getByText('已导入30名学生').waitFor({ timeout: 60_000 })
    await settled(page)
    await looked(page, 'import-done')
    expect(faults).toEqual([])
    await context.close()
  })

  it('moves chosen students to another class, and back; leaders, terms and exports are looked at', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(schoolPaths.students)
    const rows = page.getByRole('table').getByRole('row')
    await rows.nth(2).waitFor()
    for (const i of [1, 2]) await rows.nth(i).getByRole('checkbox').check()
    await page.getByRole('button', { name: '调班' }).click()
    await page.getByRole('combobox', { name: '调到班级' }).selectOption({ index: 2 })
    await shot(page, 'move-students')
    await page.getByRole('dialog').getByRole('button', { name: '调班' }).click()
    await page
      .getByText(/已调班[12]名学生/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: '撤销' }).first().click()
    await page.goto(schoolPaths.acts)
    await page
      .getByText(/于.*撤销/)
      .first()
      .waitFor()
    await looked(page, 'acts')
    await page.goto(schoolPaths.leaders)
    await page.getByRole('cell', { name: '年级主任', exact: true }).waitFor()
    await looked(page, 'leaders')
    await page.goto(schoolPaths.settings)
    await page
      .getByText(/学年第[一二]学期/)
      .first()
      .waitFor()
    await looked(page, 'general-setting')
    await page.goto(`${schoolPaths.export}?kind=classes`)
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page
      .getByText(/班级名单\.xlsx/)
      .first()
      .waitFor()
    await looked(page, 'export')
    expect(faults).toEqual([])
    await context.close()
  })
})
