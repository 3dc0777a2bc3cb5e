import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { wholeFile } from '#shared/kit/checkedFile.ts'
import { ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { mostPapers } from '#shared/exam/exam.types.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { markingProblems } from '../marking.problems.ts'

export const importScores = call('POST /api/exam/plan/performance/import', {
  summary:
    'Check or take choices, scores and absences of a paper that is not scanned here from a file: all of it or nothing',
  ...ofTool('performance-import'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, ...wholeFile() }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    markingProblems.notManager,
    markingProblems.missingKeys,
    markingProblems.alreadyOpen,
    markingProblems.hasPages,
    markingProblems.foreignUpload,
    markingProblems.noQuestions,
  ],
  refreshes: ['exam', 'exams', 'markingProgress', 'arrangement', 'jobs'],
})

export const scoreTemplate = call('GET /api/exam/score/import/template/question', {
  summary: 'A workbook for the scores of a paper: its questions as columns, its candidates as rows',
  ...ofTool('performance-import'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [markingProblems.notManager, markingProblems.noQuestions],
})

const ofExam = { ...ofTool('performance-import'), scope: on('exam', 'examId') }

export const courseImport = call('GET /api/exam/score/import', {
  summary: 'Of which papers of an exam totals can be imported together, and why of others not',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      papers: z.array(
        z.object({
          paperId: PaperId,
          courseName: z.string(),
          version: z.int(),
          /** Of its total, in hundredths; null where no question is set yet. */
          fullScore: z.int().nullable(),
          /** Whether it has the scores of a file that may be taken back. */
          imported: z.boolean(),
          /** Why no total of it is taken now. */
          barred: z.string().nullable(),
          /** Whether it stands here by its total alone, which may be changed or taken out. */
          total: z.boolean(),
        }),
      ),
    }),
  problems: [markingProblems.notManager, commonProblems.notFound],
  feeds: ['exam', 'paper', 'arrangement', 'markingProgress'],
})

/** The same under the specification's second name. */
export const importPapers = call('GET /api/exam/score/import/exam/paper', courseImport)

/** Of one paper under the version that was seen. */
const ImportTotal = z.object({
  paperId: PaperId,
  version: z.int(),
  fullScore: z
    .int()
    .min(100, '满分至少1分')
    .max(100_000, '满分最多1000分')
    .refine((n) => n % 50 === 0, '满分应是0.5的整数倍'),
})

const setsTotals = {
  ...ofExam,
  input: () => z.object({ examId: ExamId, papers: z.array(ImportTotal).min(1, '请选择科目').max(mostPapers) }),
  output: () => z.object({ papers: z.array(z.object({ paperId: PaperId, version: z.int() })) }),
  problems: [markingProblems.notManager, commonProblems.notFound, markingProblems.totalBarred, commonProblems.stale],
  refreshes: ['exam', 'exams', 'paper'],
}

export const setImportTotals = call('POST /api/exam/score/import/exam/paper', {
  summary: 'Say what papers without questions are worth, so that their totals can be imported: all of them or none',
  ...setsTotals,
})

export const updateImportTotals = call('POST /api/exam/score/import/exam/paper/update', {
  summary: 'Change what papers are worth that stand by their totals alone, as long as none is imported',
  ...setsTotals,
})

export const removeImportTotal = call('POST /api/exam/score/import/exam/paper/delete', {
  summary: 'Take the total of a paper out again, as long as nothing is imported and no card is made of it',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperId: PaperId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: setsTotals.problems,
  refreshes: setsTotals.refreshes,
})

export const importCourses = call('POST /api/exam/score/import', {
  summary: 'Check or take the totals of several courses of an exam from one file: all of it or nothing',
  ...ofExam,
  input: () => z.object({ examId: ExamId, ...wholeFile() }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.notManager, commonProblems.notFound, markingProblems.foreignUpload],
  refreshes: ['exam', 'exams', 'paper', 'markingProgress', 'arrangement', 'jobs'],
})

export const takeImportBack = call('POST /api/exam/score/import/delete', {
  summary: 'Take the scores of a file back, of a paper whose results are not released: it stands as before the file',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperId: PaperId }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    markingProblems.notManager,
    commonProblems.notFound,
    markingProblems.importReleased,
    markingProblems.hasPages,
    markingProblems.notImported,
    markingProblems.importing,
  ],
  refreshes: ['exam', 'exams', 'paper', 'markingProgress', 'arrangement', 'jobs'],
})

/** Taking what was checked, under the name that the specification has for it. */
export const completeImport = call('POST /api/exam/score/import/complete/async', importCourses)

export const courseTemplate = call('GET /api/exam/score/import/template/paper', {
  summary: 'A workbook for the totals of the courses of an exam: its courses as columns, its candidates as rows',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [markingProblems.notManager, commonProblems.notFound, markingProblems.noTotals],
})
