/** What every journey does: opens the product as an account, looks at a page as a person and as axe-core would. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, BrowserContext, Page, Request } from 'playwright'
import { expect } from 'vitest'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { heldNarrow, heldWide } from './golden.journey.ts'
import { rulerOf } from './ruler.journey.ts'
import { solveSlide } from './slide.journey.ts'

export type Account = { accountName: string; password: string; userType: number; label: string }
/** The exam that the setup has taken from its paper to its publication. */
export type TakenExam = {
  examId: string
  paperId: string
  cardId: string
  code: string
  batchId: string
  /** A question of another exam, that waits for its markers. */
  toMark: { paperId: string; questionId: string }
}
type Subject = { examId: string; paperId: string }
/** The joint exams of three schools: one that has begun, one that is released. */
export type JointExams = {
  begun: Subject
  released: Subject
  /** With its administrator; the first is the school of the other exams. */
  schools: { schoolId: string; schoolName: string; account: Pick<Account, 'accountName' | 'password'> }[]
}
type Place = {
  address: string
  browser: string
  /** Fills and scans a printed card. */
  scanner: string
  accounts: Account[]
  /** The product's screens that stand in the shell, with the room that they ask; no user types are all. */
  screens: { path: string; userTypes: number[]; room: string | null }[]
  exam: TakenExam | { problem: string }
  joint: JointExams | { problem: string }
}

/** What the setup has started. */
export const place = (): Place => {
  const text = process.env['QINGHE_E2E']
  if (!text) throw new Error('nothing is started: run these tests through the "e2e" project of vitest')
  return JSON.parse(text) as Place
}

/** @throws with the setup's words when the exam could not be taken to its end. */
export const takenExam = (): TakenExam => {
  const { exam } = place()
  if ('problem' in exam) throw new Error(`the main job failed in the setup: ${exam.problem}`)
  return exam
}

/** @throws with the setup's words when they could not be made. */
export const jointExams = (): JointExams => {
  const { joint } = place()
  if ('problem' in joint) throw new Error(`the joint exams failed in the setup: ${joint.problem}`)
  return joint
}

/** The demo's account of a type. */
export const accountOf = (userType: number): Account => {
  const found = place().accounts.find((a) => a.userType === userType)
  if (!found) throw new Error(`no account of type ${userType}`)
  return found
}

export const openBrowser = (): Promise<Browser> => chromium.connect(place().browser)

/** What each page has asked for and not got. */
const waiting = new WeakMap<Page, Set<Request>>()
const watch = (page: Page): void => {
  const own = new Set<Request>()
  waiting.set(page, own)
  page.on('request', (request) => own.add(request))
  page.on('requestfinished', (request) => own.delete(request))
  page.on('requestfailed', (request) => own.delete(request))
}

type Size = { width: number; height: number }
/** A further page of a person's browser. What it complains of is collected in `faults`. */
export const openPage = async (context: BrowserContext): Promise<{ page: Page; faults: string[] }> => {
  const page = await context.newPage()
  page.setDefaultTimeout(patience.timeout)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // A refused sign-in is a 401 that the browser itself writes down.
    if (message.type() === 'error' && !/status of 40[13]/.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`)
  })
  return { page, faults }
}

/** A browser of one person's own, with nothing kept from another. */
const openContext = async (browser: Browser, size: Size = { width: 1440, height: 900 }): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: place().address,
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What fades in has no contrast yet when axe-core looks.
    reducedMotion: 'reduce',
  })
  context.on('page', watch)
  return context
}

/** Such a browser, and its first page. */
export const open = async (
  browser: Browser,
  size?: Size,
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> => {
  const context = await openContext(browser, size)
  return { context, ...(await openPage(context)) }
}

export const fillSignIn = async (page: Page, accountName: string, password: string): Promise<void> => {
  await page.goto(identityPaths.signIn)
  await page.getByLabel('账号', { exact: true }).fill(accountName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/**
 * Signs in and waits until the shell is there. Journeys beside this one may sign in as the same person at this moment, and a
 * try counts until it is known to be right: the slide check that may then be asked for is passed.
 */
export const signIn = async (page: Page, account: Pick<Account, 'accountName' | 'password'>): Promise<void> => {
  await fillSignIn(page, account.accountName, account.password)
  const slide = page.getByRole('dialog', { name: '安全验证' })
  const inside = page.waitForURL((url) => url.pathname.startsWith('/v2/'))
  const asked = slide.waitFor().then(
    () => 'slide' as const,
    () => 'none' as const,
  )
  if ((await Promise.race([inside, asked])) === 'slide') await solveSlide(page)
  await inside
  await page.getByRole('main').waitFor()
}

const screens = join(process.cwd(), '.cache', 'screens')
/** Keeps a picture of the page under .cache/screens/ when asked to (QINGHE_PICTURES=1). */
export const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['QINGHE_PICTURES'] !== '1') return
  mkdirSync(screens, { recursive: true })
  await settled(page)
  await page.screenshot({ path: join(screens, `${name}.png`), fullPage: true })
}

/** How long a screen may take to say something: no claim, but an end. */
export const patience = { timeout: 120_000 }

/** How long a page must have asked for nothing, and how often it is looked at, ms. Playwright's own `networkidle` waits 500. */
const quietMs = 120
const lookMs = 20
const mostMs = 60_000

/** Two frames: what listens has answered. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

const quiet = async (page: Page): Promise<void> => {
  const own = waiting.get(page)
  if (!own) return page.waitForLoadState('networkidle')
  await page.waitForLoadState('load')
  const began = Date.now()
  for (let since = began; Date.now() - since < quietMs && Date.now() - began < mostMs;) {
    await new Promise((done) => setTimeout(done, lookMs))
    if (own.size === 0) continue
    await drawn(page)
    since = Date.now()
  }
  await drawn(page)
}

/** Its fonts are there and what moves has come to rest; a toast's five seconds, an animation without a movement, only where `toasts`. */
const still = (page: Page, toasts: boolean): Promise<void> =>
  page.evaluate(async (counted) => {
    await document.fonts.ready
    const endless = (a: Animation): boolean => a.effect?.getComputedTiming().iterations === Infinity
    const timer = (a: Animation): boolean =>
      a.effect instanceof KeyframeEffect && a.effect.target?.hasAttribute('data-timer-status') === true
    await Promise.all(
      document
        .getAnimations()
        .filter((a) => !endless(a) && (counted || !timer(a)))
        .map((a) => a.finished.catch(() => undefined)),
    )
  }, toasts)

/** Nothing loads and nothing moves any more, toasts are gone; a page that goes elsewhere of itself is waited for there. */
export const settled = async (page: Page, toasts = true): Promise<void> => {
  await quiet(page).catch(() => undefined)
  const left = await still(page, toasts).then(
    () => false,
    (error: unknown) => {
      if (/context was destroyed/.test(String(error))) return true
      throw error
    },
  )
  if (left) await settled(page, toasts)
}

/** To another screen as a link within the product leads there: what all screens share is not loaded again. */
export const follow = async (page: Page, path: string): Promise<void> => {
  // A step to where one stands changes nothing that could be waited for.
  const here = new URL(page.url())
  if (here.pathname + here.search === path) return
  await page.evaluate((to) => {
    for (const shown of document.querySelectorAll<HTMLElement>('main > *')) shown.dataset['left'] = ''
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
  // The screen before stands until the next one's script is there.
  await page.waitForFunction(() => document.querySelector('main > [data-left]') === null)
}

/** The grey bars of what is still on its way are gone. A toast may stand yet: it is not of the screen. */
export const loaded = async (page: Page): Promise<void> => {
  await settled(page, false)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [aria-label="正在加载"]') === null)
}

type Violation = { id: string; impact: string | null; help: string; nodes: { html: string; failureSummary?: string }[] }
const axe = (): string => readFileSync(join(process.cwd(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')

/** Serious and critical findings of axe-core fail; the others are printed. Tabster's focus sentinels are left out: they pass the focus on. */
export const judged = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(axe())
  const violations = (await page.evaluate(
    'axe.run({ exclude: [["[data-tabster-dummy]"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }).then((r) => r.violations)',
  )) as Violation[]
  const text = (v: Violation): string =>
    `${name}: ${v.impact} ${v.id}: ${v.help}: ${v.nodes
      .slice(0, 3)
      .map((n) => n.html.slice(0, 160))
      .join(' | ')}`
  const grave = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
  for (const v of violations) if (!grave.includes(v)) console.log(text(v))
  expect(grave.map(text)).toEqual([])
  expect(await page.locator('h1').count(), `${name}: headings of the page`).toBe(1)
}

/** Contrast again in dark, where other colours stand. */
const judgedDark = async (page: Page, name: string): Promise<void> => {
  const dim = await inDark(
    page,
    () =>
      page.evaluate(
        'axe.run({ exclude: [["[data-tabster-dummy]"]] }, { runOnly: { type: "rule", values: ["color-contrast"] } }).then((r) => r.violations)',
      ) as Promise<Violation[]>,
  )
  expect(
    dim.flatMap((v) => v.nodes.map((n) => `${name} in dark: ${n.html.slice(0, 160)} ${n.failureSummary ?? ''}`)),
  ).toEqual([])
}

/** At 390 px the page itself does not scroll sideways. Answers to what looks otherwise than its golden picture. */
const narrow = async (page: Page, name: string): Promise<string[]> => {
  return sized(page, 390, 844, async () => {
    await shot(page, `${name}-390`)
    return [...(await heldNarrow(page, name)), ...(await sideways(page)).map((line) => `at 390 px ${line}`)]
  })
}

type Looks = { primaries: string[]; sizes: number[]; weights: number[]; foreign: string[] }
/** Of what is seen within the shell: buttons in the brand's colour, type's sizes in px and weights, names in no Chinese. Public pages have their own. */
export const looks = (page: Page): Promise<Looks | null> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main || !document.querySelector('header nav')) return null
    const probe = main.appendChild(document.createElement('i'))
    const shell = main.closest('.fui-FluentProvider') ?? document.body
    probe.style.background = getComputedStyle(shell).getPropertyValue('--colorBrandBackground')
    const brand = getComputedStyle(probe).backgroundColor
    probe.remove()
    const seen = (e: Element): boolean => e.getClientRects().length > 0
    const buttons = [...main.querySelectorAll('button, a')].filter(seen)
    const [sizes, weights] = [new Set<number>(), new Set<number>()]
    const typed = (e: Element): void => {
      const style = getComputedStyle(e)
      sizes.add(parseFloat(style.fontSize))
      weights.add(Number(style.fontWeight))
    }
    for (const place of document.querySelectorAll('main, header, [role=dialog]')) {
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) {
        const { parentElement } = walk.currentNode
        if (
          parentElement &&
          walk.currentNode.textContent?.trim() &&
          seen(parentElement) &&
          // What is written on a sheet is as large as the sheet.
          !parentElement.closest('svg, [data-paper]')
        )
          typed(parentElement)
      }
      for (const field of place.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), textarea'))
        if (seen(field)) typed(field)
    }
    const named = [...document.querySelectorAll('[aria-label]')].filter(seen).map((e) => e.getAttribute('aria-label')!)
    return {
      primaries: buttons.filter((b) => getComputedStyle(b).backgroundColor === brand).map((b) => b.textContent ?? ''),
      sizes: [...sizes].sort((a, b) => a - b),
      weights: [...weights].sort((a, b) => a - b),
      // A library's own words. The name of a standard is none.
      foreign: named.filter((name) => /[a-z]{3}/.test(name) && !/\p{Script=Han}|OpenID Connect/u.test(name)),
    }
  })

/** One next step at most, type of five sizes and two weights, Chinese: what is otherwise. */
const measured = async (page: Page): Promise<string[]> => {
  const seen = await looks(page)
  if (!seen) return []
  const sizes = seen.sizes.filter((s) => ![12, 14, 16, 20, 32].includes(s))
  const weights = seen.weights.filter((w) => ![400, 600].includes(w))
  return [
    ...(seen.primaries.length > 1 ? [`primaries: ${seen.primaries.join('、')}`] : []),
    ...(sizes.length > 0 ? [`sizes of type: ${sizes.join(', ')}`] : []),
    ...(weights.length > 0 ? [`weights of type: ${weights.join(', ')}`] : []),
    ...seen.foreign.map((name) => `not in Chinese: ${name}`),
  ]
}

/** Labels of one chart that lie on each other. */
const touching = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [_echarts_instance_] svg')].flatMap((svg) => {
      const labels = [...svg.querySelectorAll('text')]
        .map((e) => ({ text: e.textContent ?? '', box: e.getBoundingClientRect() }))
        .filter(({ text, box }) => text.trim() !== '' && box.width > 0)
      return labels.flatMap((a, i) =>
        labels
          .slice(i + 1)
          .filter(
            (b) =>
              Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
              // A font's box is taller than its line.
              Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) >
                0.4 * Math.min(a.box.height, b.box.height),
          )
          .map((b) => `labels touch: ${a.text} and ${b.text}`),
      )
    }),
  )

/** What reaches beyond the page at the right. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (over <= 0) return []
    return [...document.querySelectorAll('body *')]
      .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .slice(0, 5)
      .map((e) => `${over} px over: ${e.outerHTML.slice(0, 120)}`)
  })

const sized = async <T>(page: Page, width: number, height: number, look: () => Promise<T>): Promise<T> => {
  const before = page.viewportSize()!
  if (before.width === width && before.height === height) return look()
  await page.setViewportSize({ width, height })
  await drawn(page)
  try {
    return await look()
  } finally {
    await page.setViewportSize(before)
  }
}

/** In dark, and back again. */
const inDark = async <T>(page: Page, look: () => Promise<T>): Promise<T> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await drawn(page)
  // Colours pass from one to the other.
  await still(page, false)
  const seen = await look()
  await page.emulateMedia({ colorScheme: 'light' })
  await drawn(page)
  return seen
}

/** What is wrong and stays so: on a busy machine a chart still fades in, or a page is drawn after its answer has come. */
export const standing = async (page: Page, look: () => Promise<string[]>): Promise<string[]> => {
  let wrong = await look()
  for (let tries = 0; wrong.length > 0 && tries < 10; tries++) {
    await page.waitForTimeout(1000)
    wrong = await look()
  }
  return wrong
}

/** Everything about a screen that a ruler tells: on a laptop, in dark, at 200 % and on a phone. */
export const ruled = async (page: Page): Promise<string[]> => [
  ...(await measured(page)),
  ...(await sized(page, 1366, 768, async () => [
    ...(await rulerOf(page, 'desk')),
    ...(await touching(page)),
    ...(await inDark(page, () => rulerOf(page, 'dark'))),
  ])),
  ...(await sized(page, 683, 384, () => rulerOf(page, 'zoomed'))),
  ...(
    await sized(page, 390, 844, async () => [
      ...(await sideways(page)),
      ...(await rulerOf(page, 'phone')),
      ...(await touching(page)),
    ])
  ).map((line) => `at 390 px ${line}`),
]

/** Picture, axe-core, type and buttons, narrowness of a page, and what it looked like when it was frozen. */
export const looked = async (page: Page, name: string): Promise<void> => {
  // On a busy machine a page may ask for nothing before it is drawn at all.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', ...patience })
  await settled(page)
  await shot(page, `${name}-1440`)
  await judged(page, name)
  await judgedDark(page, name)
  const look = async (): Promise<string[]> => [
    ...(await measured(page)),
    ...(await heldWide(page, name, drawn)),
    ...(await sized(page, 1366, 768, async () => [...(await rulerOf(page, 'desk')), ...(await touching(page))])),
    ...(await narrow(page, name)),
  ]
  expect(await standing(page, look), name).toEqual([])
}

/** Asks the API as the page does, past the screens: only for what no screen can bring about. */
export const bearerOf = (page: Page): { token: () => string } => {
  let token = ''
  page.on('request', (request) => {
    token = request.headers()['authorization'] ?? token
  })
  return { token: () => token }
}
