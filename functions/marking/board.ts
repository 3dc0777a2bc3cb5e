/**
 * Every school of a joint exam by papers and steps: rows that writes keep (where each paper stands, what the organiser
 * said) and counters (what was scanned, what is marked). It reads schools × papers small rows, and no candidate.
 */
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import type { Exam, ExamSchool, Paper, PaperStep } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { BoardSchool } from '#shared/exam/joint/board.calls.ts'
import { idPrefixes } from '#shared/kit/ids.ts'
import { examSchoolsOf, papersOf, schoolPartOf, schoolPartsOf } from '#functions/exam/exam.public.ts'
import { ownPartOf } from '#functions/exam/joint/part.public.ts'
import { stepsOfExam, stepsOfSchool } from '#functions/exam/step.public.ts'
import type { ApartNow } from '#functions/kit/projection.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { paperDoubts, schoolScripts, scriptsOfSchool } from '#functions/scan/scan.public.ts'
import { groupOf, scriptCounts } from './counts.ts'
import { ensureCounted } from './progress.read.ts'

/** A write that was on its way when the last answer was read is told with the next: rows say when they were begun. */
const overlapMs = 30_000

type Counted = ReadonlyMap<string, ApartNow>
type PaperNow = { paper: Paper; doubts: number; counting: boolean; scanned: Counted; marked: Counted }
/** Of one school alone, or of all. */
type Asked = { exam: Exam; userId: string; only?: ExamSchool }

const bySchool = (all: readonly ApartNow[]): Counted => new Map(all.map((a) => [a.name, a]))

/** A changed key or score begins counters anew: who looks has them made, as the paper's monitor does. */
const isCounting = async ({ exam, userId }: Asked, paper: Paper): Promise<boolean> => {
  const stand = exam.papers.find((p) => p.paperId === paper.paperId)
  if ((stand?.furthest ?? 0) < paperStep.marking) return false
  return !(await ensureCounted({ exam, paper }, { tenant: exam.owner, userId }))
}

const paperNow = async (asked: Asked, paper: Paper): Promise<PaperNow> => {
  const { paperId } = paper
  const counting = await isCounting(asked, paper)
  if (asked.only) {
    const { schoolId } = asked.only
    const [scan, mark] = await Promise.all([
      scriptsOfSchool(paperId, schoolId),
      scriptCounts.readOneApart(groupOf(paper), schoolId),
    ])
    const own = (of: ApartNow | null) => bySchool(of ? [of] : [])
    // What waits of other schools is not this school's to know.
    return { paper, doubts: 0, counting, scanned: own(scan), marked: own(mark) }
  }
  const [doubts, scanned, marked] = await Promise.all([
    paperDoubts(paperId),
    schoolScripts(paperId),
    // Rows of markers lie beside those of schools.
    scriptCounts.listApart(groupOf(paper), `${idPrefixes.school}_`),
  ])
  return { paper, doubts, counting, scanned: bySchool(scanned), marked: bySchool(marked) }
}

const answerOf = (part: SchoolPart | undefined): BoardSchool['answer'] =>
  part?.answer ? (part.answer.accepts ? 'accepted' : 'declined') : 'none'

type Row = { school: BoardSchool; changedAt: number }

const rowOf = (
  school: ExamSchool,
  { part, steps, papers }: { part: SchoolPart | undefined; steps: readonly PaperStep[]; papers: readonly PaperNow[] },
): Row => {
  const { schoolId, schoolName, area, groups, classCount, candidateCount } = school
  const stood = new Map(steps.map((s) => [s.paperId as string, s]))
  let changedAt = Math.max(part?.editedAt ?? 0, school.changedAt ?? 0)
  const cells = papers.flatMap(({ paper: { paperId }, counting, scanned, marked }) => {
    const taken = school.papers.find((p) => p.paperId === paperId)
    if (!taken) return []
    const [step, scan, mark] = [stood.get(paperId), scanned.get(schoolId), marked.get(schoolId)]
    changedAt = Math.max(changedAt, step?.at ?? 0, scan?.at ?? 0, mark?.at ?? 0)
    const n = (of: ApartNow | undefined, what: string): number => of?.counts.get(what) ?? 0
    // Scores that came from a file have no sheets: who is marked was there.
    const isFromFile = scan === undefined
    const candidates = taken.takers ?? candidateCount
    // Who is marked is counted just now: until then nothing is said to lack.
    const isUnknown = isFromFile && counting && (step?.step ?? 1) >= paperStep.done
    return [
      {
        paperId,
        step: step?.step ?? 1,
        candidates,
        present: isUnknown ? candidates : isFromFile ? n(mark, 'finished') : n(scan, 'present'),
        absent: isUnknown ? 0 : isFromFile ? n(mark, 'absent') : n(scan, 'absent'),
        doubts: n(scan, 'watch'),
        finished: n(mark, 'finished'),
      },
    ]
  })
  const last = part?.reminders.at(-1)
  return {
    changedAt,
    school: {
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
      cells,
    },
  }
}

const partsOf = async ({ exam, only }: Asked): Promise<readonly SchoolPart[]> => {
  if (!only) return schoolPartsOf(exam.examId)
  const part = await schoolPartOf(exam.examId, only.schoolId)
  return part ? [part] : []
}

/** The papers that are looked at: one school's own are those that it takes. */
const papersIn = async ({ exam, only }: Asked): Promise<Paper[]> => {
  const all = await papersOf(exam.examId)
  return only ? all.filter((p) => only.papers.some((own) => own.paperId === p.paperId)) : all
}

const read = async (asked: Asked) => {
  const { exam, only } = asked
  const at = now()
  const [papers, schools, parts, steps] = await Promise.all([
    papersIn(asked).then((own) => inTurns(own, 8, (paper) => paperNow(asked, paper))),
    only ? [only] : examSchoolsOf(exam.examId),
    partsOf(asked),
    only ? stepsOfSchool(only) : stepsOfExam(exam),
  ])
  const partOf = new Map(parts.map((p) => [p.schoolId as string, p]))
  const stepsOf = Map.groupBy(steps, (s) => s.schoolId as string)
  const inOrder = exam.papers.flatMap((p) => papers.find((x) => x.paper.paperId === p.paperId) ?? [])
  return {
    at,
    papers: inOrder.map(({ paper: { paperId, courseName, cardId, keyVersion }, doubts, counting }) => ({
      paperId,
      courseName,
      hasCard: cardId !== undefined,
      doubts,
      counting,
      keyVersion,
    })),
    rows: schools.map((school) =>
      rowOf(school, {
        part: partOf.get(school.schoolId),
        steps: stepsOf.get(school.schoolId) ?? [],
        papers: inOrder,
      }),
    ),
  }
}

/** Of all schools, or with `since` of those that changed after an answer that said so. */
export const boardOf = async (exam: Exam, userId: string, since?: number) => {
  const { at, papers, rows } = await read({ exam, userId })
  const due = since === undefined ? rows : rows.filter((r) => r.changedAt >= since - overlapMs)
  return { at, papers, total: rows.length, schools: due.map((r) => r.school) }
}

/** One school's row alone. */
export const boardOfSchool = async (exam: Exam, school: ExamSchool, userId: string) => {
  const [part, { papers, rows }] = await Promise.all([ownPartOf(exam, school), read({ exam, userId, only: school })])
  return { part, papers, school: rows[0]!.school }
}
