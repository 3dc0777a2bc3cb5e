/** What every file of scores does with a paper: finds its candidates, keeps other files out, and closes marking with the last row. */
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import { faultsText } from '#shared/marking/imports/import.rules.ts'
import type { ImportedScript } from '#shared/marking/imports/import.rules.ts'
import type { FileMode, FileProblem } from '#shared/kit/checkedFile.ts'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { JobId, PaperId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { candidatesOf, candidatesWithNumbers, takersOf } from '#functions/exam/exam.public.ts'
import { movePaper, tellCame } from '#functions/exam/step.public.ts'
import type { SchoolTold } from '#functions/exam/step.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { asideKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { StepContext } from '#functions/kit/work.ts'
import { problemFile } from '#functions/platform/uploadedTable.public.ts'
import { countScripts, groupOf, mostAtOnce, schoolsIn, scriptCounts } from '../counts.ts'
import { startOf } from '../desk/desk.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'
import { arrangements } from '../marking.store.ts'
import { layDown } from '../scripts.ts'

/**
 * The candidates of a file by number: a school's are read together, a province's are asked for one by one. Each is without
 * the papers that the school does not take.
 */
export const candidatesIn = async (exam: Exam, numbers: readonly string[]) => {
  const some =
    exam.candidateCount <= mostAtOnce ? await candidatesOf(exam.examId) : await candidatesWithNumbers(exam, numbers)
  const takes = await takersOf(exam)
  const withoutOf = (c: Candidate): PaperId[] =>
    exam.papers.flatMap(({ paperId }) => (takes(c, paperId) ? [] : [paperId]))
  return new Map(some.map((c) => [c.studentNumber, { ...c, without: withoutOf(c) }]))
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

/** Whether a file is on its way: one that failed is not. */
export const isImporting = async ({ importing }: Pick<Arrangement, 'importing'>): Promise<boolean> => {
  const status = importing && (await jobNow(importing))?.status
  return status !== undefined && status !== jobStatus.failed && status !== jobStatus.done
}

/** Scores of a file are being taken back, or were and not all of them: no others come before that is done. */
export const isHalfEmptied = ({ emptied }: Pick<Arrangement, 'emptied'>): boolean => emptied?.whole === false

/** From here on no other file comes in, and marking is not opened. @throws Refused alreadyOpen, importing, emptying */
export const begin = async (paper: Paper, jobId: JobId): Promise<void> => {
  await arrangements.edit(paper, async (there) => {
    const before: Arrangement = there ?? { ...startOf(paper), version: 1 }
    if (before.importing === jobId) return null
    if (before.state !== 'draft') return refuse(markingProblems.alreadyOpen)
    if (await isImporting(before)) return refuse(markingProblems.importing)
    if (isHalfEmptied(before)) return refuse(markingProblems.emptying)
    return { ...before, importing: jobId, importingKey: paper.keyVersion }
  })
}

/** What the file was held against is as it was. @throws Refused alreadyOpen, importMoved */
const mayTake = (paper: Paper, there: Arrangement | null, jobId: JobId): Arrangement => {
  if (there?.importing !== jobId || there.state !== 'draft') return refuse(markingProblems.alreadyOpen)
  if (there.importingKey !== undefined && there.importingKey !== paper.keyVersion)
    return refuse(markingProblems.importMoved)
  return there
}

/** @throws as `mayTake` */
export const take = async (paper: Paper, jobId: JobId, scripts: readonly ImportedScript[], startedAt: number) => {
  mayTake(paper, await arrangements.get(paper), jobId)
  await layDown(
    paper,
    scripts.map((s) => readingOf(s, startedAt)),
    startedAt,
  )
  await countScripts(
    paper,
    scripts.map((s) => s.studentId),
  )
}

/** All rows are there: its marking is closed. @throws as `mayTake` */
export const close = async (paper: Paper, jobId: JobId): Promise<void> => {
  await arrangements.edit(paper, (there) => {
    // Closed before, and the answer was lost.
    if (there?.state === 'closed' && there.importing === undefined) return null
    const { importing: _done, importingKey: _key, ...kept } = mayTake(paper, there, jobId)
    return { ...kept, state: 'closed', noted: true, openedAt: now() }
  })
  await scriptCounts.markWhole(groupOf(paper), now())
  await tellCame(paper, () => cameByFile(paper))
  await movePaper(paper, 'closed')
}

/** Of how many of each school the file has scores, and of how many that they were absent. */
const cameByFile = async (paper: Paper): Promise<SchoolTold[]> =>
  (await schoolsIn(paper)).map(({ name, counts }) => ({
    schoolId: name,
    there: counts.get('finished') ?? 0,
    absent: counts.get('absent') ?? 0,
  }))

/** What a page would have said: later files overtake earlier ones by their moment, and every picture, of which 1 is the first, all of them. */
const readingOf = (of: ImportedScript, at: number): StudentReading => ({
  studentId: of.studentId,
  state: of.absent ? 'absent' : 'present',
  imageVersion: 0,
  seq: at,
  fromFile: true,
  complete: !of.absent,
  choices: Object.fromEntries(Object.entries(of.chosen).map(([id, letters]) => [id, [...letters]])),
  ...(of.picks ? { picks: of.picks } : {}),
  scores: Object.fromEntries(Object.entries(of.scores).map(([id, score]) => [id, { score, seq: at }])),
  blocks: [],
  pages: [],
})

/** So many problems are told by the job itself: a step's answer is small. */
const mostTold = 20

type Judged = { rows: number; scripts: readonly object[]; faults: readonly FileProblem[] }

/**
 * What a file's job does once it has read the file: tells what is wrong with it, and where it is to be written keeps other
 * files out of `papers` and lays the rows down for the writing. @throws badImport, and as `begin`
 */
export const setAside = async (
  { input, jobId, tenant, progress, offer }: StepContext<{ fileName: string; mode: FileMode }, unknown, never>,
  { papers, examId }: { papers: readonly Paper[]; examId: string },
  { rows, scripts, faults }: Judged,
) => {
  const keyOf = (name: string): string => asideKey(jobId, tenant, 'marking', examId, name)
  const manifestKey = keyOf('scores.jsonl')
  const go = input.mode !== 'check'
  if (faults.length > 0) {
    if (go) return refuse(markingProblems.badImport, { detail: faultsText(faults) })
    await offer([await problemFile(keyOf('problems.xlsx'), input.fileName, faults)])
  }
  if (go) {
    for (const paper of papers) {
      await begin(paper, jobId)
      await journalDue.put(dueNow(paper.paperId))
    }
    await putLines(manifestKey, scripts)
    await progress({ total: scripts.length, message: '正在写入成绩' })
  }
  const wrong = new Set(faults.map((f) => f.row))
  return {
    ...{ go, manifestKey, startedAt: now(), rows },
    good: faults.some((f) => f.column === '') ? 0 : rows - wrong.size,
    problemCount: faults.length,
    problems: faults.slice(0, mostTold),
  }
}
