/** What the people of the matrix act on: two areas, three schools, and in the first of them one object of each kind. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOf } from '#infra/domains.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as printCalls from '#shared/card/print.calls.ts'
import * as templateCalls from '#shared/card/template.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { IdKind, QuestionId } from '#shared/kit/ids.ts'
import type { Room } from '#shared/kit/problem.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import * as rootCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/class.calls.ts'
import * as courseCalls from '#shared/school/course.calls.ts'
import * as teacherCalls from '#shared/school/teacher.calls.ts'
import * as studentCalls from '#shared/school/student.calls.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Served } from '#functions/kit/serve.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { root } from '../root.ts'

const schoolCalls = { ...rootCalls, ...classCalls, ...courseCalls, ...teacherCalls, ...studentCalls }

export type World = {
  area1: string
  area2: string
  school1: string
  school2: string
  university: string
  /** The user who is administrator 1: creator of the exam and starter of the job. */
  admin1: string
  teacher1: string
  /** Users who lead grade 1, another grade, the course of class 1. */
  gradeHead: string
  otherGradeHead: string
  subjectHead: string
  teacher2: string
  teacherOfSchool2: string
  student1: string
  student2: string
  studentOfSchool2: string
  /** Ids that a call's input is filled with: objects of school 1, then well-formed ids of nothing. */
  ids: string[]
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
  const area = async (areaName: string, areaCode: string) =>
    (await ask('school', schoolCalls.createArea, { areaName, areaCode }, operator.token)).areaId
  const area1 = await area('一区', '3301')
  const area2 = await area('二区', '3302')
  const school = async (areaId: typeof area1, schoolName: string, stage: number, accountName: string) =>
    (await ask('school', schoolCalls.createSchool, { areaId, schoolName, stage, accountName }, operator.token)).schoolId
  const school1 = await school(area1, '第一中学', 1, 'm_school1')
  const school2 = await school(area1, '第二中学', 1, 'm_school2')
  const university = await school(area2, '师范大学', 4, 'm_university')

  const roster = async (schoolId: typeof school1, code: string, classes: number) => {
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    const gradeId = (await ask('school', schoolCalls.listGrades, { schoolId }, admin.token))[0]!.gradeId
    const courseId = (await ask('school', schoolCalls.listCourses, { schoolId }, admin.token))[0]!.courseId
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
    return { admin, gradeId, courseId, classes: made }
  }
  const first = await roster(school1, 'm_first', 2)
  const second = await roster(school2, 'm_second', 1)
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

  const { examId, paperId } = await ask(
    'exam',
    examCalls.createExam,
    { schoolId: school1, examName: '期中', examType: 3, gradeId, classIds: [class1.classId], courseId, examDate: 0 },
    admin.token,
  )
  const questions = [question(1, 1), question(2, 1), question(3, 5)]
  const { version } = await ask('exam', examCalls.examPaper, { paperId }, admin.token)
  await ask('exam', examCalls.savePaper, { paperId, questions, version }, admin.token)
  const { cardId } = await ask('card', cardCalls.createCard, { paperId }, admin.token)
  const detail = await ask('card', cardCalls.cardDetail, { cardId }, admin.token)
  await ask('card', cardCalls.publishCard, { cardId, version: detail.version }, admin.token)
  const { uuid } = await ask('card', printCalls.printCard, { cardId, kind: 'blank' }, admin.token)

  const { templateId } = await ask('card', templateCalls.saveTemplate, { title: '第三方' }, admin.token)

  const nobody = (
    [
      'batch',
      'scan',
      'script',
      'bundle',
      'upload',
      'attempt',
      'snapshot',
      'user',
      'session',
      'account',
    ] satisfies IdKind[]
  ).map((kind) => composeId(kind, 1, new Uint8Array(10)))
  return {
    area1,
    area2,
    school1,
    school2,
    university,
    admin1: admin.caller.userId,
    ...heads,
    teacher1: class1.teacherId,
    teacher2: class2.teacherId,
    teacherOfSchool2: second.classes[0]!.teacherId,
    student1: class1.studentId,
    student2: class2.studentId,
    studentOfSchool2: second.classes[0]!.studentId,
    ids: [
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
      uuid,
      ...nobody,
    ],
  }
}
