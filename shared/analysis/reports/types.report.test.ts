/** What questions earn by their type, and by the groups that they were put into. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { madeSnapshot } from '../snapshot.fixtures.ts'
import { madeData, noParams } from './report.fixtures.ts'
import { typesReport } from './types.report.ts'

const policy = { smallest: 5, named: true }
const data = madeSnapshot(80)
const made = madeData({ data }, typesReport)
const of = (questionGroups: NonNullable<typeof made.questionGroups>) =>
  typesReport.value({ ...made, questionGroups }, policy, noParams)

it('rates each ability and each volume by the marks of its questions, and they add up to the paper', () => {
  const rows = [...data.state.keys()].filter((i) => data.state[i] === 'present')
  const groups = data.questions.map(() =>
    fc.record(
      { ability: fc.constantFrom('理解', '运用'), volume: fc.constantFrom(1 as const, 2 as const) },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(fc.tuple(...groups), (said) => {
      const { sections } = of(Object.fromEntries(data.questions.map((q, k) => [q.questionId, said[k]!])))
      for (const [key, nameOf] of [
        ['abilities', (k: number) => said[k]!.ability ?? '未分组'],
        ['volumes', (k: number) => ({ 1: '第一卷', 2: '第二卷', 0: '未分组' })[said[k]!.volume ?? 0]],
      ] as const) {
        const names = new Set(data.questions.map((_, k) => nameOf(k)))
        const table = sections.find((s) => s.key === key)?.table
        if ([...names].every((n) => n === '未分组')) {
          expect(table).toBeUndefined()
          continue
        }
        expect(new Set(table!.rows.map((r) => r.cells[0]))).toEqual(names)
        const [all, full] = ['全体', '满分'].map((c) => table!.columns.findIndex((x) => x.name === c))
        for (const { cells } of table!.rows) {
          const places = data.questions.flatMap((_, k) => (nameOf(k) === cells[0] ? [k] : []))
          const got = rows.reduce((n, i) => n + places.reduce((sum, k) => sum + data.scores[i]![k]!, 0), 0)
          const worth = places.reduce((n, k) => n + data.questions[k]!.fullScore, 0)
          expect(cells[all!]).toBeCloseTo(got / (rows.length * worth), 9)
        }
        const together = table!.rows.reduce((n, r) => n + Number(r.cells[full!]), 0)
        expect(together).toBe(data.questions.reduce((n, q) => n + q.fullScore, 0))
      }
    }),
    { numRuns: 30 },
  )
})

it('stays as it is where no question is in a group', () => {
  expect(of({}).sections.map((s) => s.key)).toEqual(['types'])
})
