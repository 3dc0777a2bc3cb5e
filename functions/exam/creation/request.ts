/**
 * That an exam is asked for once, however often it is asked: the asker names the request, and what was made under that
 * name is written with the exam, or with the job that makes it.
 */
import { createHash } from 'node:crypto'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examRequests } from '../exam.store.ts'
import type { ExamRequest } from '../exam.store.ts'

export type Asked = Pick<ExamRequest, 'userId' | 'requestId' | 'digest' | 'examName'>

/** Who asks without a name is not known again. */
export const askedBy = (
  { userId }: Caller,
  { requestId, ...wish }: { requestId?: string | undefined; examName: string },
): Asked | undefined =>
  requestId === undefined
    ? undefined
    : {
        ...{ userId, requestId, examName: wish.examName },
        digest: createHash('sha256').update(JSON.stringify(wish)).digest('base64url'),
      }

export const requestOf = (asked: Asked, made: Pick<ExamRequest, 'answer' | 'creationId'>): ExamRequest => ({
  schema: 1,
  ...asked,
  ...made,
  at: now(),
})

/** What was made when it was asked for before. @throws Refused askedOtherwise */
export const madeBefore = async (asked: Asked | undefined): Promise<ExamRequest | null> => {
  const there = asked ? await examRequests.get(asked) : null
  if (there && there.digest !== asked?.digest) return refuse(examProblems.askedOtherwise, { name: there.examName })
  return there
}
