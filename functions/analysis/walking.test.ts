/** A paper whose course walks (走班): its figures go by teaching classes, beside the administrative ones. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import type { ClassId, CourseId, TeacherId } from '#shared/kit/ids.ts'
import { candidates, examSchools, examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { publish, student, transcriptFor } from './analysis.testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { handler } from './analysis.api.ts'

let of: Marked
const [a, b] = [newId<ClassId>('class'), newId<ClassId>('class')]
/** Who heads 1班, who teaches class A in this course, and who teaches class B in another. */
let head: string
let teachesA: string
let teachesOther: string
/** Who teaches it in 2班 to those who learn it in no teaching class. */
let stays: string

beforeAll(async () => {
  actAs('analysis-work')
  of = await markedPaper(14)
  const { examId, paperId, schoolId, paper } = of
  await asFunction('exam-api', async () => {
    const place = { schema: 1 as const, examId, paperId, schoolId }
    await examTeachingClasses.put({ ...place, classId: a, className: 'A班', order: 0 })
    await examTeachingClasses.put({ ...place, classId: b, className: 'B班', order: 1 })
    // Of all but the last two: six and six, each of both administrative classes.
    for (const [i, studentId] of of.studentIds.entries())
      if (i < 12) await candidates.update({ examId, schoolId, studentId }, { teaching: { [paperId]: i < 6 ? a : b } })
    await examSchools.update({ examId, schoolId }, { papers: [{ paperId, courseId: paper.courseId, walks: 12 }] })
    const teaches = async (i: number, row: { classId: ClassId; courseId?: CourseId; isHead: boolean }) => {
      const { teacherId, userId } = of.teachers[i]!.caller
      const who = { teacherId: teacherId!, userId, teacherName: `老师${i}` }
      await examTeachers.put({ schema: 1, examId, ...who, teaches: [row] })
    }
    await teaches(0, { classId: of.classes[0]!.classId, isHead: true })
    await teaches(1, { classId: b, courseId: newId<CourseId>('course'), isHead: false })
    await teaches(2, { classId: a, courseId: paper.courseId, isHead: false })
    const person = await testCaller({ userType: 3, tenant: of.tenant, teacherId: newId<TeacherId>('teacher') })
    const row = { classId: of.classes[1]!.classId, courseId: paper.courseId, isHead: false }
    const { teacherId, userId } = person.caller
    await examTeachers.put({ schema: 1, examId, teacherId: teacherId!, userId, teacherName: '老师3', teaches: [row] })
    stays = person.token
  })
  head = of.teachers[0]!.token
  teachesOther = of.teachers[1]!.token
  teachesA = of.teachers[2]!.token
  await publish(of)
  actAs('analysis-api')
})

const rowsOf = async (token: string, more: object = {}) => {
  const { data } = await transcriptFor(of, token, { sort: 'studentNumber', ...more })
  const { columns, rows } = data.sections[0]!.table
  const at = (name: string) => columns.findIndex((c) => c.name === name)
  return rows.map((r) => ['姓名', '教学班', '行政班', '班级排名'].map((name) => r.cells[at(name)]))
}
const contrast = async (token: string, more: object = {}) => {
  const asked = { paperId: of.paperId, report: 'classContrast' as const, ...more }
  const { data } = await send(handler, reports.paperReport, asked as never, token)
  return {
    title: data.title,
    offered: data.options?.['by']?.map((o) => o.label),
    groups: data.sections[0]!.table.rows.map((r) => r.cells[0]),
  }
}

describe('a paper whose course walks', () => {
  it('is listed with both classes, and ranked in the teaching class', async () => {
    const rows = await rowsOf(of.manager.token)
    expect(rows).toHaveLength(14)
    expect(rows.slice(0, 3).map((r) => r.slice(0, 3))).toEqual([
      ['学生0', 'A班', '1班'],
      ['学生1', 'A班', '2班'],
      ['学生2', 'A班', '1班'],
    ])
    // In none, the administrative class stands for it.
    expect(rows[12]!.slice(0, 3)).toEqual(['学生12', '1班', '1班'])
    // The best of each teaching class is its first, and not of an administrative class.
    const best = (from: number, to: number) => {
      const totals = Array.from({ length: to - from }, (_, i) => of.total(from + i)!)
      return totals.map((t) => 1 + totals.filter((x) => x > t).length)
    }
    expect(rows.slice(0, 6).map((r) => r[3])).toEqual(best(0, 6))
    expect(rows.slice(6, 12).map((r) => r[3])).toEqual(best(6, 12))
    expect((await rowsOf(of.manager.token, { classId: b })).map((r) => r[1])).toEqual(Array(6).fill('B班'))
    const home = await rowsOf(of.manager.token, { classId: of.classes[1]!.classId })
    expect(home.every((r) => r[2] === '2班')).toBe(true)
    expect(home).toHaveLength(7)
  })

  it('compares teaching classes, and administrative ones where these are asked for', async () => {
    expect(await contrast(of.manager.token)).toMatchObject({
      offered: ['班级', '行政班'],
      groups: ['全体', 'A班', 'B班', '1班', '2班'],
    })
    expect(await contrast(of.manager.token, { by: 'home' })).toMatchObject({
      title: '行政班对比',
      groups: ['全体', '1班', '2班'],
    })
  })

  it('shows the teacher of a teaching class its students and no others, and of another course nothing', async () => {
    const rows = await rowsOf(teachesA)
    expect(rows.map((r) => r[0])).toEqual(['学生0', '学生1', '学生2', '学生3', '学生4', '学生5'])
    expect((await contrast(teachesA)).groups).toEqual(['全体', 'A班'])
    expect(await rowsOf(teachesA, { classId: b })).toEqual([])
    // An administrative class is no way to its other students.
    expect((await rowsOf(teachesA, { classId: of.classes[0]!.classId })).map((r) => r[0])).toEqual([
      '学生0',
      '学生2',
      '学生4',
    ])
    expect((await transcriptFor(of, teachesOther)).http).toBe(403)
  })

  it('shows who teaches it in an administrative class who learns it there, and no figure of the others', async () => {
    expect((await rowsOf(stays)).map((r) => r.slice(0, 3))).toEqual([['学生13', '2班', '2班']])
    expect((await contrast(stays)).groups).toEqual(['全体', '2班'])
    expect((await contrast(stays)).offered ?? []).not.toContain('行政班')
  })

  it('shows the head of an administrative class its students and its own figures', async () => {
    const rows = await rowsOf(head)
    expect(rows.map((r) => r[2])).toEqual(Array(7).fill('1班'))
    expect(new Set(rows.map((r) => r[1]))).toEqual(new Set(['A班', 'B班', '1班']))
    expect((await contrast(head, { by: 'home' })).groups).toEqual(['全体', '1班'])
  })

  it('tells a student the administrative class, and who is none of the exam nothing', async () => {
    const pupil = await student(of, 3)
    const { data } = await send(handler, reports.ownResult, { paperId: of.paperId }, pupil.token)
    expect(data).toMatchObject({ className: '2班', total: of.total(3) })
    const outsider = await testCaller({ userType: 3, tenant: of.tenant, teacherId: newId('teacher') })
    expect((await transcriptFor(of, outsider.token)).http).toBe(403)
  })
})
