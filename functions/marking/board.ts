/**
 * Every school of a joint exam by papers and steps: rows that writes keep (where each paper stands, what the organiser
 * said) and counters (what was scanned, what is marked). It reads schools × papers small rows, and no candidate.
 */
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import type { Exam, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { BoardCell, BoardSchool } from '#shared/exam/joint/board.calls.ts'
import {
  examSchoolsOf,
  papersOf,
  partsAmong,
  schoolPartsOf,
  schoolsAmong,
  schoolsSince,
} from '#functions/exam/exam.public.ts'
import { ownPartOf } from '#functions/exam/joint/part.public.ts'
import { stepsAmong, stepsSince } from '#functions/exam/step.public.ts'
import { memo } from '#functions/kit/memo.ts'
import type { ApartNow } from '#functions/kit/projection.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { hasScripts, schoolScripts, schoolScriptsSince } from '#functions/scan/scan.public.ts'
import { groupOf, schoolsIn, scriptCounts } from './counts.ts'
import { ensureCounted } from './progress.read.ts'

/** A write that was on its way when the last answer was read is told with the next: rows say when they were begun. */
const overlapMs = 30_000

/** Schools by id; null: all of the exam. */
type Of = ReadonlySet<string> | null
/** Which schools are looked at whole, and of each paper which others too. */
type Look = { exam: Exam; userId: string; whole: Of; cells: ReadonlyMap<string, ReadonlySet<string>> }

const ofSchool = <T extends { schoolId: string }>(all: readonly T[]) => new Map(all.map((x) => [x.schoolId, x]))
const byName = (all: readonly ApartNow[]) => new Map(all.map((a) => [a.name, a.counts]))

/** A list is some forty rows a unit, a key is a unit a row. */
const fewer = ({ schoolCount }: Exam, ids: Of): string[] | undefined =>
  ids && ids.size <= Math.max(4, schoolCount / 25) ? [...ids] : undefined
const among = (of: Of, id: string): boolean => !of || of.has(id)

/** Counters that are whole stay so. */
const wholeSince = memo(600, (group: string) => scriptCounts.wholeSince(group), { keep: (at) => at !== null })

/** A changed key or score begins counters anew: who looks has them made, as the paper's monitor does. */
const isCounting = async ({ exam, userId }: Pick<Look, 'exam' | 'userId'>, paper: Paper): Promise<boolean> => {
  const stand = exam.papers.find((p) => p.paperId === paper.paperId)
  if ((stand?.furthest ?? 0) < paperStep.marking) return false
  if ((await wholeSince(groupOf(paper))) !== null) return false
  return !(await ensureCounted({ exam, paper }, { tenant: exam.owner, userId }))
}

/** What is counted of a paper, and where it stands, in the schools that are looked at. */
const paperNow = async (look: Look, paper: Paper) => {
  const { exam, whole, cells } = look
  const counting = await isCounting(look, paper)
  const of: Of = whole && new Set([...whole, ...(cells.get(paper.paperId) ?? [])])
  const ids = fewer(exam, of)
  const [steps, scanned, marked] =
    of?.size === 0
      ? [[], [], []]
      : await Promise.all([stepsAmong(paper, ids), schoolScripts(paper.paperId, ids), schoolsIn(paper, ids)])
  // Of some schools alone it is not known from their own.
  const sheets =
    scanned.some(({ counts }) => (counts.get('present') ?? 0) > 0) ||
    (of && of.size > 0 ? await hasScripts(paper.paperId) : false)
  return { paper, counting, of, sheets, steps: ofSchool(steps), scanned: byName(scanned), marked: byName(marked) }
}
type PaperNow = Awaited<ReturnType<typeof paperNow>>

const answerOf = (part: SchoolPart | undefined): BoardSchool['answer'] =>
  part?.answer ? (part.answer.accepts ? 'accepted' : 'declined') : 'none'

const cellOf = (
  { schoolId, papers, candidateCount }: ExamSchool,
  { paper: { paperId }, counting, sheets, steps, scanned, marked }: PaperNow,
): BoardCell | null => {
  const taken = papers.find((p) => p.paperId === paperId)
  if (!taken) return null
  const [scan, mark, step] = [scanned.get(schoolId), marked.get(schoolId), steps.get(schoolId)?.step ?? 1]
  const n = (of: ReadonlyMap<string, number> | undefined, what: string): number => of?.get(what) ?? 0
  // Scores that came from a file have no sheets, also once all candidates were counted as without any: who is marked was there.
  const isFromFile = scan === undefined || !sheets
  const candidates = taken.takers ?? candidateCount
  // Who is marked is counted just now: until then nothing is said to lack.
  const isUnknown = !sheets && counting && step >= paperStep.done
  const present = isUnknown ? candidates : isFromFile ? n(mark, 'finished') : n(scan, 'present')
  return {
    paperId,
    step,
    candidates,
    present,
    absent: isUnknown ? 0 : Math.max(n(scan, 'absent'), isFromFile ? n(mark, 'absent') : 0),
    doubts: n(scan, 'doubts'),
    // Not known yet of what was done: it is not said to be undone.
    finished: counting && step >= paperStep.done ? present : n(mark, 'finished'),
  }
}

const rowOf = (school: ExamSchool, part: SchoolPart | undefined, papers: readonly PaperNow[]): BoardSchool => {
  const { schoolId, schoolName, area, groups, classCount, candidateCount } = school
  const last = part?.reminders.at(-1)
  return {
    schoolId,
    schoolName,
    ...(area ? { area } : {}),
    ...(groups ? { groups } : {}),
    classCount,
    candidateCount,
    answer: answerOf(part),
    reason: part?.answer?.reason ?? '',
    ...(part?.dueAt === undefined ? {} : { dueAt: part.dueAt }),
    closed: part?.closed !== undefined,
    takenOver: part?.takenOver !== undefined,
    ...(last ? { reminder: last } : {}),
    ...(part?.contact ? { contact: { name: part.contact.name, phone: part.contact.phone } } : {}),
    cells: papers.flatMap((paper) => cellOf(school, paper) ?? []),
  }
}

const read = async (look: Look, all: readonly Paper[]) => {
  const { exam, whole, cells } = look
  const { examId } = exam
  const named: Of = whole && new Set([whole, ...cells.values()].flatMap((of) => [...of]))
  const [ids, heads] = [fewer(exam, named), fewer(exam, whole)]
  const [papers, schools, parts] = await Promise.all([
    inTurns(all, 8, (paper) => paperNow(look, paper)),
    named?.size === 0 ? [] : ids ? schoolsAmong(examId, ids) : examSchoolsOf(examId),
    whole?.size === 0 ? [] : heads ? partsAmong(examId, heads) : schoolPartsOf(examId),
  ])
  const partOf = ofSchool(parts)
  const inOrder = exam.papers.flatMap((p) => papers.find((x) => x.paper.paperId === p.paperId) ?? [])
  return {
    papers: inOrder,
    schools: schools.filter((s) => among(whole, s.schoolId)).map((s) => rowOf(s, partOf.get(s.schoolId), inOrder)),
    cells: schools
      .filter((s) => !among(whole, s.schoolId))
      .flatMap((s) =>
        inOrder.flatMap((paper) => {
          const cell = among(paper.of, s.schoolId) && cellOf(s, paper)
          return cell ? [{ schoolId: s.schoolId, ...cell }] : []
        }),
      ),
  }
}

const toldOf = ({ paper: { paperId, courseName, cardId, keyVersion }, counting }: PaperNow) => ({
  paperId,
  courseName,
  hasCard: cardId !== undefined,
  counting,
  keyVersion,
})

/** What has been written since then, by rows that say when they were: of which schools, and of which papers in them. */
const changedSince = async (
  exam: Exam,
  papers: readonly Paper[],
  at: number,
): Promise<Pick<Look, 'whole' | 'cells'>> => {
  const [whole, steps, counts] = await Promise.all([
    schoolsSince(exam.examId, at),
    stepsSince(exam, at),
    inTurns(papers, 8, (paper) =>
      Promise.all([schoolScriptsSince(paper.paperId, at), scriptCounts.apartSince(groupOf(paper), at)]),
    ),
  ])
  const cells = papers.map(({ paperId }, i): [string, Set<string>] => {
    const moved = steps.filter((s) => s.paperId === paperId).map((s) => s.schoolId as string)
    const counted = counts[i]!.flat().map((a) => a.name)
    return [paperId, new Set([...moved, ...counted].filter((id) => !whole.has(id)))]
  })
  return { whole, cells: new Map(cells) }
}

/** Of all schools, or with `since` what has changed after an answer that said so. */
export const boardOf = async (exam: Exam, userId: string, since?: number) => {
  const at = now()
  const all = await papersOf(exam.examId)
  const changed =
    since === undefined ? { whole: null, cells: new Map() } : await changedSince(exam, all, since - overlapMs)
  const { papers, schools, cells } = await read({ exam, userId, ...changed }, all)
  return {
    at,
    papers: papers.map(toldOf),
    total: since === undefined ? schools.length : exam.schoolCount,
    schools,
    cells,
  }
}

/** One school's row alone. */
export const boardOfSchool = async (exam: Exam, school: ExamSchool, userId: string) => {
  const own = (await papersOf(exam.examId)).filter((p) => school.papers.some((x) => x.paperId === p.paperId))
  const [part, { papers, schools }] = await Promise.all([
    ownPartOf(exam, school),
    read({ exam, userId, whole: new Set([school.schoolId]), cells: new Map() }, own),
  ])
  return { part, papers: papers.map(toldOf), school: schools[0]! }
}
