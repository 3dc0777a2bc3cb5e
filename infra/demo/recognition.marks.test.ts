/** What stands beside the questions' letters: paper A or B, optional questions, scores on paper, bar codes, absence, blanks. */
import { availableParallelism } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CorpusPage } from './corpus.ts'
import { corpusCards, corpusPages, lineOf, readCorpus, summaryOf, wrongOf } from './corpus.ts'
import { marksCards } from './marksCards.fixture.ts'

/** When it finds a fault: look at that page, tune on tuning pages, and give the report another name. */
const seed = { purpose: 'report', name: 'marks 1' } as const
const many = process.env['QINGHE_LONG'] ? 3 : 1
const counts = { ordinary: 21 * many, demo: 18 * many, envelope: many > 1 ? 60 : 12 }

let pages: CorpusPage[]
const of = (set: string) => summaryOf(pages.filter((p) => p.set === set)).extras

beforeAll(async () => {
  const cards = await corpusCards(marksCards)
  const sheets = (['ordinary', 'demo', 'envelope'] as const)
    .flatMap((set) => corpusPages(cards, set, counts[set], seed))
    .map((sheet, i) => ({ ...sheet, absent: i % 9 === 4 }))
  pages = await readCorpus({ cards, pages: sheets, printDpi: 200 }, Math.min(2, availableParallelism()))
  for (const set of new Set(pages.map((p) => p.set)))
    process.stdout.write(`${lineOf(set, summaryOf(pages.filter((p) => p.set === set)))}\n`)
}, 480_000 * many)

describe('recognition of marks beside the letters', () => {
  it('meets each of them', () => {
    const { extras } = summaryOf(pages)
    for (const kind of ['paper', 'pick', 'score', 'absent', 'written', 'blank'] as const)
      expect(extras[kind].rows, kind).toBeGreaterThan(10)
    expect(pages.filter((p) => p.student === 'right').length).toBeGreaterThan(15)
  })

  it('accepts no wrong score, no wrong paper, no wrong choice of questions, no wrong absence, no wrong number', () => {
    expect(wrongOf(pages)).toEqual([])
  })

  it('leaves little to people on ordinary scans', () => {
    const { paper, pick, score, absent, written } = of('ordinary')
    expect(paper.flagged / paper.rows).toBeLessThanOrEqual(0.02)
    expect(pick.flagged / pick.rows).toBeLessThanOrEqual(0.04)
    // Half of them are ticks of a pen that nothing else on the page shows.
    expect(score.flagged / score.rows).toBeLessThanOrEqual(0.09)
    expect(absent.flagged + absent.wrong).toBe(0)
    expect(written.wrong).toBe(0)
  })

  it('reads bar codes wherever it found the card', () => {
    const coded = pages.filter((p) => p.card === 1 && !p.refused)
    const right = coded.filter((p) => p.student === 'right').length
    expect(right / coded.length).toBeGreaterThanOrEqual(0.9)
  })
})
