/** The record of marking: who gave what when, for managers and leaders alone, a page at a time. */
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { exportRecord, mostRecorded, readRecord } from '#shared/marking/quality/record.calls.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { candidates, examSchools } from '#functions/exam/exam.store.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { getObject } from '#functions/kit/objects.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

/** Three answers, each marked twice and apart; the first of one marker given anew. */
const marked = async (): Promise<Sitting> => {
  const of = await seat(3, { markers: 2, tolerance: 0 }, 2)
  scan.allHere(of)
  await open(of)
  for (const [i, score] of [300, 900].entries()) {
    const { token } = of.teachers[i]!
    const got = (await claim(of, token)).data!
    for (const a of got.answers) await submit(of, token, got, a.studentId, points(score))
    await finish(of, token, got)
  }
  return of
}
const ask = (of: Sitting, more: object = {}, token = of.manager.token) => {
  forgetAll()
  return send(handler, readRecord, { paperId: of.paper.paperId, ...more } as never, token)
}

describe('the record of marking', () => {
  it('says of every answer who gave what in which role, and when; an answer that differs has no score yet', async () => {
    const of = await marked()
    const { data } = await ask(of)
    expect(data.questions.map((q) => q.number)).toEqual(['2'])
    expect(data.list.map((r) => r.studentNumber)).toEqual(['1000', '1001', '1002'])
    for (const { marks, score, className } of data.list) {
      expect(marks.map((m) => [m.role, m.markerName, m.value, m.past])).toEqual([
        ['first', '教师0', points(300), false],
        ['second', '教师1', points(900), false],
      ])
      expect(marks[0]!.at).toBeLessThanOrEqual(marks[1]!.at)
      expect([score, className]).toEqual([null, '1班'])
    }
    // Whose picture is another now keeps what was given, as what counts no more.
    scan.readings.set(
      of.paper.paperId,
      of.students.map((s, i) => scan.readingOf(of, s, i === 0 ? 2 : 1)),
    )
    await open(of)
    const again = (await ask(of)).data.list
    expect(again[0]!.marks.map((m) => m.past)).toEqual([true, true])
    expect(again[1]!.marks.map((m) => m.past)).toEqual([false, false])
  })

  it('is read a page at a time, by the beginning of a number, and of one marker alone', async () => {
    const of = await marked()
    const first = (await ask(of, { pageSize: 2 })).data
    const second = (await ask(of, { pageSize: 2, pageNumber: 2 })).data
    expect([first.total, first.list.length, second.list.map((r) => r.studentNumber)]).toEqual([3, 2, ['1002']])
    expect((await ask(of, { number: '1001' })).data.list.map((r) => r.studentNumber)).toEqual(['1001'])
    expect((await ask(of, { number: '9' })).data).toMatchObject({ total: 0, list: [] })
    await until(async () =>
      expect((await ask(of)).data.markers.map((m) => [m.markerName, m.marked])).toEqual([
        ['教师0', 3],
        ['教师1', 3],
      ]),
    )
    const mine = (await ask(of, { userId: of.teachers[0]!.userId, pageSize: 2 })).data
    expect([mine.total, mine.list.length]).toEqual([3, 2])
    expect((await ask(of, { userId: newId('user') })).data.total).toBe(0)
    expect((await ask(of, { questionId: newId('question') })).status).toBe(refused.noQuestion.status)
    expect((await ask(of, { questionId: of.choice.questionId })).status).toBe(refused.noQuestion.status)
  })

  it('is found by number within a school, and says who does not sit the paper', async () => {
    const of = await marked()
    const { examId } = of.paper
    const [first, second, third] = await asFunction('exam-api', () => candidatesOf(examId))
    const schoolId = newId<SchoolId>('school')
    await asFunction('exam-api', async () => {
      const [own] = await examSchools.query(`exam#${examId}`, { prefix: 'school#' })
      // A hundred of another school's numbers lie before the own one's.
      await examSchools.put({ ...own!, schoolId, ordinal: 2, papers: [] })
      const before = Array.from({ length: mostRecorded + 1 }, (_, i) => ({
        ...first!,
        studentId: newId<StudentId>('student'),
        studentNumber: `10${String(i).padStart(4, '0')}`,
      }))
      await candidates.putMany(before)
      for (const c of [second!, third!]) {
        await candidates.remove(c)
        await candidates.put({ ...c, schoolId, studentNumber: `19${c.studentNumber}` })
      }
      await candidates.put({ ...first!, without: [of.paper.paperId] })
    })
    const found = (await ask(of, { number: '1', schoolId })).data
    expect(found.list.map((r) => [r.studentNumber, r.takes])).toEqual([
      ['191001', false],
      ['191002', false],
    ])
    expect(found.total).toBe(2)
    const own = (await ask(of, { number: '1000', schoolId: first!.schoolId })).data.list
    expect(own.find((r) => r.studentId === first!.studentId)!.takes).toBe(false)
  })

  it('is seen by who manages the exam and by leaders, and by no marker', async () => {
    const of = await marked()
    const { tenant } = of
    const head = await testCaller({ userType: 9, tenant })
    expect((await ask(of, {}, head.token)).data.total).toBe(3)
    expect((await ask(of, {}, of.teachers[0]!.token)).http).toBe(403)
    const stranger = await testCaller({ userType: 9, tenant: `s:${newId('school')}` as never })
    expect((await ask(of, {}, stranger.token)).http).toBe(403)
  })

  it('is a workbook in the download centre: all of it, of one marker, of one school; for the same people', async () => {
    const of = await marked()
    const { paperId } = of.paper
    const at = { paperId, questionId: of.essay.questionId }
    const ask = (token: string, more: object = {}) => {
      forgetAll()
      actAs('marking-api')
      return send(handler, exportRecord, { ...at, ...more } as never, token)
    }
    expect((await ask(of.teachers[0]!.token)).http).toBe(403)
    expect((await ask(of.manager.token, { questionId: of.choice.questionId })).status).toBe(refused.noQuestion.status)
    const rowsOf = async (more: object = {}): Promise<unknown[][]> => {
      const { data, message } = await ask(of.manager.token, more)
      expect(message).toBe('')
      actAs('marking-work')
      await jobEnds(data.uuid)
      const { files } = (await jobRecords.get({ jobId: data.uuid }))!
      expect(files.map((f) => f.name)).toEqual([expect.stringMatching(/第2题阅卷记录\.xlsx$/)])
      return (await readXlsx(await getObject(files[0]!.key))).sheets[0]!.rows
    }
    const [head, ...rows] = await rowsOf()
    expect(head).toEqual(['考号', '班级', '一评', '二评', '三评', '仲裁', '得分', '最后评分'])
    expect(rows.map((r) => r.slice(0, 7))).toEqual(
      ['1000', '1001', '1002'].map((n) => [n, '1班', '3（教师0）', '9（教师1）', '—', '—', '—']),
    )
    expect((await rowsOf({ userId: of.teachers[0]!.userId })).length).toBe(4)
    expect((await rowsOf({ userId: newId('user') })).length).toBe(1)
    expect((await rowsOf({ schoolId: newId('school') })).length).toBe(1)
  })
})
