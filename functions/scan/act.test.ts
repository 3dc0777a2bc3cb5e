/** What is done to many pages at once: it is on record, happens once, and can be taken back. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as acts from '#shared/scan/act.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { recogniseJob, rollbackJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import * as uploaderCalls from '#shared/scan/uploading/uploader.calls.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { audits } from '#functions/kit/audit.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { sizeOf } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { dayKey } from '#shared/kit/time.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { actWorks } from './act.work.ts'
import { handIn, layDown, paint, sheetOf, sit, teachIn, readingsOf } from './scan.fixtures.ts'
import { ask, named } from './scan.steps.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { ledgerOf, pagesOfStudent } from './scan.public.ts'
import { pagesOfBatch } from './scan.store.ts'
import { scanWorks } from './scan.work.ts'

beforeAll(() => actAs('scan-api'))

const laid = async (of: Sitting, ...all: Buffer[]): Promise<Batch> => {
  const batch = await layDown(of, named(...all))
  await run(batch)
  return batch
}
const run = (batch: Batch, again = false) =>
  asFunction('scan-work', () =>
    driveJob(scanWorks, {
      job: recogniseJob.name,
      jobId: batch.jobId,
      tenant: batch.owner,
      startedBy: batch.uploadedBy,
      input: { batchId: batch.batchId, paperId: batch.paperId, ...(again ? { again } : {}) },
      out: {},
    }),
  )
let ids = 0
const actId = () => `act-test-${now()}-${++ids}`
const walkedBin = async (of: Sitting) => {
  const all: string[] = []
  let after: string | undefined
  for (;;) {
    const { data } = await ask(acts.binList, { paperId: of.paperId, pageSize: 2, ...(after ? { after } : {}) }, of)
    all.push(...data.list.map((p) => p.no))
    if (data.next === undefined) return { all, total: data.total }
    after = data.next
  }
}

describe('a rollback', () => {
  it('of a class takes out its pages once, tells marking, is audited, and comes back from the bin', async () => {
    const of = await sit(4, undefined, 2)
    const { paperId } = of
    const [one] = of.classes
    const sheets = (await Promise.all([0, 1, 2, 3].map((i) => sheetOf(of, i)))).flat()
    const batch = await laid(of, ...sheets)
    const versions = new Map((await readingsOf(paperId)).map((r) => [r.studentId as string, r.imageVersion]))
    // Marking is open: its answers must hear that pictures are gone.
    await standAt(of.exam.examId, 5)
    const input = { paperId, actId: actId(), pages: true, reason: '扫错了班级', classIds: [one!.classId] }
    const { uuid } = (await ask(acts.rollbackClasses, input, of)).data
    expect((await jobEndsFor(of, uuid!)).result).toMatchObject({ markingFollows: true })
    expect(await ledgerOf(paperId)).toMatchObject({ handed: 8, matched: 4, voided: 4, open: 0, balanced: true })
    for (const s of of.students) {
      const reading = (await pagesOfStudent(paperId, s.studentId))!
      const gone = s.classId === one!.classId
      expect([s.studentName, reading.state]).toEqual([s.studentName, gone ? 'missing' : 'present'])
      // Marks on what was there are void (I10).
      if (gone) expect(reading.imageVersion).toBeGreaterThan(versions.get(s.studentId)!)
      else expect(reading.imageVersion).toBe(versions.get(s.studentId))
    }
    const jobs = await asFunction('scan-api', () => jobRecords.queryIndex('gsi1', `jobs#${of.caller.userId}`))
    expect(jobs.filter((j) => j.name === 'marking.open').length).toBe(1)
    // Asked for again under the same id: the same job, nothing more.
    expect((await ask(acts.rollbackClasses, input, of)).data.uuid).toBe(uuid)
    expect((await pagesOfBatch(batch.batchId)).every((p) => p.journal.length <= 1)).toBe(true)
    // Readers of the audit trail are few: marking's stream is one.
    const records = await asFunction('marking-stream', () => audits.query(`${of.owner}#${dayKey(now())}`))
    expect(records.filter((r) => r.act === 'scan.rollback')).toMatchObject([{ object: paperId, reason: '扫错了班级' }])
    expect((await ask(acts.actList, { paperId }, of)).data.list).toMatchObject([
      { act: 'rollback', note: one!.className, reason: '扫错了班级', byName: '李主任' },
    ])

    const bin = await walkedBin(of)
    expect(bin.all.length).toBe(4)
    expect(new Set(bin.all).size).toBe(4)
    expect(bin.total).toBe(4)
    const back = bin.all.map((no) => ({ batchId: batch.batchId, no }))
    expect((await ask(acts.restorePages, { paperId, pages: back }, of)).data).toEqual({ restored: 4, waiting: 0 })
    expect(await ledgerOf(paperId)).toMatchObject({ matched: 8, voided: 0, balanced: true })
    // Asked for again by the same person it is as wished; for another person there is nothing to put back.
    expect((await ask(acts.restorePages, { paperId, pages: back }, of)).data).toEqual({ restored: 4, waiting: 0 })
    const other = await testCaller({ userType: 2, tenant: of.owner, userName: '王主任' })
    expect((await ask(acts.restorePages, { paperId, pages: back }, other)).status).toBe(
      scanProblems.nothingThere.status,
    )
    expect((await walkedBin(of)).total).toBe(0)
  })

  it('of a place that has been taken since comes back as a second picture, not over the first', async () => {
    const of = await sit(1)
    const { paperId } = of
    const first = await laid(of, ...(await sheetOf(of, 0)))
    const { uuid } = (await ask(acts.deleteBatch, { batchId: first.batchId, actId: actId(), reason: '重扫' }, of)).data
    await jobEndsFor(of, uuid)
    await laid(of, ...(await sheetOf(of, 0, { speck: 40 })))
    const pages = (await pagesOfBatch(first.batchId)).map(({ batchId, no }) => ({ batchId, no }))
    expect((await ask(acts.restorePages, { paperId, pages }, of)).data).toEqual({ restored: 0, waiting: 2 })
    // One sheet is asked about once: its back goes with its front.
    expect((await ask(scanCalls.doubtList, { paperId }, of)).data.list.map((d) => [d.kind, d.page])).toEqual([
      ['duplicate', 1],
    ])
    expect(await ledgerOf(paperId)).toMatchObject({ handed: 4, matched: 2, open: 2, balanced: false })
  })

  it('of the uploading alone lets an uploader go on, and leaves the pages where they are', async () => {
    const of = await sit(1)
    const { paperId } = of
    const wang = await teachIn(of, '王老师')
    const { userId } = wang.caller
    await ask(uploaderCalls.addUploaders, { paperId, userIds: [userId] }, of)
    const sheets = await sheetOf(of, 0)
    const { uuid } = await handIn({ ...of, ...wang }, named(...sheets))
    await jobEndsFor(wang, uuid)
    await ask(uploaderCalls.finishUploading, { paperId }, wang)
    expect(
      (await ask(acts.rollbackSingle, { paperId, userId, actId: actId(), pages: false, reason: '补扫' }, wang)).http,
    ).toBe(403)
    const done = await ask(acts.rollbackSingle, { paperId, userId, actId: actId(), pages: false, reason: '补扫' }, of)
    expect(done.data).toEqual({ uploaders: 1 })
    expect((await ask(uploaderCalls.myUploader, { paperId }, wang)).data).toMatchObject({
      mayUpload: true,
      uploader: { status: 1 },
    })
    expect(await ledgerOf(paperId)).toMatchObject({ matched: 2 })
    const whole = await ask(acts.rollbackWhole, { paperId, actId: actId(), pages: true, reason: '重扫' }, of)
    await jobEndsFor(of, whole.data.uuid!)
    expect(await ledgerOf(paperId)).toMatchObject({ matched: 0, voided: 2, balanced: true })
  })

  it(
    'under every single fault takes each page out once, and ends when it is asked for again',
    { timeout: 300_000 },
    async () => {
      const of = await sit(1)
      const batch = await laid(of, ...(await sheetOf(of, 0)))
      const { paperId } = of
      const state = (n: number) => ({
        job: rollbackJob.name,
        jobId: batch.jobId,
        tenant: of.owner,
        startedBy: of.caller.userId,
        input: {
          paperId,
          examId: of.exam.examId,
          of: { kind: 'whole' as const },
          reason: '回退',
          at: 1000 + n,
          byName: '李主任',
        },
        out: {},
      })
      const back = async () => {
        const pages = (await pagesOfBatch(batch.batchId)).map(({ batchId, no }) => ({ batchId, no }))
        await asFunction('scan-api', () => ask(acts.restorePages, { paperId, pages }, of))
      }
      await asFunction('scan-work', async () => {
        const counted = withFaults(() => null)
        await driveJob(actWorks, state(0))
        counted.stop()
        const calls = [...counted.calls]
        expect(calls.length).toBeGreaterThan(20)
        let n = 0
        for (const { at, kind, told } of faultCases(calls, { every: 7 })) {
          n++
          await back()
          const fault = withFaults(({ index }) => (index === at ? kind : null))
          await driveJob(actWorks, state(n))
          fault.stop()
          expect([told, (await pagesOfBatch(batch.batchId)).map((p) => p.state)]).toEqual([told, ['voided', 'voided']])
          const last = (await pagesOfBatch(batch.batchId)).map((p) => p.journal.filter((e) => e.at === 1000 + n).length)
          expect([told, last]).toEqual([told, [1, 1]])
          expect([told, await ledgerOf(paperId)]).toMatchObject([told, { matched: 0, voided: 2, balanced: true }])
        }
      })
    },
  )
})

describe('the whole of a paper', () => {
  it('recognised strictly, an empty sheet waits; back to the standard it does not', async () => {
    const of = await sit(2)
    const { paperId } = of
    await laid(of, await paint(of.card, 1, { number: of.students[0]!.studentNumber }), ...(await sheetOf(of, 1)))
    const mode = async () => (await ask(acts.recognitionMode, { paperId }, of)).data
    expect(await mode()).toMatchObject({ mode: 'standard', mayManage: true })
    const switched = async (to: 'strict' | 'standard') => {
      const { data } = await ask(acts.switchRecognitionMode, { paperId, mode: to, version: (await mode()).version }, of)
      expect((await jobEndsFor(of, data.uuid)).status).toBe(40)
    }
    await switched('strict')
    const kinds = async () => (await ask(scanCalls.doubtList, { paperId }, of)).data.list.map((d) => d.kind)
    expect(await kinds()).toEqual(['likelyBlank', 'missingPage'])
    expect((await ask(acts.switchRecognitionMode, { paperId, mode: 'standard', version: 0 }, of)).status).toBe(20_002)
    // Late pages are judged so as well.
    await laid(of, await paint(of.card, 1, { number: '9999999999', speck: 20 }))
    expect(await kinds()).toEqual(expect.arrayContaining(['likelyBlank', 'unknownStudent']))
    await switched('standard')
    expect((await kinds()).sort()).toEqual(['missingPage', 'unknownStudent'])
    expect((await ask(scanCalls.sheetStatistic, { paperId }, of)).data.left).toEqual({ allBlank: 1, unpicked: 0 })
    const sums = (await ask(acts.scanStatistics, { paperId }, of)).data
    expect(sums).toMatchObject({
      batches: 2,
      pages: { handed: 4, matched: 3, open: 1 },
      scripts: { total: 2, present: 2, allBlank: 1, incomplete: 1 },
      byPage: [
        { page: 1, there: 2, lacking: 0 },
        { page: 2, there: 1, lacking: 1 },
      ],
    })
  })

  it('handed in under the wrong subject goes to the right one, and the same request again moves nothing twice', async () => {
    const [of, other] = [await sit(1), await sit(1)]
    const root = await testCaller({ userType: -1, tenant: 'p', userName: '平台' })
    const batch = await laid(of, ...(await sheetOf(other, 0)))
    const nos = (await pagesOfBatch(batch.batchId)).map((p) => p.no)
    expect((await ask(scanCalls.doubtList, { paperId: of.paperId }, of)).data.list.map((d) => d.kind)).toEqual([
      'otherExam',
      'otherExam',
    ])
    const input = { batchId: batch.batchId, nos, toPaperId: other.paperId }
    expect((await ask(acts.transferPages, input, of)).http).toBe(403)
    const moved = (await ask(acts.transferPages, input, root)).data
    expect(moved.moved).toBe(2)
    await jobEndsFor(root, moved.uuid)
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 2, voided: 2, balanced: true })
    expect(await ledgerOf(other.paperId)).toMatchObject({ handed: 2, matched: 2, balanced: true })
    // The other exam's own copies: the first one's pictures may go with it.
    const theirs = await pagesOfBatch(moved.batchId)
    expect(theirs.map((p) => p.imageKey!.includes(`/scan/batches/${moved.batchId}/files/`))).toEqual([true, true])
    for (const p of theirs) expect(await asFunction('scan-api', () => sizeOf(p.imageKey!))).toBeGreaterThan(0)
    expect((await ask(acts.transferPages, input, root)).data).toEqual(moved)
    expect(await ledgerOf(other.paperId)).toMatchObject({ handed: 2 })
  })

  it('read again, only what is not settled and in no script is touched', async () => {
    const of = await sit(2)
    const wrong = '9999999999'
    const batch = await laid(of, ...(await sheetOf(of, 0)), await paint(of.card, 1, { number: wrong, written: true }))
    const before = await pagesOfBatch(batch.batchId)
    await run(batch, true)
    const after = await pagesOfBatch(batch.batchId)
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]).toMatchObject({ state: 'open', waits: true, number: wrong, doubts: [{ kind: 'unknownStudent' }] })
    expect(after[2]!.readAt).toBeGreaterThan(before[2]!.readAt!)
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 3, matched: 2, open: 1 })
  })
})
