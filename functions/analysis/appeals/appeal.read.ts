/** What stands of appeals, for handlers and commands. */
import { appealState, decidedIn, figureIn, setsIn, toldState } from '#shared/analysis/appeals/appeal.rules.ts'
import type { AppealState } from '#shared/analysis/appeals/appeal.rules.ts'
import type { Appeal, AppealWindow, Appellant, WindowSet } from '#shared/analysis/appeals/appeal.types.ts'
import { earnsText, isKeyed, optionsOf } from '#shared/analysis/appeals/choice.rules.ts'
import type { AppealLine } from '#shared/analysis/appeal.calls.ts'
import type { ChangeState } from '#shared/analysis/change.calls.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { ChangeId } from '#shared/kit/ids.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { changeSets, publications } from '../analysis.store.ts'
import { stateOf } from '../changes/change.commands.ts'
import { asItStands } from '../changes/change.read.ts'
import { appealCounts, appeals, appealWindows } from './appeal.store.ts'

const dayMs = 86_400_000

/** What an exam begins with: closed, and three days when it is opened. */
export const windowOf = async ({ examId }: Pick<Exam, 'examId'>): Promise<AppealWindow | null> =>
  appealWindows.get({ examId })
export const firstWindow = (): WindowSet => ({
  on: false,
  opens: now(),
  closes: now() + 3 * dayMs,
  asks: ['student', 'parent'],
  most: 3,
})

/** In which role a student's or a parent's account asks. */
export const appellantOf = ({ userType }: Pick<Caller, 'userType'>): Appellant =>
  userType === 5 ? 'parent' : 'student'

/** How the appeals of a paper stand, from their counters: as many reads for three appeals as for a province's. */
export const appealSums = async (paper: Pick<Paper, 'paperId'>) => {
  const counts = await appealCounts.read(paper.paperId)
  const sets = setsIn(counts).map(({ changeId }) => ({ changeId: changeId as ChangeId }))
  return {
    counts,
    asked: figureIn(counts, 'asked'),
    open: figureIn(counts, 'open'),
    decided: decidedIn(counts, await setStates(paper, sets)),
  }
}

/** Where the change sets of these appeals stand. */
export const setStates = async (
  { paperId }: Pick<Paper, 'paperId'>,
  list: readonly Pick<Appeal, 'changeId'>[],
): Promise<(changeId: string) => ChangeState | undefined> => {
  const ids = [...new Set(list.flatMap((a) => a.changeId ?? []))]
  if (ids.length === 0) return () => undefined
  const [sets, publication] = await Promise.all([
    changeSets.getMany(ids.map((changeId) => ({ paperId, changeId }))),
    publications.get({ paperId }),
  ])
  const states = new Map(
    await inTurns(sets, 8, async (set) => {
      const state = await stateOf(set, publication)
      // A set that was replayed may be signed once more: what it was to change is still in it.
      return [set.changeId as string, state === 'failed' && set.replayed ? 'ready' : state] as const
    }),
  )
  return (changeId) => states.get(changeId)
}

/** As the one who answers reads them. */
export const linesOf = async (exam: Exam, paper: Paper, list: readonly Appeal[]): Promise<AppealLine[]> => {
  const [people, stateIn] = await Promise.all([
    candidatesByIds(exam, [...new Set(list.map((a) => a.studentId))]),
    setStates(paper, list),
  ])
  const known = new Map(people.map((c) => [c.studentId as string, c]))
  const numbers = new Map(paper.questions.map((q) => [q.questionId as string, q.number]))
  return list.map((a) => {
    const who = known.get(a.studentId)
    const { decision: d } = a
    return {
      studentId: a.studentId,
      studentName: who?.studentName ?? '',
      studentNumber: who?.studentNumber ?? '',
      className: who?.className ?? '',
      questionId: a.questionId,
      number: numbers.get(a.questionId) ?? '',
      score: a.score,
      fullScore: a.fullScore,
      as: a.as,
      askedAt: a.askedAt,
      reason: a.reason,
      state: appealState(a, stateIn),
      ...(d ? { answer: d.answer, answeredByName: d.byName, answeredAt: d.at } : {}),
      ...(d?.score === undefined ? {} : { scoreAfter: d.score }),
      ...(d?.letters === undefined ? {} : { lettersAfter: d.letters }),
      ...(a.changeId ? { changeId: a.changeId } : {}),
      version: a.version,
    }
  })
}

/** As the student is told of them. */
export const toldOf = async (paper: Paper, list: readonly Appeal[]) => {
  const stateIn = await setStates(paper, list)
  const numbers = new Map(paper.questions.map((q) => [q.questionId as string, q.number]))
  return list
    .toSorted((a, b) => b.askedAt - a.askedAt)
    .map((a) => {
      const state = toldState(appealState(a, stateIn))
      const { decision: d } = a
      return {
        questionId: a.questionId,
        number: numbers.get(a.questionId) ?? '',
        askedAt: a.askedAt,
        reason: a.reason,
        score: a.score,
        state,
        ...(d && state !== 'open' ? { answer: d.answer, answeredAt: d.at } : {}),
        ...((state === 'changed' || state === 'corrected') && d?.score !== undefined ? { scoreAfter: d.score } : {}),
      }
    })
}

/** Every appeal of a paper with its state, some at a time: no memory need hold them. */
export const eachAppeal = async function* (paper: Paper): AsyncGenerator<{ appeal: Appeal; state: AppealState }[]> {
  for await (const some of appeals.pages(`appeals#${paper.paperId}`)) {
    const stateIn = await setStates(paper, some)
    yield some.map((appeal) => ({ appeal, state: appealState(appeal, stateIn) }))
  }
}

/** What the answer of an appeal may be read as, and by which rule it earns; null of what is marked, and where no key tells it. */
export const choiceOf = async (paper: Paper, { questionId, studentId }: Appeal) => {
  const { base, edits } = await asItStands(paper, await publications.get({ paperId: paper.paperId }))
  const question = base.find((q) => q.questionId === questionId)
  return question && isKeyed({ question, edits })
    ? { options: optionsOf(question), earns: earnsText({ question, edits }, studentId) }
    : null
}
