/** A paper cut into many shards says in every place what the same paper says as one. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import * as reports from '#shared/analysis/analysis.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import type { PaperReport } from '#shared/analysis/analysis.types.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import type { TranscriptLine } from '#shared/analysis/reports/transcript.lines.ts'
import { sortRows } from '#shared/analysis/transcript.rules.ts'
import { reportAndTranscript } from '#shared/analysis/snapshot.fixtures.ts'
import type { SnapshotColumns, SnapshotData, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { getJson } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Work } from '#functions/kit/work.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './analysis.api.ts'
import { markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { partKey, snapshotsOf } from './analysis.store.ts'
import { analysisWorks } from './analysis.work.ts'
import { bookOf } from './export/export.reports.ts'
import { seenAt } from './sight.ts'
import { drive, request } from './publish.faults.testing.ts'
import { classFiguresOf, headOf, indexOf, partOf, reportOf } from './snapshot.ts'
import { sizes } from './sizes.ts'
import { examAndPaper } from './standing/standing.ts'

const usual = { ...sizes }
beforeAll(() => actAs('analysis-work'))
beforeEach(() => void Object.assign(sizes, { part: 3, range: 2, classes: 1, lines: 6 }))
afterEach(() => void Object.assign(sizes, usual))

const publish = async (of: Marked): Promise<number> => {
  const { out } = await drive(of, await request(of))
  expect(out['publish']).toMatchObject({ published: true })
  return (out['plan'] as { v: number }).v
}

/** The shards as one cohort in memory. */
const whole = async (of: Marked, v: number): Promise<SnapshotData> => {
  const [head, { parts }] = await Promise.all([headOf(of.paper, v), indexOf(of.paper, v)])
  const columns = await Promise.all(parts.map(async (p) => (await partOf(of.paper, v, p.part)).columns))
  const joined = Object.fromEntries(
    Object.keys(columns[0]!).map((k) => [k, columns.flatMap((c) => c[k as keyof SnapshotColumns] as unknown[])]),
  )
  return { ...head, ...(joined as SnapshotColumns) }
}

const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const send1 = (of: Marked, token: string, more: object) =>
  send(handler, reports.transcript, { paperId: of.paperId, ...more }, token)
/** Every page of a transcript. */
const pagesOf = async (of: Marked, token: string, more: object, pageSize = 2): Promise<TranscriptLine[]> => {
  const rows: TranscriptLine[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { list, total } = transcriptLines((await send1(of, token, { ...more, pageNumber, pageSize })).data)
    rows.push(...list)
    if (pageNumber * pageSize >= total) return rows
  }
}
/** What a report says of them. */
const saidOf = (rows: readonly TranscriptRow[], sort?: string): TranscriptLine[] =>
  sortRows([...rows], sort).map(({ classId: _, percentileRank: _p, t: _t, notTaken: _n, ...line }) => line)

describe('many shards', () => {
  it('add up to the report of the whole cohort, and give its transcript in every order', async () => {
    const of = await markedPaper(11)
    const v = await publish(of)
    expect((await indexOf(of.paper, v)).parts.map((p) => p.students)).toEqual([3, 3, 3, 2])
    const data = await whole(of, v)
    expect([...data.studentId].sort()).toEqual([...of.studentIds].sort())
    const { report, transcript } = reportAndTranscript(data)
    const stored: PaperReport = {
      ...(await reportOf(of.paper, v)),
      classes: await classFiguresOf(of.paper, v, data, null),
    }
    expect(stored).toEqual(report)
    actAs('analysis-api')
    const { token } = of.manager
    expect(await pagesOf(of, token, {})).toEqual(saidOf(transcript))
    const first = await send1(of, token, { pageSize: 3 })
    expect(first.data.sections[0]!.table.page).toEqual({ total: 11, pageNumber: 1, pageSize: 3 })
    expect(first.data.facts.map((f) => f.value)).toEqual(['11（到考10）', report.overall.mean, report.fullScore])
    // A page past the end is the last one.
    const past = await send1(of, token, { pageNumber: 99, pageSize: 4 })
    expect(past.data.sections[0]!.table.page!.pageNumber).toBe(3)
    for (const [i, { classId }] of of.classes.entries()) {
      const own = transcript.filter((r) => r.classId === classId)
      expect(await pagesOf(of, token, { classId, sort: 'q1' }, 1)).toEqual(saidOf(own, 'q1'))
      const mine = await pagesOf(of, of.teachers[i]!.token, {}, 2)
      // The rank among all is left out where it would tell of the few who are not seen.
      const unranked = (r: TranscriptLine) => ({ ...r, rank: null })
      expect(mine.map(unranked)).toEqual(saidOf(own).map(unranked))
    }
    const named = await send1(of, token, { name: '学生1' })
    expect(
      transcriptLines(named.data)
        .list.map((r) => r.studentName)
        .sort(),
    ).toEqual(['学生1', '学生10'])
    expect(named.data.sentence).toBe('共2名考生，到考1人。')
    // No request holds more lines than it may: past them it says what to do.
    const far = await send1(of, token, { sort: 'studentNumber', pageNumber: 4, pageSize: 2 })
    expect(far.status).toBe(refused.tooFar.status)
    const sorted = await send1(of, token, { sort: 'studentNumber', pageSize: 4 })
    expect(transcriptLines(sorted.data).list).toEqual(saidOf(transcript, 'studentNumber').slice(0, 4))
    const top = await send(handler, reports.topStudents, { paperId: of.paperId, count: 5 }, token)
    expect(transcriptLines(top.data).list.map((r) => r.total)).toEqual(
      sortRows(transcript)
        .slice(0, 5)
        .map((r) => r.total),
    )
    const near = { paperId: of.paperId, line: 8, distance: 4 }
    const critical = await send(handler, reports.criticalStudents, near, token)
    expect(transcriptLines(critical.data).list.map((r) => r.total)).toEqual(
      sortRows(transcript)
        .flatMap((r) => (r.total !== null && r.total >= 400 && r.total < 800 ? [r.total] : []))
        .slice(0, 6),
    )
    const pupil = await testCaller({ userType: 4, tenant: of.tenant, studentId: of.studentIds[7]! })
    const own = await send(handler, reports.ownResult, { paperId: of.paperId }, pupil.token)
    expect(own.data).toMatchObject({ total: of.total(7) })
    actAs('analysis-work')
    const rows = (classIds: string[] | null) =>
      examAndPaper(of.paperId)
        .then((found) => seenAt(found, { v, published: true }, { classIds, totalRank: true, schoolIds: [] }))
        .then(async (seen) => bytesOf(await bookOf(seen, '成绩单')))
        .then((bytes) => readXlsx(bytes))
        .then((book) => book.sheets[0]!.rows.slice(1).map((r) => String(r[0])))
    expect(await rows(null)).toEqual(sortRows(transcript).map((r) => r.studentName))
    const { classId } = of.classes[0]!
    expect(await rows([classId])).toEqual(
      sortRows(transcript).flatMap((r) => (r.classId === classId ? [r.studentName] : [])),
    )
  })

  it('are refused as a whole for one script without a score, or one that two computations disagree on', async () => {
    const of = await markedPaper(7)
    // A new picture came after the mark: it is to be marked again.
    const seen = { studentId: of.studentIds[5]!, state: 'present' as const, imageVersion: 2, complete: true, pages: [] }
    await asFunction('marking-work', () =>
      takeIn(of.paper, { ...seen, choices: { [of.choice.questionId]: ['A'] }, blocks: [] }),
    )
    await of.settled()
    await expect(drive(of, await request(of))).rejects.toThrow('还有1份答卷没有得分齐全')
    const forged = await markedPaper(7)
    await forged.forge(forged.studentIds[5]!, 900)
    await expect(drive(forged, await request(forged))).rejects.toThrow('有1名考生的两次独立算分结果不一致（学生5）')
  })

  it('are scored by one key: a version whose key changes before its end is refused', async () => {
    const of = await markedPaper(7)
    const jobId = await request(of)
    const [plan, ...rest] = analysisWorks.find((w) => w.job.name === 'analysis.publish')!.job.flow
    expect(plan!.name).toBe('plan')
    expect(rest.length).toBeGreaterThan(3)
    const merging: Work[] = analysisWorks.map((w) => ({
      ...w,
      steps: {
        ...w.steps,
        merge: async (context) => {
          await of.correctKey('B')
          return w.steps['merge']!(context)
        },
      } satisfies Work['steps'],
    }))
    const state = { job: 'analysis.publish', jobId, tenant: of.tenant, startedBy: of.manager.caller.userId, out: {} }
    const input = { paperId: of.paperId, by: of.manager.caller }
    await expect(driveJob(merging, { ...state, input })).rejects.toThrow('又有变化')
  })
})

describe('a large paper', () => {
  it('is looked at by a job before it is signed off, and what was looked at is what is published (I12)', async () => {
    sizes.request = 5
    const of = await markedPaper(8)
    const { token } = of.manager
    const asApi = <T>(run: () => Promise<T>) => asFunction('analysis-api', run)
    const state = async () =>
      (await asApi(() => send(handler, publication.publishState, { paperId: of.paperId }, token))).data
    const preview = (more: object = {}) =>
      asApi(() => send(handler, publication.publishPreview, { paperId: of.paperId, pageSize: 3, ...more }, token))
    const compare = () =>
      driveJob(analysisWorks, {
        job: 'analysis.preview',
        jobId: newId<JobId>('job'),
        tenant: of.tenant,
        startedBy: of.manager.caller.userId,
        input: { paperId: of.paperId, by: of.manager.caller },
        out: {},
      })
    expect(await state()).toMatchObject({ large: true, mayPublish: true })
    expect((await state()).preview).toBe(undefined)
    expect((await preview()).status).toBe(refused.notCompared.status)
    await compare()
    const before = (await preview()).data
    expect(before).toMatchObject({ first: true, changed: 0, total: 8, present: 7, absent: 1, meanBefore: null })
    expect(before.list).toHaveLength(3)
    await publish(of)

    await of.correctKey('B')
    await compare()
    const after = (await preview()).data
    // Seven present: who chose A (4) loses, who chose B (3) gains.
    expect(after).toMatchObject({ first: false, changed: 7, up: 3, down: 4, total: 7 })
    const moved = [
      ...after.list,
      ...(await preview({ pageNumber: 2 })).data.list,
      ...(await preview({ pageNumber: 3 })).data.list,
    ]
    expect(moved.map((r) => Math.abs(r.after! - r.before!))).toEqual(Array.from({ length: 7 }, () => 500))
    expect((await preview({ changedOnly: false })).data.total).toBe(8)
    const publishing = (digest?: string) =>
      asApi(() =>
        send(handler, publication.publishScores, { paperId: of.paperId, ...(digest ? { digest } : {}) }, token),
      )
    expect((await publishing()).status).toBe(refused.changedSince.status)
    // The job itself holds its scores against what was signed off.
    const signed = (digest: string, jobId: JobId) =>
      driveJob(analysisWorks, {
        job: 'analysis.publish',
        jobId,
        tenant: of.tenant,
        startedBy: of.manager.caller.userId,
        input: { paperId: of.paperId, digest, by: of.manager.caller },
        out: {},
      })
    await expect(signed(before.digest, await request(of))).rejects.toThrow('又有变化')
    const done = await signed(after.digest, await request(of))
    expect(done.out['publish']).toMatchObject({ published: true })
    // Made only to be looked at: never shown as a version.
    const made = await snapshotsOf(of.paperId)
    expect(made.filter((s) => s.purpose === 'preview').map((s) => s.ready)).toEqual([false, false])
    expect((await state()).snapshots.length).toBe(made.length - 2)
    expect(await getJson(partKey(of.paper, (done.out['plan'] as { v: number }).v, 'index.json'))).toMatchObject({
      digest: after.digest,
    })
  })
})
