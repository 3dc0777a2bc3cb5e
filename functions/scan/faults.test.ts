/** Every single fault at every store call of a batch's way: what is at rest afterwards is whole (I7, I8, I10). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import { doubtList, settleDuplicate } from '#shared/scan/scan.calls.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { faultKinds, withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { handler } from './scan.api.ts'
import { layDown, paint, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { pagesOfStudent, sheetsOf } from './scan.public.ts'
import { batches, pagesOfBatch, slotsOfPaper } from './scan.store.ts'
import { scanWorks } from './scan.work.ts'

/** Few questions, two pages: few store calls a page. */
const tiny: CardDesign = {
  schema: 1,
  title: '小测',
  sheetType: 0,
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  units: [
    {
      unitId: 'u1',
      unitType: 1,
      questions: [1, 2, 3].map((n) => ({ questionId: `q${n}`, number: String(n), fullScore: 300, optionCount: 4 })),
    },
    { unitId: 'u2', unitType: 5, questions: [{ questionId: 'q4', number: '4', fullScore: 1000 }], height: 300 },
  ],
}

const long = process.env['QINGHE_LONG'] === '1'
const once = (at: number, kind: FaultKind) => withFaults(({ index }) => (index === at ? kind : null))

beforeAll(() => actAs('scan-work'))

const walk = (batch: Batch) =>
  driveJob(scanWorks, {
    job: recogniseJob.name,
    jobId: batch.jobId,
    tenant: batch.owner,
    startedBy: batch.uploadedBy,
    input: { batchId: batch.batchId, paperId: batch.paperId },
    out: {},
  })

const front = (of: Sitting, i: number, speck = 0) =>
  paint(of.card, 1, { number: of.students[i]!.studentNumber, choices: { q1: 'A', q2: 'B', q3: 'C' }, speck })

/** No page in two places, no place with two pages, every page in exactly one state, sums that agree. */
const holds = async (of: Sitting, told: string): Promise<void> => {
  const { pages } = await sheetsOf(of.paperId)
  const slots = (await slotsOfPaper(of.paperId)).filter((s) => s.scanId !== undefined)
  const seated = slots.map((s) => `${s.studentId} ${s.page} ${s.scanId}`).sort()
  const matched = pages.filter((p) => p.state === 'matched').map((p) => `${p.studentId} ${p.page} ${p.scanId}`)
  expect([told, seated]).toEqual([told, matched.sort()])
  expect([told, new Set(slots.map((s) => s.scanId)).size]).toEqual([told, slots.length])
  expect([told, new Set(pages.map((p) => p.scanId)).size]).toEqual([told, pages.length])
}

describe('a batch under every single fault', () => {
  it('ends with both pages in their places, whatever failed on the way', { timeout: 900_000 }, async () => {
    const of = await sit(1200, tiny)
    expect(of.card.geometry.pages.length).toBe(2)
    const back = await paint(of.card, 2, { written: true })
    let student = 0
    const sent = async () => {
      const i = student++
      const name = `s${i}`
      return {
        i,
        batch: await layDown(of, [
          { name: `${name}-1.jpg`, bytes: await front(of, i) },
          { name: `${name}-2.jpg`, bytes: back },
        ]),
      }
    }
    const first = await sent()
    const counted = withFaults(() => null)
    await walk(first.batch)
    counted.stop()
    const calls = [...counted.calls]
    expect(calls.length).toBeGreaterThan(30)
    for (const [at, call] of calls.entries()) {
      const kinds = long ? faultKinds : [faultKinds[at % faultKinds.length]!]
      for (const kind of kinds) {
        const { i, batch } = await sent()
        const told = `${kind} at ${at} (${call.command})`
        const fault = once(at, kind)
        // A manifest that could not be fetched ends the walk: the batch is started again, as a person would.
        await walk(batch).catch(() => walk(batch))
        fault.stop()
        const pages = await pagesOfBatch(batch.batchId)
        expect([told, ...pages.map((p) => `${p.page} ${p.state} ${p.waits}`)]).toEqual([
          told,
          '1 matched false',
          '2 matched false',
        ])
        expect(await batches.get(batch)).toMatchObject({ handed: 2, state: 'recognised' })
        expect([told, await pagesOfStudent(of.paperId, of.students[i]!.studentId)]).toMatchObject([
          told,
          { state: 'present', complete: true, imageVersion: 1, choices: { q1: ['A'], q2: ['B'], q3: ['C'] } },
        ])
      }
    }
    await holds(of, 'at the end')
  })
})

describe('a settlement under every single fault', () => {
  it('has happened wholly or not at all, and may be asked for again', { timeout: 600_000 }, async () => {
    const of = await sit(400, tiny)
    let student = 0
    const rivals = async () => {
      const i = student++
      const speck = 40
      await walk(await layDown(of, [{ name: `o${i}.jpg`, bytes: await front(of, i) }]))
      const newer = await layDown(of, [{ name: `n${i}.jpg`, bytes: await front(of, i, speck) }])
      await walk(newer)
      const [page] = await pagesOfBatch(newer.batchId)
      expect(page).toMatchObject({ state: 'open', waits: true, doubts: [{ kind: 'duplicate' }] })
      return { batchId: newer.batchId, no: page!.no, version: page!.version, keep: 'new' as const, i }
    }
    const settle = (input: Awaited<ReturnType<typeof rivals>>) =>
      asFunction('scan-api', () => send(handler, settleDuplicate, input, of.token)).catch(() => null)
    const probe = await rivals()
    const counted = withFaults(() => null)
    expect((await settle(probe))?.status).toBe(0)
    counted.stop()
    const calls = counted.calls.length
    expect(calls).toBeGreaterThan(5)
    for (let at = 0; at < calls; at++) {
      for (const kind of long ? faultKinds : [faultKinds[at % faultKinds.length]!]) {
        const input = await rivals()
        const fault = once(at, kind)
        await settle(input)
        fault.stop()
        await holds(of, `${kind} at ${at}`)
        const again = await settle(input)
        expect([kind, at, again?.status, again?.data?.state]).toEqual([kind, at, 0, 'matched'])
        await holds(of, `${kind} at ${at}, again`)
        // The new picture is another version: marks on the old one are void (I10).
        const reading = await pagesOfStudent(of.paperId, of.students[input.i]!.studentId)
        expect(reading!.imageVersion).toBeGreaterThan(1)
      }
    }
    const waiting = await asFunction('scan-api', () => send(handler, doubtList, { paperId: of.paperId }, of.token))
    expect(waiting.data.kinds.map((k) => k.kind)).toEqual(['missingPage'])
  })
})
