import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { mostPapers, Paper, TotalPart } from '../exam.types.ts'

/** So many totals has an exam at most. */
export const mostTotals = 20

export const examTotals = call('GET /api/exam/plan/total', {
  summary: 'The totals of an exam: which papers each adds up',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      Paper.pick({ paperId: true, courseName: true, version: true }).extend({
        parts: z.array(TotalPart.omit({ questionId: true })),
        mayManage: z.boolean(),
      }),
    ),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

const papers = () => z.array(PaperId).max(mostPapers)

export const createTotal = call('POST /api/exam/plan/total/create', {
  summary: 'Form a total of several papers of an exam; it is published like a paper',
  ...examManagers,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      name: line('名称', 20),
      /** Papers that count for all. */
      all: papers(),
      /** Of these one counts, as the student chose. */
      first: papers().default([]),
      /** Of these so many count. */
      others: papers().default([]),
      othersCount: z.int().min(1).max(5).default(2),
    }),
  output: () => z.object({ paperId: PaperId }),
  problems: [examProblems.notFound, examProblems.badTotal, examProblems.tooManyTotals, commonProblems.stale],
  refreshes: ['exam'],
})
