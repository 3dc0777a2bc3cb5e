/**
 * Where a paper stands in a school, and what moves it: the one table of the exam's life. The two lookups of the
 * specification (2 §4), marking progress and exam status, follow from where all papers stand in all schools.
 */
import { isJoint } from './exam.rules.ts'
import { examStatus, markingProgress } from './exam.types.ts'
import type { Exam, ExamPaper } from './exam.types.ts'

/** The six of the marking progress, and that scores are published. */
export const paperStep = { ...markingProgress, released: 7 } as const

const { answerUpload, cardUpload, cardExceptions, arrangement, marking, done, released } = paperStep

/** A move takes a paper in a school from one of these steps to another; where it stands elsewhere, it stays. */
export const stepMoves = {
  /** Every question has its key: the cards may come. */
  keyed: { from: [answerUpload], to: cardUpload },
  /** A batch was read. */
  scanned: { from: [answerUpload, cardUpload], to: cardExceptions },
  /** Every page has its place. */
  settled: { from: [cardExceptions], to: arrangement },
  /** Another batch came, or a page lost its place. */
  unsettled: { from: [arrangement], to: cardExceptions },
  /** Marking is open. Cards may be late, or have come without a key. */
  opened: { from: [answerUpload, cardUpload, cardExceptions, arrangement], to: marking },
  /** Every answer has its score, and no more marks are let in. */
  closed: { from: [answerUpload, cardUpload, cardExceptions, arrangement, marking], to: done },
  /** Marks were taken back, and their answers wait for others. */
  reopened: { from: [done], to: marking },
  /** The scores of a file were taken back: there are none, and no page either. */
  emptied: { from: [done], to: cardUpload },
  /** A version of the scores is what readers see. */
  released: { from: [answerUpload, cardUpload, cardExceptions, arrangement, marking, done], to: released },
  withdrawn: { from: [released], to: done },
} as const satisfies Record<string, { from: readonly number[]; to: number }>
export type StepMove = keyof typeof stepMoves

export const admitsStep = (move: StepMove, step: number): boolean =>
  (stepMoves[move].from as readonly number[]).includes(step)

/** Where a paper stands among its schools: the school that is least far, and the one that is farthest. */
export type PaperStand = Pick<ExamPaper, 'lowest' | 'furthest'>
export const standOf = (steps: readonly number[]): PaperStand =>
  steps.length === 0
    ? { lowest: answerUpload, furthest: answerUpload }
    : { lowest: Math.min(...steps), furthest: Math.max(...steps) }

/** Whether some school may stand where the move begins. */
export const mayMove = (move: StepMove, { lowest, furthest }: PaperStand): boolean =>
  stepMoves[move].from.some((step) => lowest <= step && step <= furthest)

const progressOf = (step: number): number => Math.min(step, markingProgress.done)

/** The exam as its papers stand: as far as the one that is least far. */
export const foldExam = (papers: readonly PaperStand[]): Pick<Exam, 'status' | 'markingProgress' | 'furthest'> => {
  const { lowest } = standOf(papers.map((p) => p.lowest))
  const { furthest } = standOf(papers.map((p) => p.furthest))
  return {
    status:
      lowest === released ? examStatus.released : lowest === done ? examStatus.awaitingRelease : examStatus.inProgress,
    markingProgress: progressOf(lowest),
    furthest: progressOf(furthest),
  }
}

/** Whether readers see scores of a paper, in any of its schools: from then on they are changed by change sets alone. */
export const isReleased = (
  { papers }: { papers: readonly Pick<ExamPaper, 'paperId' | 'furthest'>[] },
  paperId: string,
): boolean => papers.some((p) => p.paperId === paperId && p.furthest === released)

/** Whether results of a joint exam are its organiser's alone still: the schools see them once all papers are released. */
export const waitsForOthers = (
  { owner, papers }: Pick<Exam, 'owner'> & { papers: readonly Pick<ExamPaper, 'paperId' | 'lowest'>[] },
  { paperId }: { paperId: string },
): boolean => isJoint({ owner }) && papers.some((p) => p.paperId !== paperId && p.lowest < released)

/**
 * Of a joint exam: since when it was seen whole by its readers, once it was. One that was whole before this was written
 * down was so from the beginning.
 */
export const wholeSince = (
  was: Pick<Exam, 'owner' | 'status' | 'wholeSince'>,
  status: number,
  now: number,
): Pick<Exam, 'wholeSince'> => {
  if (!isJoint(was) || was.wholeSince !== undefined) return {}
  if (was.status === examStatus.released) return { wholeSince: 0 }
  return status === examStatus.released ? { wholeSince: now } : {}
}

/** What was corrected before this is no news to readers: of a joint exam its organiser alone had seen it; null: so far. */
export const newsSince = (exam: Pick<Exam, 'owner' | 'status' | 'wholeSince'>): number | null =>
  isJoint(exam) ? (exam.wholeSince ?? (exam.status === examStatus.released ? 0 : null)) : 0

/** The marking progress of one paper: of the school that is least far, and of the one that is farthest. */
export const paperProgress = (
  { papers }: { papers: readonly Pick<ExamPaper, 'paperId' | 'lowest' | 'furthest'>[] },
  paperId: string,
): PaperStand => {
  const { lowest, furthest } = papers.find((p) => p.paperId === paperId) ?? standOf([])
  return { lowest: progressOf(lowest), furthest: progressOf(furthest) }
}
