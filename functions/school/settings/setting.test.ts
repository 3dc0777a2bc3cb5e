import { beforeAll, describe, expect, it } from 'vitest'
import { chooseCourses } from '#shared/school/people/act.calls.ts'
import { adjustNumbers, findNumbers } from '#shared/school/people/number.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { createTeachingClass, deleteTeachingClass } from '#shared/school/classes/teachingClass.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import * as calls from '#shared/school/settings/setting.calls.ts'
import { changeTutees, listTutors } from '#shared/school/people/tutor.calls.ts'
import type { CourseId, StudentId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'
import { settingOf } from '../roster/school.public.ts'
import { settings } from '../roster/school.store.ts'

const schools = { ...courseCalls, ...teacherCalls, ...studentCalls }

let school: Awaited<ReturnType<typeof aSchool>>
let courses: { courseId: CourseId; courseName: string; version: number }[]
const token = () => school.admin.token
const add = async (studentName: string, studentNumber: string): Promise<StudentId> =>
  (await send(handler, schools.createStudent, { classId: school.classId, studentName, studentNumber }, token())).data
    .studentId
beforeAll(async () => {
  actAs('school-api')
  school = await aSchool('设置中学')
  courses = (await send(handler, schools.listCourses, { schoolId: school.schoolId }, token())).data
})
const named = (...names: string[]): CourseId[] => names.map((n) => courses.find((c) => c.courseName === n)!.courseId)

describe('settings pages', () => {
  const place = (gradeId?: string) => ({ schoolId: school.schoolId, ...(gradeId ? { gradeId: gradeId as never } : {}) })
  const read = async (page: 'reportSetting' | 'tutorSetting', gradeId?: string) =>
    (await send(handler, calls.settingDetail, { ...place(gradeId), page }, token())).data
  const report = {
    page: 'reportSetting' as const,
    excellent: 90,
    good: 80,
    pass: 60,
    low: 30,
    deviation: 'sample' as const,
  }

  it('begin with their defaults, are saved, and stand for every grade but those with their own', async () => {
    expect(await read('reportSetting')).toMatchObject({ from: 'default', version: 0, values: { excellent: 85 } })
    const saved = await send(handler, calls.saveSetting, { ...place(), ...report, version: 0 }, token())
    expect(saved.data).toEqual({ version: 1 })
    expect(await read('reportSetting', school.gradeId)).toMatchObject({
      from: 'school',
      version: 0,
      values: { excellent: 90 },
    })
    const own = { ...place(school.gradeId), ...report, excellent: 95, version: 0 }
    expect((await send(handler, calls.saveSetting, own, token())).status).toBe(0)
    expect(await read('reportSetting', school.gradeId)).toMatchObject({
      from: 'grade',
      version: 1,
      values: { excellent: 95 },
    })
    expect(await read('reportSetting', school.grades[1]!.gradeId)).toMatchObject({ from: 'school' })
    expect((await settingOf(school.schoolId, 'reportSetting', school.gradeId)).excellent).toBe(95)
    const clear = { ...place(school.gradeId), page: 'reportSetting' as const, version: 1 }
    expect((await send(handler, calls.clearSetting, clear, token())).data).toEqual({ cleared: true })
    expect(await read('reportSetting', school.gradeId)).toMatchObject({ from: 'school', values: { excellent: 90 } })
  })
  it('are judged, and no change is overwritten', async () => {
    const save = (more: object) =>
      send(handler, calls.saveSetting, { ...place(), ...report, version: 1, ...more }, token())
    expect((await save({ good: 95 })).message).toBe('各率的分数线应由高到低')
    expect((await save({ pass: 101 })).message).toBe('及格线应在0到100之间')
    expect((await save({ gradeId: 'gr_none' })).status).not.toBe(0)
    const second = await testCaller({ userType: 2, tenant: `s:${school.schoolId}`, userName: '李主任' })
    const faster = { ...place(), ...report, low: 20, version: 1 }
    expect((await send(handler, calls.saveSetting, faster, second.token)).status).toBe(0)
    expect((await save({})).message).toMatch(/^李主任已于.*修改了这条数据/)
    const office = await testCaller({ userType: 15, tenant: `s:${school.schoolId}` })
    expect((await send(handler, calls.saveSetting, faster, office.token)).http).toBe(403)
    const senior = { ...place(school.gradeId), page: 'seniorSetting' as const, mode: 'free' as const, version: 0 }
    expect((await send(handler, calls.saveSetting, senior, token())).message).toBe('该设置只能按全校保存')
  })
  it('are what other rooms read: textbooks, homework and the report as they were saved, the grade before the school', async () => {
    const { schoolId, gradeId } = school
    const read = settingOf
    const [maths] = named('数学')
    const save = async (more: object) =>
      expect(
        (await send(handler, calls.saveSetting, { ...place(), ...more, version: 0 } as never, token())).status,
      ).toBe(0)
    await save({ page: 'defaultMaterial', materials: [{ courseId: maths, material: '人教版' }] })
    await save({ page: 'defaultMaterial', gradeId, materials: [{ courseId: maths, material: '北师大版' }] })
    await save({ page: 'homeworkSetting', correctMode: 3, deadlineHour: 20, remindHours: 1, late: false })
    await save({ page: 'reportTemplate', heading: '本校报告', sections: ['items'], footer: '内部' })
    expect((await read(schoolId, 'defaultMaterial')).materials).toEqual([{ courseId: maths, material: '人教版' }])
    expect((await read(schoolId, 'defaultMaterial', gradeId)).materials).toMatchObject([{ material: '北师大版' }])
    expect(await read(schoolId, 'homeworkSetting', gradeId)).toEqual({
      correctMode: 3,
      deadlineHour: 20,
      remindHours: 1,
      late: false,
    })
    expect(await read(schoolId, 'reportTemplate')).toEqual({ heading: '本校报告', sections: ['items'], footer: '内部' })
  })
  it('a report template from before its parts had a name is read', async () => {
    const of = { schoolId: school.schoolId, page: 'reportTemplate' as const, gradeId: '' as const }
    const row = (await settings.get(of))!
    const old = { ...row, values: { ...row.values, sections: ['items', 'marking'] } }
    expect(await settings.save(old)).not.toBeNull()
    expect((await settingOf(school.schoolId, 'reportTemplate')).sections).toEqual(['items', 'definitions'])
  })
  it('of senior high say which courses may be chosen', async () => {
    const studentId = await add('选课生', '20269001')
    const choose = async (...names: string[]) =>
      send(handler, chooseCourses, { studentIds: [studentId], courseIds: named(...names) }, token())
    expect((await choose('语文')).status).toBe(0)
    const rule = { ...place(), page: 'seniorSetting' as const, mode: '3+1+2' as const, version: 0 }
    const electiveCourseIds = named('物理', '历史', '化学', '生物', '地理')
    expect((await send(handler, calls.saveSetting, { ...rule, electiveCourseIds }, token())).status).toBe(0)
    expect((await choose('政治', '物理', '化学')).message).toBe('“政治”不在学校开放的选考课程中')
    expect((await choose('物理', '化学')).message).toBe('3+1+2模式须选择3门课程')
    expect((await choose('物理', '历史', '化学')).message).toBe('3+1+2模式须在物理和历史中选择且只选择一门')
    expect((await choose('物理', '化学', '地理')).status).toBe(0)
    expect((await choose()).status).toBe(0)
  })
  it('of tutors say how many students one has', async () => {
    const accountName = `tu${newId('account').slice(-12)}`
    const made = { schoolId: school.schoolId, teacherName: '导师', accountName }
    const { teacherId } = (await send(handler, schools.createTeacher, made, token())).data
    await add('受导一', '20269011')
    await add('受导二', '20269012')
    const two = { ...place(), page: 'tutorSetting' as const, enabled: true, maxTutees: 1, version: 0 }
    await send(handler, calls.saveSetting, two, token())
    const change = (add: string[], version: number, remove: StudentId[] = []) =>
      send(handler, changeTutees, { schoolId: school.schoolId, teacherId, add, remove, version }, token())
    expect((await change(['２０２６９０１１'], 1)).data).toEqual({ count: 1, version: 2 })
    expect((await change(['20269012'], 2)).message).toBe('每位导师最多指导1名学生')
    expect((await change(['99999999'], 2)).message).toBe('没有学号为“99999999”的学生')
    const [row] = (await send(handler, listTutors, { schoolId: school.schoolId }, token())).data
    expect(row).toMatchObject({ teacherName: '导师', count: 1, tutees: [{ studentName: '受导一', className: '1班' }] })
    await send(handler, calls.saveSetting, { ...two, enabled: false, version: 1 }, token())
    expect((await change(['20269012'], 2)).message).toBe('学校没有开启导师制，请先在导师设置中开启')
    expect((await change([], 2, [row!.tutees[0]!.studentId])).data).toEqual({ count: 0, version: 3 })
    expect((await send(handler, listTutors, { schoolId: school.schoolId }, token())).data).toEqual([])
  })
})

describe('student numbers', () => {
  const of = async (studentNumber: string) =>
    (await send(handler, findNumbers, { schoolId: school.schoolId, numbers: [studentNumber] }, token())).data.found[0]
      ?.studentName
  const adjust = (...changes: [string, string][]) => {
    const listed = changes.map(([from, to]) => ({ from, to }))
    return send(handler, adjustNumbers, { schoolId: school.schoolId, changes: listed }, token())
  }
  it('are exchanged and passed on, all of them or none', async () => {
    await add('甲', '30000001')
    await add('乙', '30000002')
    await add('丙', '30000003')
    expect((await adjust(['30000001', '30000002'], ['30000002', '30000001'])).data).toEqual({ changed: 2 })
    expect([await of('30000001'), await of('30000002')]).toEqual(['乙', '甲'])
    expect(
      (await adjust(['30000001', '30000002'], ['30000002', '30000003'], ['30000003', '30000009'])).data.changed,
    ).toBe(3)
    expect([await of('30000001'), await of('30000002'), await of('30000003'), await of('30000009')]).toEqual([
      undefined,
      '乙',
      '甲',
      '丙',
    ])
    expect((await adjust(['30000002', '30000008'], ['30000003', '30000009'])).message).toBe(
      '学号“30000009”已被“丙”使用',
    )
    expect(await of('30000002')).toBe('乙')
    expect((await adjust(['30000007', '30000008'])).message).toBe('没有学号为“30000007”的学生')
    expect((await adjust(['30000002', '30000008'], ['30000003', '30000008'])).message).toBe('学号“30000008”出现了两次')
  })
})

describe('courses', () => {
  it('are renamed, sorted, related to knowledge, deleted and put back', async () => {
    const of = (name: string) => courses.find((c) => c.courseName === name)!
    const { schoolId } = school
    const update = (courseId: CourseId, version: number, more: object) =>
      send(handler, schools.updateCourse, { schoolId, courseId, version, ...more }, token())
    const { courseId } = of('政治')
    const renamed = await update(courseId, 1, { courseName: '思想政治', knowledgeOf: '政治', courseSort: 1 })
    expect(renamed.data).toEqual({ version: 2 })
    expect((await update(courseId, 2, { courseName: '数学' })).message).toBe('已有名为“数学”的课程')
    expect((await update(courseId, 1, { courseSort: 3 })).message).toMatch(/修改了这条数据/)
    const now = (await send(handler, schools.listCourses, { schoolId }, token())).data
    expect(now.find((c) => c.courseId === courseId)).toMatchObject({ courseName: '思想政治', knowledgeOf: '政治' })
    const remove = (undo: boolean) => send(handler, schools.deleteCourse, { schoolId, courseId, undo }, token())
    expect((await remove(false)).status).toBe(0)
    // The name is taken since, so the course is not put back.
    await send(handler, schools.createCourse, { schoolId, courseName: '思想政治' }, token())
    expect((await remove(true)).message).toBe('已有名为“思想政治”的课程')
  })

  it('stay as long as a grade learns them in a teaching class', async () => {
    const { schoolId } = school
    const { courseId } = courses.find((c) => c.courseName === '地理')!
    const { gradeId } = (await send(handler, listGrades, { schoolId }, token())).data[0]!
    const taught = { gradeId, courseId, className: '地理1班', teacherIds: [] }
    const made = (await send(handler, createTeachingClass, taught, token())).data
    const remove = () => send(handler, schools.deleteCourse, { schoolId, courseId, undo: false }, token())
    expect((await remove()).message).toBe('课程“地理”仍有教学班，请先删除教学班')
    await send(handler, deleteTeachingClass, { gradeId, classId: made.classId, undo: false } as never, token())
    expect((await remove()).status).toBe(0)
  })
})
