/** Of all exams at work: which stand still, and which had their day and have not begun. Pure. */
import { examStatus, markingProgress } from './exam.types.ts'
import type { Exam } from './exam.types.ts'

type Stand = Pick<Exam, 'status' | 'furthest' | 'examDate'>

const day = 86_400_000
/** Papers are scanned within so long of the exam's day; without a sheet by then a school is silent. */
export const silentAfterMs = 2 * day
/** What is older has been given up, and says nothing of today. */
export const watchedMs = 60 * day

/** An exam is under way from its first sheet to its publication. */
export const isRunning = (e: Stand): boolean =>
  e.status !== examStatus.released && e.furthest >= markingProgress.cardExceptions

/** Its day is over, and not one sheet has come in. */
export const isSilent = (e: Stand, now: number): boolean =>
  e.status !== examStatus.released && e.furthest < markingProgress.cardExceptions && e.examDate + silentAfterMs < now
