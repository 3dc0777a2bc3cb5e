/** Appeals by the province: what is read does not grow with them, their set is made by the job, and the counters hold (I19). */
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/appeal.calls.ts'
import { changeDetail } from '#shared/analysis/change.calls.ts'
import { countsOf } from '#shared/analysis/appeals/appeal.rules.ts'
import type { Appeal } from '#shared/analysis/appeals/appeal.types.ts'
import type { ChangeId, StudentId } from '#shared/kit/ids.ts'
import { Crash, withFaults } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, atOneMoment, testCaller } from '#functions/kit/testing.ts'
import { transact } from '#functions/kit/table.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets } from '../analysis.store.ts'
import { storeGathering } from '../changes/change.commands.ts'
import { ask, drafted, release, replayed, signed } from '../changes/change.fixtures.ts'
import { sizes } from '../sizes.ts'
import { appealCounts, appeals, counting } from './appeal.store.ts'

beforeAll(() => actAs('analysis-work'))

/** Appeals as they are asked, of students beyond those with a result: a queue has no need of them. */
const asked = async (of: Marked, many: number): Promise<Appeal[]> => {
  const list = Array.from({ length: many }, (_, i): Appeal => ({
    schema: 1,
    paperId: of.paperId,
    examId: of.examId,
    owner: of.tenant,
    studentId: of.studentIds[i] ?? newId<StudentId>('student'),
    questionId: of.essay.questionId,
    as: 'student',
    askedBy: of.manager.caller.userId,
    askedAt: now() + i,
    v: 1,
    score: 100,
    fullScore: 1000,
    reason: '第二步应当得分',
    version: 1,
  }))
  for (let from = 0; from < many; from += 40) {
    const some = list.slice(from, from + 40)
    const writes = some.map((a) => appeals.creating(a))
    const changes = some.map((after) => ({ before: null, after }))
    await transact([...writes, ...counting(of.paperId, changes)], newId('attempt'))
  }
  return list
}

/** The counters as the rows themselves add up. */
const folded = async ({ paperId }: Marked): Promise<Map<string, number>> => {
  const sum = new Map<string, number>()
  for (const a of await appeals.query(`appeals#${paperId}`, { consistent: true }))
    for (const [what, n] of Object.entries(countsOf(a))) sum.set(what, (sum.get(what) ?? 0) + n)
  return sum
}
const holds = async (of: Marked): Promise<void> => {
  const sorted = (counts: Map<string, number>) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(await appealCounts.read(of.paperId))).toEqual(sorted(await folded(of)))
}

/** What a call asks the store, warm. */
const costOf = (run: () => Promise<unknown>): Promise<number> =>
  atOneMoment(async () => {
    await run()
    const counted = withFaults(() => null)
    await run()
    counted.stop()
    return counted.calls.length
  })

const decide = async (of: Marked, list: readonly Appeal[], score: number) => {
  const judge = await testCaller({ userType: 2, tenant: of.tenant })
  for (const { studentId, questionId } of list) {
    const { version } = (await appeals.get({ paperId: of.paperId, studentId, questionId }))!
    const said = { studentId, questionId, version, kind: 'change', score, answer: '补给分' }
    expect((await ask(of, calls.answerAppeal, said, judge)).status).toBe(0)
  }
}

/** A set that its job is still to gather: nothing of it runs but what is driven here. */
const gathering = async ({ paperId, manager }: Marked): Promise<ChangeId> =>
  (await asFunction('analysis-api', () => storeGathering(paperId, manager.caller))).changeId

describe('appeals of many', () => {
  it('cost as many store calls as a few, and are paged to the last', async () => {
    const [few, many] = [await markedPaper(6), await markedPaper(6)]
    await release(few)
    await release(many)
    await asked(few, 4)
    const list = await asked(many, 300)
    for (const of of [few, many]) await holds(of)
    const cost = async (of: Marked) => {
      const first = (await appeals.query(`appeals#${of.paperId}`, { limit: 1 }))[0]!
      return [
        await costOf(() => ask(of, calls.appealWindow, { examId: of.examId })),
        await costOf(() => ask(of, calls.appealStatistics, {})),
        await costOf(() => ask(of, calls.listAppeals, { pageSize: 4 })),
        await costOf(() => ask(of, calls.appealDetail, first)),
      ]
    }
    const [small, large] = [await cost(few), await cost(many)]
    // Of the last that waits the next is the first of all: one look more.
    for (const [i, n] of large.entries()) expect(n).toBeLessThanOrEqual(small[i]! + 1)
    expect((await ask(many, calls.appealStatistics, {})).data).toMatchObject({ asked: 300, open: 300, decided: 0 })

    const seen: string[] = []
    for (let after: string | undefined, n = 0; n < 10; n++) {
      const { data } = await ask(many, calls.listAppeals, { pageSize: 70, ...(after ? { after } : {}) })
      seen.push(...data.list.map((a) => a.studentId))
      expect(data.total).toBe(300)
      after = data.next
      if (after === undefined) break
    }
    expect(seen).toEqual(list.map((a) => a.studentId))
    const third = list[2]!
    expect((await ask(many, calls.appealDetail, third)).data.next?.studentId).toBe(list[3]!.studentId)
    expect((await ask(many, calls.appealDetail, list.at(-1)!)).data.next?.studentId).toBe(list[0]!.studentId)

    // What was answered begins with the newest, and goes on to the oldest.
    await decide(many, list.slice(0, 3), 300)
    const done = await ask(many, calls.listAppeals, { answered: 'yes', pageSize: 2 })
    expect(done.data).toMatchObject({ total: 3, list: [{ studentId: third.studentId }, {}] })
    const rest = await ask(many, calls.listAppeals, { answered: 'yes', pageSize: 2, after: done.data.next! })
    expect(rest.data.list.map((a) => a.studentId)).toEqual([list[0]!.studentId])
    await holds(many)
  })

  it('become sets of so many by the job; what is over is the next one’s', async () => {
    const of = await markedPaper(6)
    await release(of)
    const list = await asked(of, 5)
    await decide(of, list, 700)
    const { gathered } = sizes
    sizes.gathered = 3
    try {
      const changeId = await gathering(of)
      expect((await ask(of, calls.appealStatistics, {})).data.decided).toBe(5)
      await replayed(of, changeId)
      await holds(of)
      expect((await ask(of, calls.appealStatistics, {})).data.decided).toBe(2)
      const set = (await changeSets.get({ paperId: of.paperId, changeId }))!
      expect(set).toMatchObject({ edits: 3, says: ['更正3名考生的3个得分'], replayed: { changed: 3 } })

      const second = await gathering(of)
      await replayed(of, second)
      expect((await ask(of, calls.changeByAppeals, {})).status).toBe(no.noDecided.status)
      await signed(of, changeId, '成绩申诉')
      // The other was replayed against the version before: what it held is to be changed again.
      expect((await ask(of, calls.appealStatistics, {})).data.decided).toBe(2)
      await holds(of)
    } finally {
      sizes.gathered = gathered
    }
  })

  it('that do not fit any more are left out by name and stay open to another answer; the others go', async () => {
    const of = await markedPaper(6)
    await release(of)
    const list = await asked(of, 3)
    await decide(of, list.slice(0, 1), 900)
    await decide(of, list.slice(1), 600)
    const { questionId } = of.essay
    await signed(of, await drafted(of, 'adjust-score', [{ kind: 'full', questionId, fullScore: 800, how: 'cap' }]))
    const changeId = await gathering(of)
    // A job that is cut off after its edits were written tells the same.
    const faults = withFaults((call) => (call.index === 9 ? 'crashAfter' : null))
    await replayed(of, changeId).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    faults.stop()
    await replayed(of, changeId)
    const found = (await ask(of, changeDetail, { changeId })).data
    expect(found).toMatchObject({
      change: { state: 'ready', says: ['更正2名考生的2个得分'] },
      facts: { changed: 2 },
      leftOut: { n: 1, first: [{ studentName: '学生0', number: '2', score: 900, why: '得分不能超过满分8分' }] },
    })
    const left = await appeals.get(list[0]!)
    expect(left).not.toHaveProperty('changeId')
    expect((await ask(of, calls.appealStatistics, {})).data.decided).toBe(1)
    await signed(of, changeId, '成绩申诉')

    // Of what is left none fits: its set says so, with the name.
    const none = await gathering(of)
    await expect(replayed(of, none)).rejects.toThrow('都不能改')
    expect((await ask(of, changeDetail, { changeId: none })).data).toMatchObject({
      change: { state: 'failed', refused: '已答复改分的申诉都不能改' },
      leftOut: { n: 1, first: [{ studentName: '学生0' }] },
    })
    // Voided, it is told why too.
    await signed(of, await drafted(of, 'answer-edit', [{ kind: 'drop', questionId }]))
    const voided = await gathering(of)
    await expect(replayed(of, voided)).rejects.toThrow('都不能改')
    const told = (await ask(of, changeDetail, { changeId: voided })).data.leftOut!
    expect(told.first[0]!.why).toContain('已作废')
    await holds(of)
  })

  it('are asked for twice and made into one set', async () => {
    const of = await markedPaper(6)
    await release(of)
    await decide(of, await asked(of, 2), 700)
    const changeId = await gathering(of)
    expect((await ask(of, calls.changeByAppeals, {})).data).toMatchObject({ changeId })
    const all = await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#', consistent: true })
    expect(all.map((s) => s.changeId)).toEqual([changeId])
  })

  it('are named by a job that is cut off anywhere, as one that was not', async () => {
    for (const [at, kind] of [
      [5, 'crashBefore'],
      [8, 'crashAfter'],
      [10, 'crashAfter'],
      [12, 'crashBefore'],
      [15, 'crashAfter'],
    ] as const) {
      const of = await markedPaper(6)
      await release(of)
      await decide(of, await asked(of, 3), 600)
      const changeId = await gathering(of)
      const faults = withFaults((call) => (call.index === at ? kind : null))
      await replayed(of, changeId).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      faults.stop()
      await replayed(of, changeId)
      const set = (await changeSets.get({ paperId: of.paperId, changeId }))!
      expect(set).toMatchObject({ edits: 3, replayed: { changed: 3 } })
      expect((await ask(of, calls.appealStatistics, {})).data).toMatchObject({ decided: 0, asked: 3 })
      await holds(of)
    }
  })
})
