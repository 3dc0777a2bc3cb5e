/** What every file of scores does with a paper: finds its candidates, keeps other files out, and closes marking with the last row. */
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import type { ImportedScript } from '#shared/marking/import.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { takesPaper } from '#shared/exam/total.rules.ts'
import type { JobId, PaperId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { candidatesNumbered, candidatesOf } from '#functions/exam/exam.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { groupOf, mostAtOnce, scriptCounts } from './counts.ts'
import { startOf } from './desk.ts'
import { arrangements } from './marking.store.ts'

/** The candidates of a file by number: a school's are read together, a province's are asked for one by one. */
export const candidatesIn = async (exam: Exam, numbers: readonly string[]) => {
  const some =
    exam.candidateCount <= mostAtOnce
      ? await candidatesOf(exam.examId)
      : (await inTurns(numbers, 25, (n) => candidatesNumbered(exam, n))).flat()
  return new Map(some.map((c) => [c.studentNumber, c]))
}

/** How many who take any of these papers have no row: exactly where all candidates are at hand, else all but those seen. */
export const lackingOf = (
  exam: Exam,
  candidates: Awaited<ReturnType<typeof candidatesIn>>,
  papers: readonly PaperId[],
  seen: number,
): number => {
  if (exam.candidateCount > mostAtOnce) return Math.max(0, exam.candidateCount - seen)
  return Math.max(0, [...candidates.values()].filter((c) => papers.some((p) => takesPaper(c, p))).length - seen)
}

/** Whether another file is on its way: one that failed is not. */
const isBusy = async (other: JobId): Promise<boolean> => {
  const status = (await jobNow(other))?.status
  return status !== undefined && status !== jobStatus.failed && status !== jobStatus.done
}

/** From here on no other file comes in, and marking cannot be opened. @throws Refused alreadyOpen, importing */
export const begin = async (paper: Paper, jobId: JobId): Promise<void> => {
  await arrangements.edit(paper, async (there) => {
    const before: Arrangement = there ?? { ...startOf(paper), version: 1 }
    if (before.importing === jobId) return null
    if (before.state !== 'draft') return refuse(markingProblems.alreadyOpen)
    if (before.importing && (await isBusy(before.importing))) return refuse(markingProblems.importing)
    return { ...before, importing: jobId }
  })
}

/** All rows are there: its marking is closed. */
export const close = async (paper: Paper, jobId: JobId): Promise<void> => {
  await scriptCounts.markWhole(groupOf(paper), now())
  await arrangements.edit(paper, (there) => {
    if (there?.importing !== jobId) return null
    const { importing: _done, ...kept } = there
    return { ...kept, state: 'closed', noted: true, openedAt: now() }
  })
  await movePaper(paper, 'closed')
}

/** What a page would have said: later files overtake earlier ones by their moment. */
export const readingOf = (of: ImportedScript, at: number): StudentReading => ({
  studentId: of.studentId,
  state: of.absent ? 'absent' : 'present',
  imageVersion: 1,
  seq: at,
  complete: !of.absent,
  choices: Object.fromEntries(Object.entries(of.chosen).map(([id, letters]) => [id, [...letters]])),
  ...(of.picks ? { picks: of.picks } : {}),
  scores: Object.fromEntries(Object.entries(of.scores).map(([id, score]) => [id, { score, seq: at }])),
  blocks: [],
  pages: [],
})

/** So many problems are told by the job itself: a step's answer is small. */
export const mostTold = 20
