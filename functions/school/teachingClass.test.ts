import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/school/classes/teachingClass.calls.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { chooseCourses } from '#shared/school/people/act.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { importTeachingJob } from '#shared/school/school.jobs.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { PlacesResult } from '#shared/school/school.jobs.ts'
import { termOf } from '#shared/school/roster/school.rules.ts'
import type { ClassId, CourseId, JobId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { removeUnder } from '#functions/kit/kinds.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './school.api.ts'
import { aSchool, uploadAs } from './school.fixtures.ts'
import { works } from './school.work.ts'
import { teachingOn } from './roster/school.public.ts'
import { teachingClasses, teachingMembers, teachingPlace, teachingTerms } from './roster/school.store.ts'

let of: Awaited<ReturnType<typeof aSchool>>
let physics: CourseId
let chemistry: CourseId
let students: StudentId[]
let teacherId: TeacherId
const ask = async (call: Parameters<typeof send>[1], input: object, token = of.admin.token) =>
  (await send(handler, call, input as never, token)) as { http: number; status: number; message: string; data: never }
const list = async () =>
  (await ask(calls.listTeachingClasses, { gradeId: of.gradeId })).data as calls.TeachingClassRow[]
const lines = async (more: object = {}) =>
  (
    (await ask(calls.listTeachingStudents, { gradeId: of.gradeId, pageSize: 100, ...more })).data as {
      list: calls.TeachingStudentRow[]
    }
  ).list.map((r) => `${r.studentName} ${r.courseName} ${r.className}`)

beforeAll(async () => {
  actAs('school-api')
  of = await aSchool('走班中学')
  const { schoolId, gradeId } = of
  const courses = (await ask(listCourses, { schoolId })).data as { courseId: CourseId; courseName: string }[]
  physics = courses.find((c) => c.courseName === '物理')!.courseId
  chemistry = courses.find((c) => c.courseName === '化学')!.courseId
  const other = ((await ask(createClass, { gradeId, className: '2班' })).data as { classId: ClassId }).classId
  students = []
  for (const [i, name] of ['甲', '乙', '丙', '丁'].entries()) {
    const wish = { classId: i % 2 === 0 ? of.classId : other, studentName: name, studentNumber: `2025010${i + 1}` }
    students.push(((await ask(createStudent, wish)).data as { studentId: StudentId }).studentId)
  }
  const teacher = { schoolId, teacherName: '王建国', accountName: `w${newId('account').slice(-12)}`, teaches: [] }
  teacherId = ((await ask(createTeacher, { ...teacher, password: 'first-password' })).data as { teacherId: TeacherId })
    .teacherId
})

describe('teaching classes', () => {
  it('are made, renamed, filled, moved between and emptied; each act is seen in the lists', async () => {
    const { gradeId } = of
    const make = (className: string, courseId = physics) =>
      ask(calls.createTeachingClass, { gradeId, courseId, className, teacherIds: [teacherId] })
    const one = ((await make('物理1班')).data as { classId: ClassId }).classId
    expect((await make('物理 1班')).message).toBe('物理已有名为“物理 1班”的教学班')
    const two = ((await make('物理2班')).data as { classId: ClassId }).classId
    const place = (classId: ClassId | null, studentIds: StudentId[], courseId = physics) =>
      ask(calls.placeStudents, { gradeId, courseId, classId, studentIds })
    expect((await place(one, students.slice(0, 3))).data).toMatchObject({ placed: 3 })
    expect((await place(two, [students[2]!])).data).toEqual({
      placed: 1,
      before: [{ studentId: students[2], classId: one }],
    })
    // A course has its own classes: one of physics takes no student in chemistry.
    expect((await place(one, [students[0]!], chemistry)).status).not.toBe(0)
    expect((await list()).map((c) => `${c.className} ${c.studentCount} ${c.teachers.join()}`)).toEqual([
      '物理1班 2 王建国',
      '物理2班 1 王建国',
    ])
    expect(await lines()).toEqual(['甲 物理 物理1班', '乙 物理 物理1班', '丙 物理 物理2班'])
    await ask(chooseCourses, { studentIds: [students[3]!], courseIds: [physics] })
    // Who chose the course and is in no class of it is told too.
    expect(await lines({ placed: false })).toEqual(['丁 物理 '])
    const refused = await ask(calls.deleteTeachingClass, { gradeId, classId: two })
    expect(refused.message).toBe('教学班还有1名学生，请先移出再删除')
    await place(null, [students[2]!])
    expect((await ask(calls.deleteTeachingClass, { gradeId, classId: two })).status).toBe(0)
    expect((await ask(calls.deleteTeachingClass, { gradeId, classId: two, undo: true })).status).toBe(0)
    const row = (await list()).find((c) => c.classId === two)!
    const renamed = { gradeId, classId: two, className: '物理3班', teacherIds: [] }
    expect((await ask(calls.updateTeachingClass, { ...renamed, version: row.version })).status).toBe(0)
    expect((await ask(calls.updateTeachingClass, { ...renamed, version: row.version })).status).toBe(20_002)
    expect((await list()).map((c) => c.className)).toEqual(['物理1班', '物理3班'])
  })

  it('a class whose teacher has left the school is changed all the same, and names him no more', async () => {
    const { gradeId, schoolId } = of
    const gone = newId<TeacherId>('teacher')
    const row = (await list()).find((c) => c.className === '物理3班')!
    const { classId } = row
    const kept = (await teachingClasses.get({ schoolId, gradeId, term: termOf(now()), classId }))!
    await teachingClasses.put({ ...kept, teacherIds: [gone] })
    const wish = { gradeId, classId, className: '物理3班', version: row.version }
    expect((await ask(calls.updateTeachingClass, { ...wish, teacherIds: [newId('teacher')] })).status).not.toBe(0)
    expect((await ask(calls.updateTeachingClass, { ...wish, teacherIds: [gone] })).status).toBe(0)
    const changed = await teachingClasses.get({ schoolId, gradeId, term: termOf(now()), classId })
    expect(changed).toMatchObject({ teacherIds: [], version: row.version + 1 })
  })

  it('by file: checked first, written whole, and the same file again changes nothing', async () => {
    const run = async (rows: string[], mode: 'check' | 'all' | 'good' = 'all'): Promise<PlacesResult> => {
      const csv = Buffer.from(`\ufeff学号,姓名,科目,教学班,任课教师\r\n${rows.join('\r\n')}\r\n`)
      const key = await uploadAs(of.admin.token, csv, '教学班.csv')
      return asFunction('school-work', async () => {
        const input = { key, fileName: '教学班.csv', mode, gradeId: of.gradeId, schoolId: of.schoolId }
        const state = {
          job: importTeachingJob.name,
          jobId: newId<JobId>('job'),
          tenant: schoolTenant(of.schoolId),
          out: {},
        }
        const done = await driveJob(works, { ...state, startedBy: of.admin.caller.userId, input })
        return done.out['finish'] as PlacesResult
      })
    }
    const rows = ['20250101,甲,化学,化学1班,王建国', '20250104,丁,化学,化学2班,']
    expect(await run(rows, 'check')).toMatchObject({ rows: 2, good: 2, newClasses: 2, added: 0 })
    expect(await lines({ courseId: chemistry })).toEqual([])
    expect(await run(rows)).toMatchObject({ good: 2, added: 2, problemCount: 0 })
    expect(await lines({ courseId: chemistry })).toEqual(['甲 化学 化学1班', '丁 化学 化学2班'])
    expect(await run(rows)).toMatchObject({ good: 0, existing: 2, added: 0 })
    expect(await run([...rows, '20259999,,化学,化学1班,'])).toMatchObject({ added: 0, problemCount: 1 })
    expect(await run(['20250104,丁,化学,化学1班,'])).toMatchObject({ added: 1 })
    expect(await lines({ courseId: chemistry })).toEqual(['甲 化学 化学1班', '丁 化学 化学1班'])
  })

  it('a term goes on with the classes of the one before, and what is changed in it leaves that one alone', async () => {
    const { schoolId, gradeId } = of
    const today = termOf(now())
    const year = Number(today.slice(0, 4))
    const before = `${year - 1}-2`
    // As a school has it that used teaching classes last year.
    const old = { gradeId: of.grades[1]!.gradeId, schoolId }
    const [classId, studentId] = [newId<ClassId>('class'), newId<StudentId>('student')]
    const of1 = { schema: 1 as const, ...old, term: before, courseId: physics, classId }
    await teachingClasses.create({ ...of1, className: '物理A班', teacherIds: [], createdAt: 1, version: 4 })
    await teachingMembers.create({ ...of1, studentId, since: 1 })
    await teachingTerms.create({ schema: 1, ...old, term: before, begunAt: 1 })
    expect((await teachingOn(old, now())).members).toHaveLength(1)
    const made = { gradeId: old.gradeId, courseId: physics, className: '物理B班' }
    expect((await ask(calls.createTeachingClass, made)).status).toBe(0)
    const now1 = await teachingOn(old, now())
    // A list that was open before the term began still names the version.
    expect(now1.classes.find((c) => c.classId === classId)).toMatchObject({ version: 4 })
    expect(now1.classes.map((c) => c.className).sort()).toEqual(['物理A班', '物理B班'])
    expect(now1.members.map((m) => [m.studentId, m.classId, m.term])).toEqual([[studentId, classId, today]])
    const shown = (await ask(calls.teachingTerms, { gradeId: old.gradeId })).data as { terms: { term: string }[] }
    expect(shown.terms.map((t) => t.term)).toEqual([today, before])
    const then = { gradeId: old.gradeId, term: before }
    const listed = (await ask(calls.listTeachingClasses, then)).data as calls.TeachingClassRow[]
    expect(listed.map((c) => `${c.className} ${c.studentCount}`)).toEqual(['物理A班 1'])
    // Who is erased leaves no membership of any term behind.
    await asFunction('school-work', () => removeUnder('person', { personId: studentId }))
    expect((await teachingOn(old, now())).members).toEqual([])
    expect(gradeId).not.toBe(old.gradeId)
  })

  it('a teacher sees the own teaching classes and their students alone; a student and another school see none', async () => {
    const tenant = `s:${of.schoolId}`
    const mine = await testCaller({ userType: 3, tenant, teacherId, schoolId: of.schoolId } as never)
    const answer = await send(handler, calls.listTeachingClasses, { gradeId: of.gradeId }, mine.token)
    // A teacher of teaching classes alone has no class of the grade, and does not reach its lists.
    expect(answer.http).toBe(403)
    const pupil = await testCaller({ userType: 4, tenant, studentId: students[0]! })
    expect((await send(handler, calls.listTeachingStudents, { gradeId: of.gradeId } as never, pupil.token)).http).toBe(
      403,
    )
    const stranger = await testCaller({ userType: 2, tenant: `s:${newId<string>('school')}` })
    expect((await send(handler, calls.listTeachingClasses, { gradeId: of.gradeId }, stranger.token)).http).toBe(403)
    const wish = { gradeId: of.gradeId, courseId: physics, classId: null, studentIds: students }
    expect((await send(handler, calls.placeStudents, wish, stranger.token)).http).toBe(403)
  })

  it('terms and classes go with their school; who is in them goes with the student', async () => {
    const there = () =>
      Promise.all([
        teachingTerms.query(teachingPlace(of.schoolId), { prefix: 'term#' }),
        teachingClasses.query(teachingPlace(of.schoolId), { prefix: 'class#' }),
      ])
    expect((await there()).every((rows) => rows.length > 0)).toBe(true)
    await asFunction('school-work', async () => {
      while ((await removeUnder('school', { schoolId: of.schoolId })) > 0);
    })
    expect(await there()).toEqual([[], []])
  })
})
