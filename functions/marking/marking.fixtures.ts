/** A small paper with its exam, teachers and candidates, as the exam room would have stored them: for tests. */
import type { QuestionId, SchoolId, StudentId, TeacherId, UserId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '#functions/exam/stored.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { testCaller } from '#functions/kit/testing.ts'

export type Sitting = {
  paper: Paper
  choice: PaperQuestion
  essay: PaperQuestion
  students: StudentId[]
  /** Teachers of the course, then the manager. */
  teachers: { userId: UserId; token: string; caller: Caller }[]
  manager: { userId: UserId; token: string }
  tenant: ReturnType<typeof schoolTenant>
}

/** An exam of one multiple choice and one essay of ten points; of several classes the students are in each in turn; `more` essays like it. */
export const seat = async (
  count: number,
  essay: Partial<PaperQuestion> = {},
  teacherCount = 3,
  classNames: readonly string[] = ['1班'],
  more = 0,
): Promise<Sitting> => {
  const schoolId = newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const classes = classesNamed(...classNames)
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
    ...Array.from({ length: 1 + more }, (_, i) => ({
      questionId: newId<QuestionId>('question'),
      number: String(i + 2),
      unitType: 5 as const,
      fullScore: 1000,
      ...essay,
    })),
  ]
  const { paper, ...stored } = examOfSchool(schoolId, questions, { classes, candidateCount: count, step: 3 })
  await storeExam(
    { paper, ...stored },
    students.map((studentId, i) => candidateAt(stored.school, i, studentId, classes[i % classes.length]!)),
    people.map(({ caller }, i) => teacherAt(paper, i, caller, classes[0]!)),
  )
  return {
    paper,
    choice: questions[0]!,
    essay: questions[1]!,
    students,
    teachers: people.map((p) => ({ userId: p.caller.userId, token: p.token, caller: p.caller })),
    manager: { userId: manager.caller.userId, token: manager.token },
    tenant,
  }
}
