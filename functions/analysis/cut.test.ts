/** Marking that was ended by force: no mark is invented, the figures say how many they leave out, and an undoing has all of them. */
import { beforeAll, expect, it } from 'vitest'
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import { withoutUnmarked } from '#shared/analysis/changes/cut.rules.ts'
import { toldOtherwise } from '#shared/analysis/changes/change.again.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import { cutStand } from '#shared/marking/cut/cut.calls.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { handler as markingHandler } from '#functions/marking/marking.api.ts'
import { askOrCut, undo } from '#functions/marking/cut/cut.commands.ts'
import { arrangements } from '#functions/marking/marking.store.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { ask, drafted, release, signed } from './changes/change.fixtures.ts'
import { handedIn, markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { student } from './analysis.testing.ts'

beforeAll(() => actAs('analysis-work'))

const lines = async (of: Marked) => {
  const { columns, rows } = (await ask(of, transcript, { pageSize: 50 })).data.sections[0]!.table
  const at = (key: string): number => columns.findIndex((c) => c.key === key)
  const cells = new Map(rows.map((r) => [r.id as string, r.cells]))
  return of.studentIds.map((id) => [cells.get(id)![at('total')], cells.get(id)![at('rank')]])
}
const ranked = (totals: readonly (number | string)[]) =>
  totals.map((t) => [t, typeof t === 'string' ? null : 1 + totals.filter((u) => typeof u === 'number' && u > t).length])

const opened = async (of: Marked) => {
  const { paperId, examId, tenant } = of
  const row = { schema: 1 as const, paperId, examId, owner: tenant, questions: [], noted: true as const, version: 1 }
  await asFunction('marking-work', () => arrangements.create({ ...row, state: 'open' }))
}
const cut = (of: Marked) =>
  asFunction('marking-api', async () => {
    const { version } = (await arrangements.get(of))!
    const wish = { examId: of.examId, papers: [{ paperId: of.paperId, version }], reason: '阅卷点停电，来不及评完' }
    return askOrCut(wish, of.manager.caller)
  })

it('is published without who lacks a mark, says so on each foot, and with all of them once it was undone and marked', async () => {
  const of = await markedPaper(8)
  await opened(of)
  // The last one hands in, and the answer waits for a mark.
  await handedIn(of.paper, of.manager.caller, [of.absent], 8)
  const choices = { [of.choice.questionId]: ['A'] }
  const read = { state: 'present' as const, imageVersion: 2, complete: true, choices, blocks: [], pages: [] }
  await asFunction('marking-work', () => takeIn(of.paper, { studentId: of.absent, ...read }))
  await of.settled()
  expect((await ask(of, publication.publishState, {})).data.mayPublish).toBe(false)
  await expect(release(of)).rejects.toThrow('没有得分齐全')
  expect(await cut(of)).toEqual({ done: true })
  const { data: state } = await ask(of, publication.publishState, {})
  expect([state.mayPublish, state.checks.filter((c) => c.key === 'marking')]).toEqual([
    true,
    [expect.objectContaining({ state: 'warning', detail: expect.stringContaining('另有1名考生未评完') })],
  ])
  await release(of)
  const totals = of.studentIds.map((id, i) => (id === of.absent ? '未评完' : of.total(i)!))
  expect(await lines(of)).toEqual(ranked(totals))
  const told = (await ask(of, summary, {})).data
  expect(told.sentence).toContain('7人参加考试（缺考或无答卷0人，另有未评完1人），')
  expect(keyWords(told.source as never)).toBe('按第1版答案，不含未评完的1名考生')
  const own = async (i: number) => (await ask(of, ownResult, {}, await student(of, i))).data
  expect(await own(7)).toMatchObject({ state: 'unmarked', total: null, items: [] })
  expect((await ask(of, publication.sincePublished, {})).data).toMatchObject({ sheets: 0, unmarked: 0 })

  // A change set over it leaves out the same one.
  const all = await drafted(of, 'maneuver-score', [{ kind: 'all', questionId: of.choice.questionId }])
  await signed(of, all, '第1题有误')
  expect((await lines(of)).map(([total]) => total)[7]).toBe('未评完')

  const undone = { examId: of.examId, paperIds: [of.paperId], reason: '恢复供电' }
  expect(await asFunction('marking-api', () => undo(undone, of.manager.caller))).toEqual({ opened: true })
  expect(await lines(of)).toHaveLength(8)
  expect((await lines(of)).map(([total]) => total)[7]).toBe('未评完')
  await expect(release(of)).rejects.toThrow('没有得分齐全')
  await of.mark(of.absent, 700, 2)
  await of.settled()
  await release(of)
  expect((await lines(of)).map(([total]) => total)[7]).toBe(700 + of.choice.fullScore)
  expect((await ask(of, summary, {})).data.sentence).toContain('8人参加考试（缺考或无答卷0人），')
})

it('says how many pages have no place, is published over them by the reason that was given, and takes a sheet that comes late for no absence', async () => {
  const of = await markedPaper(6)
  await opened(of)
  await of.strayPage()
  const stand = await asFunction('marking-api', () =>
    send(markingHandler, cutStand, { examId: of.examId }, of.manager.token),
  )
  expect(stand.data.papers[0]).toMatchObject({ state: 'open', openPages: 1 })
  expect(await cut(of)).toEqual({ done: true })
  // After marking was ended the absent one's sheet comes: it is marked by no hand any more.
  await handedIn(of.paper, of.manager.caller, [of.absent], 6)
  const choices = { [of.choice.questionId]: ['A'] }
  const read = { state: 'present' as const, imageVersion: 2, complete: true, choices, blocks: [], pages: [] }
  await asFunction('marking-work', () => takeIn(of.paper, { studentId: of.absent, ...read }))
  await of.settled()
  const { data: state } = await ask(of, publication.publishState, {})
  expect([state.mayPublish, state.needsOverride]).toEqual([true, false])
  expect(state.checks.find((c) => c.key === 'ledger')).toMatchObject({ state: 'warning' })
  await release(of)
  const totals = of.studentIds.map((id, i) => (id === of.absent ? '未评完' : of.total(i)!))
  expect(await lines(of)).toEqual(ranked(totals))
  expect((await ask(of, summary, {})).data.source).toMatchObject({ unmarked: 1 })
})

it('two computations leave out the same candidates, and the second finds it where the first does not', () => {
  const questions = [{ questionId: 'q1', number: '1', unitType: 5, fullScore: 100 }] as never
  const before = {
    studentId: ['a', 'b', 'c'] as never,
    state: ['present', 'present', 'absent'] as ('present' | 'absent')[],
    scores: [[-1], [0], []],
    chosen: [[''], [''], []],
  }
  const after = withoutUnmarked<Parameters<typeof toldOtherwise>[2]>(before)
  expect([after.state, after.scores, after.chosen]).toEqual([
    ['unmarked', 'present', 'absent'],
    [[], [0], []],
    [[], [''], []],
  ])
  expect(toldOtherwise(questions, [], before, after, {}, true)).toEqual([])
  expect(toldOtherwise(questions, [], before, before, {}, true)).toEqual([0])
})
