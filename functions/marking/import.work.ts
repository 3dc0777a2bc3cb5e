/** Scores from a file become scripts: nothing is written until every row was found sound, and marking is closed with the last. */
import { faultsText, readImport } from '#shared/marking/import.rules.ts'
import type { ImportedScript } from '#shared/marking/import.rules.ts'
import { importScoresJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { candidatesNumbered, candidatesOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { asideKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { readUpload } from '#functions/platform/upload.public.ts'
import { countScripts, groupOf, mostAtOnce, scriptCounts } from './counts.ts'
import { startOf } from './desk.ts'
import { dueNow, journalDue } from './journal.verify.ts'
import { arrangements } from './marking.store.ts'
import { layDown } from './scripts.ts'

const found = async (paperId: string): Promise<{ paper: Paper; exam: Exam }> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  return { paper, exam: (await examOf(paper.examId)) ?? refuse(commonProblems.notFound) }
}

/** The candidates of a file by number: a school's are read together, a province's are asked for one by one. */
const candidatesIn = async (exam: Exam, numbers: readonly string[]) => {
  const some =
    exam.candidateCount <= mostAtOnce
      ? await candidatesOf(exam.examId)
      : (await inTurns(numbers, 25, (n) => candidatesNumbered(exam, n))).flat()
  return new Map(some.map((c) => [c.studentNumber, c]))
}

/** Whether another file is on its way: one that failed is not. */
const isBusy = async (other: JobId): Promise<boolean> => {
  const status = (await jobNow(other))?.status
  return status !== undefined && status !== jobStatus.failed && status !== jobStatus.done
}

/** From here on no other file comes in, and nobody opens marking. @throws Refused alreadyOpen, importing */
const begin = async (paper: Paper, jobId: JobId): Promise<void> => {
  await arrangements.edit(paper, async (there) => {
    const before: Arrangement = there ?? { ...startOf(paper), version: 1 }
    if (before.importing === jobId) return null
    if (before.state !== 'draft') return refuse(markingProblems.alreadyOpen)
    if (before.importing && (await isBusy(before.importing))) return refuse(markingProblems.importing)
    return { ...before, importing: jobId }
  })
}

/** What a page would have said: later files overtake earlier ones by their moment. */
const readingOf = (of: ImportedScript, at: number): StudentReading => ({
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

export const importWork = work(importScoresJob, {
  read: async ({ input, jobId, tenant, progress }) => {
    const { paper, exam } = await found(input.paperId)
    const rows = await tableIn(await readUpload(input.key), input.fileName).catch(() =>
      refuse(markingProblems.badImport, {
        detail: '文件打不开，或者超过5000行：请用 Excel 另存为 .xlsx 或 .csv 后重新上传',
      }),
    )
    const numbers = rows.flatMap((r) => r.cells[rows[0]!.cells.indexOf('考号')]?.trim() ?? [])
    const { scripts, faults } = readImport(rows, paper.questions, await candidatesIn(exam, numbers))
    if (faults.length > 0) return refuse(markingProblems.badImport, { detail: faultsText(faults) })
    await begin(paper, jobId)
    await journalDue.put(dueNow(paper.paperId))
    const manifestKey = asideKey(jobId, tenant, 'marking', paper.examId, 'scores.jsonl')
    await putLines(manifestKey, scripts)
    await progress({ total: scripts.length, message: '正在写入成绩' })
    return { manifestKey, candidates: scripts.length, startedAt: now() }
  },

  write: async ({ input, items, out }) => {
    const { paper } = await found(input.paperId)
    const { startedAt } = out.read
    await layDown(
      paper,
      items.map((s) => readingOf(s, startedAt)),
      startedAt,
    )
    await countScripts(
      paper,
      items.map((s) => s.studentId),
    )
    return items.length
  },

  finish: async ({ input, out, jobId }) => {
    const { paper } = await found(input.paperId)
    await scriptCounts.markWhole(groupOf(paper), now())
    await arrangements.edit(paper, (there) => {
      if (there?.importing !== jobId) return null
      const { importing: _done, ...kept } = there
      return { ...kept, state: 'closed', noted: true, openedAt: now() }
    })
    await movePaper(paper, 'closed')
    const counts = await scriptCounts.read(groupOf(paper))
    return { imported: out.read.candidates, absent: counts.get('absent') ?? 0 }
  },
})
