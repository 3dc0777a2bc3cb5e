import { paperProgress } from '#shared/exam/step.rules.ts'
import { isObjective, markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showScore } from '#shared/kit/score.ts'
import { scoreMarkFor, scoreProblem } from '#shared/scan/results/marks.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type * as calls from '#shared/scan/results/score.calls.ts'
import type { ScanPage, SheetMark, PageStanding } from '#shared/scan/sheet.types.ts'
import { candidateOf } from '#functions/exam/exam.public.ts'
import { auditRecord, audited, audits } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { followMarking } from '../followMarking.ts'
import { mayHold, released } from '../batches/lease.ts'
import { managedPaper } from '../managed.ts'
import { standingOf, place } from '../pagePlace.ts'
import type { Move } from '../pagePlace.ts'
import { readings, pages, absents, slotsOfStudent } from '../scan.store.ts'
import { asMarked } from '../doubts/aside.ts'
import { entryOf, wasDoneBy, countAgain, countMoved } from '../doubts/settle.ts'
import { now } from '#functions/kit/ports.ts'
import { countChanged } from '../counts.ts'

type Typed = InputOf<typeof calls.scorePage>['scores'][number]

type Seen = { exam: Exam; paper: Paper }

/** A page with the questions whose answers it bears. */
type Sheet = { page: ScanPage; marks: readonly SheetMark[]; holds: ReadonlySet<string> }

export const sheetOf = async (page: ScanPage): Promise<Sheet> => {
  const reading = await readings.get(page)
  const marks = reading?.marks ?? []
  const bearing = [...(reading?.blocks ?? []), ...marks.filter((m) => m.kind === 'score')]
  return { page, marks, holds: new Set(bearing.flatMap((b) => b.questionIds)) }
}

/** The score that stands of a question on its page; null where there is none or it is in doubt. */
export const scoreOn = (page: Pick<ScanPage, 'settled'>, mark: Pick<SheetMark, 'id' | 'value'>): number | null => {
  const value = page.settled[mark.id] ?? mark.value
  return value === null || value === '' ? null : Number(value)
}

const numberOf = ({ paper }: Seen, questionId: string): string => {
  const question = paper.questions.find((q) => q.questionId === questionId)
  if (question && isObjective(question)) return refuse(scanProblems.notOnPaper, { number: question.number })
  return question?.number ?? refuse(commonProblems.notFound)
}

/** What typing these scores makes of a page; null where they stand there already. */
const moveOf = async (seen: Seen, { page, marks }: Sheet, typed: readonly Typed[], caller: Caller) => {
  const settled = { ...page.settled }
  const notes: string[] = []
  const changedIds: string[] = []
  for (const { questionId, score, before } of typed) {
    const number = numberOf(seen, questionId)
    const mark = scoreMarkFor(questionId, marks)
    const there = scoreOn(page, mark)
    if (there === score) continue
    if (there !== before) return refuseStale(pages, page)
    const why = score === null ? null : scoreProblem(score, mark.questionIds, seen.paper.questions)
    if (why !== null) return refuse(scanProblems.wrongScore, { number, why })
    if (score !== null) settled[mark.id] = String(score)
    else if (mark.boxed) settled[mark.id] = ''
    else delete settled[mark.id]
    changedIds.push(mark.id)
    notes.push(`第${number}题卷面${score === null ? '无分' : `${showScore(score)}分`}`)
  }
  if (changedIds.length === 0) return null
  const doubts = page.doubts.filter((d) => d.questionId === undefined || !changedIds.includes(d.questionId))
  const waits = page.state === 'open' || (page.state === 'matched' && doubts.length > 0)
  const to: PageStanding = { ...standingOf(page), settled, doubts, waits }
  return { page, to, entry: entryOf(caller, 'score', notes.join('、'), page) }
}

/** All of them or none: pages, the audit record, and the writes that belong to it. Answers how many pages changed. */
export const write = async (
  seen: Seen,
  sheets: readonly Sheet[],
  typed: readonly Typed[],
  caller: Caller,
  more: { writes?: WriteItem[]; reason?: string; studentId?: StudentId; repeated?: boolean } = {},
): Promise<{ changed: number; first: ScanPage | undefined }> => {
  if (paperProgress(seen.exam, seen.paper.paperId).lowest >= markingProgress.done)
    return refuse(scanProblems.markingDone)
  const bySheet = new Map<Sheet, Typed[]>()
  for (const t of typed) {
    const number = numberOf(seen, t.questionId)
    const sheet = sheets.find((s) => s.holds.has(t.questionId)) ?? refuse(scanProblems.noPageFor, { number })
    bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), t])
  }
  for (const { page } of bySheet.keys()) await mayHold(page, caller)
  const moves: Move[] = []
  for (const [sheet, own] of bySheet) {
    const move = await moveOf(seen, sheet, own, caller)
    if (move) moves.push(move)
  }
  const [move] = moves
  const writes = more.writes ?? []
  const follow = async (of: readonly { page: ScanPage }[]): Promise<void> => {
    // Who has scores was there: what was set aside of the answers waits again.
    if (more.studentId) await asMarked({ paperId: seen.paper.paperId, studentId: more.studentId })
    for (const { page } of of) await released(page, caller)
    await followMarking(seen.paper.paperId, caller, { settled: true })
  }
  if (!move && writes.length === 0) {
    // Typed before: what was cut off then is done now.
    const own = [...bySheet.keys()].filter(({ page }) => wasDoneBy(page, caller, 'score'))
    for (const { page } of own) await countAgain(page)
    if (own.length > 0 || more.repeated) await follow(own)
    return { changed: 0, first: undefined }
  }
  const told = (of: (m: Move) => PageStanding) => moves.map((m) => of(m).settled)
  const record = auditRecord(caller, 'scan.score', seen.paper.paperId, {
    before: told((m) => m.page),
    after: told((m) => m.to),
    reason: more.reason ?? '',
  })
  if (!move) {
    if (!(await audited(writes, record)))
      return refuseStale(absents, { paperId: seen.paper.paperId, studentId: more.studentId ?? '' })
    await follow([])
    return { changed: 0, first: undefined }
  }
  const placed = await place(moves, [...writes, audits.creating(record)])
  if (!placed.done) return refuseStale(pages, move.page)
  await countMoved(moves)
  await follow(moves)
  return { changed: moves.length, first: placed.page }
}

/** A candidate's pages that are in the script. */
export const sheetsOf = async (paperId: string, studentId: string): Promise<Sheet[]> => {
  const own = (await slotsOfStudent(paperId, studentId)).flatMap(({ batchId, no }) =>
    batchId && no ? [{ batchId, no }] : [],
  )
  const found = await pages.getMany(own)
  return Promise.all(
    found
      .filter((p) => p.state === 'matched')
      .sort((a, b) => (a.page ?? 0) - (b.page ?? 0))
      .map(sheetOf),
  )
}

type OfStudent = { paperId: Paper['paperId']; studentId: StudentId }

export const scoreOf = async ({ paperId, studentId }: OfStudent, typed: readonly Typed[], caller: Caller) => {
  const seen = await managedPaper(paperId, caller)
  const candidate = (await candidateOf(seen.exam, studentId)) ?? refuse(commonProblems.notFound)
  if ((await absents.get({ paperId, studentId }))?.absent)
    return refuse(scanProblems.markedAbsent, { student: candidate.studentName })
  const { changed } = await write(seen, await sheetsOf(paperId, studentId), typed, caller)
  return { changed }
}

export const scoreAbsent = async (
  input: InputOf<typeof calls.scoreAbsent>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.scoreAbsent>> => {
  const { paperId, studentId, reason } = input
  const seen = await managedPaper(paperId, caller)
  if (!(await candidateOf(seen.exam, studentId))) return refuse(commonProblems.notFound)
  const mark = await absents.get({ paperId, studentId })
  const here = { ...mark, absent: false, by: caller.userName, at: now(), reason }
  const writes = mark?.absent ? [absents.saving({ ...mark, ...here })] : []
  const { changed } = await write(seen, await sheetsOf(paperId, studentId), input.scores, caller, {
    writes,
    reason,
    studentId,
    repeated: mark !== null && !mark.absent && mark.by === caller.userName && mark.reason === reason,
  })
  await countChanged(paperId, [], [studentId])
  return { changed }
}
