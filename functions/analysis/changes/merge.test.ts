/** What another paper brings: one change set in four modes, previewed, signed and undone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { Merge } from '#shared/analysis/changes/change.types.ts'
import type { ChangeId } from '#shared/kit/ids.ts'
import { Crash, withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets } from '../analysis.store.ts'
import { storeMerger } from './change.commands.ts'
import { ask, release, replayed, signed, undone } from './change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const six = 6
/** Two exams that the same students sat, the second in the order turned round: its absent one is the first of these. */
const twice = async () => {
  const into = await markedPaper(six)
  const from = await markedPaper(six, { ...into, studentIds: into.studentIds.toReversed() })
  await release(into)
  await release(from)
  return { into, from }
}
const merger = async (into: Marked, from: Marked, mode: Merge['mode'], lacking: Merge['lacking'] = 'zero') => {
  const wish = { paperId: into.paperId, from: from.paperId, mode, lacking }
  return (await asFunction('analysis-api', () => storeMerger(wish, into.manager.caller))).changeId
}
const merged = async (...of: Parameters<typeof merger>): Promise<ChangeId> => {
  const changeId = await merger(...of)
  await replayed(of[0], changeId)
  return changeId
}
const resultOf = async (of: Marked, i: number) => {
  const pupil = await testCaller({ userType: 4, tenant: of.tenant, studentId: of.studentIds[i]! })
  return (await ask(of, ownResult, {}, pupil)).data
}
const factsOf = async (of: Marked, changeId: ChangeId) =>
  (await changeSets.get({ paperId: of.paperId, changeId }))!.replayed!

describe('scores of another exam', () => {
  it('come as one item, are seen before, in force when signed, and go with the opposite', async () => {
    const { into, from } = await twice()
    const changeId = await merged(into, from, 'score')
    const detail = (await ask(into, calls.changeDetail, { changeId })).data
    expect(detail.change.says[0]).toContain('成绩合并')
    // All who sat this one and earned there: the absent one of this paper stays absent.
    expect(await factsOf(into, changeId)).toMatchObject({
      fullBefore: 1500,
      fullAfter: 3000,
      broken: 0,
      differing: 0,
      down: 0,
    })
    expect((await resultOf(into, 1)).total).toBe(into.total(1))
    await signed(into, changeId, '两次合并')
    const there = (i: number): number => from.total(six - 1 - i) ?? 0
    for (const i of [0, 1, 2, 3, 4]) expect((await resultOf(into, i)).total).toBe(into.total(i)! + there(i))
    expect((await resultOf(into, 1)).items.at(-1)).toMatchObject({ score: there(1), fullScore: 1500 })
    expect((await resultOf(from, 4)).total).toBe(from.total(4))
    await undone(into, changeId)
    for (const i of [0, 1]) expect((await resultOf(into, i)).total).toBe(into.total(i))
  })

  it('leave who has none there in no total, where that is wished', async () => {
    const { into, from } = await twice()
    const changeId = await merged(into, from, 'score', 'absent')
    const { list } = (await ask(into, calls.changeDetail, { changeId })).data
    expect(list.filter((r) => r.stateAfter === 'absent').map((r) => r.studentName)).toEqual(['学生0'])
  })

  it('come question by question, with what was chosen', async () => {
    const { into, from } = await twice()
    const changeId = await merged(into, from, 'question')
    await signed(into, changeId, '小题合并')
    const { items, total } = await resultOf(into, 3)
    expect(items).toHaveLength(4)
    expect(items.map((i) => i.number).slice(2)).toEqual(['期中考试数学1', '期中考试数学2'])
    expect(total).toBe(into.total(3)! + from.total(2)!)
    expect(items[2]).toMatchObject({ chosen: 'A', score: 500 })
  })

  it('cover those of the same number, and leave who did not sit it what they have', async () => {
    const { into, from } = await twice()
    const changeId = await merged(into, from, 'question-cover')
    expect(await factsOf(into, changeId)).toMatchObject({ fullBefore: 1500, fullAfter: 1500 })
    await signed(into, changeId, '补考')
    expect((await resultOf(into, 0)).total).toBe(into.total(0))
    for (const i of [1, 2, 3, 4]) expect((await resultOf(into, i)).total).toBe(from.total(six - 1 - i))
  })
})

describe('what cannot be merged', () => {
  it('is said: itself, another school’s, an unpublished one, a course of another exam', async () => {
    const into = await markedPaper(six)
    const [other, unseen] = [await markedPaper(six), await markedPaper(six, into)]
    const wish = { mode: 'score', lacking: 'zero' }
    const said = async (from: Marked, more: object = {}) =>
      ask(into, calls.mergePapers, { ...wish, from: from.paperId, ...more })
    expect(await said(into)).toMatchObject({ status: no.badChange.status })
    expect((await said(into)).message).toContain('不能与自己合并')
    expect((await said(other)).http).toBe(403)
    expect((await said(unseen)).message).toContain('还没有发布')
    await release(unseen)
    expect((await said(unseen, { mode: 'course' })).message).toContain('同一场考试')
    expect((await ask(into, calls.mergePapers, { ...wish, from: unseen.paperId }, into.teachers[0]!)).http).toBe(403)
  })

  it('with no candidate in common ends the replay, and is told', async () => {
    const into = await markedPaper(six)
    const of = await markedPaper(six)
    const from = await markedPaper(six, { ...of, schoolId: into.schoolId, manager: into.manager })
    await release(from)
    const changeId = await merger(into, from, 'score')
    await replayed(into, changeId).catch(() => null)
    expect((await changeSets.get({ paperId: into.paperId, changeId }))!.refused).toContain('没有共同的考生')
  })
})

it('a merger that is cut off goes on with the same edits', async () => {
  const { into, from } = await twice()
  for (const at of [6, 12, 16]) {
    const changeId = await merger(into, from, 'question')
    const faults = withFaults((call) => (call.index === at ? 'crashAfter' : null))
    await replayed(into, changeId).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    faults.stop()
    await replayed(into, changeId)
    expect(await factsOf(into, changeId)).toMatchObject({ fullAfter: 3000, differing: 0, changed: 4 })
  }
})
