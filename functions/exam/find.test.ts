import { beforeAll, describe, expect, it } from 'vitest'
import { createExam } from '#shared/exam/exam.calls.ts'
import { findAll } from '#shared/exam/find.calls.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import type { ClassId, Tenant } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'

actAs('exam-api')

const digits = (): string => [...randomOf(7)].map((b) => String(b % 10)).join('')
const asked = async <C extends Parameters<typeof viaGateway>[0]>(
  call: C,
  input: Parameters<typeof viaGateway<C>>[1],
  token: string,
) => {
  const answer = await viaGateway(call, input, token)
  if (answer.status !== 0) throw new Error(answer.message)
  return answer.data
}

describe('the one search', () => {
  const number = `2026${digits()}`
  const operatorOf = () => testCaller({ userType: 1, tenant: 'p' })
  const makeSchool = async (areaId: never, name: string, token: string) => {
    const accountName = `f${newId('account').slice(-12)}`
    const { schoolId } = await asked(createSchool, { areaId, schoolName: name, stage: 1, accountName }, token)
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` as Tenant })
    const gradeId = (await asked(listGrades, { schoolId }, admin.token))[0]!.gradeId
    const classIds: ClassId[] = []
    for (const className of ['1班', '2班'])
      classIds.push((await asked(createClass, { gradeId, className }, admin.token)).classId)
    const [courseId, otherCourse] = (await asked(listCourses, { schoolId }, admin.token)).map((c) => c.courseId)
    const student = (classId: never, studentName: string, studentNumber: string) =>
      asked(createStudent, { classId, studentName, studentNumber }, admin.token)
    await student(classIds[0] as never, '寻小禾', number)
    await student(classIds[1] as never, '寻大禾', `${number}9`)
    const teaches = [{ classId: classIds[0]!, courseId: courseId!, isHead: false }]
    const wanted = { schoolId, teacherName: '寻老师', accountName: `t${newId('account').slice(-12)}`, teaches }
    const { teacherId } = await asked(createTeacher, wanted, admin.token)
    const of = { schoolId, examType: 2, gradeId, examDate: 1 }
    const exam = (examName: string, course: typeof courseId, classes: typeof classIds) =>
      send(handler, createExam, { ...of, examName, classIds: classes, courseIds: [course!] }, admin.token)
    const mine = (await exam('寻常诊断', courseId, classIds)).data
    const other = (await exam('另一场寻常诊断', otherCourse, [classIds[1]!])).data
    return { schoolId, admin, teacherId, mine, other }
  }
  let one: Awaited<ReturnType<typeof makeSchool>>
  let two: Awaited<ReturnType<typeof makeSchool>>
  let areaId: never
  const name = `寻校${digits()}`

  beforeAll(async () => {
    const { token } = await operatorOf()
    areaId = (await asked(createArea, { areaName: '寻区', areaCode: digits() }, token)).areaId as never
    one = await makeSchool(areaId, `${name}甲`, token)
    two = await makeSchool(areaId, `${name}乙`, token)
  })
  const find = async (text: string, { token }: { token: string }) =>
    (await send(handler, findAll, { text }, token)).data
  /** Names are found by an index that follows the stream. */
  const untilNamed = async (text: string, who: { token: string }) => {
    for (let i = 0; i < 2400; i++) {
      const found = await find(text, who)
      if (found.students.length > 0) return found
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error('the index does not follow')
  }

  it('finds students by number, name, pinyin and initials, teachers, exams and papers: of the own school alone', async () => {
    expect((await find(number, one.admin)).students.map((s) => [s.studentName, s.className, s.schoolId])).toEqual([
      ['寻小禾', '1班', one.schoolId],
      ['寻大禾', '2班', one.schoolId],
    ])
    for (const text of ['寻小', 'xunxiao', 'xxh', '小禾'])
      expect(
        (await untilNamed(text, one.admin)).students.map((s) => s.studentName),
        text,
      ).toEqual(['寻小禾'])
    const found = await find('寻', one.admin)
    expect(found.teachers.map((t) => t.teacherName)).toEqual(['寻老师'])
    expect(found.exams.map((e) => e.examName)).toEqual(['另一场寻常诊断', '寻常诊断'])
    expect((await find('寻常 语文', one.admin)).papers.map((p) => [p.examName, p.courseName, p.mayManage])).toEqual([
      ['寻常诊断', '语文', true],
    ])
    expect(JSON.stringify(found)).not.toContain(two.schoolId)
    expect((await find('没有这样的', one.admin)).students).toEqual([])
  })

  it('shows a teacher what a teacher sees, a student the own exams and no person', async () => {
    const of = { tenant: `s:${one.schoolId}` as Tenant }
    const teacher = await testCaller({ userType: 3, ...of, teacherId: one.teacherId })
    const seen = await find(number, teacher)
    expect(seen.students.map((s) => s.studentName)).toEqual(['寻小禾'])
    expect((await find('寻', teacher)).exams.map((e) => e.examName)).toEqual(['寻常诊断'])
    const stranger = await testCaller({ userType: 4, ...of, studentId: newId('student') as never })
    const nothing = { schools: [], students: [], teachers: [], exams: [], papers: [] }
    expect(await find('寻', stranger)).toEqual(nothing)
    const typist = await testCaller({ userType: 6, tenant: 'p' })
    expect(await find(number, typist)).toEqual(nothing)
  })

  it('shows the platform and an area their schools, and a student by the whole number alone', async () => {
    const operator = await operatorOf()
    const bureau = await testCaller({ userType: 14, tenant: `a:${areaId as string}` as Tenant })
    const elsewhere = await testCaller({ userType: 14, tenant: `a:${newId('area')}` as Tenant })
    for (const who of [operator, bureau]) {
      expect((await find(name, who)).schools.map((s) => s.schoolName).toSorted()).toEqual(
        [`${name}乙`, `${name}甲`].toSorted(),
      )
      const { students } = await find(number, who)
      expect(students.map((s) => s.schoolName).toSorted()).toEqual([`${name}乙`, `${name}甲`].toSorted())
      expect((await find(number.slice(0, 6), who)).students).toEqual([])
    }
    expect(await find(number, elsewhere)).toMatchObject({ schools: [], students: [] })
    expect((await find(name, elsewhere)).schools).toEqual([])
  })

  it('refuses nothing to look for, and reads a long text as none', async () => {
    expect((await send(handler, findAll, { text: ' ' }, one.admin.token)).message).toBe('请输入要查找的内容')
    expect((await send(handler, findAll, { text: '长'.repeat(41) }, one.admin.token)).status).not.toBe(0)
  })
})
