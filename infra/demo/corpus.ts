/** Simulated pages, read at once and held against the truth: what the recogniser's tests count. Nothing is kept but the counts. */
import { Worker } from 'node:worker_threads'
import { printCards } from '#functions/card/print/card.print.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import type { ScanSettings } from './paper/scan.ts'
import { cleanScan, scanRange } from './paper/scan.ts'

/** One page to simulate; `page` counts from 1, `card` is the index in the order. */
export type CorpusSheet = {
  set: string
  seed: string
  card: number
  page: number
  scan: ScanSettings
  /** Share of rows with hard marks. */
  habits: number
  /** The invigilator's mark is filled and nothing else. */
  absent?: boolean
}
/** `number` is printed on the card as a bar code; without it the card is blank. */
export type CorpusCard = { card: PrintedCard; pdf: Uint8Array; number?: string }
export type CorpusOrder = { cards: readonly CorpusCard[]; pages: readonly CorpusSheet[]; printDpi: number }

/** What one page came to. `faults` are rows that were flagged, or read otherwise than meant. */
export type CorpusPage = {
  set: string
  seed: string
  card: number
  page: number
  orientation: number
  /** The page was located, and the way up that was found is the one it lies. */
  upright: boolean
  refused: boolean
  /** Read as another page of the card without a doubt. */
  wrongPage: boolean
  kinds: string[]
  rows: number
  cells: number
  flagged: number
  /** Rows by the habit of their marks. */
  styles: Record<string, number>
  faults: { question: string; style: string; damaged: boolean; intended: string; read: string; doubt?: string }[]
  student: 'none' | 'right' | 'flagged' | 'wrong'
  /** Rows beside the questions (paper type, optional questions, scores), the mark of absence and blank blocks. */
  extras: Record<
    'paper' | 'pick' | 'score' | 'absent' | 'written' | 'blank',
    { rows: number; flagged: number; wrong: string[] }
  >
  details: string[]
  decodeMs: number
  readMs: number
  rss: number
}

/** Lays out and prints the designs; one that asks for a bar code is printed for a student. */
export const corpusCards = async (designs: readonly CardDesign[]): Promise<CorpusCard[]> => {
  const cards: CorpusCard[] = []
  for (const [i, design] of designs.entries()) {
    const card: PrintedCard = { code: `CORPUS0${i}`, version: 1, geometry: layOut(design) }
    const number =
      design.studentNumber.mode === 'barcode' ? `2026${String(40_171 + i * 977).padStart(6, '0')}` : undefined
    const students = number ? [{ studentNumber: number, name: '王小青', className: '1班' }] : undefined
    const pieces: Uint8Array[] = []
    for await (const piece of printCards({ card, ...(students ? { students } : {}) })) pieces.push(piece)
    cards.push({ card, pdf: new Uint8Array(Buffer.concat(pieces)), ...(number ? { number } : {}) })
  }
  return cards
}

const quarters = [0, 90, 180, 270] as const

/**
 * A family of pages. Thresholds are sought on 'tuning' pages and reported on 'report' pages: the purpose is part of every
 * seed, so that no page is both.
 */
export type CorpusSeed = { purpose: 'tuning' | 'report'; name: string }

const combined = scanRange.envelope.find((c) => c.name === 'combined')!.scan

/** More of the envelope: the other side of each extreme, every corner, and extremes together. */
const moreCases: { name: string; scan: ScanSettings }[] = (
  [
    ['rotated −15°', { rotate: -15, overscan: 38, bed: 30 }],
    ['perspective −6 %', { perspective: [-0.06, -0.06], overscan: 10, bed: 220 }],
    ['perspective +6 −6 %', { perspective: [0.06, -0.06], overscan: 10, bed: 40 }],
    ['corner lost, top left', { corner: { which: 'tl', kind: 'lost', size: 22 }, bed: 235 }],
    ['corner lost, bottom left', { corner: { which: 'bl', kind: 'lost', size: 22 }, bed: 235 }],
    ['corner lost, bottom right', { corner: { which: 'br', kind: 'lost', size: 22 }, bed: 30 }],
    [
      'corner lost, perspective 3 %',
      { corner: { which: 'br', kind: 'lost', size: 22 }, perspective: [0.03, 0.03], overscan: 5, bed: 220 },
    ],
    ['1-bit fax TIFF at 300 dpi', { dpi: 300, threshold: 150, format: 'tiff', noise: 4, blur: 0.5 }],
    ['100 dpi, JPEG q15', { dpi: 100, quality: 15 }],
    ['rotated 10°, 100 dpi, JPEG q30', { dpi: 100, rotate: 10, overscan: 26, quality: 30, bed: 230 }],
    ['combined, upside down', { ...combined, orientation: 180 }],
    ['combined, corner lost', { ...combined, corner: { which: 'tl', kind: 'lost', size: 22 } }],
  ] satisfies [string, Partial<ScanSettings>][]
).map(([name, change]) => ({ name, scan: { ...cleanScan, ...change } }))

/** Every case that the envelope set goes through. */
export const envelopeCases = [...scanRange.envelope, ...scanRange.further, ...moreCases]

/** The hard marks that the goal names: a person would settle nearly all of them at a glance. */
const goalStyles = ['ticked', 'crossed', 'half', 'faint', 'corrected', 'stained']
/** What goes to a person by rule, however plain it looks. */
const ruledStyles = ['double', 'struck', 'dot']
/** So does what a rubber left by itself, which light fills look like; where nothing is left of it, the row is blank. */
const eitherStyles = ['erased']

/**
 * `count` pages that carry cells, over the cards in turn. 'ordinary' pages lie in each of the four orientations in turn;
 * 'envelope' goes through its cases.
 */
export const corpusPages = (
  cards: readonly CorpusCard[],
  set: 'ordinary' | 'demo' | 'envelope' | 'corner',
  count: number,
  seed: CorpusSeed,
  habits = 0,
): CorpusSheet[] => {
  const named = habits > 0 ? `${set}, hard marks` : set
  const withCells = cards.flatMap(({ card }, at) =>
    card.geometry.pages
      .filter((p) => p.choices.length > 0 || (p.scoreRows?.length ?? 0) > 0)
      .map((p) => ({ card: at, page: p.page })),
  )
  const cases = envelopeCases
  return Array.from({ length: count }, (_, i) => {
    const own = `${seed.purpose}/${seed.name}/${named}/${i}`
    const scan =
      set === 'envelope'
        ? cases[i % cases.length]!.scan
        : set === 'demo'
          ? scanRange.demo(own)
          : set === 'corner'
            ? scanRange.corner(own)
            : { ...scanRange.ordinary(own), orientation: quarters[i % 4]! }
    // Each case of the envelope meets each card in turn.
    const round = set === 'envelope' ? Math.floor(i / cases.length) + i : i
    return { set: named, seed: own, ...withCells[round % withCells.length]!, scan, habits }
  })
}

/** Reads all pages with `workers` threads, in no order. */
export const readCorpus = async (
  order: CorpusOrder,
  workers: number,
  each: (page: CorpusPage) => void = () => undefined,
): Promise<CorpusPage[]> => {
  const all: CorpusPage[] = []
  await Promise.all(
    Array.from(
      { length: workers },
      (_, start) =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL('./corpus.worker.ts', import.meta.url), {
            workerData: { order, start, step: workers },
          })
          worker.on('message', (page: CorpusPage) => {
            all.push(page)
            each(page)
          })
          worker.once('error', reject)
          worker.once('exit', () => resolve())
        }),
    ),
  )
  return all
}

/** Of pages with hard marks: what goes to people of all but the ruled habits, of those that the goal names, and of the ruled. */
const hardShares = (pages: readonly CorpusPage[]) => {
  const share = (counts: (style: string) => boolean) => {
    let rows = 0
    let flagged = 0
    for (const p of pages) {
      for (const [style, n] of Object.entries(p.styles)) if (counts(style)) rows += n
      flagged += p.faults.filter((f) => f.doubt !== undefined && counts(f.style)).length
    }
    return rows ? flagged / rows : 0
  }
  return {
    unruled: share((s) => !ruledStyles.includes(s) && !eitherStyles.includes(s)),
    goal: share((s) => goalStyles.includes(s)),
    ruled: share((s) => ruledStyles.includes(s)),
  }
}

/** Rows, flagged and wrong by habit, a line each. */
const stylesOf = (pages: readonly CorpusPage[]): string[] =>
  [...new Set(pages.flatMap((p) => Object.keys(p.styles)))].map((style) => {
    const rows = pages.reduce((n, p) => n + (p.styles[style] ?? 0), 0)
    const faults = pages.flatMap((p) => p.faults.filter((f) => f.style === style))
    const flagged = faults.filter((f) => f.doubt !== undefined).length
    return `${style}: ${rows} rows, ${flagged} flagged, ${faults.length - flagged} wrong`
  })

export const extraKinds = ['paper', 'pick', 'score', 'absent', 'written', 'blank'] as const

/** By kind: how many, how many go to a person, how many were read otherwise than they are. */
const extraShares = (pages: readonly CorpusPage[]) =>
  Object.fromEntries(
    extraKinds.map((kind) => {
      const sum = (of: (e: CorpusPage['extras'][typeof kind]) => number) =>
        pages.reduce((n, p) => n + of(p.extras[kind]), 0)
      return [kind, { rows: sum((e) => e.rows), flagged: sum((e) => e.flagged), wrong: sum((e) => e.wrong.length) }]
    }),
  ) as Record<(typeof extraKinds)[number], { rows: number; flagged: number; wrong: number }>

/** One line a set: pages, rows, cells, what was wrong, what goes to a person. */
export const summaryOf = (pages: readonly CorpusPage[]) => {
  const sum = (of: (p: CorpusPage) => number) => pages.reduce((n, p) => n + of(p), 0)
  const rows = sum((p) => p.rows)
  return {
    pages: pages.length,
    rows,
    cells: sum((p) => p.cells),
    wrongRows: sum((p) => p.faults.filter((f) => f.doubt === undefined).length),
    wrongStudents: sum((p) => (p.student === 'wrong' ? 1 : 0)),
    wrongPages: sum((p) => (p.wrongPage ? 1 : 0)),
    refused: sum((p) => (p.refused ? 1 : 0)),
    flaggedShare: rows ? sum((p) => p.flagged) / rows : 0,
    flaggedStudents: sum((p) => (p.student === 'flagged' ? 1 : 0)),
    pagesWithDoubt: sum((p) => (p.refused || p.kinds.length > 0 ? 1 : 0)),
    decodeMs: sum((p) => p.decodeMs) / Math.max(1, pages.length),
    readMs: sum((p) => p.readMs) / Math.max(1, pages.length),
    extras: extraShares(pages),
    hard: hardShares(pages),
    styles: stylesOf(pages),
  }
}
export type CorpusSummary = ReturnType<typeof summaryOf>

/** A line for people. */
export const lineOf = (set: string, s: CorpusSummary): string =>
  [
    `${set}: ${s.pages} pages, ${s.rows} rows, ${s.cells} cells`,
    `wrong rows ${s.wrongRows}, students ${s.wrongStudents}, pages ${s.wrongPages}`,
    `refused ${s.refused}`,
    `flagged ${(s.flaggedShare * 100).toFixed(2)} % of rows, ${s.flaggedStudents} numbers`,
    `${s.pagesWithDoubt} pages for a person`,
    ...Object.entries(s.extras).flatMap(([kind, e]) =>
      e.rows ? [`${kind} ${e.rows}, flagged ${e.flagged}, wrong ${e.wrong}`] : [],
    ),
    `${s.decodeMs.toFixed(0)} ms decoding + ${s.readMs.toFixed(0)} ms reading`,
    ...(s.hard.ruled > 0 ? [`flagged by habit ${JSON.stringify(s.hard)}`, ...s.styles] : []),
  ].join('; ')

/** All that was accepted and is not so, for a failing test to show. */
export const wrongOf = (pages: readonly CorpusPage[]): string[] =>
  pages.flatMap((p) => [
    ...p.faults
      .filter((f) => f.doubt === undefined)
      .map((f) => `${p.seed} card ${p.card} ${f.question}: ${f.style}, meant '${f.intended}', read '${f.read}'`),
    // What looks blank is shown to a person before it counts as blank; neither way is an answer lost.
    ...extraKinds
      .filter((kind) => kind !== 'blank' && kind !== 'written')
      .flatMap((kind) => p.extras[kind].wrong.map((w) => `${p.seed} card ${p.card} ${kind}: ${w}`)),
    ...(p.student === 'wrong' ? [`${p.seed} card ${p.card}: another student`] : []),
    ...(p.wrongPage ? [`${p.seed} card ${p.card}: another page`] : []),
  ])
