import { withoutKey } from '#shared/exam/exam.rules.ts'
import { arrangement, completeMarking, openMarking, saveArrangement } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { pause } from '#functions/kit/ports.ts'
import { refuse, Refused } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { candidatesByIds, classNamesOf, mayManage } from '#functions/exam/exam.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { groupOf, mostAtOnce, scriptCounts } from './counts.ts'
import { courseTeachers, deskNow, fenceMs, forgetDesks, managed, shortOfMarkers } from './desk.ts'
import { arrangements } from './marking.store.ts'
import { headsOf, scriptsOf, tableOf } from './scripts.ts'
import * as commands from './arrangement.commands.ts'

/** Stores an arrangement over the version that was read; null if another write was faster. */
export const putArrangement = async (next: Arrangement): Promise<Arrangement | null> => {
  if (next.version > 0) return arrangements.save(next)
  const first = { ...next, version: 1 }
  return (await arrangements.create(first)) ? first : null
}

/**
 * Whether every present script has all its scores: a school's scripts are read themselves; a province's are counted, and
 * publishing computes them twice again.
 */
const finished = async (
  paper: Paper,
  exam: Exam,
): Promise<{ complete: boolean; unfinished: number; undecided: number; named: string[] }> => {
  if (exam.candidateCount <= mostAtOnce) {
    const { complete, unfinished, undecided } = tableOf(paper, await scriptsOf(paper, await headsOf(paper)))
    const who = undecided.length > 0 ? await candidatesByIds(exam, undecided.slice(0, 5)) : []
    return { complete, unfinished, undecided: undecided.length, named: who.map((c) => c.studentName) }
  }
  if ((await scriptCounts.wholeSince(groupOf(paper))) === null) return refuse(markingProblems.counting)
  const counts = await scriptCounts.read(groupOf(paper))
  const unfinished = counts.get('unfinished') ?? 0
  return {
    complete: unfinished === 0 && (counts.get('present') ?? 0) > 0,
    unfinished,
    undecided: counts.get('undecided') ?? 0,
    named: [],
  }
}

/** Refuses, with what is missing. */
const mustBeFinished = async (paper: Paper, exam: Exam): Promise<void> => {
  const { complete, unfinished, undecided, named } = await finished(paper, exam)
  // An answer without a mark is said first: it may be what decides the choice.
  if (!complete && undecided === unfinished && undecided > 0)
    return refuse(markingProblems.undecided, {
      n: undecided,
      who: `${named.join('、')}${named.length < undecided ? '等' : ''}`,
    })
  if (!complete) return refuse(markingProblems.unfinished, { n: unfinished })
}

/**
 * Closes in two steps: first no desk lets a mark in any more, and when the last that was let in has been answered, what is
 * stored is looked at once more. Cut off between them it is `closing`, and goes on when it is asked for again.
 */
const close = async (paper: Paper, exam: Exam, before: Arrangement, caller: Caller): Promise<void> => {
  const closing = (await putArrangement({ ...before, state: 'closing' })) ?? (await refuseStale(arrangements, before))
  forgetDesks()
  await pause(fenceMs)
  try {
    await mustBeFinished(paper, exam)
  } catch (error) {
    // A mark that has come in since differs from another: marking goes on.
    if (error instanceof Refused)
      await arrangements.edit(paper, (row) => (row?.state === 'closing' ? { ...row, state: 'open' } : null))
    throw error
  }
  const record = auditRecord(caller, 'marking.complete', paper.paperId, { before: before.state, tenant: paper.owner })
  if (!(await audited([arrangements.saving({ ...closing, state: 'closed' })], record)))
    await refuseStale(arrangements, closing)
}

export const arrangementHandlers = [
  implement(arrangement, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const { paper, exam } = desk
    const classes = await classNamesOf(exam.examId)
    const classNames = new Map(classes.map((c) => [c.classId as string, c.className]))
    return {
      arrangement: desk.arrangement,
      ledger: await ledgerOf(input.paperId),
      missingKeys: withoutKey(paper).length,
      short: shortOfMarkers(desk),
      teachers: courseTeachers(desk).map((t) => ({
        userId: t.userId!,
        teacherName: t.teacherName,
        classNames: [...new Set(t.teaches.flatMap((x) => classNames.get(x.classId) ?? []))],
      })),
      questions: subjectiveOf(paper.questions).map((q) => ({
        ...q,
        markers: q.markers ?? 1,
        tolerance: q.tolerance ?? 0,
      })),
      mayManage: mayManage(exam, caller),
    }
  }),

  implement(saveArrangement, async ({ input, caller }) => {
    const desk = await managed(input.paperId, caller)
    const { state } = desk.arrangement
    if (state === 'closing' || state === 'closed') return refuse(markingProblems.notOpen)
    const known = new Set(subjectiveOf(desk.paper.questions).map((q) => q.questionId))
    const saved = await putArrangement({
      ...desk.arrangement,
      questions: input.questions.filter((q) => known.has(q.questionId)),
      version: input.version,
    })
    forgetDesks()
    return saved ?? refuseStale(arrangements, input)
  }),

  implement(openMarking, ({ input, caller }) => commands.openMarking(input, caller)),

  implement(completeMarking, async ({ input, caller }) => {
    const { paper, exam, arrangement: before } = await managed(input.paperId, caller)
    if (before.state === 'draft') return refuse(markingProblems.notOpen)
    await mustBeFinished(paper, exam)
    if (before.state !== 'closed') await close(paper, exam, before, caller)
    await movePaper(paper, 'closed')
    return { state: 'closed' as const }
  }),
]
