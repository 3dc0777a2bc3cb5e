/**
 * When a paper is marked. It is asked for where work is handed out, so a mark that is under way is not held up; who
 * manages the exam is not bound by it. A trial before marking has its own gate.
 */
import type * as calls from '#shared/marking/groups/group.calls.ts'
import { shutBy } from '#shared/marking/groups/readTime.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showTime } from '#shared/kit/time.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { managed } from '../desk/desk.ts'
import type { Desk } from '../desk/desk.ts'
import { arrange } from './group.commands.ts'

type Timed = Pick<Desk, 'arrangement' | 'exam'>

/** Why the caller is handed nothing now. */
export const shutFor = (
  { arrangement: { readTime = {} }, exam }: Timed,
  caller: Caller,
): { why: 'early' | 'late'; at: number } | null => {
  const why = mayManage(exam, caller) ? null : shutBy(readTime, now())
  return why && { why, at: (why === 'early' ? readTime.from : readTime.until) ?? 0 }
}

/** @throws Refused readTimeEarly, readTimeLate */
export const requireReadTime = (desk: Timed, caller: Caller): void => {
  const shut = shutFor(desk, caller)
  const problem = { early: markingProblems.readTimeEarly, late: markingProblems.readTimeLate }
  if (shut) refuse(problem[shut.why], { when: showTime(shut.at) })
}

/** @throws Refused notManager, readTimePast, and as `arrange` */
export const setReadTime = async (
  { paperId, readTime, version }: InputOf<typeof calls.setReadTime>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setReadTime>> => {
  const desk = await managed(paperId, caller)
  if (shutBy(readTime, now()) === 'late') return refuse(markingProblems.readTimePast)
  const { saved } = await arrange(desk, { readTime }, version, caller)
  return { version: saved.version }
}
