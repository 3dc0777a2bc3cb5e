/** The doubts of an absent candidate's answers wait for no person, and are lost in no way back. */
import { beforeAll, expect, it } from 'vitest'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { settleAbsent } from '#shared/scan/uploading/sheetCount.calls.ts'
import { actAs } from '#functions/kit/testing.ts'
import { bothOf } from '../counts.fixtures.ts'
import { paint, sit } from '../scan.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'
import { pagesOfStudent } from '../scan.public.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import { pagesOfBatch } from '../scan.store.ts'

beforeAll(() => actAs('scan-api'))

/** A candidate whose mark of absence is filled, and on whose sheet rows are smudged. */
const smudged = async () => {
  const of = await sit(1)
  const student = of.students[0]!
  const [q1, q2] = of.card.geometry.pages[0]!.choices.map((c) => c.questionId)
  const choices = { [q1!]: 'AB', [q2!]: 'AB' }
  const batch = await laid(of, await paint(of.card, 1, { number: student.studentNumber, absent: true, choices }))
  const { rows } = await told(of)
  expect(rows).toEqual(expect.arrayContaining([q1, q2]))
  return { of, batch, studentId: student.studentId, rows }
}

const told = async (of: Sitting) => {
  const { data } = await ask(scanCalls.doubtList, { paperId: of.paperId }, of)
  return {
    kinds: data.list.flatMap((r) => r.doubts.map((d) => d.kind)),
    rows: data.list.flatMap((r) => r.doubts.flatMap((d) => d.questionId ?? [])).sort(),
    row: data.list[0]!,
  }
}
const pageIn = (r: { batchId?: unknown; no?: unknown; version?: unknown }) =>
  ({ batchId: r.batchId, no: r.no, version: r.version }) as Parameters<typeof ask<typeof settleAbsent>>[1]

const absentNow = async () => {
  const all = await smudged()
  const { row, kinds } = await told(all.of)
  expect(kinds).toContain('absentMark')
  const done = await ask(settleAbsent, { ...pageIn(row), absent: true }, all.of)
  expect(done.data).toMatchObject({ state: 'matched', waits: false })
  expect((await told(all.of)).rows).toEqual([])
  expect((await pagesOfStudent(all.of.paperId, all.studentId))?.state).toBe('absent')
  return all
}

/** Nothing of what is in doubt counts, and a person is asked for all of it. */
const waitsAgain = async ({ of, studentId, rows }: Awaited<ReturnType<typeof smudged>>) => {
  const reading = await pagesOfStudent(of.paperId, studentId)
  expect(reading).toMatchObject({ state: 'present', complete: false })
  for (const id of rows) expect(reading!.choices[id]).toBeNull()
  expect((await told(of)).rows).toEqual(rows)
  const { shown, folded } = await bothOf(of)
  expect(shown).toEqual(folded)
}

it('go with the absence and come back when it is withdrawn from the list of candidates', async () => {
  const all = await absentNow()
  const { of, studentId } = all
  expect((await ask(exceptions.setNormal, { paperId: of.paperId, studentIds: [studentId] }, of)).data.changed).toBe(1)
  await waitsAgain(all)
  // Absent once more, and back once more: nothing is lost and nothing doubled.
  const again = { paperId: of.paperId, studentIds: [studentId], reason: '没有来' }
  await ask(scanCalls.setAbsent, { ...again, absent: true }, of)
  expect((await told(of)).rows).toEqual([])
  await ask(scanCalls.setAbsent, { ...again, absent: false }, of)
  await waitsAgain(all)
})

it('come back when the settlement is taken back and the candidate was there', async () => {
  const all = await absentNow()
  const { of, batch } = all
  const [page] = await pagesOfBatch(batch.batchId)
  await ask(scanCalls.undoSettlement, pageIn(page!) as never, of)
  const waiting = await told(of)
  expect(waiting.kinds).toEqual(['absentMark'])
  await ask(settleAbsent, { ...pageIn(waiting.row), absent: false }, of)
  await waitsAgain(all)
})

it('come back with a page that was thrown out while its candidate was absent', async () => {
  const all = await absentNow()
  const { of, batch, studentId } = all
  const [page] = await pagesOfBatch(batch.batchId)
  await ask(scanCalls.voidPage, { ...pageIn(page!), reason: '先拿掉' } as never, of)
  await ask(exceptions.setNormal, { paperId: of.paperId, studentIds: [studentId] }, of)
  const [gone] = await pagesOfBatch(batch.batchId)
  await ask(scanCalls.undoSettlement, pageIn(gone!) as never, of)
  await waitsAgain(all)
})

it('answers of a candidate who was said to be absent are asked about, and count when a person says that they do', async () => {
  const of = await sit(2)
  const [here, away] = of.students
  const { paperId } = of
  const gone = { paperId, studentIds: [here!.studentId, away!.studentId], reason: '学校申报缺考', absent: true }
  expect((await ask(scanCalls.setAbsent, gone, of)).data.changed).toBe(2)
  const [q1] = of.card.geometry.pages[0]!.choices.map((c) => c.questionId)
  const sheet = (n: number, choices: Record<string, string>) =>
    paint(of.card, 1, { number: of.students[n]!.studentNumber, choices })
  // A blank sheet was laid down for the one, as is done; the other sat there.
  await laid(of, await sheet(0, { [q1!]: 'B' }), await sheet(1, {}))
  const { kinds, row } = await told(of)
  expect(kinds).toEqual(['absentMark'])
  expect(row.doubts[0]!.detail).toBe('已登记缺考（学校申报缺考），但页面上有作答')
  expect((await pagesOfStudent(paperId, away!.studentId))?.state).toBe('absent')
  await ask(settleAbsent, { ...pageIn(row), absent: false }, of)
  // Only the page that he did not hand in is asked for now.
  expect((await told(of)).kinds).toEqual(['missingPage'])
  const reading = await pagesOfStudent(paperId, here!.studentId)
  expect(reading).toMatchObject({ state: 'present', choices: { [q1!]: ['B'] } })
})
