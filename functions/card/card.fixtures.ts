/** What tests of this room begin with: a school's administrator, an exam, its paper and roster. */
import * as cardCalls from '#shared/card/card.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { QuestionId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { send, testCaller, testCloud } from '#functions/kit/testing.ts'
import { handler } from './card.api.ts'

export { exams, papers } from '#functions/exam/exam.store.ts'

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

/** A paper whose card takes two sides. */
export const onTwoSides = () => questions({ 1: 8, 2: 2, 3: 2, 4: 3, 5: 4 })

/** A school's administrator with an exam of one paper and four candidates in two classes. */
export const setting = async (of: PaperQuestion[] = questions({ 1: 8, 2: 2, 3: 2, 4: 3, 5: 2 })) => {
  const schoolId = newId<SchoolId>('school')
  const owner = schoolTenant(schoolId)
  const { caller, token } = await testCaller({ userType: 2, tenant: owner, userName: '李主任' })
  const classes = classesNamed('高一（1）班', '高一（2）班')
  const made = examOfSchool(schoolId, of, {
    classes,
    candidateCount: 4,
    creatorId: caller.userId,
    creatorName: caller.userName,
  })
  const names = ['赵一', '钱二', '孙三', '李四']
  await storeExam(
    made,
    names.map((studentName, i) =>
      candidateAt(made.school, i, newId<StudentId>('student'), classes[i < 3 ? 0 : 1]!, {
        studentName,
        pinyin: `s${i}`,
        studentNumber: `2026010${i}`,
      }),
    ),
  )
  return { owner, caller: caller as Caller, token, ...made, classes }
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
export const jobDone = (uuid: string, at: Pick<Setting, 'token'>): Promise<AsyncStatus> => jobEndsFor(at, uuid)
