/** What lists for tutoring are made of: lines of classes that the caller sees, in this exam and in others of the subject. */
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import { suggested } from '#shared/analysis/tutors/tutor.rules.ts'
import type { Standing, Suggested, TutorAsked, TutorRule } from '#shared/analysis/tutors/tutor.rules.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { showDate } from '#shared/kit/time.ts'
import { candidatesByIds, examsByIds, examsSatBy, papersOf } from '#functions/exam/exam.public.ts'
import { Barred, Refused } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { seenBy } from '../sight.ts'
import type { Seen } from '../sight.ts'
import { sortedLines } from '../transcript.ts'

const linesOf = async (seen: Seen, classId: string): Promise<TranscriptRow[]> => {
  const rows: TranscriptRow[] = []
  for await (const row of sortedLines({ ...seen, v: seen.version.v }, { classId })) rows.push(row)
  return rows
}
/** These students, in the classes in which they sat there: classes are made anew from year to year. */
const linesOfStudents = async (seen: Seen, studentIds: readonly StudentId[]): Promise<TranscriptRow[]> => {
  const wanted = new Set<string>(studentIds)
  const there = await candidatesByIds(seen.exam, studentIds)
  const rows = await inTurns([...new Set(there.map((c) => c.classId))], 4, (classId) => linesOf(seen, classId))
  return rows.flat().filter((r) => wanted.has(r.studentId))
}
const standingOf = ({ studentId, total, percentileRank }: TranscriptRow): Standing => ({
  studentId,
  total,
  percentile: percentileRank,
})

/** What is published of another paper and seen by the caller; null where nothing is. */
const seenElsewhere = async (paperId: string, caller: Caller): Promise<Seen | null> => {
  try {
    const seen = await seenBy(paperId, caller)
    return seen.version.published ? seen : null
  } catch (error) {
    if (error instanceof Refused || error instanceof Barred) return null
    throw error
  }
}

/** A class sits together: what a few of it sat, it sat. */
const asked = 3

/** Exams of the same owner that these students sat, with a paper of the course, the newest first. */
const examsOfClass = async (
  { exam, paper }: Seen,
  studentIds: readonly StudentId[],
): Promise<{ exam: Exam; paperId: string }[]> => {
  const ids = (await inTurns(studentIds.slice(0, asked), asked, examsSatBy)).flat()
  const others = (await examsByIds(ids)).filter(
    (e) => e.examId !== exam.examId && e.owner === exam.owner && e.deletedAt === undefined,
  )
  return others
    .flatMap((e) => e.papers.filter((p) => p.courseId === paper.courseId).map((p) => ({ exam: e, paperId: p.paperId })))
    .sort((a, b) => b.exam.examDate - a.exam.examDate)
}

/** So many exams are looked at for one that is published. */
const mostLooked = 6

type There = { examName: string; examDate: number; standings: Standing[] }
/** Students of a class in the newest published exam of the subject before this one, or since. */
export const classIn = async (
  seen: Seen,
  studentIds: readonly StudentId[],
  when: 'before' | 'since',
  caller: Caller,
): Promise<There | null> => {
  const fits = ({ exam }: { exam: Exam }): boolean =>
    when === 'before' ? exam.examDate < seen.exam.examDate : exam.examDate > seen.exam.examDate
  for (const { exam, paperId } of (await examsOfClass(seen, studentIds)).filter(fits).slice(0, mostLooked)) {
    const there = await seenElsewhere(paperId, caller)
    if (!there) continue
    const { examName, examDate } = exam
    return { examName, examDate, standings: (await linesOfStudents(there, studentIds)).map(standingOf) }
  }
  return null
}

export type Found = { suggestions: Suggested[]; lines: TranscriptRow[]; against: string }

/** Whom a rule names of a class. */
export const namedBy = async (
  seen: Seen,
  { classId, ...by }: { classId: string; rule: TutorRule; line?: number | undefined; distance: number; gap: number },
  caller: Caller,
): Promise<Found> => {
  const lines = await linesOf(seen, classId)
  const own = lines.map(standingOf)
  const { report } = seen
  const wish: TutorAsked = { ...by, line: by.line ?? Math.ceil(report.settings.rates.pass * report.fullScore) }
  if (by.rule === 'critical') return { suggestions: suggested(wish, own, {}), lines, against: '' }
  if (by.rule === 'falling') {
    const before = await classIn(
      seen,
      lines.map((l) => l.studentId),
      'before',
      caller,
    )
    return {
      suggestions: suggested(wish, own, { former: before?.standings ?? [] }),
      lines,
      against: before
        ? `对比${before.examName}（${showDate(before.examDate)}）`
        : '这个班没有更早的、已发布的同科考试，比不出退步',
    }
  }
  const beside = (await papersOf(seen.exam.examId)).filter((p) => p.paperId !== seen.paper.paperId)
  const others = (
    await inTurns(beside, 4, async (p) => {
      const there = await seenElsewhere(p.paperId, caller)
      return there ? [{ name: p.courseName, standings: (await linesOf(there, classId)).map(standingOf) }] : []
    })
  ).flat()
  return {
    suggestions: suggested(wish, own, { others: others.map((o) => o.standings) }),
    lines,
    against: others.length > 0 ? `对比${others.map((o) => o.name).join('、')}` : '没有其他已发布的科目，比不出偏科',
  }
}
