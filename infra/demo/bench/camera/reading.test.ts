import { describe, expect, it } from 'vitest'
import type { RowTruth } from '../../camera/page.ts'
import { foreignPages } from './foreignPages.ts'
import { ownPages } from './ownPages.ts'
import { judge, questionsOf } from './reading.ts'
import type { Entry, Verdict } from './reading.ts'

const row = (allowed: string[][], ask: RowTruth['ask']): RowTruth => ({
  name: 'q1',
  kind: 'full',
  row: 'single',
  cells: [],
  allowed,
  ask,
})
const entry = (chosen: string[], rest: Partial<Entry> = {}, doubt?: string): Entry => ({
  file: 'x.jpg',
  status: 'read',
  doubts: [],
  choices: [{ questionId: 'q1', chosen, ...(doubt && { doubt }) }],
  ...rest,
})

describe('what a person is asked of a page', () => {
  /** So many rows are asked about, so many are read; and the number's digits, which are no questions. */
  const page = (asked: number, read: number, doubt: 'faintMark' | 'doubleMark' = 'faintMark') => {
    const truth = row([['A']], 'needless')
    const rows = Array.from({ length: asked + read }, (_, i) => ({
      row: { ...truth, name: `q${i}` },
      verdict: 'right' as const,
      said: ['A'],
      ...(i < asked && { doubt }),
    }))
    const digit = { ...rows[0]!, row: { ...truth, row: 'digit' as const, name: 'digit 1' }, doubt: 'studentNumber' }
    return { refused: null, rows: [...rows, digit] }
  }
  it.each([
    ['a question a row', page(5, 40), { questions: 5, unclear: false }],
    ['one, where most rows are unclear', page(25, 20), { questions: 1, unclear: true }],
    ['a question a row, where most have two marks', page(25, 20, 'doubleMark'), { questions: 25, unclear: false }],
  ])('is %s', (_, of, asked) => expect(questionsOf(of)).toEqual(asked))
})

describe('a reading held against a careful person', () => {
  const table: [string, RowTruth, Entry, Verdict][] = [
    ['what was meant', row([['A']], 'needless'), entry(['A']), 'right'],
    ['another', row([['A']], 'needless'), entry(['B']), 'wrong'],
    ['one too many', row([['A']], 'fair'), entry(['A', 'B']), 'wrong'],
    ['a mark taken for nothing', row([['A']], 'fair'), entry([]), 'wrong'],
    ['asked about a bad mark', row([['A']], 'fair'), entry([], {}, 'faintMark'), 'asked'],
    ['asked about a good one', row([['A']], 'needless'), entry(['A'], {}, 'faintMark'), 'needless'],
    ['two marks, not asked', row([], 'must'), entry(['A']), 'wrong'],
    ['two marks, asked', row([], 'must'), entry(['A'], {}, 'doubleMark'), 'asked'],
    ['the whole page in doubt', row([], 'must'), entry(['A'], { doubts: [{ kind: 'twoPages' }] }), 'asked'],
    [
      'a doubt about another row',
      row([['A']], 'fair'),
      entry(['B'], { doubts: [{ kind: 'faintMark', questionId: 'q2' }] }),
      'wrong',
    ],
    [
      'no candidate of that number',
      row([['A']], 'fair'),
      entry(['B'], { doubts: [{ kind: 'unknownStudent' }] }),
      'wrong',
    ],
    ['a row that is not there', row([['A']], 'needless'), entry([], { choices: [] }), 'needless'],
  ]
  it.each(table)('%s', (_name, truth, said, verdict) => {
    expect(judge(said, { rows: [truth] }).rows.map((r) => r.verdict)).toEqual([verdict])
  })

  it('takes a digit from the number', () => {
    const digit = { ...row([['7']], 'needless'), name: 'digit 2', row: 'digit' as const }
    const of = (value: string | null, state = 'filled') =>
      judge(entry([], { studentNumber: { value, digits: [null, { value: '7', state }], from: 'bubbles' } }), {
        rows: [digit],
      }).rows.map((r) => r.verdict)
    expect(of('17')).toEqual(['right'])
    expect(of('18')).toEqual(['wrong'])
    // Without a number the digits that are plain are not counted.
    expect(of(null)).toEqual([])
    expect(of(null, 'doubt')).toEqual(['needless'])
  })

  it('counts no rows of a page that was refused', () => {
    const refused: Entry = { ...entry([]), status: 'refused', doubts: [{ kind: 'noAnchors' }] }
    expect(judge(refused, { rows: [row([['A']], 'needless')] })).toEqual({ refused: 'noAnchors', rows: [] })
  })
})

describe('ordinary pages of the second generator', () => {
  it('are read without a wrong answer: own cards', async () => {
    let rows = 0
    for await (const { name, judged } of ownPages({
      purpose: 'test',
      each: 2,
      ways: (d) => d.mild === true,
      marking: 'plain',
    })) {
      expect(judged.refused, name).toBeNull()
      const wrong = judged.rows.filter((r) => r.verdict === 'wrong')
      expect(
        wrong.map((r) => [r.row.name, r.row.kind, r.row.allowed, r.said]),
        name,
      ).toEqual([])
      expect(judged.rows.filter((r) => r.verdict === 'needless').length, name).toBeLessThan(0.1 * judged.rows.length)
      rows += judged.rows.length
    }
    expect(rows).toBeGreaterThan(200)
  })

  it('are read without a wrong answer: unseen forms', async () => {
    let read = 0
    const ways = ['flatbed 150 dpi', 'feeder, skewed', 'photo, good']
    for await (const { name, judged } of foreignPages({
      purpose: 'test',
      layouts: 2,
      each: 2,
      ways,
      marking: 'plain',
      bad: false,
    })) {
      const wrong = judged.rows.filter((r) => r.verdict === 'wrong')
      expect(
        wrong.map((r) => [r.row.name, r.row.kind, r.row.allowed, r.said]),
        name,
      ).toEqual([])
      if (judged.refused === null) read++
    }
    expect(read).toBeGreaterThanOrEqual(3)
  })

  it('refuses two pages of a form in one picture', async () => {
    const only = (name: string) => name === 'form-3-3-two_pages'
    const said: (string | null)[] = []
    for await (const { judged } of foreignPages({ purpose: 'develop', layouts: 4, each: 3, only }))
      said.push(judged.refused)
    expect(said).toEqual([expect.stringContaining('twoPages')])
  })
})
