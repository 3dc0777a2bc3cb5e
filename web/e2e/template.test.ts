import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCardPath } from '#web/card/card.paths.ts'
import { templatePaths } from '#web/card/template/template.paths.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { dialogueWith } from './account.journey.ts'
import { accountOf, looked, open, openBrowser, patience, signIn } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const [W, H] = [1240, 1754]
const oval = (x: number, y: number, letter: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="17" ry="12" fill="none" stroke="#333" stroke-width="2"/>` +
  `<text x="${x}" y="${y + 5}" font-size="14" text-anchor="middle" fill="#555">${letter}</text>`
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** Another maker's sheet: solid corners, six digits, eight questions of four ovals, a frame for an answer. */
const sheet = [
  ...[60, W - 90].flatMap((x) => [60, H - 90].map((y) => `<rect x="${x}" y="${y}" width="30" height="30"/>`)),
  ...times(6, (d) => times(10, (v) => oval(700 + d * 60, 200 + v * 40, String(v))).join('')),
  ...times(8, (q) => times(4, (c) => oval(230 + c * 62, 700 + q * 44, 'ABCD'[c]!)).join('')),
  '<rect x="120" y="1120" width="1000" height="480" fill="none" stroke="#333" stroke-width="3"/>',
  '<text x="120" y="150" font-size="40">WINTER EXAM</text><text x="130" y="1150" font-size="24">9. Show your work.</text>',
]

/** The sheet as a school's scan of it. */
const picture = async (page: Page): Promise<string> => {
  await page.setViewportSize({ width: W, height: H })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${sheet.join('')}</svg>`
  await page.setContent(`<body style="margin:0;background:#fff">${svg}</body>`)
  const path = join(tmpdir(), `qinghe-e2e-sheet-${process.pid}.png`)
  await page.screenshot({ path })
  await page.close()
  return path
}

describe('a template of another maker’s sheet', () => {
  it('is drawn from its picture, told what it lacks, published, and a paper is switched to it and back', async () => {
    const { page, context, faults } = await open(browser)
    const path = await picture(await context.newPage())
    await signIn(page, accountOf(2))
    const menu = async (name: string, item: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const told = (text: string | RegExp) => page.getByText(text).first().waitFor()
    await page.goto(templatePaths.list)
    await page.getByRole('button', { name: '新建模板' }).first().click()
    const asked = dialogueWith(page, '新建模板')
    await asked.getByRole('textbox').fill('冬季联考第三方卡')
    await asked.getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/third-party\/draw/)
    await page.locator('input[type=file]').setInputFiles(path)
    const shown = page.getByRole('group', { name: '第1页' })
    await shown.waitFor(patience)

    // What the machine finds by itself, and what a person draws.
    await menu('自动识别', '识别整页填涂区')
    await told('找到2处')
    await menu('自动识别', '识别定位块')
    await told('找到4处')
    await page.getByLabel('要画的区域').selectOption({ label: '画解答题' })
    await page.mouse.wheel(0, 2000)
    const frame = shown.getByText('解答题')
    await expect
      .poll(async () => {
        const box = (await shown.boundingBox())!
        const at = (x: number, y: number) => [box.x + (x * box.width) / W, box.y + (y * box.height) / H] as const
        await page.mouse.move(...at(122, 1122))
        await page.mouse.down()
        await page.mouse.move(...at(700, 1400))
        await page.mouse.move(...at(1118, 1598))
        await page.mouse.up()
        return frame.count()
      }, patience)
      .toBe(1)
    await page.getByRole('list', { name: '需要修改' }).getByText('解答题没有题号').waitFor()
    await page.getByLabel('题号').fill('9')
    await page.getByLabel('题号').blur()
    await told('模板合法，可以发布')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.reload()
    await told('模板合法，可以发布')
    expect(await page.getByRole('button', { name: '定位区', exact: true }).count()).toBe(4)
    await looked(page, 'template-draw')
    await menu('图像', '拖动四角拉正')
    await page.getByRole('slider', { name: '左上角' }).press('ArrowRight')
    await looked(page, 'template-corners')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await told('模板已发布')
    await menu('更多', '属性和改名')
    await page.getByLabel('模板名称').fill('冬季联考答题卡')
    await page.getByRole('button', { name: '保存名称' }).click()
    await page.getByRole('heading', { name: '冬季联考答题卡' }).waitFor()

    // A paper that it does not fit is refused with reasons; an empty one gets its questions of it.
    await menu('更多', '用于试卷')
    const papers = page.getByRole('radiogroup', { name: '试卷' })
    await papers.getByRole('radio').first().check()
    await page.getByText(/模板与试卷有\d+处不同/).waitFor()
    const use = page.getByRole('button', { name: '使用', exact: true })
    expect(await use.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    const address = page.url()
    await page.goto(examPaths.add)
    await page.getByLabel('考试名称').fill('冬季联考')
    await page.getByRole('group', { name: '科目' }).getByRole('checkbox').first().check()
    await page.getByRole('checkbox', { name: /^1班/ }).check()
    await page.getByRole('button', { name: '新建并设置试题' }).click()
    await page.waitForURL(/\/paper\/pa_/)
    const paperId = /pa_[0-9a-z]+/.exec(page.url())![0]
    await page.goto(address)
    await menu('更多', '用于试卷')
    await papers.getByRole('radio', { name: /冬季联考/ }).check()
    await page.getByRole('button', { name: '由模板生成题目并使用' }).click()
    await told('试卷已有9道题')
    await page.goto(startCardPath(paperId))
    await told('这份试卷的答卷按第三方模板识别')
    await menu('更多', '改用第三方模板识别')
    await page.getByRole('radio', { name: '本答题卡' }).check()
    await page.getByRole('button', { name: '改用', exact: true }).click()
    await told('已改回按本答题卡识别')
    expect(faults).toEqual([])
    await context.close()
  })
})
