/** Which knowledge points a paper's questions ask. */
import { beforeAll, describe, expect, it } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/exam/tools/knowledge.calls.ts'
import { grantTools } from '#shared/exam/tools/tool.calls.ts'
import type { QuestionId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { papers } from '../exam.store.ts'
import { ownExam } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const anExam = async (school?: SchoolId) => {
  const question = (number: string): PaperQuestion => ({
    questionId: newId<QuestionId>('question'),
    number,
    unitType: 5,
    fullScore: 1000,
  })
  const questions = ['1', '2', '3'].map(question)
  const { schoolId, examId, paperId, admin, teacher, ask } = await ownExam(handler, questions, school)
  const ids = questions.map((q) => q.questionId)
  const relate = async (version: number, questionIds: QuestionId[], points: string[], adds = true) =>
    (await ask(calls.relateKnowledge, { version, questionIds, points, adds })).status
  const bring = async (text: string, version: number, look = false) => ask(calls.importTree, { text, version, look })
  const seen = async () => (await ask(calls.paperKnowledge)).data as never as Seen
  return { schoolId, examId, paperId, ids, ask, relate, bring, seen, admin, teacher }
}
const groupsIn = async (of: { seen: () => Promise<Seen> }) =>
  (await of.seen()).questions.map(({ ability, volume }) => [ability, volume])
type Seen = {
  own: boolean
  tree: { chapter: string; points: string[] }[]
  treeVersion: number
  version: number
  questions: { points: string[]; ability?: string; volume?: number }[]
}
const pointsIn = async (of: { seen: () => Promise<Seen> }) => (await of.seen()).questions.map((q) => q.points)

describe('knowledge points of a paper', () => {
  it('are chosen of the shipped tree for several questions, added to, put anew and cleared; the key knows of none', async () => {
    const of = await anExam()
    const [one, two, three] = of.ids as [QuestionId, QuestionId, QuestionId]
    const keyVersion = (await papers.get(of))!.keyVersion
    const { tree, own } = await of.seen()
    expect([own, tree.length > 5]).toEqual([false, true])
    const [a, b] = tree[0]!.points.map((p) => `${tree[0]!.chapter}/${p}`) as [string, string]
    expect(await of.relate(0, [one, two], [a])).toBe(0)
    expect(await of.relate(1, [one], [a, b])).toBe(0)
    expect(await pointsIn(of)).toEqual([[a, b], [a], []])
    expect(await of.relate(2, [one, three], [b], false)).toBe(0)
    expect(await pointsIn(of)).toEqual([[b], [a], [b]])
    expect(await of.relate(3, [two], [], false)).toBe(0)
    expect(await pointsIn(of)).toEqual([[b], [], [b]])
    // Another was faster; a point of no tree; a question of another paper; more than a question holds.
    expect(await of.relate(3, [two], [a])).toBe(commonProblems.stale.status)
    expect(await of.relate(4, [two], ['没有/这个'])).toBe(examProblems.noPoint.status)
    expect(await of.relate(4, [newId<QuestionId>('question')], [a])).toBe(examProblems.notFound.status)
    const all = tree.flatMap((c) => c.points.map((p) => `${c.chapter}/${p}`))
    expect(await of.relate(4, [two], all.slice(0, 8))).toBe(0)
    expect(await of.relate(5, [two], all.slice(8, 9))).toBe(examProblems.manyPoints.status)
    expect((await papers.get(of))!.keyVersion).toBe(keyVersion)
  })

  it('stand beside the ability and the volume of a question, of which each is said and taken away by itself', async () => {
    const of = await anExam()
    const [one, two, three] = of.ids as [QuestionId, QuestionId, QuestionId]
    const keyVersion = (await papers.get(of))!.keyVersion
    const { tree } = await of.seen()
    const point = `${tree[0]!.chapter}/${tree[0]!.points[0]!}`
    const group = async (version: number, questionIds: QuestionId[], said: object) =>
      (await of.ask(calls.groupQuestions, { version, questionIds, ...said })).status
    expect(await group(0, [one, two], { ability: ' 运算 求解 ' })).toBe(0)
    expect(await group(1, [two, three], { volume: 2 })).toBe(0)
    expect(await of.relate(2, [one], [point])).toBe(0)
    expect(await groupsIn(of)).toEqual([
      ['运算 求解', undefined],
      ['运算 求解', 2],
      [undefined, 2],
    ])
    expect(await pointsIn(of)).toEqual([[point], [], []])
    expect(await group(3, [two, three], { ability: '', volume: 0 })).toBe(0)
    expect(await groupsIn(of)).toEqual([['运算 求解', undefined], ...[two, three].map(() => [undefined, undefined])])
    expect(await pointsIn(of)).toEqual([[point], [], []])
    // Another was faster; a question of another paper; a volume that no card has; words that are no name.
    expect(await group(3, [two], { volume: 1 })).toBe(commonProblems.stale.status)
    expect(await group(4, [newId<QuestionId>('question')], { volume: 1 })).toBe(examProblems.notFound.status)
    for (const bad of [{ volume: 3 }, { ability: '很'.repeat(21) }]) expect(await group(4, [two], bad)).not.toBe(0)
    expect(await groupsIn(of)).toHaveLength(3)
    expect((await papers.get(of))!.keyVersion).toBe(keyVersion)
  })

  it('come of a tree that the school brings, whole or not at all, for all its exams of the course, until it goes back', async () => {
    const of = await anExam()
    const [one] = of.ids as [QuestionId]
    const before = (await of.seen()).tree
    const first = `${before[0]!.chapter}/${before[0]!.points[0]!}`
    expect(await of.relate(0, [one], [first])).toBe(0)
    const bad = await of.bring('函数\t单调性\n数列', 0)
    expect([bad.status, bad.message]).toEqual([
      examProblems.badTree.status,
      '知识树没有导入：第2行没有知识点：两列，章节和知识点',
    ])
    const text = '函数\t单调性\n\t奇偶性\n数列\t求和'
    expect((await of.bring(text, 0, true)).data).toEqual({ chapters: 2, points: 3 })
    expect((await of.seen()).own).toBe(false)
    expect((await of.bring(text, 0)).data).toEqual({ chapters: 2, points: 3 })
    expect((await of.bring(text, 0)).status).toBe(commonProblems.stale.status)
    expect((await of.seen()).tree.map((c) => c.chapter)).toEqual(['函数', '数列'])
    // What was chosen of the other tree stays as it was said, and is chosen no more.
    expect((await pointsIn(of))[0]).toEqual([first])
    expect(await of.relate(1, [one], [first])).toBe(examProblems.noPoint.status)
    expect(await of.relate(1, [one], ['数列/求和'])).toBe(0)
    expect((await pointsIn(of))[0]).toEqual([first, '数列/求和'])
    expect((await (await anExam(of.schoolId)).seen()).own).toBe(true)
    expect((await (await anExam()).seen()).own).toBe(false)
    expect((await of.bring('', 1)).status).toBe(0)
    expect((await of.seen()).tree).toEqual(before)
    const acts = await asRoot(() => audits.query(`s:${of.schoolId}#${dayKey(now())}`, { consistent: true }))
    expect(acts.filter((r) => r.act === 'exam.knowledge')).toHaveLength(4)
  })

  it('who was given the tool in one exam says them there, and brings no tree for all exams of the school', async () => {
    const of = await anExam()
    const leader = await testCaller({ userType: 9, tenant: `s:${of.schoolId}` })
    const to = ['t:9']
    const given = { examId: of.examId, tools: ['knowledge-relate'], to, allows: true }
    expect((await send(handler, grantTools, given as never, of.admin.token)).status).toBe(0)
    const wish = { version: 0, questionIds: of.ids, points: [], adds: false }
    expect((await of.ask(calls.relateKnowledge, wish, leader)).status).toBe(0)
    const brings = async (who: typeof leader) =>
      ((await of.ask(calls.paperKnowledge, {}, who)).data as { brings: boolean }).brings
    expect([await brings(of.admin), await brings(leader)]).toEqual([true, false])
    for (const text of ['函数\t单调性', ''])
      for (const look of [true, false])
        expect((await of.ask(calls.importTree, { text, version: 0, look }, leader)).http).toBe(403)
    expect((await of.seen()).own).toBe(false)
  })

  it('are the manager’s to say', async () => {
    const of = await anExam()
    const stranger = await testCaller({ userType: 2, tenant: `s:${newId<SchoolId>('school')}` })
    const teacher = await of.teacher()
    const wish = { version: 0, questionIds: of.ids, points: [], adds: false }
    for (const who of [stranger, teacher]) {
      expect((await of.ask(calls.paperKnowledge, {}, who)).http).toBe(403)
      expect((await of.ask(calls.relateKnowledge, wish, who)).http).toBe(403)
      expect((await of.ask(calls.groupQuestions, { ...wish, volume: 1 }, who)).http).toBe(403)
      expect((await of.ask(calls.importTree, { text: '', version: 0, look: false }, who)).http).toBe(403)
    }
  })
})
