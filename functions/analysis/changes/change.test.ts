import { beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { ownResult, paperReport, transcript } from '#shared/analysis/analysis.calls.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import type { ChangeId } from '#shared/kit/ids.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { audits } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { dayKey } from '#shared/kit/time.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets, publications } from '../analysis.store.ts'
import { sizes } from '../sizes.ts'
import { headOf, indexOf, linesIn } from '../snapshot.ts'
import { sign, storeChange } from './change.commands.ts'
import { ask, drafted, published, release, replayed, signed, undone } from './change.fixtures.ts'

const { changeStale, badChange, notInForce, publishing, notReplayed } = analysisProblems

/** The totals of all candidates as readers see them now. */
const totals = async (of: Marked): Promise<(number | null)[]> => {
  const { current } = (await publications.get({ paperId: of.paperId }))!
  const { parts } = await indexOf(of.paper, current!)
  const lines = (await Promise.all(parts.map((p) => linesIn(of.paper, current!, p.part)))).flat()
  return of.studentIds.map((id) => lines.find((l) => l.studentId === id)!.total)
}
const keyB = (of: Marked): ChangeWish[] => [
  {
    kind: 'key',
    questionId: of.choice.questionId,
    accepted: [
      { letters: 'A', points: 500 },
      { letters: 'B', points: 300 },
    ],
  },
]
const recorded = async (of: Marked) =>
  (await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })).filter((r) => r.object === of.paperId)

beforeAll(() => actAs('analysis-work'))

describe('a change set', () => {
  it('of a full mark to all is replayed, signed and undone like any other, and changes nothing by itself', async () => {
    const of = await markedPaper(4)
    await release(of)
    const before = await totals(of)
    const twice = [of.choice.questionId, of.choice.questionId]
    const made = await ask(of, calls.fullMark, { questionIds: twice })
    expect(made.status).toBe(0)
    const { changeId } = made.data as { changeId: ChangeId }
    await replayed(of, changeId)
    expect(await totals(of)).toEqual(before)
    const found = (await ask(of, calls.changeDetail, { changeId })).data
    expect(found).toMatchObject({ change: { state: 'ready', says: ['第1题全体给满分'], tool: 'answer-edit' } })
    await signed(of, changeId)
    const after = await totals(of)
    expect(after).not.toEqual(before)
    expect(after.every((t, i) => (t ?? 0) >= (before[i] ?? 0))).toBe(true)
    await undone(of, changeId)
    expect(await totals(of)).toEqual(before)
    const strange = await ask(of, calls.fullMark, { questionIds: [newId('question')] })
    expect(strange.status).toBe(badChange.status)
    const teacher = await testCaller({ userType: 3, tenant: of.tenant as never })
    expect((await ask(of, calls.fullMark, { questionIds: twice }, teacher as never)).http).toBe(403)
  })

  it('shows what it moves, changes nothing before it is signed, and is undone by its opposite (I12)', async () => {
    const usual = { ...sizes }
    Object.assign(sizes, { part: 3, range: 3 })
    try {
      const of = await markedPaper(8)
      await release(of)
      const before = await totals(of)
      const id = await drafted(of, 'answer-edit', keyB(of))
      const found = (await ask(of, calls.changeDetail, { changeId: id, pageSize: 50 })).data
      // Who chose B (three of seven present) gains three points.
      expect(found).toMatchObject({
        published: true,
        total: 3,
        facts: { students: 8, changed: 3, up: 3, down: 0, broken: 0, differing: 0 },
        change: { state: 'ready', says: ['第1题答案改为A（5分），B得3分'] },
        hits: [{ number: '1', count: 3 }],
      })
      expect(found.list.map((r) => [r.studentName, r.before, r.after])).toEqual(
        expect.arrayContaining([1, 3, 5].map((i) => [`学生${i}`, of.total(i), of.total(i)! + 300])),
      )
      const place = (list: (number | null)[], i: number) => 1 + list.filter((t) => t !== null && t > list[i]!).length
      const after = before.map((t, i) => (t === null || i % 2 === 0 ? t : t + 300))
      for (const r of found.list) {
        const i = Number(r.studentName.slice(2))
        expect([r.placeBefore, r.placeAfter]).toEqual([place(before, i), place(after, i)])
      }
      const mean = (list: (number | null)[]) => list.reduce<number>((n, t) => n + (t ?? 0), 0) / 7
      expect([found.moved!.before.mean, found.moved!.after.mean]).toEqual([mean(before), mean(after)])
      expect(found.moved!.placeMoved).toBe(
        before.filter((t, i) => t !== null && place(before, i) !== place(after, i)).length,
      )
      expect(await totals(of)).toEqual(before)

      await signed(of, id)
      expect(await totals(of)).toEqual(after)
      const publication = (await publications.get({ paperId: of.paperId }))!
      expect(publication).toMatchObject({ current: 2, changes: [{ changeId: id }] })
      const head = await headOf(of.paper, 2)
      expect(head).toMatchObject({ from: 1, against: 1, keys: { [of.choice.questionId]: 'A或B' } })
      const state = async () => (await ask(of, calls.changeDetail, { changeId: id })).data.change.state
      expect(await state()).toBe('inForce')
      const source = async () => (await ask(of, paperReport, { report: 'summary' })).data.source
      expect(keyWords(await source())).toMatch(/^按第1版答案和此后的1次改动，\d\d-\d\d更正：第1题答案改为A或B/)
      // So does the table of who chose what, and the pupil.
      const items = (await ask(of, paperReport, { report: 'paperAnalysis' })).data.sections
      const keyed = items.find((s) => s.table?.columns.some((c) => c.name === '答案'))!.table!
      expect(JSON.stringify(keyed.rows[0])).toContain('A或B')
      const pupil = await testCaller({ userType: 4, tenant: of.tenant, studentId: of.studentIds[1]! })
      const own = await ask(of, ownResult, {}, pupil)
      expect(own.data).toMatchObject({ v: 2, total: after[1], items: [{ answer: 'A或B', score: 300 }, {}] })

      const back = await undone(of, id)
      expect(await totals(of)).toEqual(before)
      expect(await state()).toBe('off')
      expect(keyWords(await source())).toMatch(/^按第1版答案，\d\d-\d\d更正：第1题答案改回A，/)
      expect((await ask(of, calls.undoChange, { changeId: id })).status).toBe(notInForce.status)
      // The undoing undone.
      await undone(of, back)
      expect(await totals(of)).toEqual(after)
      expect(await state()).toBe('inForce')
      const acts = (await recorded(of)).map((r) => r.act).sort()
      expect(acts).toEqual([
        'analysis.change',
        'analysis.change',
        'analysis.change',
        'analysis.publish',
        'analysis.signChange',
        'analysis.signChange',
        'analysis.signChange',
      ])
      expect(
        (await recorded(of))
          .filter((r) => r.act !== 'analysis.publish')
          .map((r) => r.reason)
          .sort(),
      ).toEqual(['答案有误', '答案有误', '改错了', '改错了', '改错了', '改错了'].sort())
    } finally {
      Object.assign(sizes, usual)
    }
  })

  it('of each tool does what it says, one over the other; a set in the middle is undone with the others kept', async () => {
    const of = await markedPaper(5)
    await release(of)
    const { questionId } = of.essay
    const before = await totals(of)
    const bonus = await drafted(of, 'maneuver-score', [{ kind: 'add', questionId, by: 100, numbers: ['1000', '1001'] }])
    await signed(of, bonus)
    const scale = await drafted(of, 'adjust-score', [{ kind: 'full', questionId, fullScore: 2000, how: 'scale' }])
    await signed(of, scale)
    expect(await totals(of)).toEqual(before.map((t, i) => t! && t + (i === 0 ? 300 : i === 1 ? 400 : 100 * (i + 1))))
    const one = await drafted(of, 'score-edit', [{ kind: 'set', questionId, number: '1002', score: 1900 }])
    await signed(of, one)
    const absent = await drafted(of, 'miss-exam', [{ kind: 'state', state: 'absent', numbers: ['1003'] }])
    await signed(of, absent)
    expect(await totals(of)).toEqual([500 + 400, 600, 500 + 1900, null, null])
    expect((await ask(of, calls.changeStand, {})).data.questions[1]).toMatchObject({ fullScore: 2000 })
    await undone(of, bonus)
    expect(await totals(of)).toEqual([500 + 200, 400, 500 + 1900, null, null])
    await undone(of, absent)
    expect(await totals(of)).toEqual([500 + 200, 400, 500 + 1900, 800, null])
    const listed = (await ask(of, calls.listChanges, {})).data.list
    expect(listed.map((l) => l.state)).toEqual(['inForce', 'inForce', 'off', 'inForce', 'inForce', 'off'])
    const tool = (await ask(of, calls.listChanges, { tool: 'miss-exam' })).data.list
    expect(tool.map((l) => [l.undoes, l.signedByName, l.reason])).toMatchObject([
      [absent, '测试用户', '改错了'],
      [undefined, '测试用户', '答案有误'],
    ])
  })

  it('is not undone where another stands on it: that one is named, and comes off first', async () => {
    const of = await markedPaper(3)
    const { questionId } = of.choice
    const toMany = await drafted(of, 'question-type-set', [{ kind: 'type', questionId, unitType: 2 }])
    await signed(of, toMany)
    const both: ChangeWish = {
      kind: 'key',
      questionId,
      accepted: [{ letters: 'AB', points: 500 }],
      tiers: [{ right: 1, points: 200 }],
    }
    const key = await drafted(of, 'answer-edit', [both])
    await signed(of, key)
    const stand = async () => (await ask(of, calls.changeStand, {})).data.questions[0]!
    expect((await stand()).now).toEqual({ accepted: both.accepted, tiers: both.tiers })
    const before = (await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#' })).length
    for (const publish of [false, true]) {
      if (publish) await release(of)
      const answer = await ask(of, calls.undoChange, { changeId: toMany })
      expect(answer.status).toBe(badChange.status)
      expect(answer.message).toContain('请先撤销“第1题答案改为AB（5分），选对1个得2分”（第1题：只能有一个答案')
      expect(await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#' })).toHaveLength(before)
    }
    await undone(of, key)
    expect((await stand()).now).toBe(undefined)
    await undone(of, toMany)
    // What came off goes on again, but not the one over it without it.
    const offs = await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#', consistent: true })
    const offKey = offs.find((s) => s.undoes === key)!.changeId
    expect((await ask(of, calls.undoChange, { changeId: offKey })).message).toContain('只能有一个答案')
    expect(await stand()).toMatchObject({ unitType: 1, answer: 'A' })
  })

  it('where nothing is published is in force with its signature, and the first publication has it', async () => {
    const of = await markedPaper(4)
    const id = await drafted(of, 'answer-edit', [{ kind: 'all', questionId: of.choice.questionId }])
    const found = (await ask(of, calls.changeDetail, { changeId: id })).data
    expect(found).toMatchObject({ published: false, facts: { changed: 1, up: 1 } })
    await signed(of, id)
    expect(await publications.get({ paperId: of.paperId })).toMatchObject({
      current: null,
      changes: [{ changeId: id }],
    })
    await release(of)
    expect(await totals(of)).toEqual([of.total(0), of.total(1)! + 500, of.total(2), null])
    await undone(of, id)
    expect(await totals(of)).toEqual([0, 1, 2, 3].map((i) => of.total(i)))
  })

  it('lies over marks and keys that are right later: a publication of what marking has keeps it', async () => {
    const of = await markedPaper(3)
    await release(of)
    const id = await drafted(of, 'answer-edit', [{ kind: 'drop', questionId: of.choice.questionId }])
    await signed(of, id)
    expect(await totals(of)).toEqual([100, 200, null])
    await of.mark(of.studentIds[1]!, 900)
    await of.settled()
    await release(of)
    expect(await totals(of)).toEqual([100, 900, null])
    await undone(of, id)
    expect(await totals(of)).toEqual([600, 900, null])
  })
})

describe('the whole way', () => {
  it('goes through the state machine: replayed, signed and published by calls alone', async () => {
    const of = await markedPaper(4)
    await release(of)
    const { paperId, manager } = of
    const edits: ChangeWish[] = [{ kind: 'all', questionId: of.choice.questionId }]
    const made = await viaGateway(calls.makeChange, { paperId, tool: 'maneuver-score', edits }, manager.token)
    const { changeId } = made.data
    const state = async () =>
      (await viaGateway(calls.changeDetail, { paperId, changeId }, manager.token)).data.change.state
    await vi.waitFor(async () => expect(await state()).toBe('ready'), { timeout: 120_000, interval: 200 })
    await viaGateway(calls.signChange, { paperId, changeId, reason: '题目有误，全体给分' }, manager.token)
    await vi.waitFor(async () => expect(await state()).toBe('inForce'), { timeout: 120_000, interval: 200 })
    expect(await totals(of)).toEqual([of.total(0), of.total(1)! + 500, of.total(2), null])
  })
})

describe('what may not be signed', () => {
  it('is a set that breaks a bound, one that is not replayed, and one of which the scores have changed since', async () => {
    const of = await markedPaper(3)
    await release(of)
    const { questionId } = of.essay
    const kept = await drafted(of, 'adjust-score', [{ kind: 'full', questionId, fullScore: 150, how: 'keep' }])
    const { paperId, manager } = of
    // By the commands: nothing is begun but what is driven here.
    const attempt = (changeId: string) =>
      asFunction('analysis-api', () =>
        sign({ paperId, changeId: changeId as ChangeId, reason: '调整' }, manager.caller),
      )
    const why = async (changeId: string) =>
      attempt(changeId).then(
        () => '',
        (error: unknown) => (error as Error).message,
      )
    const refusal = await ask(of, calls.signChange, { changeId: kept, reason: '调整' })
    expect([refusal.status, refusal.message]).toEqual([badChange.status, expect.stringContaining('学生1')])
    const { changeId: raw } = await asFunction('analysis-api', () =>
      storeChange({ paperId, tool: 'answer-edit', edits: keyB(of) }, manager.caller),
    )
    expect(await why(raw)).toContain(notReplayed.message)
    await replayed(of, raw)
    // Two managers change one key: the second sees that it has changed.
    const other = await drafted(of, 'answer-edit', [{ kind: 'all', questionId: of.choice.questionId }])
    await signed(of, other)
    expect(await why(raw)).toContain(changeStale.message)
    expect((await ask(of, calls.changeDetail, { changeId: raw })).data.change.state).toBe('stale')
    // A publication that is on its way is not overtaken; signed twice is once.
    const next = await drafted(of, 'answer-edit', keyB(of))
    const going = await attempt(next)
    expect(await attempt(next)).toEqual({ begun: going.start!.jobId })
    const third = await drafted(of, 'answer-edit', keyB(of))
    expect(await why(third)).toContain(publishing.message)
    await published(of, next)
    expect(await attempt(next)).toEqual({})
    expect(await why(third)).toContain(changeStale.message)
  })

  it('publishes nothing when another publication was asked for in between', async () => {
    const of = await markedPaper(3)
    await release(of)
    const id = await drafted(of, 'answer-edit', keyB(of))
    const { paperId, manager } = of
    await asFunction('analysis-api', () => sign({ paperId, changeId: id, reason: '两个答案' }, manager.caller))
    const before = await totals(of)
    await release(of)
    expect(await published(of, id)).toMatchObject({ published: false })
    expect(await totals(of)).toEqual(before)
    const set = await changeSets.get({ paperId: of.paperId, changeId: id })
    expect(set!.inForce).toBe(undefined)
    expect((await ask(of, calls.changeDetail, { changeId: id })).data.change.state).toBe('stale')
  })

  it('is what names no candidate, no question, or too many points; nothing is stored of it', async () => {
    const of = await markedPaper(3)
    await release(of)
    const { questionId } = of.essay
    const say = async (...edits: ChangeWish[]) =>
      (await ask(of, calls.makeChange, { tool: 'score-edit', edits })).message
    const set = (number: string, score: number): ChangeWish => ({ kind: 'set', questionId, number, score })
    expect(await say(set('9999', 1))).toContain('考号9999不是本场考试的考生')
    expect(await say(set('1000', 1001))).toContain('得分不能超过满分10分')
    expect(await say(set('1000', 1), set('1000', 2))).toContain('同一名考生写了两次')
    expect(await say({ kind: 'drop', questionId: newId('question') })).toContain('不在这份试卷里')
    // Of a choice what no answer earns: its key is A, of five points.
    const choice = (score: number): ChangeWish =>
      ({ ...set('1000', score), questionId: of.choice.questionId }) as ChangeWish
    expect(await say(choice(150))).toContain('第1题：选择题按答案只能得0分、5分')
    expect(await say(choice(150), set('1000', 950))).toContain('第1题')
    expect(await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#' })).toEqual([])
  })
})

describe('who may', () => {
  it('is the manager of the exam, of its own papers alone (I17)', async () => {
    const of = await markedPaper(3)
    const other = await markedPaper(3)
    await release(of)
    const id = await drafted(of, 'answer-edit', keyB(of))
    const [teacher] = of.teachers
    for (const who of [teacher!, other.manager])
      for (const [call, input] of [
        [calls.changeStand, {}],
        [calls.changeCandidates, { numbers: ['1000'] }],
        [calls.makeChange, { tool: 'answer-edit', edits: keyB(of) }],
        [calls.changeDetail, { changeId: id }],
        [calls.listChanges, {}],
        [calls.signChange, { changeId: id, reason: '原因' }],
        [calls.undoChange, { changeId: id }],
      ] as const)
        expect((await ask(of, call, input, who)).http, call.path).toBe(403)
    // Numbers are told of candidates of the own exam alone.
    const { list } = (await ask(of, calls.changeCandidates, { numbers: ['1000', '9999'] })).data
    expect(list.map((c) => [c.studentNumber, typeof c.studentName, c.className])).toEqual([['1000', 'string', '1班']])
    // A set of another paper is none of this one.
    expect((await ask(other, calls.signChange, { changeId: id, reason: '原因' })).message).toMatch(/不存在/)
    expect((await ask(of, transcript, {}, teacher!)).status).toBe(0)
  })
})
