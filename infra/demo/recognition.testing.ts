/** A corpus of simulated pages, and what the short and the long run both claim of it. */
import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { corpusCards, corpusPages, lineOf, readCorpus, summaryOf } from './corpus.ts'
import type { CorpusPage } from './corpus.ts'

export const hard = 'demo, hard marks'

export type Counts = { ordinary: number; demo: number; envelope: number; corner: number; hard: number }

/** Prints, fills, scans and reads so many pages of each set; says a line of each. */
export const readSets = async (counts: Counts, seed: { purpose: 'report'; name: string }): Promise<CorpusPage[]> => {
  const cards = await corpusCards([smallCard, bigCard, englishCard])
  const sheets = [
    ...corpusPages(cards, 'ordinary', counts.ordinary, seed),
    ...corpusPages(cards, 'demo', counts.demo, seed),
    ...corpusPages(cards, 'envelope', counts.envelope, seed),
    ...corpusPages(cards, 'corner', counts.corner, seed),
    ...corpusPages(cards, 'demo', counts.hard, seed, 0.7),
  ]
  const pages = await readCorpus({ cards, pages: sheets, printDpi: 200 }, Math.min(2, availableParallelism()))
  for (const set of new Set(pages.map((p) => p.set)))
    process.stdout.write(`${lineOf(set, summaryOf(pages.filter((p) => p.set === set)))}\n`)
  return pages
}

export const claimOfOrdinary = (of: (set: string) => CorpusPage[]): void => {
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
    // 99.9 % of rows are read without a person; two where there are few. Ink that reaches out of a full cell on opposite
    // sides is a doubt since pens of other hands were read wrongly so: it costs one row on three of a hundred pages.
    const { rows, flaggedShare } = summaryOf(of('ordinary'))
    expect(rows * flaggedShare).toBeLessThanOrEqual(Math.max(2, rows / 1000))
    expect(summaryOf(of('demo')).flaggedShare).toBeLessThanOrEqual(0.008)
    expect(summaryOf(of('envelope')).flaggedShare).toBeLessThanOrEqual(0.012)
  })
}
