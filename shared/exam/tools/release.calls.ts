/** 发布给谁: to whom of its candidates a paper's results are released (tool publish-score). */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, JobId, PaperId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { CandidateWishSent } from '../roster/candidateWish.rules.ts'
import { examProblems } from '../exam.problems.ts'
import { Candidate } from '../exam.types.ts'
import { ReleaseAct } from './release.rules.ts'
import { ofTool } from './tool.types.ts'

const ofPaper = { ...ofTool('publish-score'), scope: on('paper', 'paperId') }

export const releaseCount = call('GET /api/exam/plan/release/count', {
  summary: 'To how many of its candidates a paper’s results are released; of a joint exam to all of them',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ released: z.int(), withheld: z.int(), mayChoose: z.boolean() }),
  problems: [examProblems.notFound],
  feeds: ['release', 'exam'],
})

export const releaseStudents = call('GET /api/exam/plan/release/student', {
  summary: 'The candidates of a paper, and whether its results are released to each',
  ...ofPaper,
  input: () =>
    z.object({
      ...pageFields,
      paperId: PaperId,
      released: z.enum(['yes', 'no']).optional(),
      classId: ClassId.optional(),
      name: sought(),
    }),
  output: () =>
    pageOf(
      Candidate.pick({ studentId: true, studentName: true, studentNumber: true, className: true }).extend({
        released: z.boolean(),
      }),
    ).extend({ classes: z.array(z.object({ classId: ClassId, className: z.string() })) }),
  problems: [examProblems.notFound, examProblems.ownOnly],
  feeds: ['release', 'exam'],
})

const wished = () => ({ paperId: PaperId, act: ReleaseAct, wish: CandidateWishSent })
const changing = {
  problems: [
    examProblems.notFound,
    examProblems.ownOnly,
    examProblems.badRelease,
    examProblems.releaseSame,
    examProblems.releaseNone,
    commonProblems.stale,
  ],
}

export const releasePreview = call('POST /api/exam/plan/release/preview', {
  summary: 'To how many a paper’s results would be released; nothing is changed',
  ...ofPaper,
  input: () => z.object(wished()),
  output: () => z.object({ changed: z.int(), released: z.int(), withheld: z.int(), version: z.int() }),
  ...changing,
})

export const setRelease = call('POST /api/exam/plan/release/save/paper/student', {
  summary: 'Release a paper’s results to some of its candidates alone, as it was previewed; of many by a job',
  ...ofPaper,
  input: () => z.object({ ...wished(), version: z.int() }),
  output: () => z.object({ version: z.int(), uuid: JobId.optional() }),
  ...changing,
  refreshes: ['release', 'exam', 'exams', 'report', 'jobs'],
})

export const releaseTemplate = call('GET /api/exam/plan/release/student/template', {
  summary: 'The candidates of a paper as a workbook: who is left in it is the list that results are released to',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [examProblems.notFound, examProblems.ownOnly],
})
