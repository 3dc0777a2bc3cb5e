import type { InputOf } from '#shared/kit/call.ts'
import { page } from '#shared/kit/paging.ts'
import type { UserId } from '#shared/kit/ids.ts'
import * as calls from '#shared/marking/again/again.calls.ts'
import { secondRead, secondStart } from '#shared/marking/again/second.calls.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import { rolesOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import * as commands from './again.commands.ts'
import { statesOf } from './again.jobs.ts'
import { secondLook, startSecond } from './second.commands.ts'
import { markersOf } from '../counts.ts'
import { managed } from '../desk/desk.ts'
import { againRounds } from '../marking.store.ts'
import { markerNames } from '../markerNames.ts'
import { counted } from '../progress.read.ts'

const reset = { kind: 'reset', rule: 'void' } as const

const roundsOf = async (input: InputOf<typeof calls.repeatRecord>, kind: AgainRound['kind'], caller: Caller) => {
  const desk = await managed(input.paperId, caller)
  const { paper, exam, arrangement } = desk
  const all = await againRounds.query(`again#${paper.paperId}`, { reverse: true, consistent: true })
  const nameOf = markerNames(desk, caller)
  const questions = subjectiveOf(paper.questions)
  const numbers = new Map(questions.map((q) => [q.questionId, q.number]))
  const { given } = await counted(paper)
  const shown = page(
    all.filter((r) => r.kind === kind),
    input,
  )
  const states = await statesOf(shown.list)
  return {
    ...shown,
    list: shown.list.map(({ studentIds, second, begunAt: _begun, doneAt: _done, jobId: _job, ...r }, i) => ({
      ...r,
      ...(second ? { share: second.share } : {}),
      stands: states[i]!,
      numbers: r.questionIds.flatMap((id) => numbers.get(id) ?? []),
      markerNames: (r.markers ?? []).map(nameOf),
      students: studentIds?.length ?? null,
    })),
    questions: questions.map((q) => ({
      questionId: q.questionId,
      number: q.number,
      twice: rolesOf(q).length > 1,
    })),
    markers: markersOf(paper.questions, given).map(({ userId, marked }) => ({
      userId: userId as UserId,
      markerName: nameOf(userId),
      marked,
    })),
    state: arrangement.state,
    released: isReleased(exam, paper.paperId),
  }
}

export const againHandlers = [
  implement(calls.repeatRead, ({ input: { paperId, ...wish }, caller }) => commands.look(paperId, wish, reset, caller)),
  implement(calls.repeatStart, ({ input, caller }) => commands.start(input, reset, caller)),
  implement(calls.repeatRecord, ({ input, caller }) => roundsOf(input, 'reset', caller)),
  implement(calls.remarkRead, ({ input: { paperId, rule, ...wish }, caller }) =>
    commands.look(paperId, wish, { kind: 'remark', rule }, caller),
  ),
  implement(calls.remarkStart, ({ input: { rule, ...input }, caller }) =>
    commands.start(input, { kind: 'remark', rule }, caller),
  ),
  implement(calls.remarkRecord, ({ input, caller }) => roundsOf(input, 'remark', caller)),
  implement(secondRead, ({ input, caller }) => secondLook(input, caller)),
  implement(secondStart, ({ input, caller }) => startSecond(input, caller)),
]
