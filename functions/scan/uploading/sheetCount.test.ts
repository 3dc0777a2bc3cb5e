/** What was put into the scanner against what came of it; a batch by sheets and by files; the pile in larger steps. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { actList, binList } from '#shared/scan/act.calls.ts'
import * as candidate from '#shared/scan/candidate.calls.ts'
import * as calls from '#shared/scan/uploading/sheetCount.calls.ts'
import * as alias from '#shared/scan/alias.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { recutQuestion } from '#shared/scan/batches/recut.calls.ts'
import { recutJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, testCaller } from '#functions/kit/testing.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { recutWorks } from '../batches/recut.work.ts'
import { paint, sheetOf, sit } from '../scan.fixtures.ts'
import { ask, laidFiles, named } from '../scan.steps.fixtures.ts'
import { pagesOfStudent } from '../scan.public.ts'
import { tableIn } from '#functions/kit/workbook.ts'

beforeAll(() => actAs('scan-api'))

const white = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 1270, channels: 3, background: '#fefefe' } })
    .jpeg()
    .toBuffer()

describe('what was put into the scanner', () => {
  it('keeps the ledger open until its pages are there, or a person says why they are not', async () => {
    const of = await sit(3)
    const { paperId } = of
    const { batchId } = await laidFiles(of, named(...[...(await sheetOf(of, 0)), ...(await sheetOf(of, 1))]))
    const ledger = async () => (await ask(scanCalls.sheetStatistic, { paperId }, of)).data.ledger
    expect(await ledger()).toMatchObject({ handed: 4, unequal: 0, fedSheets: 0, balanced: true })
    const row = async () => (await ask(scanCalls.batchList, { paperId }, of)).data.list[0]!
    const fed = { sheets: 3, mode: 'DOUBLE' as const }
    const state = async (to: typeof fed | null, version?: number) =>
      ask(calls.stateFed, { batchId, fed: to, reason: '数了一遍', version: version ?? (await row()).version }, of)
    expect((await state(fed)).data).toMatchObject({ fed, handed: 4 })
    expect(await ledger()).toMatchObject({ unequal: 1, fedSheets: 3, balanced: false })
    const wanting = async (only: 'unequal' | 'failed' | 'settling') =>
      (await ask(scanCalls.batchList, { paperId, only }, of)).data.total
    expect([await wanting('unequal'), await wanting('failed'), await wanting('settling')]).toEqual([1, 0, 0])
    // Asked for again it is as wished; another number over a version that is gone is not.
    expect((await state(fed, 1)).status).toBe(0)
    expect((await state({ ...fed, sheets: 7 }, 1)).status).toBe(commonProblems.stale.status)
    await state({ ...fed, sheets: 2 })
    expect(await ledger()).toMatchObject({ unequal: 0, fedSheets: 2, balanced: true })
    await state(null)
    expect((await row()).fed).toBeUndefined()
    const log = (await ask(actList, { paperId }, of)).data.list
    expect(log.map((a) => a.note)).toContain('放入3张（双面） → 放入2张（双面）')
    const stranger = await testCaller({ userType: 2, tenant: (await sit(1)).owner })
    expect((await ask(calls.stateFed, { batchId, fed, reason: '看看', version: 1 }, stranger)).http).toBe(403)
  })

  it('lacks a side that a person says was never there: said of the page, and the ledger balances; taken back it does not', async () => {
    const of = await sit(3)
    const { paperId } = of
    const sides = [...(await sheetOf(of, 0)), (await sheetOf(of, 1))[0]!]
    const { batchId } = await laidFiles(of, named(...sides))
    const row = async () => (await ask(scanCalls.batchList, { paperId }, of)).data.list[0]!
    const fed = { sheets: 2, mode: 'DOUBLE' as const }
    await ask(calls.stateFed, { batchId, fed, reason: '数了一遍', version: (await row()).version }, of)
    const stands = async () => {
      const { ledger, doubts } = (await ask(scanCalls.sheetStatistic, { paperId }, of)).data
      return [ledger.unequal, ledger.balanced, ledger.doubts, doubts, (await row()).fed?.missed]
    }
    expect(await stands()).toEqual([1, false, 1, 1, undefined])
    const says = async (accepted: boolean) =>
      (await ask(scanCalls.acceptMissing, { paperId, studentId: of.students[1]!.studentId, page: 2, accepted }, of))
        .data
    for (const accepted of [true, true]) expect(await says(accepted)).toEqual({ accepted })
    expect(await stands()).toEqual([0, true, 0, 0, 1])
    expect((await ask(actList, { paperId }, of)).data.list.map((a) => [a.note, a.reason])).toContainEqual([
      '放入2张（双面） → 放入2张（双面，1面没有扫到）',
      '确认缺页：考生2第2页',
    ])
    for (const accepted of [false, false]) expect(await says(accepted)).toEqual({ accepted })
    expect(await stands()).toEqual([1, false, 1, 1, undefined])
    // Where as many pages came as were expected, or the sheets are counted again, nothing is counted for the page.
    await ask(
      calls.stateFed,
      { batchId, fed: { ...fed, missed: 1 }, reason: '一面空白', version: (await row()).version },
      of,
    )
    await says(true)
    expect(await stands()).toEqual([0, true, 0, 0, 1])
    await says(false)
    expect(await stands()).toEqual([0, true, 1, 1, 1])
  })

  it('is scanned on one side or on two as the card asks, or as it was set by hand', async () => {
    const of = await sit(1)
    const { paperId } = of
    const { data } = await ask(calls.scanConfig, { paperId }, of)
    expect(data).toMatchObject({ sides: 'DOUBLE', bySelf: true, pageCount: 2, version: 0 })
    expect((await ask(calls.setScanConfig, { paperId, sides: 'SINGLE', version: 0 }, of)).data).toMatchObject({
      sides: 'SINGLE',
      bySelf: false,
      version: 1,
    })
    expect((await ask(calls.setScanConfig, { paperId, sides: 'DOUBLE', version: 0 }, of)).status).toBe(
      commonProblems.stale.status,
    )
    expect((await ask(calls.recognitionParams, { paperId }, of)).data).toMatchObject({
      code: of.card.code,
      pageCount: 2,
      sheetCount: 1,
      digits: 10,
      sides: 'SINGLE',
      byTemplate: false,
    })
    expect((await ask(calls.paperScoreMode, { paperId }, of)).data).toEqual({ scoreMode: 0, onPaper: [] })
  })
})

describe('a batch', () => {
  it('is looked at by sheets and by files; a file goes out with all its pages, a kind of doubts at once', async () => {
    const of = await sit(4)
    const { paperId } = of
    const [front0, back0] = await sheetOf(of, 0)
    const [front1, back1] = await sheetOf(of, 1)
    const [, back2] = await sheetOf(of, 2)
    const absent = await paint(of.card, 1, { number: of.students[3]!.studentNumber, absent: true, written: true })
    const junk = { name: 'scan9.pdf', bytes: Buffer.from('no pdf at all') }
    // The front of candidate 3 is missing: its back follows another's back.
    const sent = named(...[front0!, back0!, front1!, back2!, back1!, absent, await white(), await white()])
    const { batchId } = await laidFiles(of, [...sent, junk])

    const groups = (await ask(calls.sheetGroups, { batchId, pageSize: 2 }, of)).data
    expect([groups.total, groups.mode]).toEqual([undefined, 'DOUBLE'])
    expect(groups.list.map((s) => [s.sheet, s.pages.length])).toEqual([[1, 2]])
    const rest = (await ask(calls.sheetGroups, { batchId, pageSize: 50, after: groups.next! }, of)).data
    // The second back is a sheet of its own: its front is not there.
    expect(rest.list.map((s) => [s.sheet, s.pages.length, s.half])).toEqual([
      [2, 2, false],
      [3, 1, true],
      [4, 2, false],
      [5, 2, false],
    ])
    expect([rest.next, rest.total]).toEqual([undefined, 5])

    const files = async () => (await ask(calls.batchFiles, { batchId }, of)).data.list
    expect((await files()).at(-1)).toMatchObject({ name: 'scan9.pdf', pages: 1, waiting: 1 })
    expect((await files()).at(-1)!.problem).toMatch(/scan9\.pdf|文件/)
    const gone = { batchId, file: 9, reason: '传错了' }
    expect((await ask(calls.deleteFile, gone, of)).data).toEqual({ deleted: 1 })
    expect((await ask(calls.deleteZip, gone, of)).data).toEqual({ deleted: 0 })
    expect((await ask(calls.deleteFile, { ...gone, file: 77 }, of)).status).toBe(commonProblems.notFound.status)

    const blank = { paperId, kind: 'blankPage' as const, reason: '都是白纸' }
    expect((await ask(calls.ignoreDoubts, blank, of)).data).toEqual({ ignored: 2, left: 0 })
    expect((await ask(calls.ignoreDoubts, blank, of)).data).toEqual({ ignored: 0, left: 0 })
    const bin = (await ask(binList, { paperId }, of)).data
    expect(bin.list.map((p) => p.reason).sort()).toEqual(['传错了', '都是白纸', '都是白纸'])
    const page = (await ask(calls.pageDetail, { batchId, no: bin.list[0]!.no }, of)).data
    expect(page).toMatchObject({
      state: 'voided',
      reason: '都是白纸',
      released: false,
      journal: [{ act: 'void', note: '都是白纸' }],
    })
    expect((await ask(calls.pageDetail, { batchId, no: '00077.00000.00001' }, of)).status).toBe(
      commonProblems.notFound.status,
    )

    const doubts = (await ask(scanCalls.doubtList, { paperId }, of)).data.list
    // Its neighbour's back took its front: what is left over is known by who was fed before it.
    const lone = doubts.find((d) => d.kind === 'noNumber')!
    expect(lone.before).toMatchObject({ studentName: '考生2' })
    const joined = await ask(calls.joinBack, { batchId, no: lone.no!, version: lone.version! }, of)
    expect(joined.data).toMatchObject({ state: 'open', waits: true })
    expect((await ask(scanCalls.doubtList, { paperId, kind: 'duplicate' }, of)).data.list).toMatchObject([
      { no: lone.no, student: { studentName: '考生2' } },
    ])
    expect(doubts.map((d) => d.kind)).toContain('absentMark')
    const mark = doubts.find((d) => d.kind === 'absentMark')!
    const at = { batchId, no: mark.no!, version: mark.version! }
    expect((await ask(calls.settleAbsent, { ...at, absent: true }, of)).data).toMatchObject({ waits: false })
    const { studentId } = of.students[3]!
    expect((await ask(candidate.studentPapers, { paperId, studentId }, of)).data).toMatchObject([
      { state: 'absent', pages: [1] },
    ])
    expect((await ask(calls.settleAbsent, { ...at, no: bin.list[0]!.no, absent: true }, of)).status).toBe(
      scanProblems.notMatched.status,
    )
    const cards = (await ask(candidate.studentCards, { paperId, studentId: of.students[0]!.studentId }, of)).data
    expect(cards.filter((c) => c.inScript).map((c) => c.page)).toEqual([1, 2])
    const of0 = { paperId, studentId: of.students[0]!.studentId }
    const first = (await ask(candidate.studentFirstPage, of0, of)).data
    expect((await fetch(first!.url)).status).toBe(200)
    expect((await ask(candidate.studentTemplate, of0, of)).data).toMatchObject([
      { page: 1, code: of.card.code, current: true },
      { page: 2, code: of.card.code, current: true },
    ])
    expect((await ask(alias.cardStatistics, { paperId }, of)).data).toMatchObject({ pages: { handed: 9, voided: 3 } })
    expect((await ask(calls.recognitionTasks, { paperId }, of)).data).toEqual([])

    const { uuid } = (await ask(candidate.exportAbsentOfExam, { examId: of.exam.examId }, of)).data
    const job = await jobEndsFor(of, uuid)
    const rows = await tableIn(new Uint8Array(await (await fetch(job.files[0]!.url)).arrayBuffer()))
    expect(rows.map((r) => [r.cells[0], r.cells[2]])).toEqual([
      ['科目', '姓名'],
      ['数学', '考生4'],
    ])
    await asRoot(() => exams.edit(of.exam, (e) => e && { ...e, deletedAt: now() }))
    expect((await ask(candidate.exportAbsentOfExam, { examId: of.exam.examId }, of)).status).toBe(
      commonProblems.notFound.status,
    )
  })

  it('gives a back to whom the page before it belongs; where that page has no student, it says so', async () => {
    const of = await sit(2)
    const { paperId } = of
    const [front, back] = await sheetOf(of, 0)
    const batch = await laidFiles(of, named(...[back!, front!, await white(), back!]))
    const waiting = async () => (await ask(scanCalls.doubtList, { paperId }, of)).data.list
    const [lone, , last] = await waiting()
    expect(lone).toMatchObject({ kind: 'noNumber' })
    expect(lone!.before).toBeUndefined()
    const at = (d: typeof lone) => ({ batchId: batch.batchId, no: d!.no!, version: d!.version! })
    expect((await ask(calls.joinBack, at(lone), of)).status).toBe(scanProblems.noFront.status)
    // The white sheet in between goes to the candidate by hand: then the back behind it has a neighbour.
    expect(last).toMatchObject({ kind: 'noNumber' })
    await ask(scanCalls.voidPage, { ...at((await waiting())[1]), reason: '白纸' }, of)
    expect((await ask(calls.joinBack, at(last), of)).status).toBe(scanProblems.noFront.status)
    const given = await ask(scanCalls.assignStudent, { ...at(last), studentId: of.students[0]!.studentId }, of)
    expect(given.data).toMatchObject({ state: 'matched' })
  })
})

describe('a question that is cut again', () => {
  it('has more of the paper in it, under a new image version; again changes nothing; markers are thought of', async () => {
    const of = await sit(2)
    const { paperId } = of
    await laidFiles(of, named(...(await sheetOf(of, 0))))
    const [block] = of.card.geometry.pages.flatMap((p) => p.blocks)
    const questionId = block!.questionIds[0]!
    const { studentId } = of.students[0]!
    const pieces = async () => (await pagesOfStudent(paperId, studentId))!
    const now = await pieces()
    const [first] = now.blocks.filter((b) => b.questionIds.includes(questionId))
    const cut = async (margin: { top: number; right: number; bottom: number; left: number }) =>
      asFunction('scan-work', () =>
        driveJob(recutWorks, {
          job: recutJob.name,
          jobId: newId<JobId>('job'),
          tenant: of.owner,
          startedBy: of.caller.userId,
          input: { paperId, questionId, margin, studentIds: [] },
          out: {},
        }),
      )
    const none = { top: 0, right: 0, bottom: 0, left: 0 }
    await cut({ ...none, bottom: 12 })
    const wide = await pieces()
    const [second] = wide.blocks.filter((b) => b.questionIds.includes(questionId))
    expect(second!.height).toBeGreaterThan(first!.height + 60)
    expect(second!.width).toBe(first!.width)
    expect(wide.imageVersion).toBe(now.imageVersion + 1)
    expect(wide.blocks.filter((b) => !b.questionIds.includes(questionId))).toEqual(
      now.blocks.filter((b) => !b.questionIds.includes(questionId)),
    )
    await cut({ ...none, bottom: 12 })
    expect(await pieces()).toEqual(wide)
    await cut(none)
    expect((await pieces()).blocks.map((b) => b.height)).toEqual(now.blocks.map((b) => b.height))

    const [choice] = of.card.geometry.pages[0]!.choices
    const asked = { paperId, questionId, ...none }
    expect((await ask(recutQuestion, { ...asked, questionId: choice!.questionId }, of)).status).toBe(
      scanProblems.notCut.status,
    )
    await standAt(of.exam.examId, markingProgress.marking)
    expect((await ask(recutQuestion, asked, of)).status).toBe(scanProblems.markingBegan.status)
    expect((await ask(recutQuestion, { ...asked, reason: '写到框外' }, of)).status).toBe(0)
    expect((await ask(actList, { paperId }, of)).data.list[0]).toMatchObject({ act: 'recut', reason: '写到框外' })
  })
})
