/** How far the papers of an exam are, with what is counted now: for the exam's own screen and for the home. */
import { useEffect, useRef } from 'react'
import type { examDetail } from '#shared/exam/exam.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { aboutText, endOf, seenLately } from '#shared/kit/pace.ts'
import type { Sample } from '#shared/kit/pace.ts'
import { sincePublished } from '#shared/analysis/publication.calls.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { drawPath, startCardPath } from '#web/card/card.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { useLatest } from '#web/kit/parts/useLatest.ts'
import { serverNow } from '#web/kit/ports.ts'
import { paperPath } from '../exam.paths.ts'
import { finalOf, stepsOf, worstFirst } from '../steps.ts'
import type { ExamStep, LiveFacts, Since } from '../steps.ts'
import { doubtsPath, scanPath } from '#web/scan/scan.paths.ts'
import { arrangePath, markPath, monitorPath } from '#web/marking/marking.paths.ts'
import { publishPath } from '#web/analysis/analysis.paths.ts'

export type Detail = OutputOf<typeof examDetail>
type PaperFacts = Detail['papers'][number]

/** Where a step is done. */
export const placeOf = (exam: Detail['exam'], paper: PaperFacts, key: ExamStep['key']): string => {
  const { examId } = exam
  const of = { examId, paperId: paper.paperId }
  switch (key) {
    case 'paper':
      return paperPath(examId, paper.paperId)
    case 'card':
      return paper.cardId ? drawPath(paper.cardId) : startCardPath(paper.paperId)
    case 'scan':
      return scanPath(of.paperId)
    case 'doubts':
      return doubtsPath(of.paperId)
    case 'marking':
      // Once marking is open, how far it is matters more than who marks.
      return paper.markingProgress >= markingProgress.marking
        ? monitorPath(of.examId, of.paperId)
        : arrangePath(of.paperId)
    case 'publish':
      return publishPath(of.paperId)
    default:
      return key satisfies never
  }
}

/** Where the button of a step leads: of what waits for the viewer's own word, to its desk. */
export const leadTo = (exam: Detail['exam'], paper: PaperFacts, step: ExamStep): string =>
  step.final
    ? markPath({ paperId: paper.paperId, questionId: step.final, role: 'final' })
    : placeOf(exam, paper, step.key)

/** What the button of a step says: marking is arranged first and watched afterwards. */
export const nameOf = (paper: PaperFacts, step: ExamStep): string =>
  step.key !== 'marking' || step.name !== '阅卷'
    ? step.name
    : paper.markingProgress >= markingProgress.marking
      ? '阅卷进度'
      : '安排阅卷'

/**
 * What is counted of a paper now, the same for all who see the exam; of another's exam a school is told nothing. Asked
 * again as long as the screen is open.
 */
const useLive = (data: Detail, p: PaperFacts, everyMs: number): Pick<Told, 'facts' | 'counted'> => {
  const { guest } = data
  const { cardUpload, marking } = markingProgress
  const scanning = !guest && p.markingProgress >= cardUpload && p.status !== examStatus.released
  const often = { everyMs, quiet: true }
  const asked = useAsk(sheetStatistic, scanning ? { paperId: p.paperId } : undefined, often)
  const sheets = asked.data
  const askedMarks = useAsk(
    markingProgressCall,
    scanning && p.markingProgress >= marking ? { paperId: p.paperId } : undefined,
    often,
  )
  const marks = askedMarks.data
  const counted = !asked.isLoading && !askedMarks.isLoading
  const seen = useRef<readonly Sample[]>([])
  if (!sheets) return { counted }
  const { ledger, doubts } = sheets
  const { present, absent, missing } = ledger.candidates
  const sum = (of: 'done' | 'total'): number => (marks?.questions ?? []).reduce((n, q) => n + q[of], 0)
  const [done, total] = [sum('done'), sum('total')]
  if (marks) seen.current = seenLately(seen.current, { at: serverNow(), done })
  const endsAt = endOf(seen.current, total)
  const final = marks && finalOf(marks)
  const marked = {
    done,
    total,
    ...(final ? { final } : {}),
    ...(endsAt === null ? {} : { about: aboutText(endsAt, serverNow()) }),
  }
  const facts: LiveFacts = {
    handed: ledger.handed,
    present,
    candidates: present + absent + missing,
    doubts,
    balanced: ledger.balanced,
    reading: ledger.open - ledger.doubtful,
    ...(marks && marks.state !== 'draft' ? { marked } : {}),
  }
  return { facts, counted }
}

/**
 * What is told of a paper: before its publication what is counted, after it what became other since. Until `counted` is
 * told nothing is known of either.
 */
export type Told = { facts?: LiveFacts | undefined; since?: Since | undefined; counted: boolean }
/** By paper. */
export type Live = Readonly<Record<string, Told | undefined>>

/** Counts one paper and tells the overview; shows nothing. */
export const Counting = (props: {
  data: Detail
  paper: PaperFacts
  tell: (paperId: string, live: Told) => void
  /** How often it is asked again; 10 s unless told. */
  everyMs?: number
}) => {
  const { data, paper, tell } = props
  // Who only looks is told the same, not as often.
  const everyMs = (props.everyMs ?? 10_000) * (data.mayManage ? 1 : 3)
  const { facts, counted } = useLive(data, paper, everyMs)
  const asked = useAsk(
    sincePublished,
    data.mayManage && paper.status === examStatus.released ? { paperId: paper.paperId } : undefined,
    { everyMs: 3 * everyMs, quiet: true },
  )
  const live: Told = { facts, since: asked.data, counted: counted && !asked.isLoading }
  const said = JSON.stringify(live)
  const latest = useLatest({ live, tell })
  // Told when what is counted differs, not at each answer that says the same.
  useEffect(() => latest.current.tell(paper.paperId, latest.current.live), [said, paper.paperId, latest])
  return null
}

/** The papers with their steps, the worst first. */
export const rowsOf = (data: Detail, live: Live) =>
  worstFirst(
    data.papers.map((paper) => ({
      paper,
      steps: stepsOf(paper, paper, live[paper.paperId]?.facts, live[paper.paperId]?.since),
      doubts: live[paper.paperId]?.facts?.doubts,
    })),
  )
