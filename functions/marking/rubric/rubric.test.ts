import { beforeAll, expect, it, vi } from 'vitest'
import { claimBundle } from '#shared/marking/marking.calls.ts'
import type { AttemptId, ClassId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { submitItems } from '#shared/marking/intelligent/intelligent.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { readRecord } from '#shared/marking/quality/record.calls.ts'
import { saveGroupQuality } from '#shared/marking/quality/seed.calls.ts'
import { saveStandard } from '#shared/marking/quality/standard.calls.ts'
import * as trials from '#shared/marking/quality/trial.calls.ts'
import { rubric, rubricDetail, saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { mostPoints } from '#shared/marking/rubric/rubric.types.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { journalScoresOfStudents } from '../journal/journal.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, finish, forgetAll, open, submit, until } from '../marking.steps.fixtures.ts'
import { answers, arrangements } from '../marking.store.ts'
import { headsOf, scriptsOf, tableOf } from '../scripts.ts'
import { countScripts, recountHere, scriptCounts, groupOf } from '../counts.ts'
import { pointFigures } from './points.public.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

const seated = async (count: number, essay: object, teachers: number, classes?: string[]): Promise<Sitting> => {
  const of = await seat(count, essay, teachers, classes)
  scan.allHere(of)
  return of
}

const at = (of: Sitting) => ({ paperId: of.paper.paperId, questionId: of.essay.questionId })
const three = [
  { name: '列出方程', score: 400 },
  { name: '解出根', score: 300 },
  { name: '检验', score: 300 },
]
const save = (of: Sitting, more: object, token = of.manager.token) =>
  send(handler, saveRubric, { ...at(of), kind: 'add', points: three, version: 0, ...more }, token)
const by = (score: number, points: string): MarkValue => ({ kind: 'score', score, points })

it('is set by who leads the question, is what marks come to, and stands beside them to the arbitrator', async () => {
  const of = await seated(2, { markers: 2, tolerance: 100 }, 2)
  const [a, b] = of.teachers
  const [s1, s2] = of.students
  actAs('marking-api')
  expect((await save(of, {}, a!.token)).status).toBe(refused.notLeader.status)
  expect((await save(of, { points: three.slice(1) })).message).toBe('评分细则不能保存：各点合计6分，不到满分10分')
  expect((await save(of, {})).data).toEqual({ version: 1 })
  expect((await save(of, {})).message).toMatch(/请核对/)
  const set = (await send(handler, rubricDetail, { paperId: of.paper.paperId }, of.manager.token)).data
  expect(set.questions).toMatchObject([{ number: '2', points: 3 }])
  expect(set.rubric!.points.map((p) => p.id).join('')).toBe('abc')
  // Before marking is open all of it may be otherwise.
  expect((await save(of, { kind: 'deduct', version: 1 })).data).toEqual({ version: 2 })
  expect((await save(of, { version: 2, points: set.rubric!.points })).data).toEqual({ version: 3 })
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  expect((await send(handler, rubric, at(of), a!.token)).data.rubric!.points).toHaveLength(3)

  const first = (await claim(of, a!.token, 'first')).data
  // What points come to and nothing else.
  for (const wrong of [by(500, 'ab'), by(400, 'z'), by(800, 'aa')])
    expect((await submit(of, a!.token, first, s1!, wrong)).status).toBe(refused.badPoints.status)
  expect((await submit(of, a!.token, first, s1!, by(700, 'ab'))).status).toBe(0)
  // A mark without points is a mark all the same: of groups of like ones, of a correction.
  expect((await submit(of, a!.token, first, s2!, { kind: 'score', score: 600 })).status).toBe(0)
  await finish(of, a!.token, first)
  const second = (await claim(of, b!.token, 'second')).data
  expect(second.answers.every((x) => x.others.length === 0)).toBe(true)
  expect((await submit(of, b!.token, second, s1!, by(300, 'c'))).status).toBe(0)
  expect((await submit(of, b!.token, second, s2!, by(600, 'bc'))).status).toBe(0)
  await finish(of, b!.token, second)
  await until(async () => {
    const { data } = await claim(of, of.manager.token, 'final')
    expect(data?.answers[0]?.others).toEqual([
      { role: 'first', value: by(700, 'ab') },
      { role: 'second', value: by(300, 'c') },
    ])
  })
  const final = (await send(handler, claimBundle, { ...at(of), role: 'final' }, of.manager.token)).data
  expect((await submit(of, of.manager.token, final, s1!, by(1000, 'abc'))).status).toBe(0)
  // Both computations know it (I11), and a mark stays under 1 KB.
  const scripts = await scriptsOf(of.paper, await headsOf(of.paper))
  const table = tableOf(of.paper, scripts)
  const column = (t: { studentIds: readonly string[]; scores: number[][] }) =>
    of.students.map((s) => t.scores[t.studentIds.indexOf(s)]![1])
  expect(column(table)).toEqual([1000, 600])
  await until(async () => {
    expect(column(await journalScoresOfStudents(of.paper, of.students))).toEqual([1000, 600])
  })
  // The record of marking says which points they are.
  const told = (await send(handler, readRecord, { ...at(of) }, of.manager.token)).data
  expect(told.points.map((p) => p.name)).toEqual(three.map((p) => p.name))
  const item = await answers.get({ ...at(of), studentId: s1! })
  expect(item?.final?.value).toEqual(by(1000, 'abc'))
  expect(JSON.stringify(item).length).toBeLessThan(1000)
})

/** What a row costs to write, by the store's rule: names and text by byte, numbers by two digits, three for what holds others. */
const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (value === null || typeof value === 'boolean') return 1
  return Object.entries(value as object).reduce((n, [key, of]) => n + key.length + 1 + weightOf(of), 3)
}

it('of as many points as there may be keeps an answer under 1 KB, and more are refused', async () => {
  const of = await seated(1, { fullScore: 2000, markers: 3 }, 3)
  const many = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `要点${i}`, score: 100 }))
  actAs('marking-api')
  expect((await save(of, { points: many(mostPoints + 1) })).status).toBe(commonProblems.badInput.status)
  expect((await save(of, { points: many(mostPoints) })).status).toBe(0)
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  const [studentId] = of.students
  const ids = (await send(handler, rubric, at(of), of.teachers[0]!.token)).data.rubric!.points.map((p) => p.id).join('')
  expect(ids).toHaveLength(mostPoints)
  for (const [i, role] of (['first', 'second', 'third'] as const).entries()) {
    const held = (await claim(of, of.teachers[i]!.token, role)).data
    expect((await submit(of, of.teachers[i]!.token, held, studentId!, by(2000, `${ids}z`))).status).not.toBe(0)
    expect((await submit(of, of.teachers[i]!.token, held, studentId!, by(2000, ids))).status).toBe(0)
    await finish(of, of.teachers[i]!.token, held)
  }
  const key = { ...at(of), studentId: studentId! }
  const item = (await answers.get(key))!
  // An arbitrator's mark beside them is as long as theirs.
  const whole = { ...answers.keyOf(key), ...item, final: item.third!, asked: 9 }
  expect(weightOf(whole)).toBeGreaterThan(3 * weightOf(item.third))
  expect(weightOf(whole)).toBeLessThan(1024)
})

it('that is changed while marking runs leaves marks that were given as they are', async () => {
  const of = await seated(3, {}, 1)
  const [a] = of.teachers
  const [s1, s2, s3] = of.students
  actAs('marking-api')
  await save(of, {})
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  const held = (await claim(of, a!.token)).data
  expect((await submit(of, a!.token, held, s1!, by(700, 'ab'))).status).toBe(0)
  expect((await save(of, { kind: 'deduct', version: 1 })).status).toBe(refused.rubricKind.status)
  // Worth more, and one left out: the former stay beside them.
  const typed = [
    { id: 'a', name: '列出方程', score: 500 },
    { id: 'b', name: '解出两根', score: 300 },
    { name: '作答', score: 200 },
  ]
  expect((await save(of, { points: typed, version: 1 })).data).toEqual({ version: 2 })
  const seen = (await send(handler, rubric, at(of), a!.token)).data.rubric!
  expect(seen.points.map((p) => [p.id, p.score, p.retired ?? false])).toEqual([
    ['d', 500, false],
    ['b', 300, false],
    ['e', 200, false],
    ['a', 400, true],
    ['c', 300, true],
  ])
  expect((await answers.get({ ...at(of), studentId: s1! }))?.first?.value).toEqual(by(700, 'ab'))
  // A desk that had the former in sight gives what it showed; another what is new, at once.
  expect((await submit(of, a!.token, held, s2!, by(400, 'a'))).status).toBe(0)
  expect((await submit(of, a!.token, held, s3!, by(800, 'db'))).status).toBe(0)
  // All of it taken away: marked by numbers from then on.
  expect((await save(of, { points: [], version: 2 })).data).toEqual({ version: 3 })
  expect((await send(handler, rubric, at(of), a!.token)).data.rubric).toBeNull()
  forgetAll()
})

it('is counted by class: what share of the answers that points make has each of them', async () => {
  const of = await seated(5, { markers: 2, tolerance: 0 }, 2, ['1班', '2班'])
  const [a, b] = of.teachers
  const { examId, paperId } = of.paper
  // One of the second class learns it in a teaching class.
  const all = (await candidatesOf(examId)).sort(
    (x, y) => of.students.indexOf(x.studentId) - of.students.indexOf(y.studentId),
  )
  const walks = newId<ClassId>('class')
  await asFunction('exam-api', () => candidates.put({ ...all[1]!, teaching: { [paperId]: walks } }))
  actAs('marking-api')
  await save(of, {})
  expect(await pointFigures(of.paper, 'whole')).toBeNull()
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  const [first, second] = [(await claim(of, a!.token, 'first')).data, (await claim(of, b!.token, 'second')).data]
  const give = async (i: number, one: MarkValue, other = one) => {
    expect((await submit(of, a!.token, first, of.students[i]!, one)).status).toBe(0)
    expect((await submit(of, b!.token, second, of.students[i]!, other)).status).toBe(0)
  }
  await give(0, by(700, 'ab'))
  await give(1, by(300, 'b'))
  await give(2, by(0, ''))
  // The same score by other points, and by a number: it is not known which they are.
  await give(3, by(300, 'b'), by(300, 'c'))
  await give(4, { kind: 'score', score: 600 })
  actAs('marking-work')
  await recountHere(of.paper)
  const told = async (by: Parameters<typeof pointFigures>[1]) =>
    (await pointFigures(of.paper, by))!.map(({ name, kind, number, all: of, groups }) => ({
      ...{ name, kind, number, all: of },
      groups: Object.fromEntries(Object.entries(groups).map(([id, g]) => [id, [g.have, g.answers]])),
    }))
  const [one, two] = [all[0]!.classId, all[1]!.classId]
  const is = { kind: 'add', number: '2' }
  expect(await told({ schoolId: of.tenant.slice(2) })).toEqual([
    {
      ...is,
      name: '列出方程',
      all: { answers: 3, have: 1 },
      groups: { [one]: [1, 2], [two]: [0, 1], [walks]: [0, 1] },
    },
    {
      ...is,
      name: '解出根',
      all: { answers: 3, have: 2 },
      groups: { [one]: [1, 2], [two]: [1, 1], [walks]: [1, 1] },
    },
    { ...is, name: '检验', all: { answers: 3, have: 0 }, groups: { [one]: [0, 2], [two]: [0, 1], [walks]: [0, 1] } },
  ])
  // A row is of one question, and what an answer counted for goes as its mark does.
  actAs('marking-api')
  await give(0, by(400, 'a'))
  actAs('marking-work')
  await countScripts(of.paper, of.students)
  expect((await told('schools')).map((p) => [p.all.have, p.groups])).toEqual([
    [1, {}],
    [1, {}],
    [0, {}],
  ])
  const rows = await scriptCounts.listApart(groupOf(of.paper), 'pt ')
  expect(rows).toHaveLength(4)
  expect(Math.max(...rows.map((r) => r.counts.size))).toBeLessThanOrEqual(3)
})

it('is what like answers that are marked together are given, each held to it alone', async () => {
  const of = await seated(3, {}, 1)
  const [a] = of.teachers
  actAs('marking-api')
  await save(of, {})
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  const { bundle } = (await claim(of, a!.token)).data
  const values = [by(700, 'ab'), by(700, 'ac'), by(600, 'ab')]
  const items = of.students.map((studentId, i) => ({
    ...{ studentId, imageVersion: 1, attemptId: newId<AttemptId>('attempt') },
    value: values[i]!,
  }))
  const sheet = { ...at(of), bundleId: bundle.bundleId, role: bundle.role, epoch: bundle.epoch, items }
  const { data } = await send(handler, submitItems, sheet, a!.token)
  expect(data.refused.map((r) => [r.studentId, r.status])).toEqual([[of.students[2], refused.badPoints.status]])
  const stored = await Promise.all(of.students.map((studentId) => answers.get({ ...at(of), studentId })))
  expect(stored.map((i) => i?.first?.value)).toEqual([by(700, 'ab'), by(700, 'ac'), undefined])
})

it('is compared in a trial: the experts choose points, markers choose theirs, and each point is held against them', async () => {
  const of = await seated(4, {}, 2)
  const [marker, other] = of.teachers
  actAs('marking-api')
  expect(
    (
      await save(of, {
        points: [
          { name: '列式', score: 600 },
          { name: '求解', score: 400 },
        ],
      })
    ).status,
  ).toBe(0)
  actAs('marking-work')
  await open(of)
  actAs('marking-api')
  const quality = async (trial: 'preparing' | 'begun') => {
    forgetAll()
    const { version } = (await arrangements.get({ paperId: of.paper.paperId }))!
    const said = { expert: 0, own: 0, trial, within: 80, bias: 5, samples: 0, version }
    return send(
      handler,
      saveGroupQuality,
      { paperId: of.paper.paperId, lead: of.essay.questionId, ...said },
      of.manager.token,
    )
  }
  expect((await quality('preparing')).status).toBe(0)
  const choose = (i: number, score: number, points: string) => {
    const standard = {
      studentId: of.students[i]!,
      imageVersion: 1,
      use: 'trial' as const,
      reason: '步骤完整',
      version: 0,
    }
    return send(handler, saveStandard, { ...at(of), ...standard, score, points }, of.manager.token)
  }
  expect((await choose(0, 600, 'b')).status).toBe(refused.badPoints.status)
  expect((await choose(0, 600, 'a')).status).toBe(0)
  expect((await choose(1, 1000, 'ab')).status).toBe(0)
  expect((await quality('begun')).status).toBe(0)
  forgetAll()
  const desk = async (token: string) => (await send(handler, trials.trialDesk, at(of), token)).data
  const { answers: both, rubric: shown } = await desk(marker!.token)
  expect(shown!.points.map((p) => p.name)).toEqual(['列式', '求解'])
  const mark = (token: string, key: string, score: number, points?: string) => {
    const attemptId = newId<AttemptId>('attempt')
    const given = { key, score, attemptId, ...(points === undefined ? {} : { points }) }
    return send(handler, trials.trialMark, { ...at(of), ...given }, token)
  }
  expect((await mark(marker!.token, both[0]!.key, 400, 'a')).status).toBe(refused.badPoints.status)
  for (const { key } of both) expect((await mark(marker!.token, key, 600, 'a')).status).toBe(0)
  expect((await desk(marker!.token)).answers.map((a) => a.points)).toEqual(['a', 'a'])
  // Who gives numbers is compared by them alone.
  expect((await mark(other!.token, (await desk(other!.token)).answers[0]!.key, 600)).status).toBe(0)
  const { points: told } = (await send(handler, trials.trialReport, at(of), of.manager.token)).data
  expect(told.map(({ name, n, same, missed, extra }) => [name, n, same, missed, extra])).toEqual([
    ['列式', 2, 2, 0, 0],
    ['求解', 2, 1, 1, 0],
  ])
  // The experts' points are told with their marks and not before.
  expect((await desk(marker!.token)).answers.every((a) => a.right === undefined)).toBe(true)
  expect((await send(handler, trials.finishTrial, at(of), marker!.token)).data).toEqual({ state: 'failed' })
  const pass = { ...at(of), userId: marker!.userId, act: 'pass' as const, reason: '已当面讲过' }
  expect((await send(handler, trials.passTrial, pass, of.manager.token)).status).toBe(0)
  const right = (await desk(marker!.token)).answers.map((a) => a.right?.points)
  expect(right.sort()).toEqual(['a', 'ab'])
})
