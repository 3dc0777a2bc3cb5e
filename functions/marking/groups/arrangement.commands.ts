import { paperTitle, withoutKey } from '#shared/exam/exam.rules.ts'
import { openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { unbalancedText } from '#shared/marking/ledger.words.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { Paper, Exam } from '#shared/exam/exam.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse, Refused } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { shortSaid } from '#shared/marking/groups/class.rules.ts'
import { pause } from '#functions/kit/ports.ts'
import { forgetDesks, fenceMs, managed, shortOfMarkers } from '../desk/desk.ts'
import { isHalfEmptied, isImporting } from '../imports/import.taking.ts'
import { arrangements } from '../marking.store.ts'
import { mostAtOnce, scriptCounts, groupOf } from '../counts.ts'
import { shortIn } from './class.read.ts'
import { tableOf, scriptsOf, headsOf } from '../scripts.ts'

/** The reason for opening an unbalanced paper: on the arrangement if and only if it is in the audit trail (I16). */
const overrideWith = async (reason: string, before: Arrangement, caller: Caller, data: unknown): Promise<void> => {
  const next = { ...before, override: reason }
  const record = auditRecord(caller, 'marking.openUnbalanced', before.paperId, { before: data, after: next, reason })
  if (!(await audited([arrangements.saving(next)], record))) await refuseStale(arrangements, before)
}

export const openMarking = async (
  input: InputOf<typeof markingCalls.openMarking>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.openMarking>> => {
  const desk = await managed(input.paperId, caller)
  const { paper, exam, arrangement: before } = desk
  if (before.cut) return refuse(markingProblems.cutStands)
  const short = before.state === 'draft' ? shortOfMarkers(desk, caller) : []
  if (short.length > 0) return refuse(markingProblems.tooFewMarkers, { numbers: short.map((s) => s.number).join('、') })
  const classes = before.state === 'draft' ? await shortIn(desk) : []
  if (classes.length > 0 && before.ownSchools)
    return refuse(markingProblems.tooFewInSchools, { schools: shortSaid(classes, '所学校') })
  if (classes.length > 0) return refuse(markingProblems.tooFewInClasses, { classes: shortSaid(classes) })
  if (await isImporting(before)) return refuse(markingProblems.importing)
  if (isHalfEmptied(before)) return refuse(markingProblems.emptying)
  const about = paperTitle(exam, paper)
  const missing = withoutKey(paper).length
  if (missing > 0) return refuse(markingProblems.missingKeys, { n: missing })
  const ledger = await ledgerOf(input.paperId)
  if (ledger.balanced) return startJob(openMarkingJob, { paperId: paper.paperId }, caller, { about })
  const reason = input.override ?? refuse(markingProblems.unbalanced, { why: unbalancedText(ledger) })
  await overrideWith(reason, before, caller, ledger)
  return startJob(openMarkingJob, { paperId: paper.paperId, override: reason }, caller, { about })
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
export const mustBeFinished = async (paper: Paper, exam: Exam): Promise<void> => {
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
export const close = async (paper: Paper, exam: Exam, before: Arrangement, caller: Caller): Promise<void> => {
  const closing =
    (await arrangements.save({ ...before, state: 'closing' })) ?? (await refuseStale(arrangements, before))
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
