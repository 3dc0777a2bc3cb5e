/** The acts on many pages under single faults: each has happened once when it was asked for again, and nothing is lost (I8). */
import { beforeAll, describe, expect, it } from 'vitest'
import * as acts from '#shared/scan/act.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { recountJob, switchModeJob } from '#shared/scan/scan.jobs.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller, testCloud } from '#functions/kit/testing.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { actWorks } from '../act.work.ts'
import { paint, sit } from '../scan.fixtures.ts'
import { ask, laid, slip } from '../scan.steps.fixtures.ts'
import { long } from '#functions/kit/faultCases.testing.ts'
import { underFaults } from '../underFaults.fixtures.ts'
import { ledgerOf } from '../scan.public.ts'
import { pagesOfBatch } from '../scan.store.ts'

beforeAll(() => actAs('scan-api'))

describe('a job', () => {
  it('whose record was written and whose start was never heard of begins when it is asked for again, once', async () => {
    const of = await sit(1, slip)
    const jobId = newId<JobId>('job')
    const start = () => startJob(recountJob, { paperId: of.paperId }, { ...of.caller, tenant: of.owner }, { jobId })
    const record = withFaults(({ command }) => (command === 'PutItemCommand' ? 'appliedButFailed' : null))
    await expect(start()).rejects.toThrow()
    record.stop()
    expect((await jobRecords.get({ jobId }))!.status).toBe(jobStatus.queued)
    // Twice: the second finds an execution of that name.
    expect(await Promise.all([start(), start()])).toEqual([{ uuid: jobId }, { uuid: jobId }])
    await expect.poll(async () => (await jobRecords.get({ jobId }))!.status, { timeout: 120_000 }).toBe(jobStatus.done)
    const ended = withFaults(() => null)
    expect(await start()).toEqual({ uuid: jobId })
    ended.stop()
    expect(ended.calls.map((c) => c.command)).not.toContain('StartExecutionCommand')
  })
})

describe('under every single fault', { timeout: 1_800_000 }, () => {
  it('what is taken out of the bin is back once', async () => {
    const of = await sit(2, slip)
    const { paperId } = of
    const inked = (i: number) => paint(of.card, 1, { number: of.students[i]!.studentNumber, choices: { q1: 'A' } })
    const { batchId } = await laid(of, await inked(0), await inked(1))
    const all = (await pagesOfBatch(batchId)).map(({ no }) => ({ batchId, no }))
    await underFaults(
      11,
      async () => {
        await ask(acts.deletePages, { batchId, nos: all.map((p) => p.no), reason: '重扫' }, of)
        expect(await ledgerOf(paperId)).toMatchObject({ matched: 0, voided: 2 })
      },
      async () => {
        expect((await ask(acts.restorePages, { paperId, pages: all }, of)).status).toBe(0)
      },
      async (_, told) => {
        const pages = await pagesOfBatch(batchId)
        expect([told, pages.map((p) => [p.state, p.journal.at(-1)?.act])]).toEqual([
          told,
          Array(2).fill(['matched', 'restore']),
        ])
        expect([told, await ledgerOf(paperId)]).toMatchObject([told, { matched: 2, voided: 0, balanced: true }])
      },
    )
  })

  it('another mode judges every page once', async () => {
    const of = await sit(2, slip)
    const { paperId } = of
    const numbers = of.students.map((s) => s.studentNumber)
    const { batchId } = await laid(
      of,
      await paint(of.card, 1, { number: numbers[0]! }),
      await paint(of.card, 1, { number: numbers[1]!, choices: { q1: 'B' } }),
    )
    const judge = (mode: 'strict' | 'standard') =>
      asFunction('scan-work', () =>
        driveJob(actWorks, {
          job: switchModeJob.name,
          jobId: newId<JobId>('job'),
          tenant: of.owner,
          startedBy: of.caller.userId,
          input: { paperId, mode, byName: '李主任' },
          out: {},
        }),
      )
    await underFaults(
      11,
      () => judge('standard'),
      () => judge('strict'),
      async (_, told) => {
        const [empty, full] = await pagesOfBatch(batchId)
        expect([told, empty!.doubts.map((d) => d.kind), empty!.waits]).toEqual([told, ['likelyBlank'], true])
        expect([told, full!.doubts, full!.waits]).toEqual([told, [], false])
        expect([told, await ledgerOf(paperId)]).toMatchObject([told, { matched: 2, balanced: true }])
      },
    )
  })

  it('pages that are transferred are in one paper, and there once', async () => {
    const [of, other] = [await sit(1, slip), await sit(long ? 800 : 20, { ...slip, title: '另一科' })]
    const root = await testCaller({ userType: -1, tenant: 'p', userName: '平台' })
    await underFaults(
      19,
      async (n) => {
        const { studentNumber } = other.students[n]!
        const batch = await laid(
          of,
          await paint(other.card, 1, { number: studentNumber, choices: { q1: 'C' }, speck: n }),
        )
        const [page] = await pagesOfBatch(batch.batchId)
        expect(page).toMatchObject({ state: 'open', doubts: [{ kind: 'otherExam' }] })
        return { n, batch, page: page!, uuid: '' }
      },
      async (one) => {
        const input = { batchId: one.batch.batchId, nos: [one.page.no], toPaperId: other.paperId }
        const { status, data } = await ask(acts.transferPages, input, root)
        expect(status).toBe(0)
        one.uuid = data.uuid
      },
      async (one, told) => {
        for (let i = 0; i < 1200; i++) {
          const answer = await fetch(`${testCloud().address}${asyncStatus.path}?uuid=${one.uuid}`, {
            headers: { authorization: `Bearer ${root.token}` },
          })
          if (((await answer.json()) as { data: { status: number } }).data.status === 40) break
          await new Promise((done) => setTimeout(done, 25))
        }
        const [gone] = await pagesOfBatch(one.batch.batchId)
        expect([told, gone!.state, gone!.journal.map((e) => e.act)]).toEqual([told, 'voided', ['transfer']])
        const handed = one.n + 1
        // Asked for twice, the second job may end while the first still judges the page in its new paper.
        await expect
          .poll(async () => [told, await ledgerOf(other.paperId)], { timeout: 120_000 })
          .toMatchObject([told, { handed, matched: handed, balanced: true }])
      },
    )
  })

  it('a doubt that is held is held by one', async () => {
    const of = await sit(4, slip)
    const { paperId } = of
    const doubtful = await Promise.all(
      of.students.map((s, i) => paint(of.card, 1, { number: s.studentNumber, choices: { q1: 'AB' }, speck: i })),
    )
    await laid(of, ...doubtful)
    const [one, two] = [
      await testCaller({ userType: 2, tenant: of.owner, userName: '甲' }),
      await testCaller({ userType: 2, tenant: of.owner, userName: '乙' }),
    ]
    const got = new Map<string, string>()
    await underFaults(
      9,
      async () => {
        await ask(exceptions.closeCooperation, { paperId }, of)
        await ask(exceptions.openCooperation, { paperId, groups: 1 }, of)
        for (const p of [one, two]) await ask(exceptions.joinCooperation, { paperId, groupIndex: 1 }, p)
        got.clear()
      },
      async () => {
        const { status, data } = await ask(exceptions.claimDoubts, { paperId, count: 2 }, one)
        expect(status).toBe(0)
        got.clear()
        for (const row of data.list) got.set(row.id, '甲')
      },
      async (_, told) => {
        const mine = (await ask(exceptions.claimDoubts, { paperId, count: 20 }, two)).data.list.map((r) => r.id)
        expect([told, mine.filter((id) => got.has(id))]).toEqual([told, []])
        expect([told, got.size + mine.length]).toEqual([told, 4])
        expect((await ask(scanCalls.doubtList, { paperId }, of)).data.total).toBe(4)
      },
    )
  })
})
