import { expect, it } from 'vitest'
import { knowledgeReport } from './knowledge.report.ts'
import { madeData, madeKnowledge, noParams } from './report.fixtures.ts'
import { madeSnapshot } from '../snapshot.fixtures.ts'

const policy = { smallest: 5, named: true }
const [students, questions] = [80, madeSnapshot(1).questions]

it('rates each point and each chapter by the marks of its questions, of all and of each class', () => {
  const data = madeSnapshot(students)
  const made = madeData({ data }, knowledgeReport)
  const value = knowledgeReport.value(made, policy, noParams)
  const knowledge = madeKnowledge(data.questions)
  const rows = [...data.state.keys()].filter((i) => data.state[i] === 'present')
  /** Once more from the scores themselves. */
  const rateOf = (asks: (point: string) => boolean, inClass?: number): number => {
    const places = data.questions.flatMap((q, k) => ((knowledge[q.questionId] ?? []).some(asks) ? [k] : []))
    const some = rows.filter((i) => inClass === undefined || data.classOf[i] === inClass)
    const got = some.reduce((n, i) => n + places.reduce((sum, k) => sum + data.scores[i]![k]!, 0), 0)
    return got / (some.length * places.reduce((n, k) => n + data.questions[k]!.fullScore, 0))
  }
  const cut = [
    ['points', (name: string) => (point: string) => point.split('/')[1] === name],
    ['chapters', (name: string) => (point: string) => point.split('/')[0] === name],
  ] as const
  for (const [key, by] of cut) {
    const { columns, rows: told } = value.sections.find((s) => s.key === key)!.table
    expect(told.map((r) => r.cells[0])).toEqual(key === 'points' ? ['定义域', '单调性', '通项'] : ['函数', '数列'])
    const at = columns.findIndex((c) => c.key === 'all')
    for (const { cells } of told) {
      const asks = by(String(cells[0]))
      expect(cells[at]).toBeCloseTo(rateOf(asks), 9)
      made.groups.forEach((g, i) => expect(cells[at + 1 + i]).toBeCloseTo(rateOf(asks, g.classIndex), 9))
    }
  }
  // The last question is related to nothing.
  expect(value.facts.map((f) => f.value)).toEqual([3, questions.length - 1, questions.length])
})

it('says what to do where nothing is related, and nothing of the few', () => {
  const made = madeData({ students }, knowledgeReport)
  const none = knowledgeReport.value({ ...made, knowledge: {} }, policy, noParams)
  expect([none.sections, none.sentence]).toEqual([[], expect.stringContaining('知识点关联')])
  const few = knowledgeReport.value({ ...made, unseen: 2 }, { ...policy, named: false }, noParams)
  expect(few.sentence).toBe('没有可以显示的得分率。')
})
