import { beforeAll, describe, expect, it } from 'vitest'
import { deleteLeader, listLeaders, updateLeader } from '#shared/school/people/leader.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import type { ClassId, CourseId, StudentId, TeacherId, UserId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './school.api.ts'
import { aSchool } from './school.fixtures.ts'

const calls = { ...schoolCalls, ...classCalls, ...courseCalls, ...teacherCalls, ...studentCalls }

type Who = Awaited<ReturnType<typeof testCaller>>
const fresh = () => `s${newId('account').slice(-12)}`

describe('what people of a school see', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let other: Awaited<ReturnType<typeof aSchool>>
  let classIds: ClassId[]
  let courseIds: CourseId[]
  let studentIds: StudentId[]
  const ask = <C extends Parameters<typeof send>[1]>(
    call: C,
    input: Parameters<typeof send<C>>[2],
    who: Who = school.admin,
  ) => send(handler, call, input, who.token)

  /** Grade 1 has classes 0 and 1, grade 2 has class 2; one student a class. */
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('范围中学')
    other = await aSchool('邻校')
    const add = async (gradeId: (typeof school)['gradeId'], className: string) =>
      (await ask(calls.createClass, { gradeId, className })).data.classId
    classIds = [school.classId, await add(school.gradeId, '2班'), await add(school.grades[1]!.gradeId, '3班')]
    courseIds = (await ask(calls.listCourses, { schoolId: school.schoolId })).data.map((c) => c.courseId)
    studentIds = []
    for (const [i, classId] of classIds.entries())
      studentIds.push(
        (await ask(calls.createStudent, { classId, studentName: `学生${i}`, studentNumber: `2026000${i}` })).data
          .studentId,
      )
  })

  const views = async (who: Who) => {
    const of = { schoolId: school.schoolId }
    const [grades, classes, courses, students, details] = await Promise.all([
      ask(calls.listGrades, of, who),
      ask(calls.listClasses, of, who),
      ask(calls.listCourses, of, who),
      ask(calls.listStudents, of, who),
      Promise.all(studentIds.map((studentId) => ask(calls.studentDetail, { studentId }, who))),
    ])
    return {
      grades: grades.data.length,
      classes: classes.data.map((c) => classIds.indexOf(c.classId)),
      courses: courses.data.map((c) => courseIds.indexOf(c.courseId)),
      students: students.data.list.map((s) => studentIds.indexOf(s.studentId)),
      details: details.flatMap((d, i) => (d.http === 200 ? [i] : [])),
    }
  }
  const teacher = async (more: object): Promise<Who> => {
    const { data } = await ask(calls.createTeacher, {
      schoolId: school.schoolId,
      teacherName: '范围',
      accountName: fresh(),
      password: 'first-password',
      teaches: [],
      ...more,
    })
    return testCaller({ userType: 3, tenant: `s:${school.schoolId}`, teacherId: data.teacherId })
  }
  const leader = async (userType: number, more: object): Promise<Who & { userId: UserId }> => {
    const { schoolId } = school
    const { data } = await ask(calls.openStaff, { schoolId, userType, userName: '领导', accountName: fresh(), ...more })
    const who = await testCaller({ userType, tenant: `s:${schoolId}`, userId: data.userId })
    return { ...who, userId: data.userId }
  }
  const nothing = { grades: 0, classes: [], courses: [], students: [], details: [] }

  it('a teacher: the classes taught, by their courses', async () => {
    const who = await teacher({ teaches: [{ classId: classIds[1], courseId: courseIds[2], isHead: false }] })
    expect(await views(who)).toEqual({ grades: 1, classes: [1], courses: [2], students: [1], details: [1] })
  })
  it('a head teacher: every course; a tutor: the student; a leader of a grade: all of it', async () => {
    const head = await views(await teacher({ teaches: [{ classId: classIds[0], isHead: true }] }))
    expect([head.classes, head.courses.length, head.students]).toEqual([[0], 9, [0]])
    const tutor = await views(await teacher({ tutees: [studentIds[2]] }))
    expect(tutor).toEqual({ ...nothing, students: [2], details: [2] })
    const lead = await views(await teacher({ gradeIds: [school.gradeId] }))
    expect([lead.grades, lead.classes, lead.students, lead.details]).toEqual([1, [0, 1], [0, 1], [0, 1]])
    expect(await views(await teacher({}))).toEqual(nothing)
  })
  it('leaders: a grade, a subject, all; an assignment that ends, ends what is seen', async () => {
    const grade = await leader(11, { gradeIds: [school.grades[1]!.gradeId] })
    expect((await views(grade)).details).toEqual([2])
    const subject = await leader(12, { subjects: [{ courseId: courseIds[3], gradeId: school.gradeId }] })
    expect(await views(subject)).toMatchObject({ courses: [3], details: [0, 1] })
    expect((await views(await leader(9, {}))).details).toEqual([0, 1, 2])
    const { schoolId } = school
    const [row] = (await ask(listLeaders, { schoolId })).data.filter((l) => l.userId === grade.userId)
    const edit = { schoolId, userId: grade.userId, userName: '领导', version: row!.version }
    expect((await ask(updateLeader, { ...edit, gradeIds: [other.gradeId] })).message).toContain('不属于')
    expect((await ask(updateLeader, { ...edit, gradeIds: [] })).status).toBe(0)
    expect(await views(grade)).toEqual(nothing)
    expect((await ask(updateLeader, edit)).status).toBe(20_002)
  })
  it('a closed leader sees nothing more; oneself is not closed', async () => {
    const { schoolId } = school
    const subject = await leader(20, { subjects: [{ courseId: courseIds[0] }] })
    expect((await views(subject)).details).toEqual([0, 1, 2])
    await ask(deleteLeader, { schoolId, userId: subject.userId })
    expect(await views(subject)).toEqual(nothing)
    await ask(deleteLeader, { schoolId, userId: subject.userId, undo: true })
    expect((await views(subject)).details).toEqual([0, 1, 2])
    const own = { schoolId, userId: school.admin.caller.userId }
    expect((await ask(deleteLeader, own)).message).toBe('不能停用自己当前的身份')
  })
  it('accounts of colleagues are the administration’s to know', async () => {
    const who = await teacher({ teaches: [{ classId: classIds[2], courseId: courseIds[0], isHead: false }] })
    const { teacherId } = who.caller as { teacherId: TeacherId }
    const list = (await ask(calls.listTeachers, { schoolId: school.schoolId, pageSize: 100 }, who)).data.list
    expect(list.map((t) => [t.teacherId, t.accountName])).toEqual([[teacherId, '']])
    const one = await ask(calls.teacherDetail, { schoolId: school.schoolId, teacherId }, who)
    expect(one.data.accountName).toBe('')
    const stranger = await teacher({})
    expect((await ask(calls.teacherDetail, { schoolId: school.schoolId, teacherId }, stranger)).status).not.toBe(0)
  })
  it('a teacher of a class of another school is refused when it is written', async () => {
    const made = await ask(calls.createTeacher, {
      schoolId: school.schoolId,
      teacherName: '甲',
      accountName: fresh(),
      teaches: [],
      tutees: [
        (
          await ask(
            calls.createStudent,
            { classId: other.classId, studentName: '乙', studentNumber: '20269999' },
            other.admin,
          )
        ).data.studentId,
      ],
    })
    expect(made.message).toContain('不属于')
  })
})
