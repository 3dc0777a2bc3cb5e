import { beforeAll, describe, expect, it, vi } from 'vitest'
import { signInByGateway } from '#functions/identity/identity.testing.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import { graduateGrade } from '#shared/school/people/act.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeConfig, saveGradeConfig } from '#shared/school/settings/setting.calls.ts'
import { schoolYear } from '#shared/kit/time.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './school.api.ts'
import { aSchool } from './school.fixtures.ts'

const settingCalls = { gradeConfig, saveGradeConfig, graduateGrade }
const calls = {
  ...schoolCalls,
  ...placeCalls,
  ...classCalls,
  ...courseCalls,
  ...teacherCalls,
  ...studentCalls,
  ...settingCalls,
}

type Who = Awaited<ReturnType<typeof testCaller>>

describe('a school', () => {
  let first: Awaited<ReturnType<typeof aSchool>>
  let other: Awaited<ReturnType<typeof aSchool>>
  let admin: Who
  beforeAll(async () => {
    actAs('school-api')
    first = await aSchool()
    other = await aSchool()
    admin = first.admin
  })
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2], who: Who = admin) =>
    send(handler, call, input, who.token)

  it('comes with its grades, its courses and a way in', async () => {
    expect(first.grades.map((g) => g.gradeName)).toEqual(['高一', '高二', '高三'])
    const courses = await ask(calls.listCourses, { schoolId: first.schoolId })
    expect(courses.data.map((c) => c.courseName)).toEqual([
      '语文',
      '数学',
      '英语',
      '物理',
      '化学',
      '生物',
      '政治',
      '历史',
      '地理',
    ])
    expect(first.made.initialPassword).toMatch(/^[a-z2-9]{10}$/)
  })

  it("its administrator's account signs in", async () => {
    const { accountName, initialPassword } = first.made
    const answer = await signInByGateway(accountName, initialPassword!)
    expect(answer).toMatchObject({
      status: 0,
      data: { user: { userType: 2, schoolId: first.schoolId, passwordStatus: 1 } },
    })
  })

  it('a taken name or account is refused and leaves nothing', async () => {
    const again = {
      areaId: first.areaId,
      schoolName: '青禾第一中学',
      stage: 1,
      accountName: `b${newId('account').slice(-12)}`,
    }
    expect((await ask(calls.createSchool, again, first.operator)).message).toContain('青禾第一中学')
    const taken = { ...again, schoolName: '青禾第二中学', accountName: first.made.accountName }
    expect((await ask(calls.createSchool, taken, first.operator)).message).toContain('已被使用')
    const list = await ask(calls.listSchools, { areaId: first.areaId }, first.operator)
    expect(list.data.list.map((s) => s.schoolName)).toEqual(['青禾第一中学'])
  })

  it('only the platform makes areas and schools', async () => {
    expect((await ask(calls.createArea, { areaName: 'x', areaCode: '99' })).http).toBe(403)
    const pretended = await testCaller({ userType: 1, tenant: `a:${first.areaId}` })
    expect((await ask(calls.createArea, { areaName: 'x', areaCode: '99' }, pretended)).http).toBe(403)
  })

  it('people see their own schools', async () => {
    const bureau = await testCaller({ userType: 14, tenant: `a:${first.areaId}`, areaId: first.areaId })
    expect((await ask(calls.listSchools, {}, bureau)).data.list.map((s) => s.schoolId)).toEqual([first.schoolId])
    expect((await ask(calls.listSchools, {})).data.list.map((s) => s.schoolId)).toEqual([first.schoolId])
    expect((await ask(calls.schoolCount, {})).data).toBe(1)
    expect((await ask(calls.schoolDetail, { schoolId: other.schoolId })).http).toBe(403)
    expect((await ask(calls.schoolDetail, { schoolId: newId<SchoolId>('school') })).http).toBe(403)
  })

  it('a stale edit is refused and changes nothing', async () => {
    const { schoolId } = first
    const row = (await ask(calls.schoolDetail, { schoolId })).data
    const edit = { schoolId, schoolName: '青禾一中', turnMonth: 9, version: row.version }
    expect((await ask(calls.updateSchool, edit)).data.schoolName).toBe('青禾一中')
    const late = await ask(calls.updateSchool, { ...edit, schoolName: '迟到' })
    expect(late.status).toBe(20_002)
    expect(late.message).toMatch(/^您已于\d{4}-\d\d-\d\d \d\d:\d\d修改了这条数据，请核对后重试$/)
    expect((await ask(calls.schoolDetail, { schoolId })).data.schoolName).toBe('青禾一中')
  })

  it('stands in lists where the platform puts it, and on the map; a late edit is told', async () => {
    const { schoolId, areaId } = first
    const operator = first.operator
    const { version } = (await ask(calls.schoolDetail, { schoolId })).data
    const other = await ask(
      calls.createSchool,
      { areaId, schoolName: '排在前面', stage: 1, accountName: `o${newId('account').slice(-12)}` },
      operator,
    )
    const names = async () =>
      (await ask(calls.listSchools, { areaId, pageSize: 100 }, operator)).data.list.map((s) => s.schoolId)
    expect(await names()).toEqual([schoolId, other.data.schoolId])
    const place = { schoolId: other.data.schoolId, sort: 1, latitude: 30.25, longitude: 120.17, version: 1 }
    expect((await ask(calls.placeSchool, place, operator)).data).toMatchObject({
      sort: 1,
      location: { latitude: 30.25, longitude: 120.17 },
    })
    expect(await names()).toEqual([other.data.schoolId, schoolId])
    expect((await ask(calls.placeSchool, { ...place, sort: 9 }, operator)).status).toBe(20_002)
    const half = await ask(calls.placeSchool, { ...place, longitude: undefined, version: 2 }, operator)
    expect(half.message).toContain('请同时填写纬度和经度')
    expect((await ask(calls.placeSchool, { ...place, latitude: 91, version: 2 }, operator)).message).toContain(
      '纬度应在-90到90之间',
    )
    // Nothing sent is nothing kept; the school itself has no say.
    const cleared = await ask(calls.placeSchool, { schoolId: place.schoolId, version: 2 }, operator)
    expect([cleared.data.sort, cleared.data.location]).toEqual([undefined, undefined])
    expect((await ask(calls.placeSchool, { schoolId, sort: 1, version })).http).toBe(403)
  })

  it('classes: no name twice, in any brackets; renamed, deleted and back', async () => {
    const { gradeId } = first
    const made = await ask(calls.createClass, { gradeId, className: '高一（2）班' })
    expect((await ask(calls.createClass, { gradeId, className: '高一(2) 班' })).message).toContain('已有名为')
    const { classId } = made.data
    const renamed = await ask(calls.updateClass, { classId, className: '实验班', version: 1 })
    expect(renamed.data).toEqual({ version: 2 })
    expect((await ask(calls.updateClass, { classId, className: '创新班', version: 1 })).status).toBe(20_002)
    await ask(calls.deleteClass, { classId })
    const names = async () =>
      (await ask(calls.listClasses, { schoolId: first.schoolId, gradeId })).data.map((c) => c.className)
    expect(await names()).toEqual(['1班'])
    await ask(calls.deleteClass, { classId, undo: true })
    expect(await names()).toEqual(['1班', '实验班'])
  })

  it('grades: none far ahead, none with classes deleted, deleted and back', async () => {
    const { schoolId, gradeId } = first
    const years = async () => (await ask(calls.listGrades, { schoolId })).data.map((g) => g.enrolmentYear)
    const before = await years()
    const latest = schoolYear(now()) + 1
    expect((await ask(calls.createGrade, { schoolId, stage: 1, enrolmentYear: 2040 })).message).toContain(`${latest}年`)
    const made = (await ask(calls.createGrade, { schoolId, stage: 1, enrolmentYear: latest })).data
    expect((await ask(calls.deleteGrade, { gradeId })).message).toContain('个班级，请先删除')
    expect((await ask(calls.deleteGrade, made, other.admin)).http).toBe(403)
    expect((await ask(calls.deleteGrade, made)).data).toEqual({ version: 2 })
    expect(await years()).toEqual(before)
    await ask(calls.deleteGrade, { ...made, undo: true })
    expect(await years()).toEqual([latest, ...before])
    await ask(calls.deleteGrade, made)
  })

  it('no student comes to a class whose grade has left, and a stage with students stays', async () => {
    const own = await aSchool()
    const by = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2]) =>
      ask(call, input, own.admin)
    const { schoolId } = own
    const [grade] = (await by(calls.listGrades, { schoolId })).data.filter((g) => g.gradeName === '高三')
    const { gradeId, version } = grade!
    const { classId } = (await by(calls.createClass, { gradeId, className: '毕业班' })).data
    const student = { studentName: '吴留', studentNumber: '77001' }
    const { studentId } = (await by(calls.createStudent, { ...student, classId: own.classId })).data
    expect((await by(calls.graduateGrade, { gradeId, version })).status).toBe(0)
    const refused = schoolProblems.gradeGraduated.status
    expect((await by(calls.moveStudents, { studentIds: [studentId], classId })).status).toBe(refused)
    expect((await by(calls.createClass, { gradeId, className: '再来一班' })).status).toBe(refused)
    const late = { studentName: '吴二', studentNumber: '77002', classId }
    expect((await by(calls.createStudent, late)).status).toBe(refused)
    expect((await by(calls.updateStudent, { studentId, ...student, classId, version: 1 })).status).toBe(refused)
    const [row] = (await by(calls.listClasses, { schoolId, gradeId })).data
    expect(row).toMatchObject({ graduated: true, studentCount: 0 })
    const config = (await by(calls.gradeConfig, { schoolId })).data
    // The counters follow the roster in a moment of their own.
    await vi.waitFor(async () => {
      const lost = await by(calls.saveGradeConfig, { ...config, schoolId, schoolStageList: ['02'] })
      expect(lost.message).toContain('高中还有1名在读学生')
    }, 120_000)
  })

  it("another school's administrator is refused and nothing changes", async () => {
    const { gradeId, classId, schoolId } = first
    const before = (await ask(calls.listClasses, { schoolId })).data
    for (const answer of [
      await ask(calls.createClass, { gradeId, className: '偷来的班' }, other.admin),
      await ask(calls.updateClass, { classId, className: '偷来的班', version: 1 }, other.admin),
      await ask(calls.deleteClass, { classId }, other.admin),
      await ask(calls.createStudent, { classId, studentName: '甲', studentNumber: '12345' }, other.admin),
      await ask(calls.createTeacher, { schoolId, teacherName: '甲', accountName: 'intruder1' }, other.admin),
    ])
      expect(answer.http).toBe(403)
    expect((await ask(calls.listClasses, { schoolId })).data).toEqual(before)
  })

  it('a teacher may look, and not change', async () => {
    const teacher = await testCaller({ userType: 3, tenant: `s:${first.schoolId}` })
    expect((await ask(calls.listClasses, { schoolId: first.schoolId }, teacher)).status).toBe(0)
    expect((await ask(calls.createClass, { gradeId: first.gradeId, className: 'x' }, teacher)).http).toBe(403)
    const student = await testCaller({ userType: 4, tenant: `s:${first.schoolId}` })
    expect((await ask(calls.listStudents, { schoolId: first.schoolId }, student)).http).toBe(403)
  })

  it('teachers get an account; what they teach is of their school', async () => {
    const { schoolId, classId } = first
    const courseId = (await ask(calls.listCourses, { schoolId })).data[1]!.courseId
    const accountName = `t${newId('account').slice(-12)}`
    const teaches = [{ classId, courseId, isHead: true }]
    expect((await ask(calls.createTeacher, { schoolId, teacherName: '单雄信', accountName: 'a' })).status).toBe(20_001)
    const foreign = [{ classId: other.classId, isHead: true }]
    expect(
      (await ask(calls.createTeacher, { schoolId, teacherName: '甲', accountName, teaches: foreign })).message,
    ).toContain('不属于')
    const made = await ask(calls.createTeacher, { schoolId, teacherName: '单雄信', accountName, teaches })
    const { teacherId } = made.data
    expect((await ask(calls.createTeacher, { schoolId, teacherName: '另一人', accountName })).message).toContain(
      '已被使用',
    )
    const found = await ask(calls.listTeachers, { schoolId, name: 'sxx' })
    expect(found.data.list.map((t) => t.teacherName)).toEqual(['单雄信'])
    expect(JSON.stringify(found.data)).not.toContain('assword')
    expect((await ask(calls.listClasses, { schoolId })).data.find((c) => c.classId === classId)?.headTeachers).toEqual([
      '单雄信',
    ])
    const reset = await ask(calls.resetTeacherPassword, { schoolId, teacherId })
    expect(reset.data.initialPassword).not.toBe(made.data.initialPassword)
    await ask(calls.deleteTeacher, { schoolId, teacherId })
    expect((await ask(calls.listTeachers, { schoolId })).data.total).toBe(0)
    await ask(calls.deleteTeacher, { schoolId, teacherId, undo: true })
    expect((await ask(calls.listTeachers, { schoolId })).data.total).toBe(1)
  })
})

describe('students', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let ids: StudentId[]
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2]) =>
    send(handler, call, input, school.admin.token)
  const list = async (more: object = {}) =>
    (await ask(calls.listStudents, { schoolId: school.schoolId, ...more })).data.list
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('学生中学')
    ids = []
    for (const [studentName, studentNumber] of [
      ['张三', '20260001'],
      ['欧阳修', '20260002'],
      ['李清照', '20260003'],
    ] as const)
      ids.push((await ask(calls.createStudent, { classId: school.classId, studentName, studentNumber })).data.studentId)
  })

  it.each([
    ['zs', '张三'],
    ['ouyang', '欧阳修'],
    ['清照', '李清照'],
    ['0002', '欧阳修'],
  ])('%s finds %s', async (name, found) => {
    expect((await list({ name })).map((s) => s.studentName)).toEqual([found])
  })

  it('a number belongs to one', async () => {
    const again = await ask(calls.createStudent, {
      classId: school.classId,
      studentName: '王五',
      studentNumber: '20260001',
    })
    expect(again.message).toBe('学号“20260001”已被“张三”使用')
    expect((await list()).length).toBe(3)
  })

  it('a changed number moves the row, whole; a stale or a taken one changes nothing', async () => {
    const [row] = await list({ name: '张三' })
    const edit = {
      studentId: ids[0]!,
      classId: school.classId,
      studentName: '张三',
      studentNumber: '20269999',
      version: row!.version,
    }
    expect((await ask(calls.updateStudent, { ...edit, studentNumber: '20260002' })).message).toContain('欧阳修')
    expect((await ask(calls.updateStudent, { ...edit, version: 77 })).status).toBe(20_002)
    expect((await ask(calls.updateStudent, edit)).status).toBe(0)
    const after = await list({ name: '张三' })
    expect(after.map((s) => [s.studentId, s.studentNumber])).toEqual([[ids[0], '20269999']])
  })

  it('deleted, and back; a deleted number is free for another', async () => {
    await ask(calls.deleteStudents, { studentIds: [ids[1]!] })
    expect((await list()).length).toBe(2)
    await ask(calls.restoreStudents, { schoolId: school.schoolId, studentIds: [ids[1]!] })
    expect((await list({ name: 'ouyang' })).map((s) => s.studentId)).toEqual([ids[1]])
    await ask(calls.deleteStudents, { studentIds: [ids[1]!] })
    const next = await ask(calls.createStudent, {
      classId: school.classId,
      studentName: '新同学',
      studentNumber: '20260002',
    })
    expect(next.data.studentId).not.toBe(ids[1])
    expect((await ask(calls.restoreStudents, { schoolId: school.schoolId, studentIds: [ids[1]!] })).http).toBe(200)
    expect((await list({ name: '20260002' })).map((s) => s.studentName)).toEqual(['新同学'])
  })

  it('moves only within the school', async () => {
    const gradeId = school.grades[1]!.gradeId
    const { classId } = (await ask(calls.createClass, { gradeId, className: '2班' })).data
    expect((await ask(calls.moveStudents, { studentIds: [ids[2]!], classId })).data.moved).toBe(1)
    expect((await list({ gradeId })).map((s) => s.studentName)).toEqual(['李清照'])
    const foreign = await aSchool('别的中学')
    expect((await ask(calls.moveStudents, { studentIds: [ids[2]!], classId: foreign.classId })).message).toContain(
      '不属于',
    )
    expect((await list({ gradeId })).length).toBe(1)
  })

  it('another user’s upload is no file to import', async () => {
    const key = `ab/s-${newId('school')}/uploads/roster/20261120/${newId('upload')}/1-001-a.xlsx`
    const answer = await ask(calls.importStudents, { schoolId: school.schoolId, key, fileName: 'a.xlsx', mode: 'all' })
    expect(answer.message).toContain('不属于')
  })
})
