/** An exam of one paper as this room would have stored it, for the tests of the rooms that stand on it. */
import type { Candidate, Exam, ExamTeacher, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassId, CourseId, ExamId, GradeId, PaperId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { asFunction } from '#functions/kit/testing.ts'
import { candidates, exams, examTeachers, papers } from './exam.store.ts'

export type ClassOfExam = Exam['classes'][number]

export const classesNamed = (...names: string[]): ClassOfExam[] =>
  names.map((className) => ({ classId: newId<ClassId>('class'), className }))

/** An exam of `schoolId` with one paper; what matters to a test is said in `more`. */
export const examOfSchool = (
  schoolId: SchoolId,
  questions: PaperQuestion[],
  more: Partial<Exam> & Pick<Exam, 'classes' | 'candidateCount'>,
): { exam: Exam; paper: Paper } => {
  const owner = schoolTenant(schoolId)
  const exam: Exam = {
    schema: 1,
    examId: newId<ExamId>('exam'),
    owner,
    examName: '期中考试',
    examType: 3,
    schoolId,
    gradeId: newId<GradeId>('grade'),
    gradeName: '高一',
    term: '2026-1',
    examDate: now(),
    paperIds: [newId<PaperId>('paper')],
    status: 1,
    markingProgress: 1,
    creatorId: newId<UserId>('user'),
    creatorName: '创建者',
    createdAt: now(),
    version: 1,
    ...more,
  }
  const paper: Paper = {
    schema: 1,
    paperId: exam.paperIds[0]!,
    examId: exam.examId,
    owner,
    courseId: newId<CourseId>('course'),
    courseName: '数学',
    questions,
    keyVersion: 1,
    version: 1,
  }
  return { exam, paper }
}

/** The i-th candidate, of one of the exam's classes. */
export const candidateAt = (
  { examId, schoolId }: Exam,
  i: number,
  studentId: StudentId,
  of: ClassOfExam,
  more: Partial<Candidate> = {},
): Candidate => ({
  schema: 1,
  examId,
  studentId,
  schoolId,
  studentName: `学生${i}`,
  pinyin: 'xs',
  studentNumber: String(1000 + i),
  ...of,
  ...more,
})

/** The i-th teacher, of the paper's course in a class. */
export const teacherAt = (paper: Paper, i: number, caller: Caller, { classId }: ClassOfExam): ExamTeacher => ({
  schema: 1,
  examId: paper.examId,
  teacherId: caller.teacherId!,
  userId: caller.userId,
  teacherName: `教师${i}`,
  teaches: [{ classId, courseId: paper.courseId, isHead: false }],
})

export const storeExam = (
  { exam, paper }: { exam: Exam; paper: Paper },
  roster: readonly Candidate[],
  teachers: readonly ExamTeacher[] = [],
): Promise<void> =>
  asFunction('exam-api', async () => {
    await papers.create(paper)
    await candidates.putMany(roster)
    await examTeachers.putMany(teachers)
    await exams.create(exam)
  })
