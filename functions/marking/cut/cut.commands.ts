/**
 * Marking is ended by force, and opened again as it was for ninety days. No mark is invented: whose answers lack one has no
 * result (`shared/analysis/changes/cut.rules.ts`). Effect and record are one transaction (I16); of several schools it takes two people.
 */
import { mayManage } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { StepMove } from '#shared/exam/step.rules.ts'
import { accountsOf, isSecond, needsSecond, openAsk, standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type * as calls from '#shared/marking/cut/cut.calls.ts'
import type { ForcedCompletion } from '#shared/marking/cut/cut.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { forgetDesks } from '../desk/desk.ts'
import { arrangements } from '../marking.store.ts'
import { askedPlace, forcedCompletions } from './cut.store.ts'

type Seen = InputOf<typeof calls.confirmCut>['papers']
type Part = {
  paperId: Arrangement['paperId']
  courseName: string
  there: Arrangement | null
  row: ForcedCompletion | null
}

/** The exam, for who manages it. @throws Barred; Refused notFound */
export const maintainedExam = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = await examOf(examId)
  if (!exam || exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam
}

/** Those of its papers, each once, as their marking stands. @throws Refused notFound for a paper of another exam */
export const partsOf = (exam: Exam, paperIds: readonly string[]): Promise<Part[]> =>
  inTurns([...new Set(paperIds)], 8, async (id) => {
    const own = exam.papers.find((p) => p.paperId === id) ?? refuse(commonProblems.notFound)
    const { paperId, courseName } = own
    const [there, row] = await Promise.all([arrangements.get({ paperId }), forcedCompletions.get({ paperId })])
    return { paperId, courseName, there, row }
  })

const acts = {
  ask: 'marking.cutAsk',
  cut: 'marking.cut',
  cancel: 'marking.cutCancel',
  undo: 'marking.cutUndo',
} as const
const recordOf = (act: keyof typeof acts, exam: Exam, parts: readonly Part[], reason: string, caller: Caller) =>
  auditRecord(caller, acts[act], exam.examId, {
    before: parts.map(({ paperId, there }) => [paperId, there?.state]),
    after: act === 'cut',
    reason,
    told: { name: `${exam.examName} ${parts.map((p) => p.courseName).join('、')}` },
    tenant: exam.owner,
  })

const follow = async (exam: Exam, parts: readonly Part[], move: StepMove): Promise<void> => {
  forgetDesks()
  for (const { paperId } of parts) await movePaper({ examId: exam.examId, paperId }, move)
}

/** What is being marked, and may be ended. @throws Refused cutNotOpen */
const openIn = (parts: readonly Part[]): (Part & { there: Arrangement })[] =>
  parts.map((part) =>
    part.there && (part.there.state === 'open' || part.there.state === 'closing')
      ? { ...part, there: part.there }
      : refuse(markingProblems.cutNotOpen, { course: part.courseName }),
  )

const carryOut = async (
  exam: Exam,
  parts: readonly Part[],
  rowOf: (part: Part) => ForcedCompletion,
  caller: Caller,
): Promise<{ done: boolean }> => {
  const at = now()
  const open = openIn(parts)
  const by = { doneBy: caller.userId, doneByName: caller.userName, doneAt: at }
  const rows = open.map(rowOf)
  const writes = open.flatMap(({ there }, i) => [
    arrangements.saving({ ...there, state: 'closed' as const, cut: { at } }),
    forcedCompletions.saving({ ...rows[i]!, ...by }),
  ])
  if (!(await audited(writes, recordOf('cut', exam, parts, rows[0]!.reason, caller)))) {
    // A "no" may be our own write whose answer was lost.
    const first = await arrangements.get(open[0]!)
    if (first?.cut?.at !== at) return refuseStale(arrangements, open[0]!)
  }
  await follow(exam, parts, 'closed')
  return { done: true }
}

/** @throws Barred; Refused notFound, cutNotOpen, cutAsked, stale */
export const askOrCut = async (
  { examId, papers, reason }: InputOf<typeof calls.cutMarking>,
  caller: Caller,
): Promise<{ done: boolean }> => {
  const exam = await maintainedExam(examId, caller)
  const parts = await partsOf(
    exam,
    papers.map((p) => p.paperId),
  )
  // Asked for again since the answer was lost: what follows is made up for.
  if (parts.every(({ there, row }) => there?.cut && standingDeletion(row)?.reason === reason)) {
    await follow(exam, parts, 'closed')
    return { done: true }
  }
  const open = openIn(parts)
  for (const { there } of open)
    if (!papers.some((p) => p.paperId === there.paperId && p.version === there.version))
      return refuseStale(arrangements, there)
  if (open.some(({ row }) => openAsk(row))) return refuse(markingProblems.cutAsked)
  const rowOf = ({ paperId, row }: Part): ForcedCompletion => ({
    schema: 1,
    examId: exam.examId,
    owner: exam.owner,
    paperId,
    reason,
    askedBy: caller.userId,
    askedByName: caller.userName,
    askedAs: accountsOf(caller) as ForcedCompletion['askedAs'],
    askedAt: now(),
    version: row?.version ?? 0,
  })
  if (!needsSecond(exam)) return carryOut(exam, parts, rowOf, caller)
  const asked = await audited(
    parts.map((part) => forcedCompletions.saving(rowOf(part))),
    recordOf('ask', exam, parts, reason, caller),
  )
  return asked ? { done: false } : refuseStale(forcedCompletions, parts[0]!)
}

/** What waits for a second person, exam by exam, of those that the caller manages. */
export const askedCuts = async (caller: Caller): Promise<AnswerOf<typeof calls.askedCuts>> => {
  const rows = await forcedCompletions.queryIndex('gsi1', askedPlace(caller.tenant))
  const byExam = [...Map.groupBy(rows, (row) => row.examId)]
  const found = await inTurns(byExam, 8, async ([examId, asked]) => {
    const exam = await examOf(examId)
    if (!exam || exam.deletedAt !== undefined || !mayManage(exam, caller)) return []
    const { reason, askedByName, askedAt } = asked[0]!
    const papers = new Set<string>(asked.map((a) => a.paperId))
    const courseNames = exam.papers.flatMap((p) => (papers.has(p.paperId) ? [p.courseName] : []))
    const mayConfirm = asked.some((a) => isSecond(a, caller))
    return [{ examId, examName: exam.examName, reason, askedByName, askedAt, courseNames, mayConfirm }]
  })
  return found.flat()
}

/** What is asked for, as it was seen. @throws Barred; Refused notFound, cutGone, stale */
const asked = async (examId: string, papers: Seen, caller: Caller) => {
  const exam = await maintainedExam(examId, caller)
  const parts = await partsOf(
    exam,
    papers.map((p) => p.paperId),
  )
  const rows = parts.map(({ row }) => openAsk(row) ?? refuse(markingProblems.cutGone))
  for (const row of rows)
    if (!papers.some((p) => p.paperId === row.paperId && p.version === row.version))
      return refuseStale(forcedCompletions, row)
  return { exam, parts, rows }
}

/** Agreed to again by who agreed, since the answer was lost: what follows is made up for. */
const madeUpFor = async (examId: string, papers: Seen, caller: Caller): Promise<boolean> => {
  const exam = await maintainedExam(examId, caller)
  const parts = await partsOf(
    exam,
    papers.map((p) => p.paperId),
  )
  const isOwn = ({ paperId, there, row }: Part): boolean => {
    const done = there?.cut ? standingDeletion(row) : null
    const seen = papers.find((p) => p.paperId === paperId)!
    return done?.doneBy === caller.userId && done.version === seen.version + 1
  }
  if (!parts.every(isOwn)) return false
  await follow(exam, parts, 'closed')
  return true
}

/** @throws as `asked`, cutSame, cutNotOpen */
export const confirm = async (examId: string, papers: Seen, caller: Caller): Promise<{ done: boolean }> => {
  if (await madeUpFor(examId, papers, caller)) return { done: true }
  const { exam, parts, rows } = await asked(examId, papers, caller)
  if (!rows.every((row) => isSecond(row, caller))) return refuse(markingProblems.cutSame)
  return carryOut(exam, parts, ({ row }) => row!, caller)
}

/** @throws as `asked` */
export const cancel = async (examId: string, papers: Seen, caller: Caller): Promise<{ cancelled: boolean }> => {
  const { exam, parts, rows } = await asked(examId, papers, caller)
  const over = { overAt: now(), overByName: caller.userName }
  const done = await audited(
    rows.map((row) => forcedCompletions.saving({ ...row, ...over })),
    recordOf('cancel', exam, parts, rows[0]!.reason, caller),
  )
  return done ? { cancelled: true } : refuseStale(forcedCompletions, rows[0]!)
}

/** @throws Barred; Refused notFound, cutGone, stale */
export const undo = async (
  { examId, paperIds, reason }: InputOf<typeof calls.undoCut>,
  caller: Caller,
): Promise<{ opened: boolean }> => {
  const exam = await maintainedExam(examId, caller)
  const parts = await partsOf(exam, paperIds)
  // Asked for again since the answer was lost: what follows is made up for.
  if (
    parts.every(({ there, row }) => there?.state === 'open' && row?.doneAt !== undefined && row.overAt !== undefined)
  ) {
    await follow(exam, parts, 'reopened')
    return { opened: true }
  }
  const at = now()
  const writes = parts.flatMap(({ paperId, there, row }) => {
    const standing = standingDeletion(row)
    if (!there?.cut || !standing || standing.doneAt! + keptDeletedMs < at) return refuse(markingProblems.cutGone)
    const { cut: _cut, ...kept } = there
    // What was published in between stands for its readers: marks of before are not replaced.
    const sealed = isReleased(exam, paperId) ? { reopenedAt: at } : {}
    return [
      arrangements.saving({ ...kept, state: 'open' as const, ...sealed }),
      forcedCompletions.saving({ ...standing, overAt: at, overByName: caller.userName }),
    ]
  })
  if (!(await audited(writes, recordOf('undo', exam, parts, reason, caller)))) {
    const first = await forcedCompletions.get(parts[0]!)
    if (first?.overAt !== at) return refuseStale(forcedCompletions, parts[0]!)
  }
  await follow(exam, parts, 'reopened')
  return { opened: true }
}
