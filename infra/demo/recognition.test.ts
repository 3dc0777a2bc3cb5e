import { beforeAll, describe, expect, it } from 'vitest'
import type { CorpusPage } from './corpus.ts'
import { summaryOf, wrongOf } from './corpus.ts'
import { claimOfOrdinary, hard, readSets } from './recognition.testing.ts'

/** When it finds a fault: look at that page, tune on tuning pages, and give the report another name. */
const seed = { purpose: 'report', name: 'corpus 4' } as const
const counts = { ordinary: 24, demo: 24, envelope: 43, corner: 8, hard: 10 }

let pages: CorpusPage[]
const of = (set: string) => pages.filter((p) => p.set === set)

beforeAll(async () => {
  pages = await readSets(counts, seed)
}, 480_000)

describe('recognition of a hundred simulated pages', () => {
  it('reads every page that was made', () => {
    expect(pages).toHaveLength(Object.values(counts).reduce((a, b) => a + b, 0))
    expect(summaryOf(pages).cells).toBeGreaterThanOrEqual(22_000)
  })

  it('finds its place on sheets that lost a corner', () => {
    expect(of('corner').filter((p) => !p.refused && !p.upright)).toEqual([])
    expect(summaryOf(of('corner')).refused).toBeLessThanOrEqual(of('corner').length * 0.02)
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

  claimOfOrdinary(of)
})
