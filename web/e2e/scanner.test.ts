import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  batchPath,
  downloadPath,
  progressPath,
  scanPath,
  scanPaths,
  templateOfPaper,
  toPaper,
} from '#web/scan/scan.paths.ts'
import { accountOf, looked, open, openBrowser, signIn, takenExam } from './journey.ts'
import type { TakenExam } from './journey.ts'

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
    await page.getByText('已交 14 页 = 匹配 12 + 重复 0 + 作废 0 + 未归位 2').waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: /^处理存疑（2页）/ }).waitFor()
    // What came of the sheet: it is in its batch as it was fed, and each of its pages has a way on.
    await page.getByRole('region', { name: '批次' }).getByRole('row').nth(1).click()
    await page.getByText('1 张（双面，应有 2 页）').waitFor()
    await page.getByRole('tab', { name: '按张核对' }).click()
    await page.getByText('第1张', { exact: true }).waitFor()
    await looked(page, 'batch-sheets')
    await page.getByRole('list', { name: '纸张' }).getByRole('link').first().click()
    await page.getByRole('button', { name: '处理存疑' }).waitFor()
    await looked(page, 'scan-page')
    expect(faults.filter((f) => !/Failed to load resource|local.initConnection/.test(f))).toEqual([])
    await context.close()
  })
})

const of = (e: TakenExam): string => e.paperId
const room: [name: string, path: (e: TakenExam) => string, shows: RegExp][] = [
  ['batch-files', (e) => `${batchPath(of(e), e.batchId)}?tab=files`, /\.(jpg|png|zip|pdf)/],
  ['template', (e) => templateOfPaper(of(e)), /蓝：选择题填涂格/],
  ['template-subjective', (e) => templateOfPaper(of(e), 'subjective-question'), /重新裁切/],
  ['recut', (e) => toPaper(scanPaths.recut, of(e)), /向下多裁/],
  ['scanners', (e) => toPaper(scanPaths.assignScanner, of(e)), /还没有上传人/],
  ['students', (e) => toPaper(scanPaths.students, of(e)), /已交/],
  ['questions', (e) => toPaper(scanPaths.questions, of(e)), /识别|人工/],
  ['sizes', (e) => toPaper(scanPaths.sizes, of(e)), /没有打印比例不对的页/],
  ['bin', (e) => toPaper(scanPaths.bin, of(e)), /回收站/],
  ['progress', (e) => progressPath(e.examId), /上传进度/],
  ['card-download', (e) => downloadPath(e.examId), /打包下载/],
]

describe('the other screens of scanning', () => {
  it('show a real exam, to axe-core’s rules and on a phone', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    for (const [name, path, shows] of room) {
      await page.goto(path(takenExam()))
      await page.getByText(shows).first().waitFor()
      await looked(page, name)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
