/**
 * What each candidate of the exam with a wrong key must have been told after each of its publications, worked out from what
 * was filled in on the sheets and what the marker gave: nothing of the product's own arithmetic is used.
 */
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { markingPaths } from '#web/marking/marking.paths.ts'
import { loaded, patience, shot } from './journey.ts'

/** Six single choices, two multiple ones of which a part earns, one solution. */
export const rightKey = ['C', 'A', 'D', 'B', 'A', 'C', 'ABD', 'BC']
const worth = [3, 3, 3, 3, 3, 3, 4, 4]
export const partWorth = 1.5
export const solution = { number: 9, full: 8 }

export type Sheet = { letters: Record<string, string>; solution: number }
/** `weight` is what the solution counts of what was given. */
type Rules = { first: string; weight?: number }

export const scoresOf = ({ letters, solution: given }: Sheet, { first, weight = 1 }: Rules): number[] => [
  ...worth.map((points, i) => {
    const [right, chosen] = [i === 0 ? first : rightKey[i]!, letters[String(i + 1)] ?? '']
    if (chosen === right) return points
    return i > 5 && chosen !== '' && [...chosen].every((l) => right.includes(l)) ? partWorth : 0
  }),
  given * weight,
]
export const sum = (scores: readonly number[]): number => scores.reduce((a, b) => a + b, 0)

/** Scores by number; who has none has none. `why` is what became other for all. */
export type Version = { scores: Map<string, number[]>; why?: { question: number; text: string }; because?: string }

const said = (points: number): string => String(Number(points.toFixed(2)))
const moved = (by: number): string => `${by > 0 ? '+' : '−'}${said(Math.abs(by))}`
const totalMoved = (was: readonly number[], is: readonly number[]): string[] =>
  sum(was) === sum(is) ? [] : [`总分${said(sum(was))}→${said(sum(is))}`]

/** Each publication after the first with what it found, the newest first. */
const steps = (versions: readonly Version[], number: string) =>
  versions
    .flatMap(({ scores, why }, v) => {
      const is = scores.get(number)
      return v === 0 || !is ? [] : [{ was: versions[v - 1]!.scores.get(number), is, why }]
    })
    .reverse()

/** What a student and the parents read of it; the day is left out. */
export const linesOf = (versions: readonly Version[], number: string): string[] =>
  steps(versions, number).flatMap(({ was, is, why }) => {
    if (!was) return [`成绩已于更正：总分无成绩→${said(sum(is))}`]
    const by = (q: number): number => is[q]! - was[q]!
    const own = why && by(why.question - 1)
    const parts = [
      ...(why ? [`${why.text}（${own === 0 ? '得分不变' : moved(own!)}）`] : []),
      ...is.flatMap((_, q) => (q + 1 === why?.question || by(q) === 0 ? [] : [`第${q + 1}题（${moved(by(q))}）`])),
      ...totalMoved(was, is),
    ]
    return parts.length === 0 ? [] : [`成绩已于更正：${parts.join('，')}`]
  })

/** The same in the transcript. */
export const cellOf = (versions: readonly Version[], number: string): string =>
  steps(versions, number)
    .flatMap(({ was, is }) => {
      if (!was) return [`总分无成绩→${said(sum(is))}`]
      const parts = is.flatMap((_, q) => (was[q] === is[q] ? [] : [`第${q + 1}题${said(was[q]!)}→${said(is[q]!)}`]))
      return parts.length === 0 ? [] : [[...parts, ...totalMoved(was, is)].join('，')]
    })
    .join('；')

/** Who stands otherwise than in the version before, with the totals and the places among all. */
export const changedIn = (before: Version, after: Version) => {
  const place = ({ scores }: Version, own: number): number =>
    1 + [...scores.values()].filter((s) => sum(s) > own).length
  return [...after.scores].flatMap(([number, is]) => {
    const was = before.scores.get(number)
    if (!was || JSON.stringify(was) === JSON.stringify(is)) return []
    return [{ number, was: sum(was), is: sum(is), from: place(before, sum(was)), to: place(after, sum(is)) }]
  })
}
export const meanOf = ({ scores }: Version): number =>
  [...scores.values()].reduce((all, own) => all + sum(own), 0) / scores.size
export const placesOf = ({ scores }: Version): Map<string, number> =>
  new Map(
    [...scores].map(([number, own]) => [number, 1 + [...scores.values()].filter((s) => sum(s) > sum(own)).length]),
  )

/** A table as its reader has it: of each row the cells by the names of their columns. */
export const rowsIn = async (table: Locator): Promise<Record<string, string>[]> =>
  table
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll<HTMLElement>('td[data-name]')].map((cell) => [
            cell.dataset['name']!.replace(/[（(].*/, ''),
            cell.innerText.trim(),
          ]),
        ),
      ),
    )

const undated = (text: string): string => text.replaceAll(/\d\d-\d\d ?/g, '')

/** The own result: its total, and what of it was corrected. */
export const readOwn = async (page: Page): Promise<{ total: string; lines: string[] }> => {
  const main = page.getByRole('main')
  await main
    .getByText(/满分 \d/)
    .first()
    .waitFor()
  await loaded(page)
  const lines = await main.getByRole('list', { name: '成绩更正' }).getByRole('listitem').allInnerTexts()
  const hero = await main
    .getByText(/分 \/ 满分/)
    .first()
    .locator('xpath=..')
    .innerText()
  return { total: /^[\d.]+/.exec(hero.trim())?.[0] ?? hero, lines: lines.map(undated) }
}

/** A transcript: by number the total, the places and the corrections. */
export const readTranscript = async (
  page: Page,
): Promise<Map<string, { total: string; rank?: string; cell: string }>> => {
  const table = page
    .getByRole('main')
    .getByRole('region')
    .filter({ has: page.locator('table') })
    .first()
  await table.locator('tbody tr').first().waitFor()
  await loaded(page)
  const rows = await rowsIn(table)
  return new Map(
    rows.map((r) => {
      const rank = r['总排名']
      const cell = undated(r['更正'] ?? '').replace(/^—$/, '')
      return [r['考号']!, { total: r['总分']!, cell, ...(rank === undefined ? {} : { rank }) }]
    }),
  )
}

/** What stands in a place is a figure of these points, with as many decimals as its column has. */
export const isPoints = (shown: string, points: number): void =>
  expect(Number(shown.replace(/[^\d.]/g, '')), `${shown} is ${points}`).toBeCloseTo(points, 2)

/** Nothing of it lies beside the screen, on a desk and on a phone. */
export const bothWidths = async (page: Page, name: string): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await loaded(page)
    await shot(page, `${name}-${width}`)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${name} at ${width}`).toBeLessThanOrEqual(0)
  }
}

/** The marker gives another score to each of so many, in the order in which they come. */
export const markEach = async (page: Page, examName: string, scores: readonly number[]): Promise<void> => {
  await page.goto(markingPaths.tasks)
  const begin = { name: /^(开始|继续)评阅$/ }
  const task = page
    .locator('section')
    .filter({ hasText: examName })
    .filter({ has: page.getByRole('button', begin) })
  await task.first().getByRole('button', begin).click()
  await page.waitForURL(/question-block/)
  const picture = page.getByRole('region', { name: '作答图像' }).getByRole('img').first()
  const width = (): Promise<number> => picture.evaluate((i: HTMLImageElement) => i.naturalWidth)
  for (const [n, score] of scores.entries()) {
    await page.getByText('待评', { exact: true }).waitFor()
    // Before it is seen no key counts.
    await expect.poll(width, patience).toBeGreaterThan(0)
    await page.keyboard.press(String(score))
    await page.keyboard.press('Enter')
    if (n < scores.length - 1) await page.getByText(`已给分 ${n + 1} 份`).waitFor()
  }
  await page.getByText('这道题暂时没有待阅的答卷').waitFor()
  await page.getByText('已全部提交').waitFor()
}
