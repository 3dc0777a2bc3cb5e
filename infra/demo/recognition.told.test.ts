/** Cards of 1.5.5 printed, written on, scanned and read: all that moved is where the recogniser looks for it. */
import { availableParallelism } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { englishCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CorpusPage } from './corpus.ts'
import { corpusCards, corpusPages, lineOf, readCorpus, summaryOf, wrongOf } from './corpus.ts'
import { marksCards } from './marksCards.fixture.ts'

/** When it finds a fault: look at that page, tune on tuning pages, and give the report another name. */
const seed = { purpose: 'report', name: 'told 2' } as const
const counts = { ordinary: 16, demo: 8, envelope: 8 }
const [ticks, tens] = marksCards
const designs: CardDesign[] = [
  { ...ticks!, cardVersion: '1.5.5' },
  { ...tens!, cardVersion: '1.5.5' },
  // Options of several numbers in one frame, a long number set closely, names along a seal line.
  {
    ...englishCard,
    cardVersion: '1.5.5',
    sheetType: 2,
    showSealLine: true,
    studentNumber: { length: 12, mode: 'bubbles' },
    units: [{ unitId: 'u1', unitType: 1, questions: englishCard.units.slice(0, 3).flatMap((u) => u.questions) }],
  },
]

let pages: CorpusPage[]
beforeAll(async () => {
  const cards = await corpusCards(designs)
  const sheets = (['ordinary', 'demo', 'envelope'] as const)
    .flatMap((set) => corpusPages(cards, set, counts[set], seed))
    .map((sheet, i) => ({ ...sheet, absent: i % 9 === 4 }))
  pages = await readCorpus({ cards, pages: sheets, printDpi: 200 }, Math.min(2, availableParallelism()))
  for (const set of new Set(pages.map((p) => p.set)))
    process.stdout.write(`${lineOf(set, summaryOf(pages.filter((p) => p.set === set)))}\n`)
}, 480_000)

describe('recognition of a card of 1.5.5', () => {
  it('meets letters, papers, choices of questions, scores and numbers', () => {
    const { extras } = summaryOf(pages)
    for (const kind of ['paper', 'pick', 'score'] as const) expect(extras[kind].rows, kind).toBeGreaterThan(3)
    expect(pages.filter((p) => p.card === 2 && p.rows > 50).length).toBeGreaterThan(3)
    expect(pages.filter((p) => p.student === 'right').length).toBeGreaterThan(8)
  })

  it('accepts nothing wrong, and finds nearly every page and bar code', () => {
    expect(wrongOf(pages)).toEqual([])
    const ordinary = pages.filter((p) => p.set === 'ordinary')
    expect(ordinary.filter((p) => p.refused)).toEqual([])
    const coded = pages.filter((p) => p.card === 1 && !p.refused && p.page === 1)
    expect(coded.filter((p) => p.student === 'right').length / coded.length).toBeGreaterThanOrEqual(0.9)
  })
})
