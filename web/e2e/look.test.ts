/** What the visual guide measures: where the first row begins, one primary button, five sizes of type. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPath, reportPath } from '#web/analysis/analysis.paths.ts'
import { cardPaths } from '#web/card/card.paths.ts'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { arrangePath, monitorPath } from '#web/marking/marking.paths.ts'
import { scanPath } from '#web/scan/scan.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { accountOf, loaded, open, openBrowser, patience, signIn, takenExam } from './journey.ts'

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

type Looks = { primaries: string[]; sizes: number[]; sideways: number }
/** Of what is seen between the header and the end: buttons in the brand's colour, sizes of type in px. */
const looks = (): Promise<Looks> =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const probe = main.appendChild(document.createElement('i'))
    const shell = main.closest('.fui-FluentProvider') ?? document.body
    probe.style.background = getComputedStyle(shell).getPropertyValue('--colorBrandBackground')
    const brand = getComputedStyle(probe).backgroundColor
    probe.remove()
    const seen = (e: Element): boolean => e.getClientRects().length > 0
    const buttons = [...main.querySelectorAll('button, a[role=button]')].filter(seen)
    const sizes = new Set<number>()
    const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const { parentElement } = walk.currentNode
      if (parentElement && walk.currentNode.textContent?.trim() && seen(parentElement) && !parentElement.closest('svg'))
        sizes.add(parseFloat(getComputedStyle(parentElement).fontSize))
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      primaries: buttons.filter((b) => getComputedStyle(b).backgroundColor === brand).map((b) => b.textContent ?? ''),
      sizes: [...sizes].sort((a, b) => a - b),
      sideways: scrollWidth - clientWidth,
    }
  })

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

const screens: [string, () => string][] = [
  ['the home', () => '/v2/center'],
  ...lists,
  ['an exam', () => examPath(takenExam().examId)],
  ['scans', () => scanPath(takenExam().paperId)],
  ['an arrangement', () => arrangePath(takenExam().paperId)],
  ['progress', () => monitorPath(takenExam().examId, takenExam().paperId)],
  ['publication', () => publishPath(takenExam().paperId)],
  ['a summary', () => reportPath('summary', takenExam().examId, takenExam().paperId)],
]
it.each(screens)('%s has one next step at most, and type of five sizes', async (_, path) => {
  await go(path())
  const { primaries, sizes, sideways } = await looks()
  expect(primaries.length, primaries.join('、')).toBeLessThanOrEqual(1)
  expect(sizes.filter((s) => ![12, 14, 16, 20, 32].includes(s))).toEqual([])
  expect(sideways).toBeLessThanOrEqual(0)
})

it('what is measured is there to be measured', async () => {
  await go(schoolPaths.students)
  expect((await looks()).primaries).toEqual(['导入学生'])
})
