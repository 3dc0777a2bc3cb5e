/**
 * Every store call of a publication fails once in each way that stores fail, and the job is driven as the state machine
 * drives it. At rest: the pointer names a whole version whose parts add up (I11, I14), and it moved if and only if the
 * audit record says so (I16).
 */
import { expect } from 'vitest'
import { sortRows } from '#shared/analysis/transcript.rules.ts'
import type { SnapshotIndex, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { inTime, kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultKind, StoreCall } from '#functions/kit/faults.ts'
import { getJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { driveJob } from '#functions/kit/testing.ts'
import { awaiting, markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { numbered, partKey, publications, snapshotsOf } from './analysis.store.ts'
import { analysisWorks } from './analysis.work.ts'
import { sizes } from './sizes.ts'
import { linesIn, resultIn } from './snapshot.ts'

export const request = async (of: Marked): Promise<JobId> => {
  const jobId = newId<JobId>('job')
  await awaiting(of, jobId)
  return jobId
}

export const drive = (of: Marked, jobId: JobId) =>
  driveJob(analysisWorks, {
    job: 'analysis.publish',
    jobId,
    tenant: of.tenant,
    startedBy: of.manager.caller.userId,
    input: { paperId: of.paperId, by: of.manager.caller },
    out: {},
  })

const moves = async (of: Marked): Promise<number> =>
  (await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })).filter(
    (r) => r.act === 'analysis.publish' && r.object === of.paperId,
  ).length

/** What must hold whenever nothing runs. */
export const atRest = async (of: Marked, moved: number): Promise<void> => {
  const publication = (await publications.get({ paperId: of.paperId }))!
  expect(await moves(of)).toBe(moved)
  const v = publication.current
  if (v === null) return expect(moved).toBe(0)
  expect((await snapshotsOf(of.paperId)).find((s) => s.v === v)).toMatchObject({ ready: true })
  // Every shard's lines, and the same lines once more in the order of the totals.
  const { parts, ranges } = await getJson<SnapshotIndex>(partKey(of.paper, v, 'index.json'))
  const rows = sortRows((await Promise.all(parts.map((p) => linesIn(of.paper, v, p.part)))).flat(), 'studentNumber')
  const sorted = await Promise.all(
    ranges.map((r) => getJson<TranscriptRow[]>(partKey(of.paper, v, numbered('sorted', r.range)))),
  )
  expect(sortRows(sorted.flat(), 'studentNumber')).toEqual(rows)
  expect(rows.map((r) => r.total)).toEqual(of.studentIds.map((_, i) => of.total(i)))
  for (const row of rows) {
    const result = (await resultIn(of.paper, v, row.studentId))!
    expect(result).toMatchObject({ v, total: row.total })
    expect(result.items.reduce((n, i) => n + i.score, 0)).toBe(row.total ?? 0)
  }
}

const writes = /Put|Update|Transact|BatchWrite|CompleteMultipart/

/** What of a plan is run: the kinds of fault at each write, at every n-th write and every n-th read alone (left short where it can be). */
export type Sample = { kinds?: readonly FaultKind[]; everyRead: number; everyWrite?: number }

/** Publishes once for every planned fault: the kinds of each write, and each read failing before it. */
export const singleFaults = async (of: Marked, { kinds, everyRead, everyWrite = 1 }: Sample): Promise<number> => {
  const first = await request(of)
  const none = withFaults(() => null)
  await drive(of, first)
  none.stop()
  await atRest(of, 1)
  const written = none.calls.filter((call: StoreCall) => writes.test(call.command))
  // The last write moves the pointer: it is in every sample.
  const tried = written.filter((_, i) => (written.length - 1 - i) % everyWrite === 0)
  const kindsAt = (call: StoreCall) => (kinds ? kinds.filter((kind) => kindsOf(call).includes(kind)) : kindsOf(call))
  const read = none.calls.filter((call) => !writes.test(call.command) && call.index % everyRead === 0)
  const plan = [
    ...tried.flatMap((call) => kindsAt(call).map((kind) => ({ index: call.index, kind }))),
    ...read.map((call) => ({
      index: call.index,
      kind: /^(Query|Batch)/.test(call.command) ? ('partial' as const) : ('failBefore' as const),
    })),
  ]
  let moved = 1
  for (const { index, kind } of inTime(plan)) {
    const jobId = await request(of)
    const faults = withFaults((call) => (call.index === index ? kind : null))
    try {
      expect((await drive(of, jobId)).out['publish'], `${kind} at ${index}`).toMatchObject({ published: true })
    } finally {
      faults.stop()
    }
    moved++
    expect((await publications.get({ paperId: of.paperId }))!.current).toBe(moved)
    await atRest(of, moved)
  }
  return plan.length
}

/** A paper of five students in three shards, their lines in two stretches and classes one by one. */
export const severalShards = async (sample: Sample): Promise<number> => {
  const usual = { ...sizes }
  Object.assign(sizes, { part: 2, range: 3, classes: 1 })
  try {
    return await singleFaults(await markedPaper(5), sample)
  } finally {
    Object.assign(sizes, usual)
  }
}
