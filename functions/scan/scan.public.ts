/** What other rooms may ask of scanning. A room that does lists `scan`, `exam` in its `reads`. */
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import { ledgerFrom } from '#shared/scan/tally.rules.ts'
import { ledgerOf as sum, scriptState } from '#shared/scan/scan.rules.ts'
import type { ScriptState } from '#shared/scan/scan.rules.ts'
import { marksOfStudent } from '#shared/scan/results/marks.rules.ts'
import type { Batch, MissingAccepted, ScanPage, Slot } from '#shared/scan/sheet.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { candidateOf, candidatesOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { isCounted, mostAtOnce, scriptCounts, sheetCounts } from './counts.ts'
import { absents, batches, batchesOfPaper, pagesOfBatch, scriptOfStudent, slotsOfStudents } from './scan.store.ts'

const lettersOf = (slot: Slot): [string, string[] | null][] =>
  Object.entries(slot.choices).map(([q, c]) => [q, c === null ? null : [...c]])

const readingOf = (
  state: ScriptState,
  studentId: Candidate['studentId'],
  own: readonly Slot[],
  accepted: readonly MissingAccepted[],
): StudentReading => {
  const missing = state.missingPages.map((page) => ({
    page,
    accepted: accepted.some((m) => m.page === page && m.accepted),
  }))
  const there = own.filter((s) => s.scanId !== undefined).sort((a, b) => a.page - b.page)
  return {
    studentId,
    state: state.state,
    imageVersion: state.imageVersion,
    seq: [...own, ...accepted].reduce((n, s) => n + s.version, 0),
    complete: state.complete,
    choices: Object.fromEntries(there.flatMap(lettersOf)),
    ...marksOfStudent(there.map((s) => ({ marks: s.marks, seq: s.version }))),
    blocks: there.flatMap((s) => s.blocks),
    pages: there.flatMap((s) =>
      s.imageKey
        ? [
            {
              page: s.page,
              key: s.imageKey,
              width: s.width,
              height: s.height,
              ...(s.sha256 ? { sha256: s.sha256 } : {}),
              ...(s.turn ? { turn: s.turn } : {}),
              ...(s.lies ? { lies: s.lies } : {}),
            },
          ]
        : [],
    ),
    ...(state.state === 'present' && missing.length > 0 ? { missing } : {}),
  }
}

/** Whether anything was handed in for a paper: a slot holds a page, and a page lies in a batch. */
const hasSheets = async (paperId: string): Promise<boolean> =>
  (await batches.query(`paper#${paperId}`, { prefix: 'batch#', consistent: true, limit: 1 })).length > 0

/** Whether a batch of the paper is being read: its pages find their candidates one by one. */
export const isBeingRead = async (paperId: string): Promise<boolean> =>
  (await batchesOfPaper(paperId)).some((b) => b.state === 'recognising')

/** Slots and marks of absence of a paper, by candidate. */
export type Scripts = { candidates: Candidate[]; slots: Map<string, Slot[]>; states: ScriptState[] }

export const scriptsOf = async (paperId: string): Promise<Scripts> => {
  const paper = await paperOf(paperId)
  if (!paper) return { candidates: [], slots: new Map(), states: [] }
  const candidates = await candidatesOf(paper.examId)
  const ids = candidates.map((c) => c.studentId)
  const [all, marks] = await Promise.all([
    hasSheets(paperId).then((some) => (some ? slotsOfStudents(paperId, ids) : [])),
    absents.getMany(ids.map((studentId) => ({ paperId, studentId }))),
  ])
  const slots = new Map<string, Slot[]>()
  for (const slot of all) slots.set(slot.studentId, [...(slots.get(slot.studentId) ?? []), slot])
  const absent = new Set(marks.filter((m) => m.absent).map((m) => m.studentId as string))
  const states = candidates.map((c) => scriptState(c.studentId, slots.get(c.studentId) ?? [], absent.has(c.studentId)))
  return { candidates, slots, states }
}

/** All pages of all batches of a paper. */
export const sheetsOf = async (paperId: string): Promise<{ batches: Batch[]; pages: ScanPage[] }> => {
  const batches = await batchesOfPaper(paperId)
  const pages = (await Promise.all(batches.map((b) => pagesOfBatch(b.batchId)))).flat()
  return { batches, pages }
}

/**
 * Where every sheet of a paper is (I8), by its counters. A paper from before the counters is folded from its pages, if it
 * is small; a large one does not balance until it was counted.
 */
export const ledgerOf = async (paperId: string): Promise<SheetLedger> => {
  const whole = await isCounted(paperId)
  const paper = whole ? null : await paperOf(paperId)
  const exam = paper && (await examOf(paper.examId))
  if (exam && exam.candidateCount <= mostAtOnce) {
    const [{ batches, pages }, { states }] = await Promise.all([sheetsOf(paperId), scriptsOf(paperId)])
    return sum(paperId as PaperId, batches, pages, states)
  }
  const [sheets, scripts] = await Promise.all([sheetCounts.read(paperId), scriptCounts.read(paperId)])
  return ledgerFrom(paperId as PaperId, sheets, scripts, whole)
}

/** One student's script, or null for a student who is no candidate. */
export const pagesOfStudent = async (paperId: string, studentId: string): Promise<StudentReading | null> => {
  const paper = await paperOf(paperId)
  const exam = paper && (await examOf(paper.examId))
  const candidate = exam && (await candidateOf(exam, studentId))
  return candidate ? readingNow(paperId, candidate.studentId) : null
}

const readingNow = async (paperId: string, studentId: Candidate['studentId']): Promise<StudentReading> => {
  const { slots: own, absent, accepted } = await scriptOfStudent(paperId, studentId)
  return readingOf(scriptState(studentId, own, absent), studentId, own, accepted)
}

/**
 * Where the pages of these candidates lie, some candidates at a time; no page is looked for in a paper of which nothing
 * was handed in, as when its scores came from a file.
 */
export const pagesOfStudents = async (
  paperId: string,
  studentIds: readonly Candidate['studentId'][],
): Promise<[studentId: string, StudentReading['pages']][]> => {
  if (!(await hasSheets(paperId))) return studentIds.map((id) => [id, []])
  return inTurns(studentIds, 20, async (id) => [id, (await readingNow(paperId, id)).pages])
}

/** What the pages of these candidates say, read by key: to go through a large paper piece by piece. */
export const readingsOfStudents = (
  paperId: string,
  studentIds: readonly Candidate['studentId'][],
): Promise<StudentReading[]> => Promise.all(studentIds.map((studentId) => readingNow(paperId, studentId)))

/** Whether any candidate's sheets are there: of a paper whose scores came from a file none is. */
export const hasScripts = async (paperId: string): Promise<boolean> =>
  ((await scriptCounts.read(paperId)).get('present') ?? 0) > 0

/** What each school of a joint exam has of a paper, or what these have. */
export const schoolScripts = (paperId: string, schoolIds?: readonly string[]) =>
  schoolIds ? scriptCounts.readSomeApart(paperId, schoolIds) : scriptCounts.listApart(paperId)
/** The same of those that were counted at this time or after it. */
export const schoolScriptsSince = (paperId: string, at: number) => scriptCounts.apartSince(paperId, at)
