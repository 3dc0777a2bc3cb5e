/**
 * A change set under every kind of single fault at each write of its way: stored, replayed, signed, put in force. At rest
 * readers see the scores without it or with it and never a mix (I11, I14), and it is in force if and only if the audit
 * trail says so, as its signature is there if and only if the trail names who and why (I16).
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { inTime, kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { StoreCall } from '#functions/kit/faults.ts'
import { now } from '#functions/kit/ports.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets, publications, snapshotsOf } from '../analysis.store.ts'
import { indexOf, linesIn, resultIn } from '../snapshot.ts'
import { sign, storeChange } from './change.commands.ts'
import { drafted, published, release, replayed } from './change.fixtures.ts'

const writes = /^(Put(?!Object)|Update|Transact|BatchWrite)/
const bonus = 100

/** Tries until it passes; what a fault costs is another try. */
const until = async <T>(act: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt >= 4) throw error
    }
  }
}

const store = (of: Marked) => () =>
  asFunction('analysis-api', () =>
    storeChange(
      {
        paperId: of.paperId,
        tool: 'maneuver-score',
        edits: [{ kind: 'add', questionId: of.essay.questionId, by: bonus, numbers: ['1000'] }],
      },
      of.manager.caller,
    ),
  )

/** The whole way of one set, with another try of what a fault broke. */
const wholeWay = async (of: Marked): Promise<ChangeId> => {
  const { changeId } = await until(store(of))
  await until(() => replayed(of, changeId))
  const caller = of.manager.caller
  await until(() => asFunction('analysis-api', () => sign({ paperId: of.paperId, changeId, reason: '给分' }, caller)))
  await until(() => published(of, changeId))
  return changeId
}

const recorded = async (of: Marked, act: string): Promise<(string | undefined)[]> =>
  (await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true }))
    .filter((r) => r.act === act && r.object === of.paperId)
    .map((r) => r.told?.actId)

/** What holds whenever nothing runs; `sets` are those that were put in force. */
const atRest = async (of: Marked, sets: readonly ChangeId[]): Promise<void> => {
  const publication = (await publications.get({ paperId: of.paperId }))!
  expect(publication.pending).toBe(undefined)
  expect((publication.changes ?? []).map((c) => c.changeId)).toEqual(sets)
  expect((await recorded(of, 'analysis.change')).sort()).toEqual([...sets].sort())
  expect((await recorded(of, 'analysis.signChange')).sort()).toEqual([...sets].sort())
  for (const changeId of sets) {
    const set = (await changeSets.get({ paperId: of.paperId, changeId }))!
    expect(set).toMatchObject({ signed: { reason: '给分' }, replayed: { changed: 1 } })
    expect((await snapshotsOf(of.paperId)).map((s) => s.v)).toContain(set.inForce!.v)
  }
  const v = publication.current!
  const { parts } = await indexOf(of.paper, v)
  const lines = (await Promise.all(parts.map((p) => linesIn(of.paper, v, p.part)))).flat()
  for (const [i, studentId] of of.studentIds.entries()) {
    const wanted = of.total(i) === null ? null : of.total(i)! + (i === 0 ? bonus * sets.length : 0)
    expect(lines.find((l) => l.studentId === studentId)!.total).toBe(wanted)
    const result = (await resultIn(of.paper, v, studentId))!
    expect(result).toMatchObject({ v, total: wanted })
    expect(result.items.reduce((n, q) => n + q.score, 0)).toBe(wanted ?? 0)
  }
}

describe('a change set under faults', () => {
  beforeAll(() => actAs('analysis-work'))

  it('is in force whole, once, and on record, after any fault of a write', async () => {
    const of = await markedPaper(2)
    await release(of)
    const sets: ChangeId[] = []
    const none = withFaults(() => null)
    sets.push(await wholeWay(of))
    none.stop()
    await atRest(of, sets)
    // The writes of results and shards are those of any publication (publish.faults.test.ts): here transactions and rows.
    const tried = none.calls.filter((c: StoreCall) => writes.test(c.command))
    const plan = tried.flatMap((c) => kindsOf(c).map((kind) => ({ index: c.index, kind })))
    // Nine bonuses of a point and no full mark is reached.
    const most = 8
    const step = Math.max(1, Math.ceil(plan.length / most))
    const sample = plan.filter((_, i) => (plan.length - 1 - i) % step === 0)
    for (const { index, kind } of inTime(sample)) {
      const faults = withFaults((call) => (call.index === index ? kind : null))
      try {
        sets.push(await wholeWay(of))
      } finally {
        faults.stop()
      }
      await atRest(of, sets)
    }
    expect(sets.length).toBeGreaterThan(6)
  }, 120_000)

  it('changes nothing where no transaction goes through, and drains when they do', async () => {
    const of = await markedPaper(2)
    await release(of)
    const input = { paperId: of.paperId, reason: '给分' }
    const changeId = await drafted(of, 'maneuver-score', [
      { kind: 'add', questionId: of.essay.questionId, by: bonus, numbers: ['1000'] },
    ])
    const attempt = () => asFunction('analysis-api', () => sign({ ...input, changeId }, of.manager.caller))
    const stop = () => withFaults((call) => (/Transact/.test(call.command) ? 'failBefore' : null))
    const first = stop()
    await expect(attempt()).rejects.toThrow()
    first.stop()
    await atRest(of, [])
    await attempt()
    const second = stop()
    await expect(published(of, changeId)).rejects.toThrow()
    second.stop()
    expect((await publications.get({ paperId: of.paperId }))!.current).toBe(1)
    expect(await recorded(of, 'analysis.change')).toEqual([])
    await published(of, changeId)
    await atRest(of, [changeId])
  })
})
