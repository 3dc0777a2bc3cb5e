/** An exam of one paper as this room would have stored it, for the tests of the rooms that stand on it. */
import { foldExam, paperStep, standOf } from '#shared/exam/step.rules.ts'
import type {
  Candidate,
  Exam,
  ExamClass,
  ExamSchool,
  ExamTeacher,
  Paper,
  PaperQuestion,
} from '#shared/exam/exam.types.ts'
import type { ClassId, CourseId, ExamId, GradeId, PaperId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller, Served } from '#functions/kit/serve.ts'
import { asFunction, send, testCaller } from '#functions/kit/testing.ts'
import {
  candidates,
  examClasses,
  exams,
  examSchools,
  examTeachers,
  listedExams,
  papers,
  paperSteps,
} from './exam.store.ts'
import { editExam, listedOf } from './listed.ts'
import { nameExam } from './named.ts'

export type ClassOfExam = Pick<ExamClass, 'classId' | 'className'>

export const classesNamed = (...names: string[]): ClassOfExam[] =>
  names.map((className) => ({ classId: newId<ClassId>('class'), className }))

/** An exam of one school with one paper, as rows. */
export type StoredExam = { exam: Exam; paper: Paper; school: ExamSchool; classes: ExamClass[] }
type More = Partial<Omit<Exam, 'status' | 'markingProgress' | 'furthest'>> &
  Pick<Exam, 'candidateCount'> & { classes: readonly ClassOfExam[]; step?: number }

/** An exam of `schoolId` with one paper; what matters to a test is said in `more`. */
export const examOfSchool = (
  schoolId: SchoolId,
  questions: PaperQuestion[],
  { classes, step = paperStep.answerUpload, ...more }: More,
): StoredExam => {
  const owner = more.owner ?? schoolTenant(schoolId)
  const examId = newId<ExamId>('exam')
  const paper: Paper = {
    schema: 1,
    paperId: newId<PaperId>('paper'),
    examId,
    owner,
    courseId: newId<CourseId>('course'),
    courseName: '数学',
    questions,
    keyVersion: 1,
    version: 1,
  }
  const { paperId, courseId, courseName } = paper
  const exam: Exam = {
    schema: 1,
    examId,
    owner,
    examName: '期中考试',
    examType: 3,
    gradeName: '高一',
    term: '2026-1',
    examDate: now(),
    papers: [{ paperId, courseId, courseName, ...standOf([step]) }],
    ...foldExam([standOf([step])]),
    schoolCount: 1,
    classCount: classes.length,
    creatorId: newId<UserId>('user'),
    creatorName: '创建者',
    createdAt: now(),
    version: 1,
    ...more,
  }
  const { candidateCount } = exam
  const school = schoolIn(exam, schoolId, 1, { classCount: classes.length, candidateCount })
  return { exam, paper, school, classes: classesIn(school, classes) }
}

/** A school's row in an exam of which it takes every paper by the exam's own courses. */
export const schoolIn = (
  { examId, owner, papers: taken }: Exam,
  schoolId: SchoolId,
  ordinal: number,
  counts: Pick<ExamSchool, 'classCount' | 'candidateCount'>,
): ExamSchool => ({
  schema: 1,
  examId,
  schoolId,
  schoolName: `第${ordinal}中学`,
  gradeId: newId<GradeId>('grade'),
  ...(owner === schoolTenant(schoolId) ? { own: true as const } : {}),
  ordinal,
  papers: taken.map(({ paperId, courseId }) => ({ paperId, courseId })),
  ...counts,
})

export const classesIn = ({ examId, schoolId, ordinal }: ExamSchool, classes: readonly ClassOfExam[]): ExamClass[] =>
  classes.map((c, i) => ({ schema: 1, examId, schoolId, ...c, order: ordinal * 1000 + i, candidateCount: 0 }))

/** The i-th candidate, of one of the school's classes. */
export const candidateAt = (
  { examId, schoolId }: Pick<ExamSchool, 'examId' | 'schoolId'>,
  i: number,
  studentId: StudentId,
  { classId, className }: ClassOfExam,
  more: Partial<Candidate> = {},
): Candidate => ({
  schema: 1,
  examId,
  studentId,
  schoolId,
  studentName: `学生${i}`,
  pinyin: 'xs',
  studentNumber: String(1000 + i),
  classId,
  className,
  ...more,
})

/** The i-th teacher, of the paper's course in a class. */
export const teacherAt = (
  paper: Pick<Paper, 'examId' | 'courseId'>,
  i: number,
  caller: Caller,
  { classId }: ClassOfExam,
): ExamTeacher => ({
  schema: 1,
  examId: paper.examId,
  teacherId: caller.teacherId!,
  userId: caller.userId,
  teacherName: `教师${i}`,
  teaches: [{ classId, courseId: paper.courseId, isHead: false }],
})

const putSchool = async (
  school: ExamSchool,
  classes: readonly ExamClass[],
  roster: readonly Candidate[],
  step: number = paperStep.answerUpload,
): Promise<void> => {
  await examSchools.put(school)
  const { examId, schoolId } = school
  await paperSteps.putMany(school.papers.map(({ paperId }) => ({ schema: 1, examId, paperId, schoolId, step })))
  const sitting = Map.groupBy(roster, (c) => c.classId as string)
  await examClasses.putMany(classes.map((c) => ({ ...c, candidateCount: sitting.get(c.classId)?.length ?? 0 })))
  await candidates.putMany(roster)
}

/** Another school of a stored exam. */
export const storeSchool = (...of: Parameters<typeof putSchool>): Promise<void> =>
  asFunction('exam-api', () => putSchool(...of))

export const storeExam = (
  { exam, paper, school, classes }: StoredExam,
  roster: readonly Candidate[],
  teachers: readonly ExamTeacher[] = [],
): Promise<void> =>
  asFunction('exam-api', async () => {
    await papers.create(paper)
    await putSchool(school, classes, roster, exam.papers[0]!.lowest)
    await examTeachers.putMany(teachers)
    await exams.create(exam)
    await listedExams.put(listedOf(exam))
    await nameExam(exam)
  })

/** All papers of an exam as if the acts before this step had been done. */
export const standAt = (examId: string, step: number): Promise<void> =>
  asFunction('exam-api', async () => {
    for (const row of await paperSteps.query(`exam#${examId}`, { prefix: 'step#' }))
      await paperSteps.put({ ...row, step })
    await editExam(examId, (exam) => {
      const stood = exam.papers.map((p) => ({ ...p, ...standOf([step]) }))
      return { ...exam, papers: stood, ...foldExam(stood) }
    })
  })

/** A school's exam without candidates, its administrator, further people of the school, and how they ask a room about it. */
export const ownExam = async (
  room: Served,
  questions: PaperQuestion[] = [],
  schoolId: SchoolId = newId<SchoolId>('school'),
) => {
  const stored = examOfSchool(schoolId, questions, { classes: classesNamed('1班'), candidateCount: 0 })
  await storeExam(stored, [])
  const { examId, paperId } = stored.paper
  const person = (userType: number) => testCaller({ userType, tenant: schoolTenant(schoolId) })
  /** Teaches a class of the exam: it is in sight, and what only its managers may is refused by the room alone. */
  const teacher = async () => {
    const of = await testCaller({ userType: 3, tenant: schoolTenant(schoolId), teacherId: newId('teacher') })
    await asFunction('exam-api', () => examTeachers.put(teacherAt(stored.paper, 0, of.caller, stored.classes[0]!)))
    return of
  }
  const admin = await person(2)
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: object = {}, who: { token: string } = admin) =>
    send(room, call, { examId, paperId, ...input } as never, who.token)
  return { ...stored, schoolId, examId, paperId, admin, person, teacher, ask }
}
