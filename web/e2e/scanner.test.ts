import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanPath } from '#web/scan/scan.paths.ts'
import { accountOf, looked, open, openBrowser, signIn, takenExam } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the scanner beside the computer', () => {
  it('is found, counts what it scans against the sheets, and its pages are accounted for', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(scanPath(takenExam().toMark.paperId))
    await page.getByRole('button', { name: '用本机扫描仪扫描' }).click()
    const panel = page.getByRole('group', { name: '本机扫描仪' })
    await panel.getByRole('button', { name: '开始扫描' }).waitFor()
    await looked(page, 'scanner-ready')
    await panel.getByRole('radio', { name: '双面' }).check()
    await panel.getByRole('button', { name: '开始扫描' }).click()
    const sheets = panel.getByLabel('共扫 2 页。放入了几张纸？')
    await sheets.fill('2')
    await panel.getByText('放入2张应有4页，实际2页，少2页，请检查是否有粘连或漏扫').waitFor()
    await looked(page, 'scanner-counted')
    await sheets.fill('1')
    await panel.getByText('张数与页数相符').waitFor()
    await panel.getByRole('button', { name: '上传 2 页' }).click()
    await page.getByText('已交 14 页 = 匹配 12 + 重复 0 + 作废 0 + 待处理 2').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: /^处理存疑（2页）/ }).waitFor()
    expect(faults.filter((f) => !/Failed to load resource/.test(f))).toEqual([])
    await context.close()
  })
})
