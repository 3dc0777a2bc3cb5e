import { describe, expect, it } from 'vitest'
import { doubtfulKeys, doubtfulKeyText } from './key.rules.ts'

const question = (unitType: number, number = '3') => ({
  questionId: `q${number}` as never,
  number,
  unitType,
  fullScore: 300,
})
/** So many students gave an answer that earned so much. */
const part = (...answers: [letters: string, score: number, count: number][]) => {
  const rows = answers.flatMap(([letters, score, count]) => Array.from({ length: count }, () => ({ letters, score })))
  return {
    state: rows.map(() => 'present' as const),
    chosen: rows.map((r) => [r.letters]),
    scores: rows.map((r) => [r.score]),
  }
}

describe('a key that the choices speak against', () => {
  it('is told with what was chosen, over all parts', () => {
    const found = doubtfulKeys([question(1)], [part(['D', 0, 20], ['C', 300, 3]), part(['D', 0, 21], ['B', 0, 14])])
    expect(found).toMatchObject([{ number: '3', chosen: 'D', share: 41 / 58, right: 3 / 58 }])
    expect(doubtfulKeyText(found)).toBe('第3题71%选D，只有5%得满分')
  })
  it.each([
    ['most have it right', 1, part(['C', 300, 40], ['D', 0, 10])],
    ['a hard question, answers scattered', 1, part(['C', 300, 5], ['A', 0, 20], ['B', 0, 18], ['D', 0, 15])],
    ['half as many right', 1, part(['D', 0, 30], ['C', 300, 20])],
    ['few have answered', 1, part(['D', 0, 19])],
    ['what most chose earns it too', 1, part(['D', 300, 41], ['C', 300, 3])],
    ['nothing was chosen', 1, part(['', 0, 60])],
    ['no choice', 4, part(['D', 0, 60])],
  ])('is not where %s', (_, unitType, rows) => {
    expect(doubtfulKeys([question(unitType)], [rows])).toEqual([])
  })
  it('of true or false is told in words; a part of a multiple choice that earns some is one answer', () => {
    expect(doubtfulKeys([question(3)], [part(['F', 0, 50], ['T', 300, 8])])).toMatchObject([{ chosen: '错' }])
    expect(doubtfulKeys([question(2)], [part(['AC', 150, 50], ['ACD', 300, 8])])).toMatchObject([{ chosen: 'AC' }])
  })
  it('absent ones say nothing, the plainest comes first, and at most three are named', () => {
    const absent = { ...part(['D', 0, 60]), state: Array.from({ length: 60 }, () => 'absent' as const) }
    expect(doubtfulKeys([question(1)], [absent])).toEqual([])
    const rows = part(['D', 0, 60])
    const four = [1, 2, 3, 4].map((n) => question(1, String(n)))
    const wide = {
      state: rows.state,
      chosen: rows.chosen.map((_, i) => [i < 36 ? 'D' : 'A', 'D', 'D', 'D']),
      scores: rows.scores.map(() => [0, 0, 0, 0]),
    }
    const found = doubtfulKeys(four, [wide])
    expect(found.map((k) => k.number)).toEqual(['2', '3', '4', '1'])
    expect(doubtfulKeyText(found)).toMatch(/；等4题$/)
  })
})
