/** What the people of the matrix act on: two areas, four schools, and in the first of them one object of each kind. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOf } from '#infra/domains.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as printCalls from '#shared/card/print/print.calls.ts'
import * as templateCalls from '#shared/card/template/template.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import { composeId, idPrefixes, schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, BatchId, ClassId, IdKind, JobId, QuestionId, ScanId, UserId } from '#shared/kit/ids.ts'
import type { Room } from '#shared/kit/problem.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import * as rootCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import { candidates, examSchools, examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Served } from '#functions/kit/serve.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { batches, batchPlaces, files, pages, slots } from '#functions/scan/scan.store.ts'
import { giveClasses } from '#functions/scan/uploading/uploader.store.ts'
import { root } from '../root.ts'
import { makeJoint } from './joint.ts'

const schoolCalls = { ...rootCalls, ...classCalls, ...courseCalls, ...teacherCalls, ...studentCalls }

export type World = {
  area1: string
  area2: string
  /** Above area 1, and the other county below it. */
  city: string
  county: string
  school1: string
  school2: string
  /** Of area 2. */
  school3: string
  university: string
  /** The user who is administrator 1: creator of the exam and starter of the job. */
  admin1: string
  teacher1: string
  /** Of the teaching class in which student 1 learns the first paper's course. */
  walker: string
  headTeacher: string
  /** Of the same class, in the exam's second paper. */
  teacherOfOther: string
  /** The user who is given class 1 of the first paper to upload, and nothing else. */
  uploader: string
  /** Users who lead grade 1, another grade, the course of class 1. */
  gradeHead: string
  otherGradeHead: string
  subjectHead: string
  teacher2: string
  teacherOfSchool2: string
  teacherOfSchool3: string
  student1: string
  student2: string
  studentOfSchool2: string
  studentOfSchool3: string
  /** Ids that a call's input is filled with: objects of school 1, then well-formed ids of nothing. */
  ids: string[]
  /** A joint exam of schools of both areas and its paper (`joint.ts`). */
  joint: string[]
}

const servers = new Map<Room, Served>()
/** A room's API in this process. */
export const serverOf = async (room: Room): Promise<Served> => {
  const known = servers.get(room)
  if (known) return known
  const { handler } = (await import(pathToFileURL(join(root, entryOf(room, 'api'))).href)) as { handler: Served }
  servers.set(room, handler)
  return handler
}

const ask = async <C extends AnyCall>(room: Room, call: C, input: SentOf<C>, token: string): Promise<OutputOf<C>> => {
  actAs(`${room}-api`)
  const answer = await send(await serverOf(room), call, input, token)
  if (answer.status !== 0)
    throw new Error(`${call.method} ${call.path}: ${answer.http}/${answer.status} ${answer.message}`)
  return answer.data
}

const question = (number: number, unitType: number): PaperQuestion => ({
  questionId: newId<QuestionId>('question'),
  number: String(number),
  unitType,
  fullScore: unitType <= 3 ? 300 : 1000,
  ...(unitType <= 2 ? { optionCount: 4 } : {}),
  ...(unitType === 1 ? { answer: 'A' } : {}),
})

export const makeWorld = async (): Promise<World> => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const area = async (areaName: string, areaCode: string, cityId?: AreaId) => {
    const above = cityId ? { cityId } : {}
    return (await ask('school', schoolCalls.createArea, { areaName, areaCode, ...above }, operator.token)).areaId
  }
  const city = await area('市', '33')
  const area1 = await area('一区', '3301', city)
  // Beside the first area, below the same city.
  const county = await area('三区', '3303', city)
  const area2 = await area('二区', '3302')
  const school = async (areaId: typeof area1, schoolName: string, stage: number, accountName: string) =>
    (await ask('school', schoolCalls.createSchool, { areaId, schoolName, stage, accountName }, operator.token)).schoolId
  const school1 = await school(area1, '第一中学', 1, 'm_school1')
  const school2 = await school(area1, '第二中学', 1, 'm_school2')
  const school3 = await school(area2, '第三中学', 1, 'm_school3')
  const university = await school(area2, '师范大学', 4, 'm_university')

  const roster = async (schoolId: typeof school1, code: string, classes: number) => {
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    const gradeId = (await ask('school', schoolCalls.listGrades, { schoolId }, admin.token))[0]!.gradeId
    const [course, other] = await ask('school', schoolCalls.listCourses, { schoolId }, admin.token)
    const courseId = course!.courseId
    const made = []
    for (let n = 1; n <= classes; n++) {
      const { classId } = await ask('school', schoolCalls.createClass, { gradeId, className: `${n}班` }, admin.token)
      const { studentId } = await ask(
        'school',
        schoolCalls.createStudent,
        { classId, studentName: `学生${n}`, studentNumber: `2026000${n}` },
        admin.token,
      )
      const { teacherId } = await ask(
        'school',
        schoolCalls.createTeacher,
        {
          schoolId,
          teacherName: `老师${n}`,
          accountName: `${code}${n}`,
          password: 'first-password',
          teaches: [{ classId, courseId, isHead: false }],
        },
        admin.token,
      )
      made.push({ classId, studentId, teacherId })
    }
    return { admin, gradeId, courseId, otherCourse: other!, classes: made }
  }
  const first = await roster(school1, 'm_first', 2)
  const second = await roster(school2, 'm_second', 1)
  const third = await roster(school3, 'm_third', 1)
  const { admin, gradeId, courseId } = first
  const lead = async (accountName: string, of: Pick<SentOf<typeof schoolCalls.openStaff>, 'gradeIds' | 'subjects'>) => {
    const wish = { schoolId: school1, userType: of.gradeIds ? 11 : 12, userName: accountName, accountName, ...of }
    return (await ask('school', schoolCalls.openStaff, wish, admin.token)).userId
  }
  const otherGrade = (await ask('school', schoolCalls.listGrades, { schoolId: school1 }, admin.token))[1]!.gradeId
  const heads = {
    gradeHead: await lead('m_head1', { gradeIds: [gradeId] }),
    otherGradeHead: await lead('m_head2', { gradeIds: [otherGrade] }),
    subjectHead: await lead('m_head3', { subjects: [{ courseId }] }),
  }
  const [class1, class2] = first.classes as [(typeof first.classes)[0], (typeof first.classes)[0]]

  // Teachers beside those who teach the course: a head, one of another subject, one who is only to upload.
  const teacher = async (name: string, teaches: SentOf<typeof schoolCalls.createTeacher>['teaches']) => {
    const wish = { schoolId: school1, teacherName: name, accountName: `m_${name}`, password: 'first-password', teaches }
    return (await ask('school', schoolCalls.createTeacher, wish, admin.token)).teacherId
  }
  const { courseId: otherCourseId } = first.otherCourse
  const taughtOther = [{ classId: class1.classId, courseId: otherCourseId, isHead: false }]
  const headTeacher = await teacher('head', [{ classId: class1.classId, isHead: true }])
  const teacherOfOther = await teacher('other', taughtOther)
  const uploads = await teacher('uploads', [])
  const walker = await teacher('walker', [])

  const classIds = [class1.classId, class2.classId]
  const exam = { examName: '期中', examType: 3, examDate: 0 }
  const { examId, paperIds } = await ask(
    'exam',
    examCalls.createExam,
    { schoolId: school1, ...exam, gradeId, classIds, courseIds: [courseId, otherCourseId] },
    admin.token,
  )
  const of2 = { gradeId: second.gradeId, classIds: [second.classes[0]!.classId], courseIds: [second.courseId] }
  await ask('exam', examCalls.createExam, { schoolId: school2, ...exam, ...of2 }, second.admin.token)
  const paperId = paperIds[0]!
  const questions = [question(1, 1), question(2, 1), question(3, 5)]
  const { version } = await ask('exam', examCalls.examPaper, { paperId }, admin.token)
  await ask('exam', examCalls.savePaper, { paperId, questions, version }, admin.token)
  const { cardId } = await ask('card', cardCalls.createCard, { paperId }, admin.token)
  const detail = await ask('card', cardCalls.cardDetail, { cardId }, admin.token)
  await ask('card', cardCalls.publishCard, { cardId, version: detail.version }, admin.token)
  const { uuid } = await ask('card', printCalls.printCard, { cardId, kind: 'blank' }, admin.token)

  const uploader = newId<UserId>('user')
  const batchId = newId<BatchId>('batch')
  await asFunction('scan-api', async () => {
    const owner = schoolTenant(school1)
    const whom = { teacherId: uploads, teacherName: 'uploads', userId: uploader }
    await giveClasses({ paperId, examId, owner }, whom, [class1.classId], false, admin.caller)
    const place = { schema: 1 as const, batchId, paperId, examId, owner }
    await batchPlaces.create(place)
    await batches.create({
      ...place,
      fileTenant: owner,
      uploadedBy: admin.caller.userId,
      uploaderName: '管理员',
      fileCount: 1,
      handed: 1,
      state: 'recognised',
      jobId: newId<JobId>('job'),
      createdAt: 1,
      version: 1,
    })
    await files.create({ schema: 1, batchId, file: 1, key: `${owner}/scan`, name: '一.jpg', size: 1 })
    // A page of student 1, in its place.
    const sheet = {
      schema: 1 as const,
      batchId,
      no: '00001.00001.00001',
      scanId: newId<ScanId>('scan'),
      paperId,
      studentId: class1.studentId,
      page: 1,
      pageCount: 1,
      width: 1,
      height: 1,
      waits: false,
      version: 1,
    }
    const source = { file: 1, name: '一.jpg', page: 1 }
    const standing = { state: 'matched' as const, doubts: [], settled: {}, journal: [] }
    await pages.create({ ...sheet, ...standing, owner, source, sha256: '' })
    await slots.create({ ...sheet, imageVersion: 1, choices: {}, blocks: [] })
  })

  await asFunction('exam-api', async () => {
    const classId = newId<ClassId>('class')
    const place = { schema: 1 as const, examId, paperId, schoolId: school1 }
    await examTeachingClasses.put({ ...place, classId, className: '走班1班', order: 0 })
    await candidates.update({ ...place, studentId: class1.studentId }, { teaching: { [paperId]: classId } })
    const part = (await examSchools.get({ examId, schoolId: school1 }))!
    const papers = part.papers.map((p) => (p.paperId === paperId ? { ...p, walks: 1 } : p))
    await examSchools.update(part, { papers })
    const teaches = [{ classId, courseId, isHead: false }]
    await examTeachers.put({ schema: 1, examId, teacherId: walker, teacherName: 'walker', teaches })
  })

  const { templateId } = await ask('card', templateCalls.saveTemplate, { title: '第三方' }, admin.token)

  const joint = await makeJoint(area1, [
    { ...first, schoolId: school1, areaId: area1 },
    { ...second, schoolId: school2, areaId: area1 },
    { ...third, schoolId: school3, areaId: area2 },
  ])

  const ids = [
    area1,
    school1,
    gradeId,
    class1.classId,
    courseId,
    class1.teacherId,
    class1.studentId,
    examId,
    paperId,
    questions[0]!.questionId,
    cardId,
    templateId,
    batchId,
    uuid,
  ]
  // Of every kind of which the world holds nothing, an id of nothing.
  const without = (Object.keys(idPrefixes) as IdKind[]).filter(
    (kind) => !ids.some((id) => id.startsWith(`${idPrefixes[kind]}_`)),
  )
  return {
    area1,
    area2,
    city,
    county,
    school1,
    school2,
    school3,
    university,
    admin1: admin.caller.userId,
    ...heads,
    headTeacher,
    teacherOfOther,
    uploader,
    teacher1: class1.teacherId,
    walker,
    teacher2: class2.teacherId,
    teacherOfSchool2: second.classes[0]!.teacherId,
    teacherOfSchool3: third.classes[0]!.teacherId,
    student1: class1.studentId,
    student2: class2.studentId,
    studentOfSchool2: second.classes[0]!.studentId,
    studentOfSchool3: third.classes[0]!.studentId,
    joint: joint.ids,
    ids: [...ids, ...without.map((kind) => composeId(kind, 1, new Uint8Array(10)))],
  }
}
