/** What a paper's points of knowledge say in its report. */
import { beforeAll, expect, it } from 'vitest'
import { paperReport, questionKnowledge } from '#shared/analysis/analysis.calls.ts'
import { paperKnowledges } from '#functions/exam/exam.store.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { ask, release } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

it('rates what the tool has related, of a class to its teacher alone, and nothing before', async () => {
  const of = await markedPaper(12)
  await release(of)
  const report = async (who = of.manager) => (await ask(of, paperReport, { report: 'knowledge' }, who)).data
  expect(await report()).toMatchObject({ sections: [], sentence: expect.stringContaining('还没有关联知识点') })
  const { examId, paperId, choice, essay } = of
  await asFunction('exam-api', () =>
    paperKnowledges.create({
      ...{ schema: 1, examId, paperId, version: 1 },
      points: { [choice.questionId]: ['函数/定义域'], [essay.questionId]: ['函数/定义域', '数列/通项'] },
      groups: { [choice.questionId]: { ability: '理解' } },
    }),
  )
  // Eleven are present: who is even chose the key, and the essay gives 1 + i mod 10.
  const present = Array.from({ length: 11 }, (_, i) => i)
  const rate = (some: readonly number[], both: boolean): number =>
    some.reduce((n, i) => n + 1 + (i % 10) + (both && i % 2 === 0 ? 5 : 0), 0) / (some.length * (both ? 15 : 10))
  const told = await report()
  const [points, chapters] = told.sections
  expect(points!.table.rows.map((r) => r.cells[0])).toEqual(['定义域', '通项'])
  expect(chapters!.table.rows.map((r) => r.cells[0])).toEqual(['函数', '数列'])
  const classes = [present.filter((i) => i % 2 === 0), present.filter((i) => i % 2 === 1)]
  const cells = points!.table.rows.map((r) => r.cells.slice(-3) as number[])
  for (const [row, both] of [true, false].entries())
    for (const [k, some] of [present, ...classes].entries()) expect(cells[row]![k]).toBeCloseTo(rate(some, both), 9)
  const own = await report(of.teachers[1])
  expect(own.sections[0]!.table.columns.map((c) => c.name)).not.toContain('1班')
  // What is in no group stands beside those that are; there is no volume, so no table of volumes.
  const byGroup = (await ask(of, paperReport, { report: 'questionType' })).data.sections
  expect(byGroup.map((s) => s.key)).toEqual(['types', 'abilities'])
  expect(byGroup[1]!.table.rows.map((r) => r.cells[0])).toEqual(['理解', '未分组'])
  // By the specification's address it is the same.
  expect((await ask(of, questionKnowledge, {})).data.sections).toEqual(told.sections)
})
