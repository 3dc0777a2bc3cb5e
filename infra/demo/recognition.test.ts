import { availableParallelism } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CorpusPage } from './corpus.ts'
import { corpusCards, corpusPages, lineOf, readCorpus, summaryOf, wrongOf } from './corpus.ts'

/** When it finds a fault: look at that page, tune on tuning pages, and give the report another name. */
const seed = { purpose: 'report', name: 'corpus 3' } as const
const counts = { ordinary: 32, demo: 40, envelope: 43, hard: 14 }

const hard = 'demo, hard marks'

let pages: CorpusPage[]
const of = (set: string) => pages.filter((p) => p.set === set)

beforeAll(async () => {
  const cards = await corpusCards([smallCard, bigCard, englishCard])
  const sheets = [
    ...corpusPages(cards, 'ordinary', counts.ordinary, seed),
    ...corpusPages(cards, 'demo', counts.demo, seed),
    ...corpusPages(cards, 'envelope', counts.envelope, seed),
    ...corpusPages(cards, 'demo', counts.hard, seed, 0.7),
  ]
  pages = await readCorpus({ cards, pages: sheets, printDpi: 200 }, Math.min(2, availableParallelism()))
  for (const set of new Set(pages.map((p) => p.set))) process.stdout.write(`${lineOf(set, summaryOf(of(set)))}\n`)
}, 480_000)

describe('recognition of a hundred simulated pages', () => {
  it('reads every page that was made', () => {
    expect(pages).toHaveLength(counts.ordinary + counts.demo + counts.envelope + counts.hard)
    expect(summaryOf(pages).cells).toBeGreaterThanOrEqual(30_000)
  })

  it('accepts no wrong mark, no wrong student and no wrong page', () => {
    expect(wrongOf(pages.filter((p) => p.set !== hard))).toEqual([])
  })

  it('settles most hard marks by itself, hardly one of them wrongly', () => {
    const { rows, wrongRows, wrongStudents, wrongPages } = summaryOf(of(hard))
    expect([wrongStudents, wrongPages]).toEqual([0, 0])
    expect(wrongRows / rows).toBeLessThanOrEqual(0.005)
    const { unruled, ruled } = summaryOf(of(hard)).hard
    expect(unruled).toBeLessThanOrEqual(0.15)
    expect(ruled).toBeGreaterThanOrEqual(0.97)
  })

  it('reads ordinary scans in all four orientations', () => {
    for (const orientation of [0, 90, 180, 270]) {
      const lying = of('ordinary').filter((p) => p.orientation === orientation)
      expect(lying.length).toBeGreaterThan(0)
      expect(lying.filter((p) => p.refused || !p.upright).map((p) => p.seed)).toEqual([])
    }
    expect(
      of('demo')
        .filter((p) => !p.refused && !p.upright)
        .map((p) => p.seed),
    ).toEqual([])
  })

  it('leaves little of ordinary filling to people', () => {
    expect(summaryOf(of('ordinary')).flaggedShare).toBeLessThanOrEqual(0.005)
    expect(summaryOf(of('demo')).flaggedShare).toBeLessThanOrEqual(0.008)
    expect(summaryOf(of('envelope')).flaggedShare).toBeLessThanOrEqual(0.012)
  })
})
