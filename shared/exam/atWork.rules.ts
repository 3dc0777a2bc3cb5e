/** Of all exams at work: which stand still, and which had their day and have not begun. Pure. */
import { dayStart } from '#shared/kit/time.ts'
import { examStatus, markingProgress } from './exam.types.ts'
import { paperStep } from './step.rules.ts'
import type { Exam, PaperStep } from './exam.types.ts'

type Stand = Pick<Exam, 'status' | 'furthest' | 'examDate'>

const day = 86_400_000
/**
 * Until when the papers of an exam are scanned: the second day after its own, to its end, from any hour of its beginning. Without
 * a sheet by then a school is silent.
 */
export const lateAfter = (examDate: number): number => dayStart(examDate) + 3 * day - 60_000
/** What is older has been given up, and says nothing of today. */
export const watchedMs = 60 * day

/** An exam is under way from its first sheet to its publication. */
export const isRunning = (e: Stand): boolean =>
  e.status !== examStatus.released && e.furthest >= markingProgress.cardExceptions

/** How far the papers of one school of a joint exam are, and when the last of them moved. */
export type SchoolStand = { papers: number; begun: number; marked: number; lastAt?: number | undefined }

/** From the first sheet on a paper has begun. */
export const schoolStand = (steps: readonly Pick<PaperStep, 'step' | 'at'>[]): SchoolStand => {
  const moved = steps.flatMap((s) => s.at ?? [])
  return {
    papers: steps.length,
    begun: steps.filter((s) => s.step >= paperStep.cardExceptions).length,
    marked: steps.filter((s) => s.step >= paperStep.done).length,
    ...(moved.length > 0 ? { lastAt: Math.max(...moved) } : {}),
  }
}

/** A school without a sheet of any paper so long after the day. */
export const isSilentSchool = ({ papers, begun }: SchoolStand, examDate: number, now: number): boolean =>
  papers > 0 && begun === 0 && lateAfter(examDate) < now

/** Its day is over, and not one sheet has come in. */
export const isSilent = (e: Stand, now: number): boolean =>
  e.status !== examStatus.released && e.furthest < markingProgress.cardExceptions && lateAfter(e.examDate) < now
