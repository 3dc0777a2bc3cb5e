/** What tests of this room begin with: a school's administrator, an exam, its paper and roster. */
import * as cardCalls from '#shared/card/card.calls.ts'
import { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ClassId, CourseId, ExamId, GradeId, PaperId, QuestionId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { send, testCaller, testCloud } from '#functions/kit/testing.ts'
import { rows } from '#functions/kit/table.ts'
import { handler } from './card.api.ts'

// The exam room's rows as its own room stores them; its public side has no way to make an exam in one step.
const table = 'TABLE_EXAM'
export const exams = rows({
  table,
  schema: Exam,
  key: (e: { examId: string }) => ({ pk: `exam#${e.examId}`, sk: 'exam' }),
})
export const papers = rows({
  table,
  schema: Paper,
  key: (p: { paperId: string }) => ({ pk: `paper#${p.paperId}`, sk: 'paper' }),
})
export const candidates = rows({
  table,
  schema: Candidate,
  key: (c: { examId: string; schoolId: string; studentId: string }) => ({
    pk: `cand#${c.examId}#${c.schoolId}`,
    sk: c.studentId,
  }),
})

export const questions = (counts: Partial<Record<number, number>>): PaperQuestion[] => {
  let n = 0
  return Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count ?? 0 }, () => ({
      questionId: newId<QuestionId>('question'),
      number: String(++n),
      unitType: Number(type),
      fullScore: Number(type) <= 3 ? 300 : 1200,
      ...(Number(type) <= 2 ? { optionCount: 4 } : {}),
    })),
  )
}

/** A school's administrator with an exam of one paper and four candidates in two classes. */
export const setting = async (of: PaperQuestion[] = questions({ 1: 8, 2: 2, 3: 2, 4: 3, 5: 2 })) => {
  const schoolId = newId<SchoolId>('school')
  const owner = schoolTenant(schoolId)
  const { caller, token } = await testCaller({ userType: 2, tenant: owner, userName: '李主任' })
  const examId = newId<ExamId>('exam')
  const paperId = newId<PaperId>('paper')
  const classes = [1, 2].map((n) => ({ classId: newId<ClassId>('class'), className: `高一（${n}）班` }))
  const exam: Exam = {
    schema: 1,
    examId,
    owner,
    examName: '期中考试',
    examType: 3,
    schoolId,
    gradeId: newId<GradeId>('grade'),
    gradeName: '高一',
    term: '2026-1',
    examDate: now(),
    classes,
    paperIds: [paperId],
    status: 1,
    markingProgress: 1,
    candidateCount: 4,
    creatorId: caller.userId,
    creatorName: caller.userName,
    createdAt: now(),
    version: 1,
  }
  const paper: Paper = {
    schema: 1,
    paperId,
    examId,
    owner,
    courseId: newId<CourseId>('course'),
    courseName: '数学',
    questions: of,
    keyVersion: 1,
    version: 1,
  }
  await exams.create(exam)
  await papers.create(paper)
  await candidates.putMany(
    Array.from({ length: 4 }, (_, i) => ({
      schema: 1 as const,
      examId,
      studentId: newId<StudentId>('student'),
      schoolId,
      studentName: ['赵一', '钱二', '孙三', '李四'][i]!,
      pinyin: `s${i}`,
      studentNumber: `2026010${i}`,
      ...classes[i < 3 ? 0 : 1]!,
    })),
  )
  return { owner, caller: caller as Caller, token, exam, paper, classes }
}

export type Setting = Awaited<ReturnType<typeof setting>>
export const ask = async <C extends Parameters<typeof send>[1]>(
  call: C,
  input: Parameters<typeof send<C>>[2],
  at: Setting,
) => send(handler, call, input, at.token)

export const made = async (at: Setting) =>
  (await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)).data.cardId
export const detail = async (cardId: Awaited<ReturnType<typeof made>>, at: Setting) =>
  (await ask(cardCalls.cardDetail, { cardId }, at)).data

/** A call the whole way, through the gateway. */
export const through = async <T>(path: string, token: string, body?: unknown): Promise<{ status: number; data: T }> => {
  const answer = await fetch(testCloud().address + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as { status: number; data: T }
}

/** Waits for a job's end. */
export const jobDone = async (uuid: string, at: Pick<Setting, 'token'>): Promise<AsyncStatus> => {
  for (let i = 0; i < 150; i++) {
    const { data } = await through<AsyncStatus>(`${asyncStatus.path}?uuid=${uuid}`, at.token)
    if (data.status === 40 || data.status === 30) return data
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the job did not end')
}
