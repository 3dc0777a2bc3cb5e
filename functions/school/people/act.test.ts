import { beforeAll, describe, expect, it } from 'vitest'
import {
  chooseCourses,
  graduateGrade,
  listActs,
  setLeave,
  studentHistory,
  tagStudents,
  undoAct,
} from '#shared/school/people/act.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import { gradeConfig, saveGradeConfig } from '#shared/school/settings/setting.calls.ts'
import type { ClassId, StudentId } from '#shared/kit/ids.ts'
import { dayKey, schoolYear } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'
import { studentsExpected } from '../roster/school.public.ts'
import { students } from '../roster/school.store.ts'

const calls = { ...classCalls, ...courseCalls, ...studentCalls }

const acted = (tenant: string, act: string) =>
  asFunction('marking-stream', async () =>
    (await audits.query(`${tenant}#${dayKey(now())}`)).filter((r) => r.act === act).map((r) => r.object),
  )

describe('acts on the roster', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let second: ClassId
  let ids: StudentId[]
  const ask = <C extends Parameters<typeof send>[1]>(
    call: C,
    input: Parameters<typeof send<C>>[2],
    who: { token: string } = school.admin,
  ) => send(handler, call, input, who.token)
  const classOfEach = async () => {
    const of = { schoolId: school.schoolId, pageSize: 1000 }
    return new Map((await ask(calls.listStudents, of)).data.list.map((s) => [s.studentId, s.classId]))
  }
  const inClass = async (classId: ClassId) => [...(await classOfEach()).values()].filter((c) => c === classId).length

  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('调班中学')
    second = (await ask(calls.createClass, { gradeId: school.grades[1]!.gradeId, className: '2班' })).data.classId
    const rows = Array.from({ length: 96 }, (_, i) => ({
      schema: 1 as const,
      studentId: newId<StudentId>('student'),
      schoolId: school.schoolId,
      gradeId: school.gradeId,
      classId: school.classId,
      studentName: `学生${i}`,
      pinyin: 'xuesheng xs',
      studentNumber: String(70_000_000 + i),
      createdAt: 1,
      version: 1,
    }))
    await students.putMany(rows)
    ids = rows.map((r) => r.studentId)
  })

  it('a class moves whole and comes back whole; one record each; what was changed since stays', async () => {
    const moved = await ask(calls.moveStudents, { studentIds: ids, classId: second })
    expect(moved.data.moved).toBe(96)
    const { actId } = moved.data
    expect(await inClass(second)).toBe(96)
    const gradeId = school.grades[1]!.gradeId
    expect((await ask(calls.listStudents, { schoolId: school.schoolId, gradeId })).data.total).toBe(96)
    // One of them is moved on, one is deleted.
    const third = (await ask(calls.createClass, { gradeId: school.gradeId, className: '3班' })).data.classId
    await ask(calls.moveStudents, { studentIds: [ids[92]!], classId: third })
    await ask(calls.deleteStudents, { studentIds: [ids[3]!] })
    // Another goes away and comes here again; one more is called differently, by another number.
    await ask(calls.moveStudents, { studentIds: [ids[93]!], classId: third })
    await ask(calls.moveStudents, { studentIds: [ids[93]!], classId: second })
    const edited = (await ask(calls.studentDetail, { studentId: ids[94]! })).data
    const renamed = { studentName: '改名生', studentNumber: '71999999', classId: second, version: edited.version }
    expect((await ask(calls.updateStudent, { studentId: ids[94]!, ...renamed })).status).toBe(0)
    const undone = await ask(undoAct, { schoolId: school.schoolId, actId: actId! })
    expect(undone.data).toEqual({ undone: 93, kept: 3 })
    expect([await inClass(school.classId), await inClass(second), await inClass(third)]).toEqual([93, 1, 1])
    expect((await ask(calls.studentDetail, { studentId: ids[94]! })).data).toMatchObject({
      classId: school.classId,
      studentName: '改名生',
      studentNumber: '71999999',
    })
    const again = await ask(undoAct, { schoolId: school.schoolId, actId: actId! })
    expect(again.message).toMatch(/^该操作已于\d{4}-.*由测试用户撤销$/)
    const list = (await ask(listActs, { schoolId: school.schoolId })).data
    expect(list.map((a) => a.title)).toEqual(['学生93调到2班', '学生93调到3班', '学生92调到3班', '96名学生调到2班'])
    expect(list[3]).toMatchObject({ by: { userName: '测试用户' }, undone: { userName: '测试用户' } })
    expect(await acted(`s:${school.schoolId}`, 'school.moveStudents')).toEqual(list.map((a) => a.actId).reverse())
    expect(await acted(`s:${school.schoolId}`, 'school.undo')).toEqual([actId])
    await ask(calls.restoreStudents, { schoolId: school.schoolId, studentIds: [ids[3]!] })
  })

  it('two who move the same students at once: each student stands in one class, and no act is half', async () => {
    const some = ids.slice(10, 40)
    const third = (await ask(calls.createClass, { gradeId: school.gradeId, className: '4班' })).data.classId
    const fourth = (await ask(calls.createClass, { gradeId: school.gradeId, className: '5班' })).data.classId
    const colleague = await testCaller({ userType: 2, tenant: `s:${school.schoolId}`, userName: '李老师' })
    const answers = await Promise.all([
      ask(calls.moveStudents, { studentIds: some, classId: third }),
      ask(calls.moveStudents, { studentIds: some, classId: fourth }, colleague),
    ])
    const counts = [await inClass(third), await inClass(fourth)]
    expect(counts.filter((n) => n !== 0)).toEqual([30])
    // The one who was too late is told who was faster, or came after and moved them on.
    for (const a of answers) if (a.status !== 0) expect(a.message).toContain('修改了这条数据')
  })

  it('another school’s act is refused', async () => {
    const other = await aSchool('别校')
    const { actId } = (await ask(calls.moveStudents, { studentIds: [ids[50]!], classId: second })).data
    expect((await ask(undoAct, { schoolId: other.schoolId, actId: actId! }, other.admin)).status).not.toBe(0)
    expect((await ask(undoAct, { schoolId: school.schoolId, actId: actId! }, other.admin)).http).toBe(403)
    expect((await classOfEach()).get(ids[50]!)).toBe(second)
  })

  it('a grade is sent off and called back', async () => {
    const gradeId = school.grades[2]!.gradeId
    const grade = async () =>
      (await ask(calls.listGrades, { schoolId: school.schoolId })).data.find((g) => g.gradeId === gradeId)!
    const before = await grade()
    const { actId } = (await ask(graduateGrade, { gradeId, version: before.version })).data
    expect(await grade()).toMatchObject({ graduated: true, gradeType: null })
    expect((await ask(graduateGrade, { gradeId, version: before.version + 1 })).message).toBe('该年级已经毕业')
    expect((await ask(undoAct, { schoolId: school.schoolId, actId })).data).toEqual({ undone: 1, kept: 0 })
    expect(await grade()).toMatchObject({ graduated: false, gradeName: before.gradeName })
    expect((await ask(graduateGrade, { gradeId, version: 1 })).status).toBe(20_002)
    expect(await acted(`s:${school.schoolId}`, 'school.graduate')).toEqual([gradeId])
  })

  it('a name is taken once, however many ask at once', async () => {
    const same = Array.from({ length: 6 }, () =>
      ask(calls.createClass, { gradeId: school.gradeId, className: '（8） 班' }),
    )
    const made = (await Promise.all(same)).filter((a) => a.status === 0)
    expect(made).toHaveLength(1)
    const years = Array.from({ length: 4 }, () =>
      ask(calls.createGrade, { schoolId: school.schoolId, stage: 1, enrolmentYear: schoolYear(now()) + 1 }),
    )
    expect((await Promise.all(years)).filter((a) => a.status === 0)).toHaveLength(1)
    const courses = Array.from({ length: 4 }, () =>
      ask(calls.createCourse, { schoolId: school.schoolId, courseName: '信息技术' }),
    )
    expect((await Promise.all(courses)).filter((a) => a.status === 0)).toHaveLength(1)
    // A deleted class gives its name free; once that is taken, the deletion cannot be taken back.
    const { classId } = made[0]!.data
    await ask(calls.deleteClass, { classId })
    const next = await ask(calls.createClass, { gradeId: school.gradeId, className: '8班' })
    expect(next.status).toBe(0)
    expect((await ask(calls.deleteClass, { classId, undo: true })).message).toContain('已有名为')
    const renamed = { classId: next.data.classId, className: '9班', version: 1 }
    expect((await ask(calls.updateClass, renamed)).status).toBe(0)
    expect((await ask(calls.deleteClass, { classId, undo: true })).status).toBe(0)
  })

  it('who is away is not expected; tags and chosen courses', async () => {
    const { schoolId, gradeId } = school
    const some = ids.slice(60, 63)
    const leave = { kind: '休学' as const, from: now() - 1000 }
    const expected = () =>
      asFunction('school-api', async () => (await studentsExpected(gradeId)).map((s) => s.studentId))
    const before = (await expected()).length
    expect((await ask(setLeave, { studentIds: some, leave })).data.changed).toBe(3)
    expect((await expected()).length).toBe(before - 3)
    expect((await ask(calls.listStudents, { schoolId, away: true })).data.total).toBe(3)
    expect((await ask(setLeave, { studentIds: some, leave: { ...leave, until: 5 } })).message).toContain('结束日期')
    await ask(setLeave, { studentIds: some })
    expect((await expected()).length).toBe(before)
    await ask(tagStudents, { studentIds: some, add: ['艺术生', '住校'] })
    await ask(tagStudents, { studentIds: some.slice(1), remove: ['住校'] })
    expect((await ask(calls.listStudents, { schoolId, tag: '住校' })).data.list.map((s) => s.studentId)).toEqual([
      some[0],
    ])
    // Who had it already keeps it when that is taken back.
    const { undo } = (await ask(tagStudents, { studentIds: some, add: ['住校'] })).data
    expect(undo).toEqual([{ studentIds: some.slice(1), add: [], remove: ['住校'] }])
    for (const of of undo) await ask(tagStudents, of)
    expect((await ask(calls.listStudents, { schoolId, tag: '住校' })).data.list.map((s) => s.studentId)).toEqual([
      some[0],
    ])
    const eleven = Array.from({ length: 9 }, (_, i) => `标签${i}`)
    expect((await ask(tagStudents, { studentIds: some, add: eleven })).message).toBe('每名学生最多10个标签')
    const courseIds = (await ask(calls.listCourses, { schoolId })).data.slice(3, 6).map((c) => c.courseId)
    await ask(chooseCourses, { studentIds: some, courseIds })
    expect((await ask(calls.studentDetail, { studentId: some[0]! })).data.courseIds).toEqual(courseIds)
    const other = await aSchool('选课别校')
    const foreign = (await ask(calls.listCourses, { schoolId: other.schoolId }, other.admin)).data[0]!.courseId
    expect((await ask(chooseCourses, { studentIds: some, courseIds: [foreign] })).message).toContain('不属于')
  })

  it('stages, terms and the grades of a stage are set once for all', async () => {
    const { schoolId } = school
    const before = (await ask(gradeConfig, { schoolId })).data
    expect(before).toMatchObject({ schoolStageList: ['01'], turnMonth: 8, secondTermMonth: 2 })
    expect(before.grades.map((g) => [g.gradeType, g.gradeName])).toEqual([
      [10, '高一'],
      [11, '高二'],
      [12, '高三'],
    ])
    const wish = { schoolId, schoolStageList: ['02' as const, '01' as const], turnMonth: 9, secondTermMonth: 3 }
    expect((await ask(saveGradeConfig, { ...wish, secondTermMonth: 9, version: before.version })).message).toContain(
      '不能相同',
    )
    const after = await ask(saveGradeConfig, { ...wish, version: before.version })
    expect(after.data.grades.filter((g) => g.gradeId).map((g) => g.gradeType)).toEqual(
      expect.arrayContaining([7, 8, 9]),
    )
    expect((await ask(saveGradeConfig, { ...wish, version: before.version })).status).toBe(20_002)
    const office = await testCaller({ userType: 15, tenant: `s:${schoolId}` })
    expect((await ask(saveGradeConfig, { ...wish, version: after.data.version }, office)).http).toBe(403)
  })

  it('an edit that changes the class is a move too: on record, in the history, and taken back', async () => {
    const fresh = { classId: school.classId, studentName: '履历生', studentNumber: '20267701' }
    const made = (await ask(calls.createStudent, fresh)).data.studentId
    const { studentId, studentNumber, studentName, version, classId } = (
      await ask(calls.studentDetail, { studentId: made })
    ).data
    const other = (await ask(calls.createClass, { gradeId: school.gradeId, className: '履历班' })).data.classId
    const edit = { studentId, studentNumber, studentName, classId: other, version }
    expect((await ask(calls.updateStudent, edit)).status).toBe(0)
    const history = async () => (await ask(studentHistory, { studentId })).data
    expect(await history()).toMatchObject({ exams: [], moves: [{ to: '高一履历班', undone: false }] })
    const [act] = (await ask(listActs, { schoolId: school.schoolId })).data
    expect(act).toMatchObject({ kind: 'move', title: '履历生调到履历班' })
    // The same edit again is told as stale, and leaves no second act.
    expect((await ask(calls.updateStudent, { ...edit, studentName: '别名' })).status).not.toBe(0)
    expect((await ask(undoAct, { schoolId: school.schoolId, actId: act!.actId })).data).toEqual({ undone: 1, kept: 0 })
    expect((await ask(calls.studentDetail, { studentId })).data.classId).toBe(classId)
    expect((await history()).moves).toMatchObject([{ undone: true }])
  })
})
