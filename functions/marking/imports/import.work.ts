/** Scores from a file become scripts: nothing is written until every row was found sound, and marking is closed with the last. */
import { readImport } from '#shared/marking/imports/import.rules.ts'
import type { ImportedScript, Known, ScoreFileRow } from '#shared/marking/imports/import.rules.ts'
import { importScoresJob } from '#shared/marking/marking.jobs.ts'
import { objectiveScore } from '#shared/exam/exam.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { candidatesIn, close, lackingOf, setAside, take } from './import.taking.ts'

export const paperAndExam = async (paperId: string): Promise<{ paper: Paper; exam: Exam }> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  return { paper, exam: (await examOf(paper.examId)) ?? refuse(commonProblems.notFound) }
}

/** So many rows as they were read are told by the job itself. */
const mostPreviewed = 8

const partsOf = ({ chosen, scores }: ImportedScript, questions: readonly PaperQuestion[]) => ({
  objective: questions
    .filter(isObjective)
    .reduce((sum, q) => sum + objectiveScore(q, [...(chosen[q.questionId] ?? '')]), 0),
  subjective: Object.values(scores).reduce((sum, score) => sum + score, 0),
})

/** Of a row its sum; which of optional questions count is settled later. */
const totalIn =
  (questions: readonly PaperQuestion[]) =>
  (script: ImportedScript): number | null => {
    if (questions.some((q) => q.optional)) return null
    const { objective, subjective } = partsOf(script, questions)
    return objective + subjective
  }

/** What the paper's key makes of a row. */
const previewOf = (
  script: ImportedScript,
  questions: readonly PaperQuestion[],
  { studentNumber, studentName }: Known,
): ScoreFileRow => ({
  studentNumber,
  studentName,
  absent: script.absent,
  ...partsOf(script, questions),
})

type Read = ReturnType<typeof readImport> & { preview: ScoreFileRow[]; lacking: number }

/** What a file says of the paper; what cannot be opened is a problem of the file itself. */
const readScores = async ({ key, fileName }: { key: string; fileName: string }, paper: Paper, exam: Exam) => {
  const rows = await uploadedTable({ key, fileName })
  if ('fault' in rows)
    return {
      rows: 0,
      scripts: [],
      faults: [{ row: 0, column: '', text: rows.fault }],
      preview: [],
      lacking: 0,
    } satisfies Read
  const numbers = rows.flatMap((r) => r.cells[rows[0]!.cells.indexOf('考号')]?.trim() ?? [])
  const candidates = await candidatesIn(exam, numbers)
  const read = readImport(rows, paper.questions, candidates, totalIn(paper.questions))
  const byId = new Map([...candidates.values()].map((c) => [c.studentId, c]))
  const preview = read.scripts.slice(0, mostPreviewed).map((s) => previewOf(s, paper.questions, byId.get(s.studentId)!))
  const lacking = lackingOf(exam, candidates, [paper.paperId], new Set(read.scripts.map((s) => s.studentId)).size)
  return { ...read, preview, lacking } satisfies Read
}

export const importWork = work(importScoresJob, {
  read: async (context) => {
    const { paper, exam } = await paperAndExam(context.input.paperId)
    const read = await readScores(context.input, paper, exam)
    const { lacking, preview, scripts } = read
    const absent = scripts.filter((s) => s.absent).length
    return { ...(await setAside(context, { papers: [paper], examId: paper.examId }, read)), lacking, absent, preview }
  },

  write: async ({ input, items, out, jobId }) => {
    const { paper } = await paperAndExam(input.paperId)
    await take(paper, jobId, items, out.read.startedAt)
    return items.length
  },

  close: async ({ input, out, jobId }) => {
    const { paper } = await paperAndExam(input.paperId)
    await close(paper, jobId)
    return { added: out.read.good }
  },

  finish: ({ input, out }) => {
    const { go: _go, manifestKey: _key, startedAt: _at, ...read } = out.read
    return Promise.resolve({ ...read, mode: input.mode, existing: 0, added: out.close?.added ?? 0 })
  },
})
