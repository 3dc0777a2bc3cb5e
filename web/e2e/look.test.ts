/** Where the first row begins. Buttons and type are measured at each look of a journey (`looked`). */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import { cardPaths } from '#web/card/card.paths.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { accountOf, loaded, looks, open, openBrowser, patience, signIn, takenExam } from './journey.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  ;({ page } = await open(browser, { width: 1366, height: 768 }))
  await signIn(page, accountOf(2))
})
afterAll(() => browser.close())

const go = async (path: string): Promise<void> => {
  await page.goto(path)
  await loaded(page)
}

const lists: [string, () => string][] = [
  ['exams', () => examPaths.list],
  ['grades', () => schoolPaths.grades],
  ['classes', () => schoolPaths.classes],
  ['teachers', () => schoolPaths.teachers],
  ['students', () => schoolPaths.students],
  ['courses', () => schoolPaths.courses],
  ['cards', () => cardPaths.list],
  ['transcript', () => reportPath('transcript', takenExam().examId, takenExam().paperId)],
]
it.each(lists)('the first row of %s is in the upper quarter of a laptop', async (_, path) => {
  await go(path())
  const row = page.locator('tbody tr').first()
  await row.waitFor(patience)
  expect((await row.boundingBox())!.y).toBeLessThanOrEqual(190)
})

it('what is measured is there to be measured', async () => {
  await go(schoolPaths.students)
  expect((await looks(page))!.primaries).toEqual(['导入学生'])
})
