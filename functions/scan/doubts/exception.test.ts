/** Exceptions beside the queue: many at once, several people at one pile, results as recognised, declarations. */
import { askedBy } from '#shared/kit/piece.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import * as acts from '#shared/scan/act.calls.ts'
import * as declarations from '#shared/scan/uploading/declaration.calls.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import * as uploaderCalls from '#shared/scan/uploading/uploader.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, testCaller } from '#functions/kit/testing.ts'
import { paint, sheetOf, sit, teachIn } from '../scan.fixtures.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'
import { leaseMs } from '../batches/lease.ts'
import { pagesOfStudent } from '../scan.public.ts'
import { pagesOfBatch } from '../scan.store.ts'
import { tableIn } from '#functions/kit/workbook.ts'

beforeAll(() => actAs('scan-api'))

/** As many sheets with one question in doubt each. */
const doubtful = async (of: Sitting, n: number): Promise<Batch> => {
  const [q1] = of.card.geometry.pages[0]!.choices
  const sheets: Buffer[] = []
  for (let i = 0; i < n; i++) {
    const number = of.students[i]!.studentNumber
    sheets.push(await paint(of.card, 1, { number, choices: { [q1!.questionId]: 'AB' }, written: true, speck: i }))
    sheets.push(await paint(of.card, 2, { written: true, speck: i }))
  }
  return laid(of, ...sheets)
}

describe('several people at one pile', () => {
  it('never hold one item, however they race; what is held is barred to others until its time is over', async () => {
    const of = await sit(8)
    const { paperId } = of
    await doubtful(of, 8)
    expect((await ask(calls.joinCooperation, { paperId, groupIndex: 1 }, of)).status).toBe(
      scanProblems.groupClosed.status,
    )
    expect((await ask(calls.openCooperation, { paperId, groups: 2 }, of)).data).toMatchObject({
      open: true,
      groups: 2,
      left: 8,
    })
    const people: { token: string }[] = []
    for (const i of [1, 2, 3]) people.push(await testCaller({ userType: 2, tenant: of.owner, userName: `处理${i}` }))
    for (const [i, p] of people.entries())
      expect((await ask(calls.joinCooperation, { paperId, groupIndex: 1 + (i % 2) }, p)).data.joined).toBe(1 + (i % 2))
    // All at once, again and again: each item goes to one.
    const rounds = await Promise.all(
      people.flatMap((p, i) =>
        [0, 1].map(() => ask(calls.claimDoubts, { paperId, count: 2 }, p).then((a) => ({ i, list: a.data.list }))),
      ),
    )
    const holder = new Map<string, Set<number>>()
    for (const { i, list } of rounds)
      for (const row of list) holder.set(row.id, (holder.get(row.id) ?? new Set()).add(i))
    expect([...holder.values()].every((who) => who.size === 1)).toBe(true)
    const held = rounds.filter((r) => r.i === 0).flatMap((r) => r.list)
    expect(held.length).toBeGreaterThan(0)
    const [item] = held
    const at = { batchId: item!.batchId!, no: item!.no!, version: item!.version! }
    const letters = { ...at, answers: [{ questionId: item!.doubts[0]!.questionId!, letters: 'A' }] }
    const other = await ask(scanCalls.confirmReading, letters, people[1]!)
    expect(other).toMatchObject({
      status: scanProblems.heldByOther.status,
      message: '处理1正在处理这一项，请处理下一项',
    })
    expect((await ask(scanCalls.confirmReading, letters, people[0]!)).data).toMatchObject({ waits: false })
    const schedule = (await ask(calls.cooperationSchedule, { paperId }, of)).data
    expect(schedule).toMatchObject({ left: 7 })
    expect(schedule.members.find((m) => m.userName === '处理1')).toMatchObject({ settled: 1 })
    // A person who went home holds up nothing.
    const back = usePorts({ now: () => Date.now() + leaseMs + 2_000 })
    const late = (await ask(calls.claimDoubts, { paperId, count: 20 }, people[2]!)).data
    back()
    expect(late.list.length).toBe(7)
    // Two settle the same item at the same moment: one has done it, the other is told.
    await ask(calls.closeCooperation, { paperId }, of)
    expect((await ask(calls.claimDoubts, { paperId, count: 1 }, people[0]!)).status).toBe(
      scanProblems.groupClosed.status,
    )
    const next = late.list[0]!
    const both = await Promise.all(
      [people[0]!, people[1]!].map((p, i) =>
        ask(
          scanCalls.confirmReading,
          {
            batchId: next.batchId!,
            no: next.no!,
            version: next.version!,
            answers: [{ questionId: next.doubts[0]!.questionId!, letters: i === 0 ? 'A' : 'B' }],
          },
          p,
        ),
      ),
    )
    expect(both.map((b) => b.status).sort()).toEqual([0, 20_002])
    const log = (await ask(acts.actList, { paperId }, of)).data.list.map((a) => a.act)
    expect(log).toEqual(['endCooperation', 'cooperate'])
  })
})

describe('many pages', () => {
  it('are confirmed at once; what another person has changed stays, and is named', async () => {
    const of = await sit(3)
    const { paperId } = of
    await doubtful(of, 3)
    const { list } = (await ask(scanCalls.doubtList, { paperId }, of)).data
    const pages = list.map((d, i) => ({
      batchId: d.batchId!,
      no: d.no!,
      version: d.version! + (i === 2 ? 7 : 0),
      answers: [{ questionId: d.doubts[0]!.questionId!, letters: 'A' }],
    }))
    const done = (await ask(calls.confirmMany, { paperId, pages }, of)).data
    expect(done.confirmed).toBe(2)
    expect(done.refused).toMatchObject([{ no: pages[2]!.no }])
    expect((await ask(calls.lowStudents, { paperId }, of)).data.list.map((s) => s.studentName)).toEqual(['考生3'])
  })

  it('of one candidate are shown as they stand, emptied, reset to what was read, and suspected', async () => {
    const of = await sit(2)
    const { paperId } = of
    const batch = await laid(
      of,
      ...(await sheetOf(of, 0)),
      await paint(of.card, 1, { number: of.students[1]!.studentNumber }),
    )
    const { studentId } = of.students[0]!
    const [q1] = of.card.geometry.pages[0]!.choices
    const { questionId } = q1!
    const choice = async () =>
      (await ask(calls.studentChoices, { paperId, studentId }, of)).data.choices.find(
        (c) => c.questionId === questionId,
      )!
    const read = await choice()
    expect(read).toMatchObject({ chosen: 'A', settled: false, page: 1, number: '1' })
    const at = (c: typeof read) => ({ batchId: c.batchId, no: c.no, version: c.version })
    await ask(calls.setChoicesBlank, { ...at(read), questionIds: [questionId] }, of)
    const blank = await choice()
    expect(blank).toMatchObject({ chosen: '', settled: true })
    expect((await ask(calls.setChoicesBlank, { ...at(blank), questionIds: ['noQuestion'] }, of)).status).toBe(
      scanProblems.wrongLetters.status,
    )
    await ask(calls.resetChoices, { ...at(blank), questionIds: [questionId] }, of)
    const again = await choice()
    expect(again).toMatchObject({ chosen: 'A', settled: false })
    expect((await ask(calls.studentState, { paperId, studentId }, of)).data.state).toBe(3)
    await ask(calls.suspectPage, { ...at(again), reason: '像是涂改过' }, of)
    expect((await ask(calls.studentState, { paperId, studentId }, of)).data).toMatchObject({
      state: 2,
      kinds: [{ kind: 'suspected', count: 1 }],
    })
    expect((await pagesOfStudent(paperId, studentId))?.complete).toBe(false)
    const [suspected] = (await ask(scanCalls.doubtList, { paperId, kind: 'suspected' }, of)).data.list
    expect(suspected).toMatchObject({ doubts: [{ detail: '像是涂改过' }] })
    const fine = {
      batchId: suspected!.batchId!,
      no: suspected!.no!,
      version: suspected!.version!,
      accept: ['suspected' as const],
    }
    expect((await ask(scanCalls.confirmReading, fine, of)).data.waits).toBe(false)

    expect((await ask(calls.blankStudents, { paperId }, of)).data.list.map((s) => s.studentName)).toEqual(['考生2'])
    const { list: chosen, total } = (await ask(calls.questionChoices, { paperId, questionId }, of)).data
    // Who is there without that page is no row, and not counted.
    expect(total).toBe(2)
    expect(chosen.map((c) => `${c.studentName} ${c.chosen}`).sort()).toEqual(['考生1 A', '考生2 '])
    const blocks = (await ask(calls.studentBlocks, { paperId, studentId }, of)).data
    expect(blocks.length).toBe(of.card.geometry.pages.flatMap((p) => p.blocks).length)
    // A piece of one object: its address asks for a range.
    const { url, range } = askedBy(blocks[0]!.url)
    expect((await fetch(url, range ? { headers: { range } } : {})).ok).toBe(true)
    const questions = (await ask(calls.cardQuestions, { paperId }, of)).data
    const essay = questions.find((q) => !q.objective)!
    const answers = (await ask(calls.questionBlocks, { paperId, questionId: essay.questionId }, of)).data.list
    expect(answers.map((answer) => answer.studentName)).toContain('考生1')
    expect((await pagesOfBatch(batch.batchId)).every((p) => p.state === 'matched')).toBe(true)
  })

  it('are told of in a workbook: who was absent, and how all cards stand', async () => {
    const of = await sit(3)
    const { paperId } = of
    await laid(of, ...(await sheetOf(of, 0)), (await sheetOf(of, 1))[0]!)
    await ask(scanCalls.setAbsent, { paperId, studentIds: [of.students[2]!.studentId], absent: true }, of)
    const file = async (call: typeof calls.exportAbsent) => {
      const { uuid } = (await ask(call, { paperId }, of)).data
      const { files } = await jobEndsFor(of, uuid)
      const table = await tableIn(new Uint8Array(await (await fetch(files[0]!.url)).arrayBuffer()))
      return table.map((r) => r.cells)
    }
    expect((await file(calls.exportAbsent)).map((r) => [r[1], r[3]])).toEqual([
      ['姓名', '状态'],
      ['考生3', '缺考'],
    ])
    expect((await file(calls.exportStatuses)).slice(1).map((r) => [r[1], r[3], r[4], r[5]])).toEqual([
      ['考生1', '已交', '1、2', ''],
      ['考生2', '已交', '1', '2'],
      ['考生3', '缺考', '', ''],
    ])
    expect((await ask(calls.setNormal, { paperId, studentIds: [of.students[2]!.studentId] }, of)).data).toEqual({
      changed: 1,
    })
  })
})

describe('a declaration', () => {
  it('waits for a review; approved, the pages wait for a person; it is declared once, and decided once', async () => {
    const of = await sit(1)
    const { paperId } = of
    await laid(of, ...(await sheetOf(of, 0)))
    const wang = await teachIn(of, '王老师')
    const { studentId } = of.students[0]!
    const declarationId = newId<string>('attempt')
    const input = { paperId, studentId, declarationId, kind: 'wrongReading' as const, detail: '第1题涂的是B' }
    expect((await ask(declarations.declare, input, wang)).data).toMatchObject({
      state: 'pending',
      studentName: '考生1',
    })
    expect((await ask(declarations.declare, input, wang)).data).toMatchObject({ version: 1 })
    const stranger = await teachIn(of, '李老师')
    expect((await ask(declarations.declarationList, { paperId }, stranger)).data.list).toEqual([])
    expect((await ask(declarations.declarationDetail, { paperId, declarationId }, stranger)).http).toBe(403)
    expect((await ask(declarations.declarationList, { paperId, state: 'pending' }, of)).data.list.length).toBe(1)
    const review = { paperId, declarationId, version: 1, approve: true, review: '同意复核' }
    expect((await ask(declarations.reviewDeclaration, review, wang)).http).toBe(403)
    expect((await ask(declarations.reviewDeclaration, review, of)).data).toMatchObject({ state: 'approved' })
    expect((await ask(declarations.reviewDeclaration, review, of)).status).toBe(0)
    expect((await ask(declarations.reviewDeclaration, { ...review, approve: false }, of)).status).toBe(
      scanProblems.decided.status,
    )
    expect((await ask(declarations.withdrawDeclaration, { paperId, declarationId, version: 2 }, wang)).status).toBe(
      scanProblems.decided.status,
    )
    const doubts = (await ask(scanCalls.doubtList, { paperId }, of)).data.list
    expect(doubts.map((d) => [d.kind, d.doubts[0]!.detail])).toEqual([
      ['suspected', '填涂识别与答题卡不符：第1题涂的是B'],
      ['suspected', '填涂识别与答题卡不符：第1题涂的是B'],
    ])
    const second = { ...input, declarationId: newId<string>('attempt') }
    await ask(declarations.declare, second, wang)
    const taken = await ask(
      declarations.withdrawDeclaration,
      { paperId, declarationId: second.declarationId, version: 1 },
      wang,
    )
    expect(taken.data).toMatchObject({ state: 'withdrawn' })
    expect((await ask(acts.actList, { paperId }, of)).data.list.map((a) => a.act)).toEqual([
      'declare',
      'review',
      'declare',
    ])
    expect((await ask(uploaderCalls.courseErrors, { examId: of.exam.examId }, of)).data[0]).toMatchObject({
      errors: 2,
      kinds: [{ kind: 'suspected', count: 2 }],
    })
  })
})
