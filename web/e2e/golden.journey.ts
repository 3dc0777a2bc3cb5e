/**
 * Golden pictures: twenty-four screens in light, in dark and at 390 wide, kept in `golden/` as small grids of coloured cells.
 * A cell is the mean of its pixels, so a glyph that is drawn a little otherwise is the same picture, a block that has
 * moved or a colour that has turned is not. When that is meant: `QINGHE_FREEZE=1 npx vitest run --project e2e
 * web/e2e/screens.test.ts web/e2e/signIn.test.ts`, look at the pictures of `.cache/golden/`, commit `golden/`.
 *
 * The browser and its fonts come from the lock file, motion is off, what the clock says is written alike, and the
 * screens are those of an exam whose people and answers come from one seed. Elsewhere than on Linux the browser is
 * another one, and nothing is compared.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

export const goldenLooks = ['light', 'dark', 'narrow'] as const
type Look = (typeof goldenLooks)[number]
/** The side of a cell, px: whole in the picture's width and height. */
const sides: Readonly<Record<Look, number>> = { light: 15, dark: 15, narrow: 10 }
/** How far a cell may be from its golden one, of 255; how many may be farther. */
const noise = 10
const most = 6

/** The screens that are held: those on which no other journey leaves or changes anything beside them. */
export const goldenScreens: ReadonlySet<string> = new Set([
  'exam-list',
  'exam',
  'paper',
  'cut-preview',
  'card-view',
  'scan',
  'batch',
  'doubts',
  'arrange',
  'monitor',
  'publish',
  'transcript',
  'summary',
  'class-contrast',
  'critical-student',
  'paper-analysis',
  'question-items',
  'mark',
  'own-exams',
  'own-result',
  'designer',
  'home-awaiting',
  'invite-add',
  'sign-in',
])

export const goldenFolder = join(process.cwd(), 'web', 'e2e', 'golden')
const seenFolder = join(process.cwd(), '.cache', 'golden')

/** What changes from day to day, and what is written for it. */
const alike: readonly (readonly [string, string])[] = [
  ['\\d{4}-\\d{2}-\\d{2}', '2026-01-02'],
  ['\\d{1,2}:\\d{2}(:\\d{2})?', '10:08'],
  ['\\d{1,2}月\\d{1,2}日', '1月2日'],
  ['(约|用时)?\\s*\\d+(\\.\\d+)?\\s*(秒|分钟|小时|天)前?', '9分钟'],
  // Numbers of people begin with the year of their grade.
  ['\\d{8,}', '2026010203'],
  // What a card is found by.
  ['\\b[0-9A-Z]{8}\\b', 'A1B2C3D4'],
]

/** Photographs, codes and what was read of an answer are data, as are who else has signed in and how many jobs of other journeys run. */
const hidden = `main :is(img, canvas, [data-code]), main svg image { visibility: hidden }
  main [data-reading], header [aria-label='其他设备已登录'], header [data-count] { display: none }`

const writeAlike = (page: Page): Promise<void> =>
  page.evaluate((of) => {
    const rules = of.map(([pattern, text]) => [new RegExp(pattern, 'g'), text] as const)
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const node = walk.currentNode
      const before = node.nodeValue ?? ''
      const after = rules.reduce((text, [pattern, to]) => text.replace(pattern, to), before)
      if (after !== before) node.nodeValue = after
    }
  }, alike)

export type Cells = { width: number; height: number; data: Uint8Array }

const rawOf = async (picture: Sharp): Promise<Cells> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** The mean colour of each cell of a picture. */
export const cellsOf = (full: Cells, side: number): Cells => {
  const [width, height] = [Math.floor(full.width / side), Math.floor(full.height / side)]
  const sums = new Float64Array(width * height * 3)
  for (let y = 0; y < height * side; y++)
    for (let x = 0; x < width * side; x++)
      for (let c = 0; c < 3; c++)
        sums[(Math.floor(y / side) * width + Math.floor(x / side)) * 3 + c]! += full.data[(y * full.width + x) * 3 + c]!
  return { width, height, data: Uint8Array.from(sums, (s) => Math.round(s / side ** 2)) }
}

/** The cells that differ, as x and y in cells; null when the pictures are of other sizes. */
export const apart = (a: Cells, b: Cells): (readonly [number, number])[] | null => {
  if (a.width !== b.width || a.height !== b.height) return null
  return Array.from({ length: a.width * a.height }, (_, i) => i)
    .filter((i) => [0, 1, 2].some((c) => Math.abs(a.data[i * 3 + c]! - b.data[i * 3 + c]!) > noise))
    .map((i) => [i % a.width, Math.floor(i / a.width)] as const)
}

/** In words what has changed, or null when nothing has. */
export const changed = (now: Cells, golden: Cells, side: number): string | null => {
  const cells = apart(now, golden)
  if (cells === null) return `is ${now.width}×${now.height} cells, was ${golden.width}×${golden.height}`
  if (cells.length <= most) return null
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)]
  const from = `${Math.min(...xs) * side},${Math.min(...ys) * side}`
  const to = `${(Math.max(...xs) + 1) * side},${(Math.max(...ys) + 1) * side}`
  return `${cells.length} of ${golden.width * golden.height} cells differ, between ${from} and ${to}`
}

export const goldenPath = (name: string, look: Look): string => join(goldenFolder, `${name}-${look}.png`)
/** Takes the page as it stands; answers to what has changed since it was frozen. */
const held = async (page: Page, name: string, look: Look): Promise<string[]> => {
  await writeAlike(page)
  const { width, height } = page.viewportSize()!
  const side = sides[look]
  const clip = { x: 0, y: 0, width: width - (width % side), height: height - (height % side) }
  const png = await page.screenshot({ clip, animations: 'disabled', style: hidden })
  const now = cellsOf(await rawOf(sharp(png)), side)
  const seen = join(seenFolder, `${name}-${look}.png`)
  const kept = goldenPath(name, look)
  const freeze = process.env['QINGHE_FREEZE'] === '1'
  const golden = !freeze && existsSync(kept) ? await rawOf(sharp(readFileSync(kept))) : null
  const change = golden ? changed(now, golden, side) : freeze ? null : 'was never frozen'
  if (freeze || change !== null) {
    mkdirSync(seenFolder, { recursive: true })
    writeFileSync(seen, png)
  }
  if (freeze) {
    mkdirSync(goldenFolder, { recursive: true })
    const raw = { width: now.width, height: now.height, channels: 3 } as const
    await sharp(now.data, { raw }).png({ compressionLevel: 9, effort: 10 }).toFile(kept)
  }
  return change === null ? [] : [`${name} ${look}: ${change}; see ${seen}`]
}

const isHeld = (name: string): boolean => process.platform === 'linux' && goldenScreens.has(name)

/** In light, then in dark; `drawn` waits until the page shows what it was told. */
export const heldWide = async (
  page: Page,
  name: string,
  drawn: (page: Page) => Promise<unknown>,
): Promise<string[]> => {
  if (!isHeld(name)) return []
  const light = await held(page, name, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await drawn(page)
  const dark = await held(page, name, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await drawn(page)
  return [...light, ...dark]
}

export const heldNarrow = async (page: Page, name: string): Promise<string[]> =>
  isHeld(name) ? held(page, name, 'narrow') : []
