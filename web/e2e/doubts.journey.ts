/** Pages that wait for a person, settled by the keyboard. */
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { scanPath } from '#web/scan/scan.paths.ts'
import { loaded, patience } from './journey.ts'

type Scanned = { paperId: string; zip: string; pages: number }

/** A scanned page by its name: whose it is, what was meant (by question number); null is no sheet of the exam. */
export type Truth = Record<string, { studentNumber: string; letters: Record<string, string> } | null>

/** Uploads what is scanned and waits until all of its pages are read: the first doubts stand there while others are on their way. */
export const uploadScans = async (page: Page, { paperId, zip, pages }: Scanned): Promise<void> => {
  await page.goto(scanPath(paperId))
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(zip)
  const ledger = page.getByText(new RegExp(`^已交 ${pages} 页 = `))
  await ledger.waitFor(patience)
  const reading = page.getByText(/正在识别 \d+ 个批次/)
  await expect.poll(() => reading.isVisible(), patience).toBe(false)
  await page.getByRole('button', { name: /^处理存疑（\d+页）/ }).waitFor(patience)
}

/** Decides what is in sight as the person with the paper in hand would. */
const settleOne = async (page: Page, truths: Truth): Promise<string> => {
  const main = page.getByRole('main')
  const has = (name: RegExp): Promise<boolean> => main.getByRole('button', { name }).first().isVisible()
  if (await has(/^1\s保留原来的/)) {
    await page.keyboard.press('1')
    return 'keep'
  }
  const text = await main.innerText()
  const [, truth] = Object.entries(truths).find(([name]) => text.includes(name)) ?? []
  if (truth === undefined) throw new Error(`whose page is this? ${text}`)
  if (truth === null) {
    await page.keyboard.press('v')
    return 'void'
  }
  const field = main.getByLabel('考生（考号、姓名或拼音）')
  if (await field.isVisible()) {
    await field.fill(truth.studentNumber)
    await page.keyboard.press('Enter')
    return 'assign'
  }
  const letters = main.getByLabel(/^考生选了（/)
  if (await letters.isVisible()) {
    const [, number = ''] = /第(\d+)题：/.exec(text)!
    const meant = truth.letters[number]!
    if (meant.length === 1) await page.keyboard.press(meant.toLowerCase())
    else if (meant === '') await page.keyboard.press('0')
    else {
      await letters.fill(meant)
      await page.keyboard.press('Enter')
    }
    return 'letters'
  }
  throw new Error(`no way to settle: ${text}`)
}

/**
 * From the first doubt to the last, which one at a time is in sight; `after` is told of each. Answers what was done.
 * What stands there is read at once and never waited for: the last decision takes the queue away.
 */
export const settleAll = async (
  page: Page,
  truths: Truth,
  { before, after }: { before?: (n: number) => Promise<void>; after?: (n: number) => Promise<void> } = {},
): Promise<string[]> => {
  const over = page.getByText('没有存疑', { exact: true })
  const queue = page.getByRole('list', { name: '队列' })
  const progress = page.getByText(/^已处理 \d+ 处，还有 \d+ 处（\d+ 页）$/)
  // Several decisions may be of one page: then the queue goes on, and its pages stay.
  const where = async (): Promise<string> =>
    [...(await queue.locator('[aria-current=true]').allInnerTexts()), ...(await progress.allInnerTexts())].join(' ')
  // Who left the page before its last decision has arrived would be asked whether to stay.
  const stays = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const acts: string[] = []
  for (let n = 1; n <= 20; n++) {
    await queue.or(over).first().waitFor()
    await loaded(page)
    // The queue is empty before its last decision has arrived, which may bring another: a page that is there twice.
    if (await over.isVisible()) {
      await expect.poll(stays, patience).toBe(false)
      await loaded(page)
      if (await over.isVisible()) break
    }
    await before?.(n)
    const seen = await where()
    acts.push(await settleOne(page, truths))
    await expect.poll(async () => (await over.isVisible()) || !['', seen].includes(await where()), patience).toBe(true)
    await after?.(n)
  }
  await over.waitFor()
  return acts
}
