/**
 * Scores that were given on paper before it was scanned: they become marks by the same conditional write as a marker's,
 * and so reach the journal. A mark that a marker gives on the screen stands before them.
 */
import { createHash } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { AttemptId, StudentId } from '#shared/kit/ids.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { isOnGrid, rolesPossible, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, Mark, MarkRole, MarkValue } from '#shared/marking/marking.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { now } from '#functions/kit/ports.ts'
import { answers } from './marking.store.ts'
import { putMark } from './desk/putMark.ts'

/** The marker of scores on paper: an id that is no account. */
export const paperMarker = composeId('user', 0, new Uint8Array(10))
export const paperMarkerName = '卷面打分'

/** Below every claim of a marker. */
const epoch = 0

/** The same reading gives the same attempt; a later one sorts behind it. */
const attemptOf = (studentId: StudentId, questionId: string, seq: number, value: MarkValue): AttemptId => {
  const digest = createHash('sha256')
    .update(JSON.stringify([studentId, questionId, value]))
    .digest()
  return composeId('attempt', seq, digest.subarray(0, 10))
}

/** On paper a question is marked once: where two would mark it on the screen, the paper decides. */
const roleOf = (q: PaperQuestion): MarkRole => (rolesPossible(q).length === 1 ? 'first' : 'final')

/** The mark that this reading makes of an answer; null where there is nothing to write. */
const wanted = (q: PaperQuestion, item: AnswerItem, of: StudentReading): MarkValue | null => {
  const given = of.scores?.[q.questionId]
  if (given && isOnGrid(q, given.score)) return { kind: 'score', score: given.score }
  // A score that was read once and is none after a second look: a marker has to mark it.
  const there = standing(item[roleOf(q)], item.imageVersion)
  return there?.by === paperMarker && there.value.kind === 'score' ? { kind: 'problem', reason: 'other' } : null
}

/** The mark that a score on paper is, and in which role. */
export const paperMark = (
  q: PaperQuestion,
  { studentId, imageVersion, seq = 0 }: Pick<StudentReading, 'studentId' | 'imageVersion' | 'seq'>,
  value: MarkValue,
  at: number,
): { role: MarkRole; mark: Mark } => ({
  role: roleOf(q),
  mark: { value, by: paperMarker, at, attemptId: attemptOf(studentId, q.questionId, seq, value), epoch, imageVersion },
})

/** Idempotent: taken in again, nothing changes. */
export const takePaperMarks = async (paper: Paper, reading: StudentReading): Promise<void> => {
  const { studentId, imageVersion } = reading
  const { paperId } = paper
  const questions = subjectiveOf(paper.questions)
  const items = await answers.getMany(
    questions.map((q) => ({ paperId, studentId, questionId: q.questionId as string })),
  )
  await Promise.all(
    items.map(async (item) => {
      const q = questions.find((x) => x.questionId === item.questionId)!
      const value = wanted(q, item, reading)
      if (!value) return
      const { role, mark } = paperMark(q, reading, value, now())
      const before = standing(item[role], imageVersion)
      if (before?.by === paperMarker && JSON.stringify(before.value) === JSON.stringify(value)) return
      await putMark({ paperId, studentId, questionId: q.questionId }, role, mark)
    }),
  )
}
