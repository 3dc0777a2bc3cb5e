import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RowTruth } from '../../camera/page.ts'
import { notedOf, pagesOfSeeds, readCells, readNotes, rulesNow, sumOf } from './cells.ts'
import type { PagesOf } from './cells.ts'
import type { Judged, Verdict } from './reading.ts'

let folder: string
let notes: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cells-'))
  notes = join(folder, 'notes.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const rect = { x: 0, y: 0, w: 4, h: 2 }
const cells = ['A', 'B', 'C', 'D'].map((value) => ({ value, rect })) as unknown as RowTruth['cells']
const row: RowTruth = { name: 'q1', kind: 'full', row: 'single', cells, allowed: [['A']], ask: 'needless' }
const judged = (...verdicts: Verdict[]): Judged => ({
  refused: null,
  rows: verdicts.map((verdict) => ({ row, verdict, said: verdict === 'wrong' ? ['B'] : ['A'] })),
})

/** Two own pages and a form's of each seed; what was made is told. */
const pagesMade = (made: string[], verdict: Verdict = 'right'): PagesOf =>
  async function* (index, isKnown) {
    for (const name of [`flatbed-${index}`, `book-${index}`, `form-${index}-0`]) {
      if (isKnown(name)) continue
      made.push(name)
      yield { sheets: name.startsWith('form') ? 'foreign' : 'own', name, judged: judged('right', verdict) }
    }
  }

const asked = (made: string[], rest = {}) => ({
  purpose: 'test' as const,
  from: 7,
  cells: 48,
  notes,
  rules: 'one',
  pages: pagesMade(made),
  ...rest,
})

describe('cells by the notes', () => {
  it('are read seed by seed until there are enough', async () => {
    const made: string[] = []
    const noted = await readCells(asked(made))
    expect(made).toEqual(['flatbed-7', 'book-7', 'form-7-0', 'flatbed-8', 'book-8', 'form-8-0'])
    expect(sumOf(noted, 'own')).toMatchObject({ pages: 4, rows: 8, cells: 32, right: 8, wrong: 0 })
    expect(sumOf(noted, 'foreign')).toMatchObject({ pages: 2, rows: 4, cells: 16 })
  })

  it('are gone on with where a run was broken off in the midst of a line', async () => {
    const first: string[] = []
    await readCells(asked(first, { cells: 20 }))
    // The process ends while it writes its last page.
    await writeFile(notes, (await readFile(notes, 'utf8')).slice(0, -20))
    const then: string[] = []
    const noted = await readCells(asked(then, { cells: 40 }))
    expect(then).toEqual(['form-7-0', 'flatbed-8', 'book-8', 'form-8-0'])
    expect(noted.map((p) => p.name)).toEqual([...first, 'flatbed-8', 'book-8', 'form-8-0'])
    expect(await readNotes(notes)).toEqual({ head: { rules: 'one', purpose: 'test' }, noted })
  })

  it('are shared by processes: each takes every second seed', async () => {
    const [a, b]: [string[], string[]] = [[], []]
    await readCells(asked(a, { part: 0, of: 2, cells: 20 }))
    const noted = await readCells(asked(b, { part: 1, of: 2 }))
    expect([a[0], b[0]]).toEqual(['flatbed-7', 'flatbed-8'])
    expect(noted).toHaveLength(6)
  })

  it('stop when the time is up, within a seed', async () => {
    const made: string[] = []
    expect(await readCells(asked(made, { until: 0 }))).toEqual([])
    expect(made).toEqual([])
  })

  it('tell what was wrong, and are never of two states of the rules', async () => {
    const said: string[] = []
    const of = asked([], { pages: pagesMade([], 'wrong'), cells: 1, say: (line: string) => said.push(line) })
    const noted = await readCells(of)
    expect(said).toContain('book-7: q1 full read B')
    expect(sumOf(noted, 'own')).toMatchObject({ right: 2, wrong: 2, rows: 4 })
    await expect(readCells({ ...of, rules: 'other' })).rejects.toThrow('other rules')
    await expect(readCells({ ...of, purpose: 'develop' })).rejects.toThrow('other rules')
  })

  it('count no rows of a page that was refused', () => {
    const noted = notedOf({ sheets: 'own', name: 'book-1', judged: { refused: 'noAnchors', rows: [] } })
    expect(noted).toMatchObject({ refused: true, cells: 0, wrongRows: [] })
    expect(sumOf([noted], 'own')).toMatchObject({ pages: 1, refused: 1, rows: 0 })
  })

  it('are of rules that have a name', async () => {
    expect(await rulesNow()).toMatch(/^[0-9a-f]{12}$/)
    expect(await rulesNow()).toBe(await rulesNow())
  })

  it('are real pages: a seed’s own one is made, read and counted', async () => {
    const names: string[] = []
    for await (const page of pagesOfSeeds('test')(3, (name) => name !== 'flatbed_150_dpi-3')) {
      names.push(page.name)
      expect(notedOf(page).cells).toBeGreaterThan(50)
    }
    expect(names).toEqual(['flatbed_150_dpi-3'])
  })
})
