/** A question that is found wrong while it is marked: put right for all before anything is published. */
import { beforeAll, expect, it } from 'vitest'
import { ownResult, paperReport } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { actAs } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { publications } from '../analysis.store.ts'
import { student } from '../analysis.testing.ts'
import { standingOf } from '../standing/standing.ts'
import { ask, drafted, release, signed, undone } from './change.fixtures.ts'

const { badChange, changeTooEarly } = analysisProblems
const { arrangement, marking, done } = paperStep

beforeAll(() => actAs('analysis-work'))

/** Of five candidates the second’s essay waits for its mark, and one is absent. */
const beingMarked = async (): Promise<Marked> => {
  const of = await markedPaper(5)
  await of.replacePicture(of.studentIds[1]!)
  await standAt(of.examId, marking)
  return of
}
/** The second’s essay is marked, and with it the paper. */
const markedOut = async (of: Marked): Promise<void> => {
  await of.replacePicture(of.studentIds[1]!, 1)
  await of.mark(of.studentIds[1]!, 700)
  await of.settled()
  await standAt(of.examId, done)
}
const alternatives = (of: Marked): ChangeWish => ({
  kind: 'key',
  questionId: of.choice.questionId,
  accepted: [
    { letters: 'A', points: 500 },
    { letters: 'B', points: 300 },
  ],
})
const stand = async (of: Marked) => (await ask(of, calls.changeStand, {})).data
const detail = async (of: Marked, changeId: string) => (await ask(of, calls.changeDetail, { changeId })).data

it('has several right answers, points of each and the full mark for all from the first publication on', async () => {
  const of = await beingMarked()
  expect(await stand(of)).toMatchObject({ early: true, barred: null, questions: [{ answer: 'A' }, {}] })
  const key = await drafted(of, 'answer-edit', [alternatives(of)])
  // Two chose B: of the one who is not marked yet what is marked is compared, and there are no places yet.
  const found = await detail(of, key)
  expect(found).toMatchObject({
    published: false,
    total: 2,
    facts: { students: 5, changed: 2, up: 2, down: 0, unfinished: 1, early: true },
    hits: [{ number: '1', count: 2 }],
  })
  expect(found.list.map((r) => [r.studentName, r.before, r.after, r.placeBefore, r.placeAfter])).toEqual([
    ['学生1', 0, 300, null, null],
    ['学生3', of.total(3), of.total(3)! + 300, null, null],
  ])
  expect(found).not.toHaveProperty('moved')
  await signed(of, key)
  expect((await stand(of)).questions[0]).toMatchObject({ answer: 'A', now: { accepted: [{}, { letters: 'B' }] } })
  // A question that is marked by people, too: who waits for a mark has the full one already.
  const all = await drafted(of, 'maneuver-score', [{ kind: 'all', questionId: of.essay.questionId }])
  expect((await detail(of, all)).facts).toMatchObject({ changed: 4, up: 4, early: true })
  await signed(of, all)
  expect(await publications.get({ paperId: of.paperId })).toMatchObject({
    current: null,
    changes: [{ changeId: key }, { changeId: all }],
  })
  await undone(of, all)

  await markedOut(of)
  await release(of)
  const own = async (i: number) => (await ask(of, ownResult, {}, await student(of, i))).data
  expect((await own(0)).total).toBe(of.total(0))
  const second = await own(1)
  expect(second).toMatchObject({ v: 1, total: 300 + 700, items: [{ answer: 'A或B', score: 300 }, { score: 700 }] })
  expect((await own(3)).total).toBe(of.total(3)! + 300)
  // No reader saw anything else before: it is no correction.
  expect(second.corrections ?? []).toEqual([])
  expect((await ask(of, paperReport, { report: 'summary' })).data.source).not.toHaveProperty('correction')
})

it('takes back by its opposite what was put right too soon, and a question that was voided counts nowhere', async () => {
  const of = await beingMarked()
  const drop = await drafted(of, 'answer-edit', [{ kind: 'drop', questionId: of.choice.questionId }])
  await signed(of, drop)
  const key = await drafted(of, 'answer-edit', [{ kind: 'all', questionId: of.essay.questionId }])
  await signed(of, key)
  await undone(of, key)
  expect((await stand(of)).questions.map((q) => q.number)).toEqual(['2'])
  await markedOut(of)
  await release(of)
  const total = async (i: number) => (await ask(of, ownResult, {}, await student(of, i))).data.total
  expect([await total(0), await total(1), await total(3)]).toEqual([100, 700, 400])
})

it('does not wait for a journal that marks never stop coming into, which a replay after marking holds it to', async () => {
  const of = await beingMarked()
  await of.forge(of.studentIds[0]!, 200)
  const key = await drafted(of, 'answer-edit', [alternatives(of)])
  expect((await detail(of, key)).facts).toMatchObject({ changed: 2, differing: 0, early: true })
  await standAt(of.examId, done)
  await expect(drafted(of, 'answer-edit', [alternatives(of)])).rejects.toThrow(/不一致/)
})

it('is all that is changed before marking is done, and nothing before it begins', async () => {
  const of = await beingMarked()
  const { questionId } = of.essay
  const say = async (tool: string, edit: object) => (await ask(of, calls.makeChange, { tool, edits: [edit] })).status
  const others: [string, object][] = [
    ['maneuver-score', { kind: 'add', questionId, by: 100, numbers: ['1000'] }],
    ['score-edit', { kind: 'set', questionId, number: '1000', score: 100 }],
    ['adjust-score', { kind: 'full', questionId, fullScore: 2000, how: 'scale' }],
    ['miss-exam', { kind: 'state', state: 'absent', numbers: ['1000'] }],
  ]
  for (const [tool, edit] of others) expect(await say(tool, edit), tool).toBe(changeTooEarly.status)
  const strange = { ...alternatives(of), accepted: [{ letters: 'E', points: 500 }] }
  expect(await say('answer-edit', strange)).toBe(badChange.status)
  await standAt(of.examId, arrangement)
  expect(await say('answer-edit', alternatives(of))).toBe(changeTooEarly.status)
  expect(await stand(of)).toMatchObject({ early: false, barred: changeTooEarly.message })
})

it('is no key to be doubted once its full mark is another: what was earned is held against the full mark of now', async () => {
  const of = await markedPaper(44)
  const doubted = async () => (await standingOf(of.paperId)).checks.filter((c) => c.key === 'keys')
  expect(await doubted()).toEqual([])
  const edit: ChangeWish = { kind: 'full', questionId: of.choice.questionId, fullScore: 1000, how: 'scale' }
  await signed(of, await drafted(of, 'adjust-score', [edit]))
  expect(await doubted()).toEqual([])
})
