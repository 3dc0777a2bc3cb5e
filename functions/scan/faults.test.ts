/** Every single fault at every store call of a batch's way: what is at rest afterwards is whole (I7, I8, I10). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import { settleDuplicate, undoSettlement } from '#shared/scan/scan.calls.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { rowsNaming } from '#functions/kit/bystanders.testing.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { handler } from './scan.api.ts'
import { layDown, paint, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { pagesOfStudent, sheetsOf } from './scan.public.ts'
import {
  batches,
  batchesOfPaper,
  batchPlaces,
  files,
  filesOfBatch,
  pagesOfBatch,
  slots,
  slotsOfStudents,
} from './scan.store.ts'
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
  const ids = of.students.map((s) => s.studentId)
  const held = (await slotsOfStudents(of.paperId, ids)).filter((s) => s.scanId !== undefined)
  const seated = held.map((s) => `${s.studentId} ${s.page} ${s.scanId}`).sort()
  const matched = pages.filter((p) => p.state === 'matched').map((p) => `${p.studentId} ${p.page} ${p.scanId}`)
  expect([told, seated]).toEqual([told, matched.sort()])
  expect([told, new Set(held.map((s) => s.scanId)).size]).toEqual([told, held.length])
  expect([told, new Set(pages.map((p) => p.scanId)).size]).toEqual([told, pages.length])
}

/**
 * Those beside whom it all happens: the other class's student, whose sheets are in their places; the same students in
 * another subject; another school. Answers whether all of their rows are what they were.
 */
const bystanders = async (of: Sitting): Promise<() => Promise<void>> => {
  const [mine, hers] = of.students
  const sheetsAt = async (at: Sitting, i: number) => [
    { name: '1.jpg', bytes: await front(at, i) },
    { name: '2.jpg', bytes: await paint(at.card, 2, { written: true }) },
  ]
  const beside = await layDown(of, await sheetsAt(of, 1))
  await walk(beside)
  const elsewhere = await sit(1, tiny)
  await walk(await layDown(elsewhere, await sheetsAt(elsewhere, 0)))
  const other = newId<Sitting['paperId']>('paper')
  const own = await slotsOfStudents(of.paperId, [hers!.studentId])
  expect(own.map((s) => s.page)).toEqual([1, 2])
  await slots.putMany(
    [mine!, hers!].flatMap(({ studentId }) => own.map((s) => ({ ...s, paperId: other, studentId, version: 1 }))),
  )
  const ids = [hers!.studentId, beside.batchId, other, elsewhere.paperId, elsewhere.exam.examId, elsewhere.schoolId]
  const before = await rowsNaming(ids)
  // Three subjects' slots, two batches and their pages, two exams' rows.
  expect(before.size).toBeGreaterThan(20)
  return async () => expect(await rowsNaming(ids)).toEqual(before)
}

/** The same two pictures as a new batch of the same student, whose earlier pages are forgotten. */
const again = async (of: Sitting, from: Batch, n: number): Promise<Batch> => {
  const batch: Batch = { ...from, batchId: newId<Batch['batchId']>('batch'), jobId: newId<Batch['jobId']>('job') }
  for (const page of [1, 2]) await slots.remove({ paperId: of.paperId, studentId: of.students[0]!.studentId, page })
  const [mine] = of.students
  for (const old of await batchesOfPaper(of.paperId))
    if ((await pagesOfBatch(old.batchId)).every((p) => p.studentId === mine!.studentId)) await batches.remove(old)
  const own = (await filesOfBatch(from.batchId)).map((f) => ({ ...f, batchId: batch.batchId }))
  await files.putMany(own)
  await batchPlaces.create({
    schema: 1,
    batchId: batch.batchId,
    paperId: of.paperId,
    examId: of.exam.examId,
    owner: of.owner,
  })
  await batches.create({ ...batch, createdAt: from.createdAt + n })
  return batch
}

describe('a batch under every single fault', () => {
  it('ends with both pages in their places, at any failure on the way', { timeout: 2_400_000 }, async () => {
    const of = await sit(2, tiny, 2)
    const untouched = await bystanders(of)
    expect(of.card.geometry.pages.length).toBe(2)
    const back = await paint(of.card, 2, { written: true })
    const first = await layDown(of, [
      { name: '1.jpg', bytes: await front(of, 0) },
      { name: '2.jpg', bytes: back },
    ])
    const counted = withFaults(() => null)
    await walk(first)
    counted.stop()
    const calls = [...counted.calls]
    expect(calls.length).toBeGreaterThan(30)
    let n = 0
    for (const { at, kind, told } of faultCases(calls, { every: 9 })) {
      const batch = await again(of, first, ++n)
      const fault = once(at, kind)
      await walk(batch)
      fault.stop()
      const pages = await pagesOfBatch(batch.batchId)
      expect([told, ...pages.map((p) => `${p.page} ${p.state} ${p.waits}`)]).toEqual([
        told,
        '1 matched false',
        '2 matched false',
      ])
      expect(await batches.get(batch)).toMatchObject({ handed: 2, state: 'recognised' })
      expect([told, await pagesOfStudent(of.paperId, of.students[0]!.studentId)]).toMatchObject([
        told,
        { state: 'present', complete: true, imageVersion: 1, choices: { q1: ['A'], q2: ['B'], q3: ['C'] } },
      ])
      await holds(of, told)
    }
    await untouched()
  })
})

describe('a settlement under every single fault', () => {
  it('has happened wholly or not at all, and may be asked for again', { timeout: 900_000 }, async () => {
    const of = await sit(2, tiny, 2)
    const untouched = await bystanders(of)
    const { studentId } = of.students[0]!
    await walk(await layDown(of, [{ name: 'old.jpg', bytes: await front(of, 0) }]))
    const newer = await layDown(of, [{ name: 'new.jpg', bytes: await front(of, 0, 40) }])
    await walk(newer)
    const waiting = async () => {
      const [page] = await pagesOfBatch(newer.batchId)
      expect(page).toMatchObject({ state: 'open', waits: true, doubts: [{ kind: 'duplicate' }] })
      return { batchId: newer.batchId, no: page!.no, version: page!.version, keep: 'new' as const }
    }
    const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2]) =>
      asFunction('scan-api', () => send(handler, call, input, of.token)).catch(() => null)
    const back = async () => {
      const [page] = await pagesOfBatch(newer.batchId)
      expect(
        (await ask(undoSettlement, { batchId: newer.batchId, no: page!.no, version: page!.version }))?.status,
      ).toBe(0)
      await holds(of, 'taken back')
    }
    const counted = withFaults(() => null)
    expect((await ask(settleDuplicate, await waiting()))?.status).toBe(0)
    counted.stop()
    await back()
    const calls = [...counted.calls]
    expect(calls.length).toBeGreaterThan(5)
    let version = (await pagesOfStudent(of.paperId, studentId))!.imageVersion
    for (const { at, kind } of faultCases(calls, { every: 3 })) {
      const input = await waiting()
      const fault = once(at, kind)
      await ask(settleDuplicate, input)
      fault.stop()
      await holds(of, `${kind} at ${at}`)
      const repeat = await ask(settleDuplicate, input)
      expect([kind, at, repeat?.status, repeat?.data?.state]).toEqual([kind, at, 0, 'matched'])
      await holds(of, `${kind} at ${at}, again`)
      // The new picture is another version, and so is the old one when it comes back: marks on either are void (I10).
      const taken = (await pagesOfStudent(of.paperId, studentId))!.imageVersion
      expect(taken).toBeGreaterThan(version)
      await back()
      version = (await pagesOfStudent(of.paperId, studentId))!.imageVersion
      expect(version).toBeGreaterThan(taken)
    }
    await untouched()
  })
})
