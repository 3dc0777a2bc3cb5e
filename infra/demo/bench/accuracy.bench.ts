/**
 * The recogniser against each distortion by itself, weakest to strongest and beyond the envelope: what is read wrong and
 * accepted, and what goes to a person. `--long` takes seven times as many pages.
 */
import { cardVersion } from '#shared/card/card.version.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import { corpusCards, readCorpus, summaryOf } from '../corpus.ts'
import type { CorpusCard, CorpusPage, CorpusSheet } from '../corpus.ts'
import type { ScanSettings } from '../paper/scan.ts'
import { cleanScan } from '../paper/scan.ts'
import type { Bench, Figure } from './bench.types.ts'
import { twoPageCard } from './card.bench.ts'

const pagesEach = process.argv.includes('--long') ? 42 : 6
const quiet = process.argv.includes('--json')

/** A distortion: its levels as they are named, and the last of them that the envelope asks for. */
type Ladder = { name: string; within: number; levels: readonly (readonly [string, Partial<ScanSettings>])[] }
const ladder = <T>(name: string, within: T, values: readonly T[], of: (v: T) => Partial<ScanSettings>): Ladder => ({
  name,
  within: values.indexOf(within),
  levels: values.map((v) => [String(v), of(v)] as const),
})

const ladders: readonly Ladder[] = [
  ladder('rotation (°)', 15, [5, 10, 15, 30, 44], (rotate) => ({ rotate, overscan: rotate * 2.6, bed: 230 })),
  ladder('scale (%)', 90, [103, 97, 90, 80, 65], (s) => ({ scale: s / 100, bed: 235 })),
  ladder('perspective (%)', 6, [1, 3, 6, 11, 16], (p) => ({
    perspective: [p / 100, -p / 100],
    overscan: 12,
    bed: 220,
  })),
  ladder('blur (σ, px)', 2.6, [1, 2.6, 5, 7, 10], (blur) => ({ blur })),
  ladder('darker', 60, [30, 60, 100, 150], (b) => ({ brightness: -b })),
  ladder('washed out', 35, [15, 35, 50, 65], (w) => ({ brightness: 45, gamma: 0.7, washedOut: w / 100 })),
  ladder('contrast (×)', 0.45, [0.7, 0.45, 0.2, 0.1, 0.05], (contrast) => ({ contrast })),
  ladder('noise (σ)', 25, [10, 25, 40, 60, 80], (noise) => ({ noise })),
  ladder('JPEG quality', 15, [40, 15, 8, 4, 2], (quality) => ({ quality })),
  ladder('half-page shadow (%)', 50, [25, 50, 65, 80], (s) => ({ shadow: { depth: s / 100, angle: 20 } })),
  ladder('resolution (dpi)', 100, [300, 150, 100, 60, 45], (dpi) => ({ dpi })),
  ladder('stains', 3, [1, 3, 12, 30], (n) => ({ blobs: n, rings: Math.ceil(n / 4) })),
  ladder('1-bit (level)', 140, [100, 140, 180, 215], (threshold) => ({
    threshold,
    format: 'png',
    noise: 4,
    blur: 0.5,
  })),
  ladder('corner lost (mm)', 22, [12, 22, 40, 70], (size) => ({
    corner: { which: 'tr', kind: 'lost', size },
    bed: 235,
  })),
]

const cardsOf = async (): Promise<CorpusCard[]> => {
  // As the designer makes it now.
  const laid = layOutAuto({ ...twoPageCard, cardVersion }, 2)
  if ('refusal' in laid) throw new Error(laid.refusal)
  return corpusCards([laid.design])
}

const setOf = (l: Ladder, level: string): string => `${l.name} ${level}`

const sheetsOf = (cards: readonly CorpusCard[]): CorpusSheet[] => {
  const withCells = cards[0]!.card.geometry.pages.filter((p) => p.choices.length > 0)
  return ladders.flatMap((l) =>
    l.levels.flatMap(([level, change]) =>
      Array.from({ length: pagesEach }, (_, i) => ({
        set: setOf(l, level),
        // The same filled sheets at every level: only the scan differs.
        seed: `report/accuracy/${i}`,
        card: 0,
        page: withCells[i % withCells.length]!.page,
        scan: { ...cleanScan, blur: 0.5, noise: 2, ...change },
        habits: 0,
      })),
    ),
  )
}

type Point = { level: string; wrong: number; flagged: number; pages: number; cells: number }

const pointsOf = (l: Ladder, all: readonly CorpusPage[]): Point[] =>
  l.levels.map(([level]) => {
    const own = summaryOf(all.filter((p) => p.set === setOf(l, level)))
    const wrong = own.wrongRows + own.wrongStudents + own.wrongPages
    return { level, wrong, flagged: own.flaggedShare, pages: own.pagesWithDoubt / own.pages, cells: own.cells }
  })

/** Blocks of eight heights: none for nothing at all. */
const bar = (share: number): string => (share === 0 ? '·' : ' ▁▂▃▄▅▆▇█'[Math.max(1, Math.ceil(share * 8))]!)
const percent = (share: number): string => (share === 0 ? '0' : (share * 100).toFixed(share < 0.1 ? 1 : 0))

/** A distortion as two lines of a table, `|` behind the last level of the envelope. */
const linesOf = (l: Ladder, points: readonly Point[]): string[] => {
  const row = (head: string, of: (p: Point) => string): string =>
    [head.padEnd(28), ...points.map((p, i) => of(p).padStart(7) + (i === l.within ? ' |' : '  '))].join('').trimEnd()
  return [
    row(l.name, (p) => p.level),
    row('  rows read wrong, accepted', (p) => String(p.wrong)),
    row('  rows for a person (%)', (p) => `${bar(p.flagged)} ${percent(p.flagged)}`),
    row('  pages for a person (%)', (p) => `${bar(p.pages)} ${percent(p.pages)}`),
  ]
}

const accuracy: Bench = {
  name: 'accuracy',
  run: async (): Promise<Figure[]> => {
    const cards = await cardsOf()
    const all = await readCorpus({ cards, pages: sheetsOf(cards), printDpi: 200 }, 1)
    const found = ladders.map((l) => ({ l, points: pointsOf(l, all) }))
    if (!quiet) for (const { l, points } of found) console.log(linesOf(l, points).join('\n'))
    const inside = found.flatMap(({ l, points }) => points.slice(0, l.within + 1))
    const beyond = found.flatMap(({ l, points }) => points.slice(l.within + 1))
    const sum = (of: readonly Point[], what: (p: Point) => number) => of.reduce((n, p) => n + what(p), 0)
    const cells = (of: readonly Point[]) => sum(of, (p) => p.cells)
    return [
      {
        name: `read wrong and accepted within the envelope, of ${cells(inside)} cells`,
        unit: 'rows',
        ours: sum(inside, (p) => p.wrong),
        goal: { kind: 'bound', value: 0 },
      },
      {
        name: 'rows for a person within the envelope',
        unit: '%',
        ours: (sum(inside, (p) => p.flagged) / inside.length) * 100,
        goal: { kind: 'bound', value: 0.5 },
        note: 'every level weighs the same: the envelope’s ends are as many as its middle',
      },
      {
        name: `read wrong and accepted beyond it, of ${cells(beyond)} cells`,
        unit: 'rows',
        ours: sum(beyond, (p) => p.wrong),
        goal: { kind: 'bound', value: 0 },
      },
    ]
  },
}

export const accuracyBenches: readonly Bench[] = [accuracy]
