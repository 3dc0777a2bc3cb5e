import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardPaths, drawPath, preflightPath } from '#web/card/card.paths.ts'
import { accountOf, loaded, looked, open, openBrowser, patience, signIn } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const title = (page: Page) => page.getByRole('textbox', { name: /^标题/ })

/** The card of the exam that waits for its markers, by the way that its teacher goes: the other one's stands in pictures. */
const cardOf = async (page: Page): Promise<string> => {
  await page.goto(cardPaths.list)
  await page.getByRole('cell', { name: '高一第二次月考' }).first().click()
  await page.waitForURL(/\/answer-card\/draw\/ca_/)
  return /ca_[0-9a-z]+/.exec(page.url())![0]
}

describe('the designer', () => {
  it('takes back a choice and a switch by Ctrl+Z while they have the focus', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(drawPath(await cardOf(page)))
    await title(page).waitFor()
    const number = page.getByRole('radio', { name: '条形码' })
    const foot = page.getByRole('switch', { name: '显示页脚' })
    const usual = page.getByRole('radio', { name: '学生填涂' })
    await number.check()
    await page.keyboard.press('Control+z')
    await expect.poll(() => usual.isChecked()).toBe(true)
    await foot.click()
    expect(await foot.isChecked()).toBe(false)
    await page.keyboard.press('Control+z')
    await expect.poll(() => foot.isChecked()).toBe(true)
    await context.close()
  })

  it('loses nothing that was drawn: a crash, a closed tab, a second tab', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(2))
    const cardId = await cardOf(page)
    const started = async (of: Page): Promise<void> => {
      await of.goto(drawPath(cardId))
      await title(of).waitFor()
    }
    await started(page)
    const before = await title(page).inputValue()

    // The process of the page dies between a keystroke and the next save.
    await title(page).fill('崩溃之前')
    const session = await context.newCDPSession(page)
    const died = page.waitForEvent('crash')
    // No page is left to answer.
    session.send('Page.crash').catch(() => undefined)
    await died
    const second = await context.newPage()
    second.setDefaultTimeout(20_000)
    await started(second)
    await second.getByText('已恢复上次没有保存的修改').waitFor()
    expect(await title(second).inputValue()).toBe('崩溃之前')

    // Closed at once, without a word; then opened again: as it was.
    await title(second).fill('关闭之前')
    await second.close({ runBeforeUnload: false })
    const third = await context.newPage()
    third.setDefaultTimeout(20_000)
    await started(third)
    expect(await title(third).inputValue()).toBe('关闭之前')
    await third.getByRole('button', { name: '保存', exact: true }).click()
    await third.getByText(/^已保存/).waitFor()

    // Two tabs on one card: who saves second is asked, and keeps the own work until it is answered.
    const fourth = await context.newPage()
    fourth.setDefaultTimeout(20_000)
    await started(fourth)
    await title(fourth).fill('第四个窗口')
    await fourth.getByRole('button', { name: '保存', exact: true }).click()
    await fourth.getByText(/^已保存/).waitFor()
    await title(third).fill('第三个窗口')
    await third.getByRole('button', { name: '保存', exact: true }).click()
    await third.getByText('您的修改仍保存在这台电脑上').waitFor()
    await third.reload()
    await title(third).waitFor()
    expect(await title(third).inputValue()).toBe('第三个窗口')
    await third.getByRole('button', { name: '用我的修改覆盖' }).click()
    await third.getByText(/^已保存/).waitFor()
    await fourth.reload()
    await title(fourth).waitFor()
    expect(await title(fourth).inputValue()).toBe('第三个窗口')
    // As it was before, for the other journeys.
    await title(fourth).fill(before)
    await fourth.getByRole('button', { name: '保存', exact: true }).click()
    await fourth.getByText(/^已保存/).waitFor()

    // A card that a newer designer has saved is not opened: what this one does not know would be lost.
    await fourth.route(/\/answerCard\/template\?/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { design: { cardVersion?: string } } }
      body.data.design.cardVersion = '9.0'
      await route.fulfill({ response, json: body })
    })
    await fourth.reload()
    await fourth.getByText('这张答题卡由更新版本（9.0）的设计器制作').waitFor()
    expect(await title(fourth).count()).toBe(0)
    await context.close()
  })
})

describe('a published card', () => {
  it('opens once by a link without a session, shows its places, and is checked before the exam', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(2))
    await page.goto(cardPaths.list)
    await page
      .getByRole('row', { name: /高一第一次月考/ })
      .getByRole('button', { name: '更多操作' })
      .click()
    await page.getByRole('menuitem', { name: '导出空白卡' }).click()
    await page.getByRole('link', { name: /（空白）\.pdf/ }).waitFor(patience)
    const cardId = await cardOf(page)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: /打印链接/ }).click()
    await page.getByRole('button', { name: '生成链接' }).click()
    const link = await page.getByLabel('链接', { exact: true }).inputValue()
    const stranger = await open(browser)
    await stranger.page.goto(link)
    await stranger.page.getByRole('button', { name: '打印' }).waitFor()
    expect(stranger.page.url()).not.toContain('ticket')
    await looked(stranger.page, 'card-render')
    const sheet = stranger.page.getByRole('img', { name: '第1面' })
    // What the printer without eyes takes is the sheet itself: kept as the scan of the pre-flight.
    await stranger.page.setViewportSize({ width: 1700, height: 1300 })
    const picture = join(tmpdir(), `qinghe-e2e-blank-${process.pid}.png`)
    await sheet.screenshot({ path: picture })
    await stranger.page.goto('about:blank')
    await stranger.page.goto(link)
    await stranger.page.getByText('打不开这个链接').waitFor()
    await stranger.context.close()

    await page.goto(cardPaths.cutByQuestion + `?card=${cardId}`)
    await loaded(page)
    await page.getByText('机器识别').waitFor()
    await looked(page, 'card-cut-by-question')

    await page.goto(preflightPath(cardId))
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('heading', { name: /可以用|不能用于考试/ }).waitFor(patience)
    await page.getByRole('rowheader', { name: '缩放比例' }).waitFor()
    await looked(page, 'card-preflight')
    expect(faults).toEqual([])
    await context.close()
  })
})
