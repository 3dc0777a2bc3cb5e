/** 免考: who is excused from a paper is no candidate of its figures, and reads so wherever a score would stand. */
import { beforeAll, expect, it } from 'vitest'
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { sincePublished } from '#shared/analysis/publication.calls.ts'
import { actAs } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { student } from '../analysis.testing.ts'
import { changeSets } from '../analysis.store.ts'
import { sizes } from '../sizes.ts'
import { ask, drafted, release, signed, undone } from './change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const exempts = (more: object): ChangeWish => ({ kind: 'state', state: 'exempt', numbers: [], ...more })
/** Each candidate's total as the transcript has it, a number or a word, and the rank. */
const lines = async (of: Marked) => {
  const { columns, rows } = (await ask(of, transcript, { pageSize: 50 })).data.sections[0]!.table
  const at = (key: string): number => columns.findIndex((c) => c.key === key)
  const cells = new Map(rows.map((r) => [r.id as string, r.cells]))
  return of.studentIds.map((id) => [cells.get(id)![at('total')], cells.get(id)![at('rank')]])
}
const said = async (of: Marked) => (await ask(of, summary, {})).data.sentence
/** Places among the totals of those who count. */
const ranked = (totals: readonly (number | string)[]) =>
  totals.map((t) => [t, typeof t === 'string' ? null : 1 + totals.filter((u) => typeof u === 'number' && u > t).length])

it('a class and one who was absent are out of every figure, by name of the class and by number, until it is taken back', async () => {
  const of = await markedPaper(8)
  await release(of)
  const before = await lines(of)
  expect(await said(of)).toContain('7人参加考试（缺考或无答卷1人），')
  const { whole } = (await ask(of, calls.changeStand, { whole: true })).data
  expect(whole).toEqual({ classes: of.classes, schools: [] })
  expect((await ask(of, calls.changeStand, {})).data).not.toHaveProperty('whole')
  // The second class: the places that are odd, of which the last was absent.
  const out = await drafted(of, 'miss-exam', [exempts({ classIds: [of.classes[1]!.classId] })])
  const found = (await ask(of, calls.changeDetail, { changeId: out, pageSize: 50 })).data
  expect(found).toMatchObject({ change: { says: ['1个班的考生免考'] }, facts: { changed: 4, differing: 0 } })
  expect(found.list.map((r) => [r.studentName, r.stateBefore, r.stateAfter, r.after]).sort()).toEqual([
    ['学生1', 'present', 'exempt', null],
    ['学生3', 'present', 'exempt', null],
    ['学生5', 'present', 'exempt', null],
    ['学生7', 'absent', 'exempt', null],
  ])
  await signed(of, out, '整班免考')
  const totals = of.studentIds.map((_, i) => (i % 2 === 1 ? '免考' : of.total(i)!))
  expect(await lines(of)).toEqual(ranked(totals))
  expect(await said(of)).toContain('4人参加考试（缺考或无答卷0人，另有免考4人），')
  const own = async (i: number) => (await ask(of, ownResult, {}, await student(of, i))).data
  expect(await own(1)).toMatchObject({ state: 'exempt', total: null, items: [] })
  expect(await own(0)).toMatchObject({ state: 'present', total: of.total(0) })
  // Their sheets are none that came since.
  expect((await ask(of, sincePublished, {})).data.sheets).toBe(0)
  await undone(of, out)
  expect(await lines(of)).toEqual(before)
  const one = await drafted(of, 'miss-exam', [exempts({ numbers: ['1007', '1000'] })])
  await signed(of, one, '因病免考')
  expect((await lines(of)).map(([total]) => total)).toEqual([
    '免考',
    ...[1, 2, 3, 4, 5, 6].map((i) => of.total(i)),
    '免考',
  ])
  expect(await said(of)).toContain('6人参加考试（缺考或无答卷0人，另有免考2人），')
})

it('a school is found by the job of a large exam; a class of another exam is no one of this', async () => {
  const usual = { ...sizes }
  const of = await markedPaper(4)
  await release(of)
  const none = await ask(of, calls.makeChange, {
    tool: 'miss-exam',
    edits: [exempts({ classIds: [(await markedPaper(1)).classes[0]!.classId] })],
  })
  expect([none.status, none.message]).toEqual([
    analysisProblems.badChange.status,
    expect.stringContaining('没有参加这科的考生'),
  ])
  expect((await ask(of, calls.makeChange, { tool: 'miss-exam', edits: [exempts({})] })).status).not.toBe(0)
  Object.assign(sizes, { request: 2, part: 2 })
  try {
    const all = await drafted(of, 'miss-exam', [exempts({ schoolIds: [of.schoolId] })])
    expect(await changeSets.get({ paperId: of.paperId, changeId: all })).toMatchObject({
      byNumber: true,
      replayed: { changed: 4, differing: 0 },
    })
  } finally {
    Object.assign(sizes, usual)
  }
})
