/** Own cards, filled and taken by the camera's generator, read as the command reads them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#infra/local/commands/recognise.ts'
import { besideEachOther, halved, mirrored, ofAnother, reprinted, upsideDown } from '../../camera/bad.ts'
import { chanceOf, seedOf } from '../../camera/chance.ts'
import type { Chance, Purpose } from '../../camera/chance.ts'
import { distortionOf, distortions } from '../../camera/distortions.ts'
import type { Distortion } from '../../camera/distortion.makers.ts'
import { encode, fillableOf, makePage, printed } from '../../camera/page.ts'
import type { MadePage, Marking } from '../../camera/page.ts'
import type { Sheet } from '../../camera/painter.ts'
import { blankOf, blankScale, designs } from './blanks.ts'
import type { Blank } from './blanks.ts'
import { cropsOf, overlayOf } from './overlay.ts'
import { judge, withLost } from './reading.ts'
import type { Entry, Judged } from './reading.ts'

export type OwnAsked = {
  purpose: Purpose
  /** Pages of each distortion, from the number `from` on. */
  each: number
  from?: number
  ways?: (d: Distortion) => boolean
  /** Only the pages of these names. */
  only?: (name: string) => boolean
  marking?: Marking
  /** Where pictures of what was read wrong or refused are kept. */
  keep?: string
  say?: (line: string) => void
}

export type ReadPage = { name: string; seed: string; way: string; page: MadePage; judged: Judged; ms: number }

export const badOwn = [
  'half a page',
  'two pages',
  'mirror image',
  'printed at 90 %',
  'another card',
  'upside down',
] as const
export type BadOwn = (typeof badOwn)[number]

/** Reads files by the command and answers its entries, in order. */
export const readFiles = async (cards: readonly string[], files: readonly string[]): Promise<Entry[]> => {
  let out = ''
  let err = ''
  const code = await run([...cards, ...files], { out: (t) => (out += t), err: (t) => (err += t) })
  if (code === 2) throw new Error(err)
  return JSON.parse(out) as Entry[]
}

/** Keeps the picture as it was read, beside it the one with the truth drawn over it, and its wrong rows one below the other. */
export const keepPicture = async (
  folder: string,
  name: string,
  bytes: Buffer,
  page: MadePage,
  judged: Judged,
): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.${page.format === 'png' ? 'png' : 'jpg'}`), bytes)
  await writeFile(join(folder, `${name}.truth.jpg`), await overlayOf(bytes, page, judged))
  const crops = await cropsOf(bytes, page, judged)
  if (crops) await writeFile(join(folder, `${name}.rows.png`), crops)
}

type Opened = { blank: Blank; file: string; sheets: Sheet[] }

/** A printed card of each design, printed when it is first asked for. */
const press = (folder: string) => {
  const opened = new Map<number, Promise<Opened>>()
  const open = async (index: number): Promise<Opened> => {
    const [code, design] = designs[index]!
    const blank = await blankOf(code, design)
    const file = join(folder, `${code}.json`)
    await writeFile(file, JSON.stringify(blank.card))
    const { width, height } = blank.card.geometry
    const sheets = blank.pages.map((p) => printed(p, width, height, blankScale, chanceOf(`print:${code}`)))
    return { blank, file, sheets }
  }
  return (index: number): Promise<Opened> => {
    let found = opened.get(index)
    if (!found) opened.set(index, (found = open(index)))
    return found
  }
}

const pagesWithRows = (o: Opened): number[] =>
  o.blank.card.geometry.pages.map((p, n) => (p.choices.length > 0 ? n : -1)).filter((n) => n >= 0)

const toldOf = (name: string, { refused, rows }: Judged): string => {
  const wrong = rows.filter((r) => r.verdict === 'wrong')
  const said = (r: Judged['rows'][number]) =>
    `; ${r.row.name} ${r.row.kind} ${r.row.allowed.map((a) => a.join('') || 'blank').join('|') || 'ask'} read ${r.said?.join('') || 'blank'}`
  const more = wrong.length > 12 ? `; and ${wrong.length - 12} more` : ''
  if (refused !== null) return `${name}: refused: ${refused}`
  return `${name}: ${rows.length} rows, ${wrong.length} wrong${wrong.slice(0, 12).map(said).join('')}${more}`
}

/** Writes the picture, reads it by the command, judges it, keeps what is worth a look. */
export const readPage = async (
  folder: string,
  name: string,
  page: MadePage,
  cards: readonly string[],
  keep: string | undefined,
  keepRefused: boolean,
): Promise<{ judged: Judged; ms: number; told: string }> => {
  const bytes = await encode(page.picture, page.format, page.quality)
  const picture = join(folder, `${name}.${page.format === 'png' ? 'png' : 'jpg'}`)
  await writeFile(picture, bytes)
  const began = performance.now()
  const [entry] = await readFiles(cards, [picture])
  const ms = performance.now() - began
  await rm(picture)
  const judged = withLost(judge(entry!, page), page)
  const wrong = judged.rows.some((r) => r.verdict === 'wrong')
  if (keep && (wrong || (judged.refused !== null && keepRefused)))
    await keepPicture(join(keep, wrong ? 'wrong' : 'refused'), name, bytes, page, judged)
  return { judged, ms, told: toldOf(name, judged) }
}

export const fileName = (text: string) => text.replaceAll(/[^\p{L}\p{N}–-]+/gu, '_')

export async function* ownPages({
  purpose,
  each,
  from = 0,
  ways,
  only,
  marking,
  keep,
  say,
}: OwnAsked): AsyncGenerator<ReadPage> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  const printedCard = press(folder)
  try {
    for (const distortion of distortions.filter((d) => ways?.(d) ?? true))
      for (let i = from; i < from + each; i++) {
        const name = fileName(`${distortion.name}-${i}`)
        if (only && !only(name)) continue
        const seed = seedOf(purpose, distortion.name, i)
        const chance = chanceOf(`${seed}/what`)
        // Every seventh page is the wide sheet of an A3 card.
        const card = await printedCard(chance.yes(1 / 7) ? 3 : chance.int(3))
        const n = chance.pick(pagesWithRows(card))
        const what = fillableOf(card.blank.card.geometry.pages[n]!)
        const how = marking ?? (chance.yes(0.6) ? 'mixed' : 'plain')
        const page = makePage(card.sheets[n]!, what, distortion, how, seed, card.sheets[n ^ 1] ?? null)
        const { judged, ms, told } = await readPage(folder, name, page, ['--card', card.file], keep, true)
        say?.(told)
        yield { name, seed, way: distortion.name, page, judged, ms }
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const spoilt = (bad: BadOwn, card: Opened, n: number, seed: string, chance: Chance): MadePage => {
  const way = distortionOf(chance.pick(['flatbed 150 dpi', 'feeder, skewed', 'photo, good']))
  const what = fillableOf(card.blank.card.geometry.pages[n]!)
  const make = (sheet: Sheet, salt = '') => makePage(sheet, what, way, 'plain', `${seed}${salt}`)
  const sheet = card.sheets[n]!
  switch (bad) {
    case 'half a page':
      return halved(make(sheet), chance)
    case 'two pages':
      return besideEachOther(make(sheet), make(sheet, '/b'))
    case 'mirror image':
      return mirrored(make(sheet))
    case 'printed at 90 %':
      return make(reprinted(sheet, 0.9, chance.between(-4, 4), chance.between(-4, 4)))
    case 'upside down':
      return upsideDown(make(sheet))
    case 'another card':
      return ofAnother(make(sheet), make(sheet).rows)
  }
}

/** Own cards as they should not be handed in. */
export async function* badOwnPages({ purpose, each, from = 0, only, keep, say }: OwnAsked): AsyncGenerator<ReadPage> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  const printedCard = press(folder)
  try {
    for (const bad of badOwn)
      for (let i = from; i < from + each; i++) {
        const name = fileName(`${bad}-${i}`)
        if (only && !only(name)) continue
        const seed = seedOf(purpose, bad, i)
        const chance = chanceOf(`${seed}/what`)
        const index = chance.int(3)
        const card = await printedCard(index)
        const expected = bad === 'another card' ? await printedCard((index + 1) % 3) : card
        const page = spoilt(bad, card, chance.pick(pagesWithRows(card)), seed, chance)
        const { judged, ms, told } = await readPage(folder, name, page, ['--card', expected.file], keep, false)
        say?.(told)
        yield { name, seed, way: bad, page, judged, ms }
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
