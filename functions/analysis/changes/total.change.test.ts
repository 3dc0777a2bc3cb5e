/**
 * A total is changed by how its papers count: weights (折算) and schemes (赋分) are change sets over it, replayed, signed,
 * undone like those of a paper, and they stay over it when a paper of it is published anew.
 */
import { beforeAll, expect, it, vi } from 'vitest'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { assignTable } from '#shared/analysis/stats/assigned.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import { distributionOf } from '#shared/analysis/stats/describe.ts'
import { createTotal } from '#shared/exam/tools/total.calls.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { publications } from '../analysis.store.ts'
import { jointPaper, publishJoint } from '../joint.fixtures.ts'
import type { Joint } from '../joint.fixtures.ts'
import { headOf, indexOf, linesIn } from '../snapshot.ts'
import { ask, drafted, published, signed, undone } from './change.fixtures.ts'
import { sign, storeChange } from './change.commands.ts'

let of: Joint
let total: Paper
/** The total as the fixtures of change sets take a paper. */
let sum: Marked

const paperNamed = (name: string) => of.papers.find((p) => p.courseName === name)!
const current = async (paper: Paper) => (await publications.get({ paperId: paper.paperId }))!.current!
const rowsOf = async (paper: Paper) => {
  const v = await current(paper)
  const lines = (await Promise.all((await indexOf(paper, v)).parts.map((p) => linesIn(paper, v, p.part)))).flat()
  return new Map(lines.map((l) => [l.studentId as string, l]))
}
const itemOf = (name: string): QuestionId => total.total!.find((p) => p.courseName === name)!.questionId
const assign = (name: string, schemeId = '3+1+2'): ChangeWish => ({
  kind: 'assign',
  questionId: itemOf(name),
  schemeId,
})
const weigh = (name: string, percent: number): ChangeWish => ({ kind: 'weigh', questionId: itemOf(name), percent })
const scheme = assigningSchemes.find((s) => s.id === '3+1+2')!
/** What each student should have of a paper, worked out from its own transcript. */
const assignedOf = async (name: string): Promise<Map<string, number>> => {
  const rows = [...(await rowsOf(paperNamed(name))).values()].filter((l) => l.total !== null)
  const table = assignTable(distributionOf(Int32Array.from(rows, (l) => l.total!)), scheme)
  return new Map(rows.map((l) => [l.studentId, table.find((t) => t.raw === l.total)!.assigned]))
}

beforeAll(async () => {
  actAs('analysis-work')
  of = await jointPaper([7, 6], { courseNames: ['化学'], sits: () => true })
  const wish = { examId: of.exam.examId, name: '总分', all: of.papers.map((p) => p.paperId) }
  const made = await asFunction('exam-api', () => send(examHandler, createTotal, wish, of.manager.token))
  total = (await asFunction('exam-api', () => paperOf(made.data.paperId as PaperId)))!
  sum = { ...of, tenant: of.exam.owner, paper: total, paperId: total.paperId } as unknown as Marked
})

it('waits for its release; then takes weights and schemes alone, from who manages the exam', async () => {
  const make = (tool: 'senior' | 'question-conversion' | 'miss-exam', ...edits: ChangeWish[]) =>
    ask(sum, calls.makeChange, { tool, edits })
  expect((await make('senior', assign('化学'))).status).toBe(analysisProblems.totalUnpublished.status)
  for (const paper of of.papers) await publishJoint({ ...of, paper })
  await vi.waitFor(async () => expect(await current(total)).toBe(1), { timeout: 120_000, interval: 200 })

  expect((await make('miss-exam', { kind: 'state', state: 'void', numbers: ['11000'] })).status).toBe(
    analysisProblems.changeOfTotal.status,
  )
  expect((await make('senior', assign('化学', 'no such'))).message).toContain('没有这个赋分方案')
  expect((await make('question-conversion', weigh('数学', 0), weigh('化学', 0))).message).toBe(
    '不能这样改动：权重之和不能是0',
  )
  expect((await make('senior', assign('化学'), weigh('化学', 50))).message).toContain('化学的折算和赋分要分两次')
  const ofPaper = { ...sum, paper: paperNamed('化学'), paperId: paperNamed('化学').paperId }
  expect((await ask(ofPaper, calls.makeChange, { tool: 'senior', edits: [assign('化学')] })).message).toContain(
    '赋分在总分上进行',
  )
  expect((await ask(sum, calls.changeStand, {})).data).toMatchObject({
    ofTotal: true,
    barred: null,
    questions: [{ number: '数学' }, { number: '化学' }],
  })
  const teacher = await testCaller({ userType: 3, tenant: of.exam.owner })
  const asked = { questionId: itemOf('化学'), schemes: '3+1+2,guangdong' }
  for (const [call, input] of [
    [calls.seniorLab, asked],
    [calls.makeChange, { tool: 'senior', edits: [assign('化学')] }],
  ] as const)
    expect((await ask(sum, call, input, teacher)).http, call.path).toBe(403)
})

it('tries schemes on the published scores before one is chosen, and changes nothing', async () => {
  const before = await rowsOf(total)
  const { data } = await ask(sum, calls.seniorLab, { questionId: itemOf('化学'), schemes: '3+1+2,guangdong,none' })
  expect(data.schemes.map((s) => s.id)).toEqual(['3+1+2', 'guangdong'])
  expect(data.raw).toMatchObject({ n: 13 })
  const own = await assignedOf('化学')
  const mean = [...own.values()].reduce((a, b) => a + b, 0) / own.size
  expect(data.schemes[0]!.mean).toBeCloseTo(mean, 9)
  expect(data.schemes[0]!.bands.reduce((n, b) => n + b.count, 0)).toBe(13)
  const strange = await ask(sum, calls.seniorLab, { questionId: total.paperId.replace('pa', 'qu'), schemes: '3+1+2' })
  expect(strange.message).toMatch(/不存在/)
  expect(await rowsOf(total)).toEqual(before)
})

it('assigned, weighed one over the other, follows its papers, and is undone', async () => {
  const raw = await rowsOf(total)
  const senior = await drafted(sum, 'senior', [assign('化学')])
  const found = (await ask(sum, calls.changeDetail, { changeId: senior, pageSize: 50 })).data
  expect(found.change).toMatchObject({ state: 'ready', says: ['化学按“3+1+2 通用五等级”赋分'] })
  expect(found.facts).toMatchObject({
    students: 13,
    broken: 0,
    differing: 0,
    fullBefore: 9000,
    fullAfter: 4500 + 10_000,
  })
  expect(found.hits).toMatchObject([{ number: '化学' }])
  expect(await rowsOf(total)).toEqual(raw)
  await signed(sum, senior, '按省方案赋分')
  const expected = async (chinese: (n: number) => number) => {
    const [maths, chemistry] = [await rowsOf(paperNamed('数学')), await assignedOf('化学')]
    return [...raw.keys()].map((id) => [id, chinese(maths.get(id)!.total!) + chemistry.get(id)!])
  }
  const totals = async () => {
    const now = await rowsOf(total)
    return [...raw.keys()].map((id) => [id, now.get(id)!.total])
  }
  expect(await totals()).toEqual(await expected((n) => n))
  expect((await headOf(total, await current(total))).cohorts![itemOf('化学')]).toMatchObject({ n: 13 })
  // A second scheme over the first is refused: it is to be taken off first.
  const again = await ask(sum, calls.makeChange, { tool: 'senior', edits: [assign('化学', 'guangdong')] })
  expect(again.message).toContain('化学已折算或赋分，请先撤销那次改动')

  const half = await drafted(sum, 'question-conversion', [weigh('数学', 50)])
  await signed(sum, half, '数学折半')
  const halved = (n: number): number => Math.floor((n + 1) / 2)
  expect(await totals()).toEqual(await expected(halved))

  // A paper is changed: the total follows it by itself, the scheme applied to the cohort as it is now.
  const chemistry = paperNamed('化学')
  const ofPaper = { ...sum, paper: chemistry, paperId: chemistry.paperId } as Marked
  const [first] = chemistry.questions
  const v = await current(total)
  const voided = await drafted(ofPaper, 'maneuver-score', [{ kind: 'all', questionId: first!.questionId }])
  await signed(ofPaper, voided, '第1题有误')
  await vi.waitFor(async () => expect(await current(total)).toBe(v + 1), { timeout: 120_000, interval: 200 })
  expect(await totals()).toEqual(await expected(halved))

  await undone(sum, senior)
  const now = await rowsOf(total)
  const [maths, plain] = [await rowsOf(paperNamed('数学')), await rowsOf(chemistry)]
  for (const [id, line] of now) expect(line.total).toBe(halved(maths.get(id)!.total!) + plain.get(id)!.total!)

  // What was taken off does not come back under a scheme that was applied since.
  const off = await undone(sum, half)
  const later = await drafted(sum, 'senior', [assign('数学')])
  await signed(sum, later, '数学赋分')
  const back = await ask(sum, calls.undoChange, { changeId: off })
  expect(back.message).toContain('数学后来又赋分，请先撤销那次改动')
  await undone(sum, later)
}, 120_000)

it('is not signed over papers that were published anew since', async () => {
  const { paperId, manager } = sum
  const made = await drafted(sum, 'question-conversion', [weigh('化学', 200)])
  const { start } = await asFunction('analysis-api', () =>
    sign({ paperId, changeId: made, reason: '加倍' }, manager.caller),
  )
  expect(start).toBeDefined()
  const before = await current(total)
  await publishJoint({ ...of, paper: paperNamed('数学') })
  await vi.waitFor(async () => expect(await current(total)).toBe(before + 1), { timeout: 120_000, interval: 200 })
  await published(sum, made).catch(() => null)
  expect(await current(total)).toBe(before + 1)
  expect((await ask(sum, calls.changeDetail, { changeId: made })).data.change.state).toBe('stale')
  await expect(
    asFunction('analysis-api', () =>
      storeChange({ paperId, tool: 'senior', edits: [{ kind: 'all', questionId: itemOf('数学') }] }, manager.caller),
    ),
  ).rejects.toThrow('总分只能改各科的权重和赋分')
})
