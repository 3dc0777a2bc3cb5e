/** A small paper with its exam, teachers and candidates, as the exam room would have stored them: for tests. */
import type {
  ClassId,
  CourseId,
  ExamId,
  GradeId,
  PaperId,
  QuestionId,
  SchoolId,
  StudentId,
  TeacherId,
  UserId,
} from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { Candidate, Exam, ExamTeacher, Paper } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_EXAM'
const exams = rows({ table, schema: Exam, key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'exam' }) })
const papers = rows({
  table,
  schema: Paper,
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'paper' }),
  index: (p) => ({ gsi1pk: `exam#${p.examId}`, gsi1sk: `paper#${p.paperId}` }),
})
const candidates = rows({
  table,
  schema: Candidate,
  key: (of: { examId: string; schoolId: string; studentId: string }) => ({
    pk: `cand#${of.examId}#${of.schoolId}`,
    sk: of.studentId,
  }),
})
const examTeachers = rows({
  table,
  schema: ExamTeacher,
  key: (of: { examId: string; teacherId: string }) => ({ pk: `exam#${of.examId}`, sk: `teacher#${of.teacherId}` }),
})

export type Sitting = {
  paper: Paper
  choice: PaperQuestion
  essay: PaperQuestion
  students: StudentId[]
  /** Teachers of the course, then the manager. */
  teachers: { userId: UserId; token: string }[]
  manager: { userId: UserId; token: string }
  tenant: ReturnType<typeof schoolTenant>
}

export const readingOf = (of: Sitting, studentId: StudentId, imageVersion = 1): StudentReading => ({
  studentId,
  state: 'present',
  imageVersion,
  complete: true,
  choices: { [of.choice.questionId]: ['A', 'C'] },
  blocks: [
    {
      blockId: 'b1',
      questionIds: [of.essay.questionId],
      part: 0,
      key: `00/test/scan/${studentId}.${imageVersion}.jpg`,
      width: 800,
      height: 300,
      likelyBlank: false,
    },
  ],
  pages: [],
})

export const balancedLedger = (paperId: PaperId, open = 0): SheetLedger => ({
  paperId,
  handed: 10,
  matched: 10 - open,
  duplicate: 0,
  voided: 0,
  open,
  doubtful: open,
  balanced: open === 0,
  candidates: { present: 10, absent: 0, missing: 0, incomplete: 0 },
})

/** An exam of one multiple choice and one essay of ten points. */
export const seat = async (count: number, essay: Partial<PaperQuestion> = {}, teacherCount = 3): Promise<Sitting> => {
  const schoolId = newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const examId = newId<ExamId>('exam')
  const paperId = newId<PaperId>('paper')
  const courseId = newId<CourseId>('course')
  const classId = newId<ClassId>('class')
  const students = Array.from({ length: count }, () => newId<StudentId>('student'))
  const manager = await testCaller({ userType: 2, tenant })
  // One after the other: each takes on another function's environment.
  const people: Awaited<ReturnType<typeof testCaller>>[] = []
  for (let i = 0; i < teacherCount; i++)
    people.push(await testCaller({ userType: 3, tenant, teacherId: newId<TeacherId>('teacher') }))
  const questions: PaperQuestion[] = [
    {
      questionId: newId<QuestionId>('question'),
      number: '1',
      unitType: 2,
      fullScore: 500,
      optionCount: 4,
      answer: 'AC',
      halfScore: 200,
    },
    { questionId: newId<QuestionId>('question'), number: '2', unitType: 5, fullScore: 1000, ...essay },
  ]
  const paper: Paper = {
    schema: 1,
    paperId,
    examId,
    owner: tenant,
    courseId,
    courseName: '数学',
    questions,
    keyVersion: 1,
    version: 1,
  }
  await asFunction('exam-api', async () => {
    await papers.create(paper)
    await candidates.putMany(
      students.map((studentId, i) => ({
        schema: 1 as const,
        examId,
        studentId,
        schoolId,
        studentName: `学生${i}`,
        pinyin: 'xs',
        studentNumber: String(1000 + i),
        classId,
        className: '1班',
      })),
    )
    await examTeachers.putMany(
      people.map(({ caller }, i) => ({
        schema: 1 as const,
        examId,
        teacherId: caller.teacherId!,
        userId: caller.userId,
        teacherName: `教师${i}`,
        teaches: [{ classId, courseId, isHead: false }],
      })),
    )
    await exams.create({
      schema: 1,
      examId,
      owner: tenant,
      examName: '期中考试',
      examType: 3,
      schoolId,
      gradeId: newId<GradeId>('grade'),
      gradeName: '七年级',
      term: '2026-1',
      examDate: now(),
      classes: [{ classId, className: '1班' }],
      paperIds: [paperId],
      status: 1,
      markingProgress: 3,
      candidateCount: count,
      creatorId: newId<UserId>('user'),
      creatorName: '创建者',
      createdAt: now(),
      version: 1,
    })
  })
  return {
    paper,
    choice: questions[0]!,
    essay: questions[1]!,
    students,
    teachers: people.map((p) => ({ userId: p.caller.userId, token: p.token })),
    manager: { userId: manager.caller.userId, token: manager.token },
    tenant,
  }
}
