/**
 * Every screen whose address can be filled from the exam that the setup took: opened by an account that may see it, on a
 * laptop and on a phone. No crash, no sideways scroll, one primary, five sizes of type, the first row where it belongs, no
 * label of a chart on another.
 */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf, follow, loaded, open, openBrowser, place, ruled, signIn, takenExam } from './journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Who opens a screen: the first of these who may see it. */
const viewers = [2, 3, 1, 13, 18, 9, 4, 5] as const
const holes = /:(\w+)/g
const fillable = new Set(['examId', 'paperId', 'cardId', 'batchId'])
const opened = place()
  .screens.filter(({ path }) => [...path.matchAll(holes)].every(([, name]) => fillable.has(name!)))
  .flatMap(({ path, userTypes }) => {
    const userType = viewers.find((t) => userTypes.length === 0 || userTypes.includes(t))
    return userType === undefined ? [] : [{ path, userType }]
  })

it('nearly every screen is opened', () => {
  expect(opened.length).toBeGreaterThan(110)
})

/** So many at a time, so that several stand side by side in the run's report. */
const some = 40
const visits = [...Map.groupBy(opened, (o) => o.userType)].flatMap(([userType, screens]) =>
  Array.from({ length: Math.ceil(screens.length / some) }, (_, i) => ({
    userType,
    part: i + 1,
    paths: screens.slice(i * some, (i + 1) * some).map((s) => s.path),
  })),
)

it.each(visits)('screens of type $userType, part $part, are as they should look', async ({ userType, paths }) => {
  const { page, context, faults } = await open(browser, { width: 1366, height: 768 })
  await signIn(page, accountOf(userType))
  const ids: Readonly<Record<string, unknown>> = takenExam()
  const wrong: string[] = []
  for (const path of paths) {
    await follow(
      page,
      path.replace(holes, (_, name: string) => String(ids[name])),
    )
    await loaded(page)
    const { pathname } = new URL(page.url())
    if (pathname.startsWith('/v2/error/')) wrong.push(`${path}: led to ${pathname}`)
    wrong.push(...(await ruled(page)).map((line) => `${path}: ${line}`))
  }
  expect([...wrong, ...faults]).toEqual([])
  await context.close()
})
