import { beforeAll, expect, it } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { disclosures } from '#functions/exam/exam.store.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { recountHere } from '#functions/marking/counts.ts'
import { answers } from '#functions/marking/marking.store.ts'
import { rubrics } from '#functions/marking/rubric/rubric.store.ts'
import { handler } from './analysis.api.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { publish, student } from './analysis.testing.ts'

beforeAll(() => actAs('analysis-work'))

it('a student reads what a published score was made of, where the key is shown and the marks are those of then', async () => {
  const of = await markedPaper(4)
  const at = { paperId: of.paperId, questionId: of.essay.questionId }
  const give = (i: number, score: number, points: string) =>
    asFunction('marking-work', async () => {
      const value = { kind: 'score' as const, score, points }
      const by = of.manager.caller.userId
      const first = { value, by, at: now(), attemptId: newId<AttemptId>('attempt'), epoch: 1, imageVersion: 1 }
      await answers.update({ ...at, studentId: of.studentIds[i]! }, { first })
    })
  await asFunction('marking-work', async () => {
    const points = [
      { id: 'a', name: '列式', score: 700 },
      { id: 'b', name: '求解', score: 300 },
    ]
    await rubrics.create({ schema: 1, ...at, kind: 'add', points, version: 1 })
  })
  await give(0, 700, 'a')
  await give(1, 300, 'b')
  await asFunction('marking-work', async () => recountHere((await paperOf(of.paperId))!))
  await publish(of)
  actAs('analysis-api')
  // The figures by point, by class: of the first one none is known to have anything but the one that points made.
  const figures = async (token: string) => {
    const wish = { paperId: of.paperId, report: 'questionItem' as const }
    const { message, data } = await send(handler, reports.paperReport, wish, token)
    expect(message).toBe('')
    return data.sections.find((x) => x.key === 'points')?.table
  }
  const table = (await figures(of.manager.token))!
  expect(table.columns.map((c) => c.name)).toEqual(['得分点', '方式', '分值', '全体', '1班', '2班'])
  expect(table.rows.map((r) => r.cells)).toEqual([
    ['2题 列式', '得到', 700, 0.5, 1, 0],
    ['2题 求解', '得到', 300, 0.5, 0, 1],
  ])
  // A teacher sees the own class beside all.
  expect((await figures(of.teachers[0]!.token))!.columns.map((c) => c.name).slice(3)).toEqual(['全体', '1班'])
  const own = async (i: number) => {
    const { token } = await student(of, i)
    const { data } = await send(handler, reports.ownResult, { paperId: of.paperId }, token)
    actAs('analysis-api')
    return data.items.map((item) => [item.number, item.score, item.earned?.points.map((p) => `${p.name}${p.chosen}`)])
  }
  expect(await own(0)).toEqual([
    ['1', 500, undefined],
    ['2', 700, ['列式true', '求解false']],
  ])
  // Given as a number, nothing is said of it.
  expect((await own(2))[1]).toEqual(['2', 300, undefined])
  // Another mark than the one that was published tells nothing.
  await give(1, 1000, 'ab')
  expect((await own(1))[1]).toEqual(['2', 300, undefined])
  const { student: shown, ...rest } = disclosureOfStage(1)
  await asFunction('exam-api', () =>
    disclosures.put({ schema: 1, examId: of.examId, version: 1, ...rest, student: { ...shown, key: false } }),
  )
  actAs('analysis-api')
  expect((await own(0))[1]).toEqual(['2', 700, undefined])
  actAs('analysis-work')
})
