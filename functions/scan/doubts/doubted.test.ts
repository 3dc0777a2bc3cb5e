/** Pages that wait for a person: doubles, numbers, questions in doubt, missing and foreign pages. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { actAs, asFunction, lookAt } from '#functions/kit/testing.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { ledgerOf, pagesOfStudent } from '../scan.public.ts'
import { place, standingOf } from '../pagePlace.ts'
import { closePages } from '../read/closeBatch.ts'
import { rosterOf } from '../read/roster.ts'
import { pages, pagesOfBatch } from '../scan.store.ts'
import { layDown, paint, sheetOf, sit, readingsOf } from '../scan.fixtures.ts'
import { ask, named, recognise } from '../scan.steps.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'

beforeAll(() => actAs('scan-api'))

const laid = async (of: Sitting, ...all: Buffer[]): Promise<Batch> => {
  const batch = await layDown(of, named(...all))
  await recognise(batch)
  return batch
}
const doubts = async (of: Sitting) => (await ask(scanCalls.doubtList, { paperId: of.paperId }, of)).data

describe('doubts', () => {
  it('an identical picture is a duplicate by itself; another one waits, and either may be kept', async () => {
    const of = await sit(1)
    const [front, back] = await sheetOf(of, 0)
    const first = await laid(of, front!, back!)
    await laid(of, front!, back!)
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 4, matched: 2, duplicate: 2, open: 0, balanced: true })
    const [newer] = await sheetOf(of, 0, { speck: 40 })
    await laid(of, newer!)
    const [row] = (await doubts(of)).list
    expect(row).toMatchObject({ kind: 'duplicate', student: { studentName: '考生1' } })
    expect(row!.rival?.imageUrl).toBeTruthy()
    const at = { batchId: row!.batchId!, no: row!.no!, version: row!.version! }
    const taken = await ask(scanCalls.settleDuplicate, { ...at, keep: 'new' }, of)
    expect(taken.data).toMatchObject({ state: 'matched', waits: false })
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 5, matched: 2, duplicate: 2, voided: 1, open: 0 })
    const [reading] = await readingsOf(of.paperId)
    expect(reading!.imageVersion).toBeGreaterThan(1)
    const old = (await pagesOfBatch(first.batchId))[0]!
    expect(old).toMatchObject({ state: 'voided', reason: '被新的扫描件替换' })
    expect(old.journal.at(-1)).toMatchObject({ byName: '李主任', act: 'displaced' })

    const undone = await ask(scanCalls.undoSettlement, { ...at, version: taken.data.version }, of)
    expect(undone).toMatchObject({ status: 0, data: { state: 'open', waits: true } })
    expect((await pagesOfBatch(first.batchId))[0]).toMatchObject({ state: 'matched' })
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 5, matched: 2, voided: 0, open: 1, balanced: false })
    const kept = await ask(scanCalls.settleDuplicate, { ...at, version: undone.data.version, keep: 'old' }, of)
    expect(kept.data).toMatchObject({ state: 'duplicate' })
    expect(await ledgerOf(of.paperId)).toMatchObject({ matched: 2, duplicate: 3, open: 0, balanced: true })
  })

  it('two sheets on one number are asked about once; the old one goes whole to its own candidate, and all back again', async () => {
    const of = await sit(3)
    const [one, two, three] = of.students
    // The first wrote the second's number; neither back bears one.
    const [front, back] = await sheetOf(of, 1, { speck: 40 })
    const first = await laid(of, front!, back!)
    const second = await laid(of, ...(await sheetOf(of, 1)))
    const queue = await doubts(of)
    expect([queue.total, queue.list.length, queue.kinds]).toMatchObject([1, 1, [{ kind: 'duplicate', count: 1 }]])
    const [row] = queue.list
    expect(row).toMatchObject({ kind: 'duplicate', page: 1, rival: { same: true } })
    const at = { batchId: row!.batchId!, no: row!.no!, version: row!.version! }
    const held = async () => {
      const [old, newer] = await Promise.all([pagesOfBatch(first.batchId), pagesOfBatch(second.batchId)])
      const nameOf = (id?: string) => of.students.findIndex((s) => s.studentId === id)
      return [...old, ...newer].map((p) => `${p.state} ${nameOf(p.studentId)}`)
    }
    const before = ['matched 1', 'matched 1', 'open 1', 'open 1']
    expect(await held()).toEqual(before)
    // Whose place is taken too is settled first.
    await laid(of, ...(await sheetOf(of, 2)))
    expect(await ask(scanCalls.settleDuplicate, { ...at, keep: 'new', oldIs: three!.studentId }, of)).toMatchObject({
      status: scanProblems.placeTaken.status,
    })
    expect(await held()).toEqual(before)
    const told = { ...at, keep: 'new' as const, oldIs: one!.studentId }
    const done = await ask(scanCalls.settleDuplicate, told, of)
    expect(done.data).toMatchObject({ state: 'matched', also: 1 })
    const apart = ['matched 0', 'matched 0', 'matched 1', 'matched 1']
    expect(await held()).toEqual(apart)
    expect((await doubts(of)).total).toBe(0)
    for (const { studentId } of [one!, two!]) expect((await pagesOfStudent(of.paperId, studentId))?.complete).toBe(true)
    // The same again is welcome.
    expect((await ask(scanCalls.settleDuplicate, told, of)).data).toMatchObject({ also: 1 })
    expect(await held()).toEqual(apart)
    const undone = await ask(scanCalls.undoSettlement, { ...at, version: done.data.version }, of)
    expect(undone.status).toBe(0)
    expect(await held()).toEqual(before)
    expect((await doubts(of)).total).toBe(1)
    // Kept, and taken: the sheet whole each time.
    const kept = await ask(scanCalls.settleDuplicate, { ...at, version: undone.data.version, keep: 'old' }, of)
    expect(await held()).toEqual(['matched 1', 'matched 1', 'duplicate 1', 'duplicate 1'])
    const again = await ask(scanCalls.undoSettlement, { ...at, version: kept.data.version }, of)
    expect(await held()).toEqual(before)
    const taken = await ask(scanCalls.settleDuplicate, { ...at, version: again.data.version, keep: 'new' }, of)
    expect(await held()).toEqual(['voided 1', 'voided 1', 'matched 1', 'matched 1'])
    const last = await ask(scanCalls.undoSettlement, { ...at, version: taken.data.version }, of)
    expect(await held()).toEqual(before)
    // Or the new one is the other candidate's.
    await ask(scanCalls.assignStudent, { ...at, version: last.data.version, studentId: one!.studentId }, of)
    expect(await held()).toEqual(['matched 1', 'matched 1', 'matched 0', 'matched 0'])
    expect((await doubts(of)).total).toBe(0)
  })

  it('two sheets of one batch on one number: the one fed first has all of its places, and one answer moves the other whole', async () => {
    const of = await sit(1)
    const batch = await laid(of, ...(await sheetOf(of, 0)), ...(await sheetOf(of, 0, { speck: 40 })))
    const held = async () => (await pagesOfBatch(batch.batchId)).map((p) => p.state)
    const before = ['matched', 'matched', 'open', 'open']
    expect(await held()).toEqual(before)
    // Backs that bear the number themselves are read beside their fronts: here the second one's came first.
    const own = async () => {
      const all = await pagesOfBatch(batch.batchId)
      for (const page of all) await asFunction('scan-work', () => pages.save({ ...page, numberless: false }))
      return pagesOfBatch(batch.batchId)
    }
    const [, one, , two] = await own()
    const [open, seated] = [standingOf(two!), standingOf(one!)]
    expect(
      await place([
        { page: one!, to: open },
        { page: two!, to: seated },
      ]),
    ).toMatchObject({ done: true })
    expect(await held()).toEqual(['matched', 'open', 'open', 'matched'])
    const roster = await rosterOf(of.exam.examId)
    for (let twice = 0; twice < 2; twice++) {
      await asFunction('scan-work', () => closePages(batch, roster))
      expect(await held()).toEqual(before)
    }
    const [row] = (await doubts(of)).list
    const at = { batchId: row!.batchId!, no: row!.no!, version: row!.version! }
    const kept = await ask(scanCalls.settleDuplicate, { ...at, keep: 'old' }, of)
    expect(kept.data).toMatchObject({ also: 1 })
    expect(await held()).toEqual(['matched', 'matched', 'duplicate', 'duplicate'])
    const undone = await ask(scanCalls.undoSettlement, { ...at, version: kept.data.version }, of)
    expect(await held()).toEqual(before)
    await ask(scanCalls.settleDuplicate, { ...at, version: undone.data.version, keep: 'new' }, of)
    expect(await held()).toEqual(['voided', 'voided', 'matched', 'matched'])
    // What a person has said stands, in any order.
    await asFunction('scan-work', () => closePages(batch, roster))
    expect(await held()).toEqual(['voided', 'voided', 'matched', 'matched'])
  })

  it('an unknown number waits with a suggestion; its back goes along when the student is named, and back again', async () => {
    const of = await sit(2)
    const real = of.students[1]!.studentNumber
    const wrong = `${real.slice(0, 9)}${(Number(real[9]) + 1) % 10}`
    const [, back] = await sheetOf(of, 1)
    await laid(of, await paint(of.card, 1, { number: wrong, written: true }), back!)
    const queue = await doubts(of)
    // The back follows its front: one doubt, not two.
    expect(queue.total).toBe(1)
    expect(queue.list[0]).toMatchObject({ kind: 'unknownStudent', suggestion: { studentName: '考生2' } })
    expect((await lookAt(queue.list[0]!.doubts[0]!.cropUrl!)).status).toBe(206)
    expect(await ledgerOf(of.paperId)).toMatchObject({ open: 2, doubtful: 2, balanced: false })
    const stands = async () => (await examOf(of.exam.examId))!.markingProgress
    expect(await stands()).toBe(markingProgress.cardExceptions)
    const { batchId, no, version, suggestion } = queue.list[0]!
    const at = { batchId: batchId!, no: no!, version: version! }
    const given = await ask(scanCalls.assignStudent, { ...at, studentId: suggestion!.studentId }, of)
    expect(given.data).toMatchObject({ state: 'matched', waits: false, also: 1 })
    expect((await pagesOfStudent(of.paperId, suggestion!.studentId))?.complete).toBe(true)
    // The sheets balance: no exceptions are left to settle.
    expect(await stands()).toBe(markingProgress.arrangement)
    // The same request again is welcome; another one under the old version is not.
    expect((await ask(scanCalls.assignStudent, { ...at, studentId: suggestion!.studentId }, of)).status).toBe(0)
    const other = await ask(scanCalls.assignStudent, { ...at, studentId: of.students[0]!.studentId }, of)
    expect(other).toMatchObject({ status: 20_002, message: expect.stringContaining('您已于') as string })
    const undone = await ask(scanCalls.undoSettlement, { ...at, version: given.data.version }, of)
    expect(undone.data).toMatchObject({ state: 'open', also: 1 })
    expect(await ledgerOf(of.paperId)).toMatchObject({ open: 2, matched: 0 })
    expect(await stands()).toBe(markingProgress.cardExceptions)
  })

  it('a number shorter than its columns is its candidate’s, on either side of them; of two that zeros tell apart both are shown', async () => {
    const numbers = ['26101', '26102', '26103', '026103']
    const of = await sit(numbers.length, undefined, 1, [], numbers)
    const sheets = [
      paint(of.card, 1, { number: '26101', written: true }),
      paint(of.card, 1, { number: '_____26102', written: true, speck: 1 }),
      paint(of.card, 1, { number: '26103', written: true, speck: 2 }),
    ]
    await laid(of, ...(await Promise.all(sheets)))
    const seated = await Promise.all(
      of.students.map(async (s) => (await pagesOfStudent(of.paperId, s.studentId))?.pages.length),
    )
    expect(seated.map((n) => n ?? 0)).toEqual([1, 1, 0, 0])
    const [row, ...more] = (await doubts(of)).list.filter((d) => d.kind !== 'missingPage')
    expect(more).toEqual([])
    expect(row).toMatchObject({
      kind: 'unknownStudent',
      doubts: [{ detail: '考号只涂了 26103，名单中有 2 名考生可能是它，请看卷面上的姓名' }],
      possible: [{ studentNumber: '26103' }, { studentNumber: '026103' }],
    })
    expect(row!.suggestion).toBeUndefined()
  })

  it('of a number that lacks a digit within, or has one wrong, candidates are offered: who has no such page first', async () => {
    const numbers = ['2026000022', '2026001022', '2026000122', '2026000300', '2026000301', '2026000310']
    const of = await sit(numbers.length, undefined, 1, [], numbers)
    const sheets = [
      paint(of.card, 1, { number: '2026000022', written: true }),
      paint(of.card, 1, { number: '202600022', written: true, speck: 1 }),
      paint(of.card, 1, { number: '2026000030', written: true, speck: 2 }),
      paint(of.card, 1, { number: '2026000302', written: true, speck: 3 }),
    ]
    await laid(of, ...(await Promise.all(sheets)))
    const found = (await doubts(of)).list.filter((d) => d.kind !== 'missingPage')
    const offered = found.map((d) => [d.number, d.possible?.map((p) => p.studentNumber + (p.taken ? ' taken' : ''))])
    expect(Object.fromEntries(offered)).toEqual({
      '202600022?': ['2026000122', '2026001022', '2026000022 taken'],
      '2026000030': ['2026000300'],
      '2026000302': ['2026000300', '2026000301'],
    })
    // Enter takes the only one who is meant, and none of two.
    expect(found.map((d) => d.suggestion?.studentNumber)).toEqual([undefined, '2026000300', undefined])
  })

  it('a question in doubt keeps the page in its place and waits for letters', async () => {
    const of = await sit(1)
    const [q1, q2] = of.card.geometry.pages[0]!.choices
    const [front, back] = await sheetOf(of, 0, { choices: { [q1!.questionId]: 'AB', [q2!.questionId]: 'C' } })
    await laid(of, front!, back!)
    const [row] = (await doubts(of)).list
    expect(row).toMatchObject({ kind: 'doubleMark', student: { studentName: '考生1' } })
    expect(row!.doubts[0]).toMatchObject({ questionId: q1!.questionId, chosen: 'AB', number: '1' })
    expect(await ledgerOf(of.paperId)).toMatchObject({ matched: 2, open: 0, balanced: true })
    const id = of.students[0]!.studentId
    expect(await pagesOfStudent(of.paperId, id)).toMatchObject({ complete: false, choices: { [q1!.questionId]: null } })
    const at = { batchId: row!.batchId!, no: row!.no!, version: row!.version! }
    const bad = await ask(
      scanCalls.confirmReading,
      { ...at, answers: [{ questionId: q1!.questionId, letters: 'Z' }] },
      of,
    )
    expect(bad).toMatchObject({ status: scanProblems.wrongLetters.status, message: '第1题没有选项“Z”' })
    const settled = await ask(
      scanCalls.confirmReading,
      { ...at, answers: [{ questionId: q1!.questionId, letters: 'B' }] },
      of,
    )
    expect(settled.data).toMatchObject({ state: 'matched', waits: false })
    expect(await pagesOfStudent(of.paperId, id)).toMatchObject({
      complete: true,
      imageVersion: 1,
      choices: { [q1!.questionId]: ['B'], [q2!.questionId]: ['C'] },
    })

    // Two more decisions on the page, taken back one after the other.
    const say = (letters: string, version: number) =>
      ask(scanCalls.confirmReading, { ...at, version, answers: [{ questionId: q2!.questionId, letters }] }, of)
    const second = await say('D', settled.data.version)
    const one = await ask(scanCalls.undoSettlement, { ...at, version: second.data.version }, of)
    expect((await pagesOfStudent(of.paperId, id))?.choices[q2!.questionId]).toEqual(['C'])
    const two = await ask(scanCalls.undoSettlement, { ...at, version: one.data.version }, of)
    expect(two.data).toMatchObject({ state: 'matched', waits: true })
    expect((await pagesOfStudent(of.paperId, id))?.choices[q1!.questionId]).toBeNull()
    const none = await ask(scanCalls.undoSettlement, { ...at, version: two.data.version }, of)
    expect(none.status).toBe(scanProblems.nothingToUndo.status)
  })

  it('a missing page is told, and accepted by a person', async () => {
    const of = await sit(1)
    const [front] = await sheetOf(of, 0)
    await laid(of, front!)
    const queue = await doubts(of)
    expect(queue.list).toMatchObject([{ kind: 'missingPage', page: 2, student: { studentName: '考生1' } }])
    expect(queue.kinds).toEqual([{ kind: 'missingPage', name: '缺页', count: 1 }])
    const { studentId } = of.students[0]!
    await ask(scanCalls.acceptMissing, { paperId: of.paperId, studentId, page: 2, accepted: true }, of)
    expect((await doubts(of)).total).toBe(0)
    expect((await pagesOfStudent(of.paperId, studentId))?.complete).toBe(false)
  })

  it('a page of another exam, a white page and a broken one are named, voided with a reason, and the ledger balances', async () => {
    const [of, other] = [await sit(1), await sit(1)]
    const white = await sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const [front, back] = await sheetOf(of, 0)
    await laid(of, front!, back!, white, await paint(other.card, 1, {}), front!.subarray(0, front!.length / 2))
    const { list } = await doubts(of)
    expect(list.map((d) => d.kind)).toEqual(['blankPage', 'otherExam', 'unreadable'])
    expect(list[2]!.doubts[0]!.detail).toContain('scan5.jpg：文件不完整')
    // Which exam it is of is for who sees that exam: this one is another school's.
    expect(list[1]!.doubts[0]!.detail).toMatch(/^这是另一场考试的答题卡，您看不到那场考试（答题卡 \S+ 第 1 版）$/)
    for (const d of list) {
      const at = { batchId: d.batchId!, no: d.no!, version: d.version! }
      expect((await ask(scanCalls.voidPage, { ...at, reason: ' ' }, of)).status).toBe(20_001)
      expect((await ask(scanCalls.voidPage, { ...at, reason: '不是答题卡' }, of)).data).toMatchObject({
        state: 'voided',
      })
    }
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 5, matched: 2, voided: 3, open: 0, balanced: true })
  })

  it('absence is said by a person, with a reason where there are pages', async () => {
    const of = await sit(2)
    await laid(of, ...(await sheetOf(of, 0)))
    const [present, gone] = of.students
    const say = (studentId: typeof present, absent: boolean, reason?: string) =>
      ask(
        scanCalls.setAbsent,
        { paperId: of.paperId, studentIds: [studentId!.studentId], absent, ...(reason ? { reason } : {}) },
        of,
      )
    expect((await say(gone, true)).data).toEqual({ changed: 1 })
    expect((await say(gone, true)).data).toEqual({ changed: 0 })
    expect((await say(present, true)).status).toBe(scanProblems.hasPages.status)
    const { data } = await ask(scanCalls.sheetStatistic, { paperId: of.paperId }, of)
    expect(data).toMatchObject({ doubts: 0, counting: false, classCount: 1 })
    expect((await ask(scanCalls.classSheets, { paperId: of.paperId }, of)).data.list).toMatchObject([
      { total: 2, present: 1, absent: 1, missing: 0, incomplete: 0 },
    ])
    expect((await say(gone, false)).data).toEqual({ changed: 1 })
    expect((await ask(scanCalls.scriptList, { paperId: of.paperId, state: 'missing' }, of)).data.list).toMatchObject([
      { studentName: '考生2', pages: [] },
    ])
  })
})
