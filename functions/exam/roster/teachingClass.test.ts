/** Teaching classes of an exam: copied from the school's, kept when it changes, and corrected in the exam. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createExam, examClasses, examStudents } from '#shared/exam/exam.calls.ts'
import { addCourses, removeCourse } from '#shared/exam/roster/roster.calls.ts'
import { examTrace } from '#shared/exam/roster/trace.calls.ts'
import * as calls from '#shared/exam/roster/teachingClass.calls.ts'
import { changeRoster } from '#shared/exam/roster/roster.calls.ts'
import * as school from '#shared/school/classes/teachingClass.calls.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { chooseCourses } from '#shared/school/people/act.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import type { ClassId, CourseId, ExamId, PaperId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { teachingOn } from '#functions/school/roster/school.public.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examOf, ownerSchool, paperOf, teachingClassesOf } from '../exam.public.ts'
import { purgeExam } from '../exam.purge.ts'
import { exams } from '../exam.store.ts'
import { paperSightOf } from '../sight.public.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

let of: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let courses: { courseId: CourseId; courseName: string }[]
let [physics, chinese] = ['', ''] as unknown as [CourseId, CourseId]
let one: ClassId
let two: ClassId
let studentIds: StudentId[]
/** Teaches physics in 物理1班, and, as the roster still says, physics in the administrative class. */
let walkerId: TeacherId
/** Heads 1班. */
let headId: TeacherId
/** Teaches physics in the other administrative class, of which 丁 is in no teaching class. */
let stayerId: TeacherId
let examId: ExamId
let papers: { physics: PaperId; chinese: PaperId }

const via = async (call: Parameters<typeof viaGateway>[0], input: object) =>
  (await viaGateway(call, input as never, of.admin.token)).data as never
const version = async () => (await examOf(examId))!.version
const taught = async (paperId: PaperId) =>
  (await candidatesOf(examId)).map(
    (c) => `${c.studentName} ${c.teaching?.[paperId] === one ? 1 : c.teaching?.[paperId] === two ? 2 : 0}`,
  )

beforeAll(async () => {
  actAs('exam-api')
  of = await aSchoolThroughGateway(`走班高中${newId('school').slice(-8)}`)
  const { schoolId, gradeId } = of
  const other = ((await via(createClass, { gradeId, className: '2班' })) as { classId: ClassId }).classId
  courses = await via(listCourses, { schoolId })
  const named = (name: string) => courses.find((c) => c.courseName === name)!.courseId
  ;[physics, chinese] = [named('物理'), named('语文')]
  const teacher = async (teacherName: string, teaches: object[]) => {
    const wish = { schoolId, teacherName, accountName: `t${newId('account').slice(-12)}`, password: 'first-password' }
    return ((await via(createTeacher, { ...wish, teaches })) as { teacherId: TeacherId }).teacherId
  }
  walkerId = await teacher('王建国', [{ classId: of.classId, courseId: physics, isHead: false }])
  headId = await teacher('李静', [{ classId: of.classId, isHead: true }])
  stayerId = await teacher('李秀兰', [{ classId: other, courseId: physics, isHead: false }])
  studentIds = []
  for (const [i, studentName] of ['甲', '乙', '丙', '丁', '戊'].entries()) {
    const wish = { classId: i % 2 === 0 ? of.classId : other, studentName, studentNumber: `202501${10 + i}` }
    studentIds.push(((await via(createStudent, wish)) as { studentId: StudentId }).studentId)
  }
  await via(chooseCourses, { studentIds: studentIds.slice(0, 4), courseIds: [physics] })
  await via(chooseCourses, { studentIds: studentIds.slice(4), courseIds: [named('历史')] })
  const make = async (className: string, teacherIds: TeacherId[]) =>
    (
      (await via(school.createTeachingClass, { gradeId, courseId: physics, className, teacherIds })) as {
        classId: ClassId
      }
    ).classId
  one = await make('物理1班', [walkerId])
  two = await make('物理2班', [])
  const place = (classId: ClassId, ids: StudentId[]) =>
    via(school.placeStudents, { gradeId, courseId: physics, classId, studentIds: ids })
  await place(one, studentIds.slice(0, 2))
  await place(two, [studentIds[2]!])
  const wish = { schoolId, gradeId, classIds: [of.classId, other], courseIds: [chinese, physics, named('历史')] }
  const made = await send(
    handler,
    createExam,
    { ...wish, examName: '期中', examType: 3, examDate: now() } as never,
    of.admin.token,
  )
  examId = (made.data as { examId: ExamId }).examId
  const all = (await examOf(examId))!.papers
  const paperIn = (courseId: CourseId) => all.find((p) => p.courseId === courseId)!.paperId
  papers = { physics: paperIn(physics), chinese: paperIn(chinese) }
}, 120_000)

describe('teaching classes of an exam', () => {
  it('are copied with who is in them and who teaches them, of the papers whose courses walk', async () => {
    expect(await taught(papers.physics)).toEqual(['甲 1', '乙 1', '丙 2', '丁 0', '戊 0'])
    expect(await taught(papers.chinese)).toEqual(['甲 0', '乙 0', '丙 0', '丁 0', '戊 0'])
    const { data } = await send(handler, calls.examTeachingClassList, { examId }, of.admin.token)
    expect(data.map((c) => `${c.courseName} ${c.className} ${c.candidateCount} ${c.teachers.join()}`)).toEqual([
      '物理 物理1班 2 王建国',
      '物理 物理2班 1 ',
    ])
    const part = (await ownerSchool((await examOf(examId))!))!
    expect(part.papers.find((p) => p.paperId === papers.physics)).toMatchObject({ takers: 4, walks: 3 })
  })

  it('a course is taught in an administrative class as long as one of it has no teaching class', async () => {
    const who = { userType: 3, tenant: `s:${of.schoolId}`, teacherId: stayerId, schoolId: of.schoolId }
    const { caller } = await testCaller(who as never)
    const exam = (await examOf(examId))!
    const sightIn = async (paperId: PaperId) => paperSightOf({ exam, paper: (await paperOf(paperId))! }, caller)
    const seen = (await sightIn(papers.physics))!
    const named = (await candidatesOf(examId)).filter((c) => seesCandidate(seen, c)).map((c) => c.studentName)
    // 乙 of the same class learns it in 物理1班, with whom that is his.
    expect(named).toEqual(['丁'])
    expect(await sightIn(papers.chinese)).toBeNull()
  })

  it('its teacher sees exactly these students in exactly that course', async () => {
    const tenant = `s:${of.schoolId}`
    const { caller, token } = await testCaller({
      userType: 3,
      tenant,
      teacherId: walkerId,
      schoolId: of.schoolId,
    } as never)
    const exam = (await examOf(examId))!
    const sightIn = async (paperId: PaperId) => paperSightOf({ exam, paper: (await paperOf(paperId))! }, caller)
    const seen = (await sightIn(papers.physics))!
    const named = (await candidatesOf(examId)).filter((c) => seesCandidate(seen, c)).map((c) => c.studentName)
    // Not 丙 and 戊 of the administrative class, where the roster says that he teaches physics.
    expect(named).toEqual(['甲', '乙'])
    expect(await sightIn(papers.chinese)).toBeNull()
    const { data } = await send(handler, examStudents, { examId, pageSize: 50 } as never, token)
    expect(data.list.map((c) => c.studentName)).toEqual(['甲', '乙'])
    const classes = (await send(handler, examClasses, { examId }, token)).data
    expect(classes.map((c) => [c.className, c.candidateCount])).toEqual([['物理1班', 2]])
    const trace = (await send(handler, examTrace, { examId }, token)).data
    expect(trace.examClass.map((c) => c.className)).toEqual(['物理1班'])
  })

  it('a head teacher is shown where the own students learn, and of another class no one', async () => {
    const { caller, token } = await testCaller({ userType: 3, tenant: `s:${of.schoolId}`, teacherId: headId } as never)
    const { data: list } = await send(handler, calls.examTeachingClassList, { examId }, token)
    expect(list.map((c) => c.className)).toEqual(['物理1班', '物理2班'])
    const asked = async (classId: ClassId) =>
      (await send(handler, examStudents, { examId, classId, pageSize: 50 } as never, token)).data.list
    // 乙 of 2班 learns there too.
    expect((await asked(one)).map((c) => c.studentName)).toEqual(['甲'])
    expect((await asked(two)).map((c) => c.studentName)).toEqual(['丙'])
    expect((await asked(of.classId)).map((c) => c.studentName)).toEqual(['甲', '丙', '戊'])
    const exam = (await examOf(examId))!
    const seen = (await paperSightOf({ exam, paper: (await paperOf(papers.physics))! }, caller))!
    expect((await candidatesOf(examId)).filter((c) => seesCandidate(seen, c)).map((c) => c.studentName)).toEqual([
      '甲',
      '丙',
      '戊',
    ])
  })

  it('who teaches one sees no other teaching class of the paper, nor of an administrative class more than the own', async () => {
    const { token } = await testCaller({ userType: 3, tenant: `s:${of.schoolId}`, teacherId: walkerId } as never)
    const { data: list } = await send(handler, calls.examTeachingClassList, { examId }, token)
    expect(list.map((c) => c.className)).toEqual(['物理1班'])
    const asked = async (classId: ClassId) =>
      (await send(handler, examStudents, { examId, classId, pageSize: 50 } as never, token)).data.list
    expect(await asked(two)).toEqual([])
    expect((await asked(of.classId)).map((c) => c.studentName)).toEqual(['甲'])
  })

  it('stay as they were when the school moves a student, also when the roster is brought up to date', async () => {
    const { gradeId } = of
    await via(school.placeStudents, { gradeId, courseId: physics, classId: two, studentIds: [studentIds[0]!] })
    await via(createStudent, { classId: of.classId, studentName: '己', studentNumber: '20250119' }).then(
      async (made) => {
        const { studentId } = made as { studentId: StudentId }
        await via(chooseCourses, { studentIds: [studentId], courseIds: [physics] })
        await via(school.placeStudents, { gradeId, courseId: physics, classId: one, studentIds: [studentId] })
      },
    )
    const done = await send(
      handler,
      changeRoster,
      { examId, wish: { kind: 'today' }, version: await version() } as never,
      of.admin.token,
    )
    expect(done.status).toBe(0)
    expect(await taught(papers.physics)).toEqual(['甲 1', '乙 1', '丙 2', '丁 0', '戊 0', '己 1'])
  })

  it('are corrected in the exam, at its version; of no class of the paper, or who does not take it, is refused', async () => {
    const move = async (classId: ClassId | null, ids: StudentId[], at?: number) =>
      send(
        handler,
        calls.moveTeachingClass,
        { examId, paperId: papers.physics, classId, studentIds: ids, version: at ?? (await version()) },
        of.admin.token,
      )
    expect((await move(two, [studentIds[1]!, studentIds[3]!])).data).toMatchObject({ moved: 2 })
    expect(await taught(papers.physics)).toEqual(['甲 1', '乙 2', '丙 2', '丁 2', '戊 0', '己 1'])
    expect((await move(null, [studentIds[2]!])).data).toMatchObject({ moved: 1 })
    const part = (await ownerSchool((await examOf(examId))!))!
    expect(part.papers.find((p) => p.paperId === papers.physics)).toMatchObject({ walks: 4 })
    expect((await move(one, [studentIds[0]!], 1)).status).toBe(20_002)
    expect((await move(newId<ClassId>('class'), [studentIds[0]!])).status).not.toBe(0)
    expect((await move(two, [studentIds[4]!])).status).not.toBe(0)
    const teacher = await testCaller({ userType: 3, tenant: `s:${of.schoolId}`, teacherId: walkerId } as never)
    const wish = { examId, paperId: papers.physics, classId: two, studentIds: [studentIds[0]!], version: 1 }
    expect((await send(handler, calls.moveTeachingClass, wish, teacher.token)).http).toBe(403)
  })

  it('come with a course that is added, go with it, and are the school’s of then when it is added again', async () => {
    const { gradeId } = of
    const biology = courses.find((c) => c.courseName === '生物')!.courseId
    const teaches = async (className: string) =>
      (
        (await via(school.createTeachingClass, { gradeId, courseId: biology, className, teacherIds: [walkerId] })) as {
          classId: ClassId
        }
      ).classId
    const [first, second] = [await teaches('生物1班'), await teaches('生物2班')]
    await via(chooseCourses, { studentIds: studentIds.slice(0, 2), courseIds: [physics, biology] })
    const place = (classId: ClassId) =>
      via(school.placeStudents, { gradeId, courseId: biology, classId, studentIds: [studentIds[0]!] })
    const add = async () => {
      const input = { examId, courseIds: [biology], version: await version() } as never
      const { data } = await send(handler, addCourses, input, of.admin.token)
      return (data as { paperIds: PaperId[] }).paperIds[0]!
    }
    const placed = async (paperId: PaperId) =>
      (await candidatesOf(examId)).flatMap((c) => (c.teaching?.[paperId] ? [[c.studentName, c.teaching[paperId]]] : []))
    await place(first)
    const before = await add()
    expect(await placed(before)).toEqual([['甲', first]])
    const own = async (paperId: PaperId) =>
      (await ownerSchool((await examOf(examId))!))!.papers.find((p) => p.paperId === paperId)
    expect(await own(before)).toMatchObject({ takers: 2, walks: 1 })
    await send(handler, removeCourse, { examId, paperId: before, version: await version() } as never, of.admin.token)
    expect(await placed(before)).toEqual([])
    expect(await teachingClassesOf({ examId, paperId: before })).toEqual([])
    await place(second)
    const after = await add()
    expect(await placed(after)).toEqual([['甲', second]])
    expect((await teachingClassesOf({ examId, paperId: after })).map((c) => c.className)).toEqual(['生物2班'])
    await send(handler, removeCourse, { examId, paperId: after, version: await version() } as never, of.admin.token)
  })

  it('go with their exam when it is purged; those of the school stay', async () => {
    const schools = () => teachingOn({ schoolId: of.schoolId, gradeId: of.gradeId }, now())
    const before = await schools()
    expect(before.members.length).toBeGreaterThan(0)
    expect(await teachingClassesOf({ examId })).toHaveLength(2)
    await asFunction('exam-work', async () => {
      await exams.remove({ examId })
      while ((await purgeExam(examId)) > 0);
    })
    expect(await teachingClassesOf({ examId })).toEqual([])
    expect(await candidatesOf(examId)).toEqual([])
    expect(await schools()).toEqual(before)
  })
})
