import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { unlockExam } from '#shared/scan/batches/unlock.calls.ts'
import { examUploaderIdOf } from '#shared/scan/batches/unlock.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { actAs, testCaller } from '#functions/kit/testing.ts'
import { handIn, sheetOf, sit, teachIn, upload } from '../scan.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'
import { ask, named } from '../scan.steps.fixtures.ts'
import { bookOf, tableIn } from '#functions/kit/workbook.ts'

beforeAll(() => actAs('scan-api'))

describe('an uploader', () => {
  it('hands in only the classes that were given: the cards of others wait, with whom they belong to', async () => {
    const of = await sit(2, undefined, 2)
    const [own, other] = of.classes
    const wang = await teachIn(of, '王老师')
    const { paperId } = of
    const theirs = { ...of, ...wang }
    // Seeing an exam is not handing in for it.
    const [files] = [await upload(theirs, named(...(await sheetOf(of, 0))))]
    expect((await ask(scanCalls.createBatch, { paperId, files }, wang)).http).toBe(403)
    expect((await ask(calls.addUploaders, { paperId, userIds: [wang.caller.userId] }, wang)).http).toBe(403)
    const stranger = await testCaller({ userType: 3, tenant: of.owner })
    expect((await ask(calls.addUploaders, { paperId, userIds: [stranger.caller.userId] }, of)).status).toBe(
      scanProblems.noUploader.status,
    )
    const added = await ask(
      calls.addUploaders,
      { paperId, userIds: [wang.caller.userId], classIds: [own!.classId] },
      of,
    )
    expect(added.data).toEqual({ added: 1 })
    // The same again adds nothing.
    const again = await ask(
      calls.addUploaders,
      { paperId, userIds: [wang.caller.userId], classIds: [own!.classId] },
      of,
    )
    expect(again.data).toEqual({ added: 0 })
    expect((await ask(calls.unallottedClasses, { paperId }, of)).data).toEqual([other])
    expect((await ask(calls.uploadTasks, {}, wang)).data.list).toMatchObject([{ paperId, classes: [own], status: 0 }])

    const sent = named(...(await sheetOf(of, 0)), ...(await sheetOf(of, 1)))
    const { batchId, uuid } = await handIn(theirs, sent)
    await jobEndsFor(wang, uuid)
    const doubts = (await ask(scanCalls.doubtList, { paperId }, of)).data
    expect(doubts.list).toMatchObject([
      { kind: 'uploader', number: of.students[1]!.studentNumber, suggestion: { studentName: '考生2' } },
    ])
    expect((await ask(scanCalls.scanCount, { paperId }, of)).data).toMatchObject({
      uploaderErrorNumber: 1,
      scanCount: 4,
    })
    // Own batches may be settled, not those of others: the queue says so of each page.
    const asked = (await ask(scanCalls.doubtList, { paperId }, wang)).data
    expect(asked).toMatchObject({ list: [{ kind: 'uploader', maySettle: true }], total: 1, mayManage: false })
    expect(asked.kinds).toEqual([{ kind: 'uploader', name: expect.any(String) as string, count: 1 }])
    expect((await ask(scanCalls.sheetStatistic, { paperId }, wang)).data.doubts).toBe(1)
    const at = { batchId, no: doubts.list[0]!.no!, version: doubts.list[0]!.version! }
    const settled = await ask(scanCalls.assignStudent, { ...at, studentId: of.students[1]!.studentId }, wang)
    expect(settled.data).toMatchObject({ state: 'matched', also: 1 })
    const managers = await handIn(of, named(...(await sheetOf(of, 0, { speck: 30 }))))
    await jobEndsFor(of, managers.uuid)
    // All figures are of the classes that are seen (wang teaches both) and of the own batches: the manager's is no work here.
    const statistic = (who: Pick<Sitting, 'token'>) => ask(scanCalls.sheetStatistic, { paperId }, who)
    const [whole, mineOnly] = [(await statistic(of)).data, (await statistic(wang)).data]
    expect(whole).toMatchObject({ doubts: 1, counters: { studentTotalCount: 2, scanCount: 6 } })
    expect(mineOnly).toMatchObject({
      doubts: 0,
      ledger: { handed: 4, matched: 4, open: 0, candidates: { present: 2, missing: 0 } },
      counters: { studentTotalCount: 2, scanCount: 4, studentRecognitionCount: 2, unUploadStudentCount: 0 },
    })
    expect((await ask(scanCalls.doubtList, { paperId }, wang)).data).toMatchObject({ list: [], total: 0, kinds: [] })
    const batchIds = async (who: Pick<Sitting, 'token'>) =>
      (await ask(scanCalls.batchList, { paperId }, who)).data.list.map((b) => b.batchId)
    expect([await batchIds(wang), (await batchIds(of)).length]).toEqual([[batchId], 2])
    const [duplicate] = (await ask(scanCalls.doubtList, { paperId }, of)).data.list
    const refused = await ask(
      scanCalls.voidPage,
      { batchId: duplicate!.batchId!, no: duplicate!.no!, version: duplicate!.version!, reason: '重复' },
      wang,
    )
    expect(refused.http).toBe(403)

    const { data: mine } = await ask(calls.myUploader, { paperId }, wang)
    expect(mine).toMatchObject({ mayUpload: true, mayManage: false, uploader: { status: 1, batches: 1, pages: 4 } })
    expect((await ask(calls.finishUploading, { paperId }, wang)).data).toMatchObject({ status: 2 })
    const examUploaderId = examUploaderIdOf({ paperId, userId: wang.caller.userId })
    const again11008 = await ask(scanCalls.createBatch, { paperId, files, examUploaderId }, wang)
    expect(again11008).toMatchObject({ status: 11008, message: '您已确认上传完成，考试已锁定' })
    expect((await ask(scanCalls.createBatch, { paperId, files, examUploaderId }, of)).http).toBe(403)
    expect((await ask(calls.openUploadTasks, {}, wang)).data.total).toBe(0)
    expect((await ask(calls.uploadStatistic, { examId: of.exam.examId }, of)).data.papers).toMatchObject([
      { uploaders: 1, finished: 1, candidates: 2, handed: 6, present: 2 },
    ])
    expect((await ask(calls.schoolUploadStates, { examId: of.exam.examId }, of)).data[0]!.papers[0]!.status).toBe(2)

    const { examId } = of.exam
    expect((await ask(calls.planWorkers, { examId }, of)).data).toEqual({
      ...{ total: 1, pageNumber: 1 },
      list: [
        {
          userId: wang.caller.userId,
          userName: wang.caller.userName,
          papers: [{ paperId, courseName: '数学', classes: [own], status: 2, pages: 4 }],
        },
      ],
    })
    expect((await ask(calls.planWorkers, { examId, name: '没有这个人' }, of)).data.total).toBe(0)

    // Force unlock: by oneself until marking begins, then by the exam's managers; twice at once it is one act.
    const place = { paperId, userId: wang.caller.userId }
    expect((await ask(unlockExam, place, stranger)).http).toBe(403)
    const li = await teachIn(of, '李老师')
    expect((await ask(unlockExam, place, li)).http).toBe(403)
    const twice = await Promise.all([ask(unlockExam, place, wang), ask(unlockExam, place, wang)])
    expect(twice.filter((t) => t.data?.unlocked)).toHaveLength(1)
    expect((await ask(calls.myUploader, { paperId }, wang)).data).toMatchObject({
      mayUpload: true,
      uploader: { pages: 4 },
    })
    const journal = (await ask(calls.uploaderHistory, { paperId }, of)).data.list.filter((a) => a.act === 'rollback')
    expect(journal).toMatchObject([{ note: '强制解锁', byName: wang.caller.userName }])
    await ask(calls.finishUploading, { paperId }, wang)
    await standAt(of.exam.examId, markingProgress.marking)
    expect((await ask(unlockExam, place, wang)).status).toBe(scanProblems.unlockLate.status)
    expect((await ask(unlockExam, place, of)).data).toEqual({ unlocked: true })
    expect((await ask(unlockExam, place, of)).data).toEqual({ unlocked: false })
  })

  it('is changed under the version that was seen, taken away and brought back, handed over, and all of it is on record', async () => {
    const of = await sit(2, undefined, 2)
    const { paperId } = of
    const [wang, li] = [await teachIn(of, '王老师'), await teachIn(of, '李老师')]
    const { userId } = wang.caller
    const [one, two] = of.classes
    const first = (await ask(calls.addClassUploader, { paperId, userId, classIds: [one!.classId] }, of)).data
    const more = (await ask(calls.addClassToUploader, { paperId, userId, classIds: [two!.classId] }, of)).data
    expect(more.classes.length).toBe(2)
    const stale = await ask(calls.allotClasses, { paperId, userId, version: first.version, classIds: [] }, of)
    expect(stale.status).toBe(commonProblems.stale.status)
    const all = (await ask(calls.allotClasses, { paperId, userId, version: more.version, classIds: [] }, of)).data
    expect(all.classes).toEqual([])
    expect((await ask(calls.uploadersByClass, { paperId }, of)).data.list[1]).toMatchObject({
      className: two!.className,
      uploaders: [{ userName: '王老师' }],
    })
    const gone = (await ask(calls.deleteUploader, { paperId, userId, version: all.version }, of)).data
    expect((await ask(calls.uploaderList, { paperId }, of)).data.total).toBe(0)
    const back = (await ask(calls.deleteUploader, { paperId, userId, version: gone.version, undo: true }, of)).data
    const to = li.caller.userId
    const given = await ask(calls.handOverUploader, { paperId, userId, version: back.version, to }, of)
    expect(given.data).toMatchObject({ userName: '李老师', classes: [] })
    expect((await ask(calls.uploaderNames, { paperId }, of)).data.map((u) => u.userName)).toEqual(['李老师'])
    const acts = (await ask(calls.uploaderHistory, { paperId }, of)).data.list.map((a) => `${a.userName} ${a.act}`)
    expect(acts.sort()).toEqual(
      [
        '王老师 add',
        '王老师 allot',
        '王老师 allot',
        '王老师 remove',
        '王老师 restore',
        '王老师 handOver',
        '李老师 handOver',
      ].sort(),
    )
    const choices = (await ask(calls.uploaderChoices, { paperId }, of)).data
    expect(choices.map((c) => [c.teacherName, c.chosen]).sort()).toEqual([
      ['李老师', true],
      ['王老师', false],
    ])
  })

  it('comes out in a workbook and in from one, all rows or none', async () => {
    const of = await sit(2, undefined, 2)
    const { paperId } = of
    const [wang, li] = [await teachIn(of, '王老师'), await teachIn(of, '李老师')]
    const imported = async (rows: string[][]) => {
      const bytes = await bookOf([{ name: '上传人', rows: [['科目', '上传人', '班级'], ...rows] }])
      const [file] = await upload(of, [{ name: 'u.xlsx', bytes }], 'roster')
      const { data } = await ask(calls.importUploaders, { paperId, key: file!.key, fileName: 'u.xlsx' }, of)
      return jobEndsFor(of, data.uuid)
    }
    const bad = await imported([
      ['数学', '王老师', '高一（1）班'],
      ['物理', '张老师', ''],
    ])
    expect(bad.result).toMatchObject({ problemCount: 2, changed: 0 })
    expect(bad.files.length).toBe(1)
    expect((await ask(calls.uploaderList, { paperId }, of)).data.total).toBe(0)
    const rows = [
      ['数学', '王老师', '高一（1）班、高一（2）班'],
      ['数学', '李老师', '全部'],
    ]
    expect((await imported(rows)).result).toMatchObject({ problemCount: 0, changed: 2 })
    expect((await imported(rows)).result).toMatchObject({ changed: 0 })
    const csv = Buffer.from('科目,上传人,班级\r\n数学,王老师,全部\r\n')
    const [sent] = await upload(of, [{ name: 'u.csv', bytes: csv }], 'roster')
    const checked = { paperId, key: sent!.key, fileName: 'u.csv', mode: 'check' as const }
    const dry = await jobEndsFor(of, (await ask(calls.importUploaders, checked, of)).data.uuid)
    expect(dry.result).toMatchObject({ rows: 1, problemCount: 0, changed: 0 })
    const list = (await ask(calls.uploaderList, { paperId }, of)).data.list
    expect(list.map((u) => [u.userId, u.classes.length]).sort()).toEqual(
      [
        [wang.caller.userId, 2],
        [li.caller.userId, 0],
      ].sort(),
    )
    const { data } = await ask(calls.exportAllUploaders, { examId: of.exam.examId }, of)
    const job = await jobEndsFor(of, data.uuid)
    const out = await tableIn(new Uint8Array(await (await fetch(job.files[0]!.url)).arrayBuffer()))
    expect(out.map((r) => r.cells).sort()).toEqual([['科目', '上传人', '班级'], ...rows].sort())
    const { url } = (await ask(calls.uploaderTemplate, { examId: of.exam.examId }, of)).data
    const template = await tableIn(new Uint8Array(await (await fetch(url)).arrayBuffer()))
    expect(template[0]!.cells).toEqual(['科目', '上传人', '班级'])
    const [other] = await upload(await sit(1), [{ name: 'x.xlsx', bytes: Buffer.from('x') }], 'roster')
    expect((await ask(calls.importUploaders, { paperId, key: other!.key, fileName: 'x.xlsx' }, of)).status).toBe(
      scanProblems.notYours.status,
    )
  })
})
