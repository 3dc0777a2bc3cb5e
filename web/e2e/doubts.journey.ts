/** Pages that wait for a person, settled by the keyboard. */
import type { Page } from 'playwright'

/** A scanned page by its name: whose it is, what was meant (by question number); null is no sheet of the exam. */
export type Truth = Record<string, { studentNumber: string; letters: Record<string, string> } | null>

/** Decides what is in sight as the person with the paper in hand would. */
export const settleOne = async (page: Page, truths: Truth): Promise<string> => {
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
  const letters = main.getByLabel('考生选了（字母，可多个）')
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
