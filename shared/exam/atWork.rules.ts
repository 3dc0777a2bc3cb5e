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

/** Whether answers of a school's own candidates have come of a paper. */
export const hasCome = ({ step, came }: Pick<PaperStep, 'step' | 'came'>): boolean =>
  came ?? step >= paperStep.cardExceptions

/**
 * How far the papers of one school of a joint exam are: of so many its answers came, so many of these are marked, so many are
 * over for all schools; and when the last that came moved.
 */
export type SchoolStand = { papers: number; begun: number; marked: number; over: number; lastAt?: number | undefined }

export const schoolStand = (steps: readonly Pick<PaperStep, 'step' | 'at' | 'came'>[]): SchoolStand => {
  const come = steps.filter(hasCome)
  const moved = come.flatMap((s) => s.at ?? [])
  const isOver = (s: Pick<PaperStep, 'step'>): boolean => s.step >= paperStep.done
  return {
    papers: steps.length,
    begun: come.length,
    marked: come.filter(isOver).length,
    over: steps.filter(isOver).length,
    ...(moved.length > 0 ? { lastAt: Math.max(...moved) } : {}),
  }
}

/** A school without a sheet of any paper so long after the day. */
export const isSilentSchool = ({ papers, begun }: SchoolStand, examDate: number, now: number): boolean =>
  papers > 0 && begun === 0 && lateAfter(examDate) < now

/** Its day is over, and not one sheet has come in. */
export const isSilent = (e: Stand, now: number): boolean =>
  e.status !== examStatus.released && e.furthest < markingProgress.cardExceptions && lateAfter(e.examDate) < now
