/**
 * Every school of a joint exam by papers and steps: rows that writes keep (where each paper stands, what the organiser
 * said) and counters (what was scanned, what is marked). It reads schools × papers small rows, and no candidate.
 */
import { dueOf } from '#shared/exam/part.rules.ts'
import type { SchoolPart } from '#shared/exam/part.types.ts'
import type { Exam, ExamSchool, Paper, PaperStep } from '#shared/exam/exam.types.ts'
import type { BoardSchool } from '#shared/exam/board.calls.ts'
import { idPrefixes } from '#shared/kit/ids.ts'
import { examSchoolsOf, papersOf, schoolPartsOf } from '#functions/exam/exam.public.ts'
import { ownPartOf } from '#functions/exam/part.public.ts'
import { stepsOfExam } from '#functions/exam/step.public.ts'
import type { ApartNow } from '#functions/kit/projection.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { paperDoubts, schoolScripts } from '#functions/scan/scan.public.ts'
import { groupOf, scriptCounts } from './counts.ts'

/** A write that was on its way when the last answer was read is told with the next: rows say when they were begun. */
const overlapMs = 30_000

type Counted = ReadonlyMap<string, ApartNow>
type PaperNow = { paper: Paper; doubts: number; scanned: Counted; marked: Counted }

const bySchool = (all: readonly ApartNow[]): Counted => new Map(all.map((a) => [a.name, a]))

const paperNow = async (paper: Paper): Promise<PaperNow> => {
  const [doubts, scanned, marked] = await Promise.all([
    paperDoubts(paper.paperId),
    schoolScripts(paper.paperId),
    // Rows of markers lie beside those of schools.
    scriptCounts.listApart(groupOf(paper), `${idPrefixes.school}_`),
  ])
  return { paper, doubts, scanned: bySchool(scanned), marked: bySchool(marked) }
}

const answerOf = (part: SchoolPart | undefined): BoardSchool['answer'] =>
  part?.answer ? (part.answer.accepts ? 'accepted' : 'declined') : 'none'

type Row = { school: BoardSchool; changedAt: number }

const rowOf = (
  exam: Exam,
  school: ExamSchool,
  { part, steps, papers }: { part: SchoolPart | undefined; steps: readonly PaperStep[]; papers: readonly PaperNow[] },
): Row => {
  const { schoolId, schoolName, area, groups, classCount, candidateCount } = school
  const stood = new Map(steps.map((s) => [s.paperId as string, s]))
  let changedAt = Math.max(part?.editedAt ?? 0, school.changedAt ?? 0)
  const cells = papers.flatMap(({ paper: { paperId }, scanned, marked }) => {
    const taken = school.papers.find((p) => p.paperId === paperId)
    if (!taken) return []
    const [step, scan, mark] = [stood.get(paperId), scanned.get(schoolId), marked.get(schoolId)]
    changedAt = Math.max(changedAt, step?.at ?? 0, scan?.at ?? 0, mark?.at ?? 0)
    const n = (of: ApartNow | undefined, what: string): number => of?.counts.get(what) ?? 0
    return [
      {
        paperId,
        step: step?.step ?? 1,
        candidates: taken.takers ?? candidateCount,
        present: n(scan, 'present'),
        absent: n(scan, 'absent'),
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
      dueAt: dueOf(exam, part),
      closed: part?.closed !== undefined,
      takenOver: part?.takenOver !== undefined,
      ...(last ? { reminder: last } : {}),
      cells,
    },
  }
}

/** Of all schools, or of one. */
const read = async (exam: Exam, only?: ExamSchool) => {
  const at = now()
  const [papers, schools, parts, steps] = await Promise.all([
    papersOf(exam.examId).then((own) => inTurns(own, 8, paperNow)),
    only ? [only] : examSchoolsOf(exam.examId),
    schoolPartsOf(exam.examId),
    stepsOfExam(exam),
  ])
  const partOf = new Map(parts.map((p) => [p.schoolId as string, p]))
  const stepsOf = Map.groupBy(steps, (s) => s.schoolId as string)
  const inOrder = exam.papers.flatMap((p) => papers.find((x) => x.paper.paperId === p.paperId) ?? [])
  return {
    at,
    papers: inOrder.map(({ paper: { paperId, courseName, cardId }, doubts }) => ({
      paperId,
      courseName,
      hasCard: cardId !== undefined,
      doubts,
    })),
    rows: schools.map((school) =>
      rowOf(exam, school, {
        part: partOf.get(school.schoolId),
        steps: stepsOf.get(school.schoolId) ?? [],
        papers: inOrder,
      }),
    ),
  }
}

/** Of all schools, or with `since` of those that changed after an answer that said so. */
export const boardOf = async (exam: Exam, since?: number) => {
  const { at, papers, rows } = await read(exam)
  const due = since === undefined ? rows : rows.filter((r) => r.changedAt >= since - overlapMs)
  return { at, papers, total: rows.length, schools: due.map((r) => r.school) }
}

/** One school's row alone. */
export const boardOfSchool = async (exam: Exam, school: ExamSchool) => {
  const [part, { papers, rows }] = await Promise.all([ownPartOf(exam, school), read(exam, school)])
  const taken = new Set<string>(school.papers.map((p) => p.paperId))
  return {
    part,
    // What waits of other schools is not this school's to know.
    papers: papers.filter((p) => taken.has(p.paperId)).map((p) => ({ ...p, doubts: 0 })),
    school: rows[0]!.school,
  }
}
