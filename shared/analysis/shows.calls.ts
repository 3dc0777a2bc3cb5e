import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { PaperId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { queryBool } from '#shared/kit/query.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { analysisProblems } from './analysis.problems.ts'

export const shownToSchool = call('GET /api/analysis/report/joint/shown', {
  summary: 'What a school that sits a joint exam would see of a paper, if the organiser showed so much',
  ...jointOrganisers,
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      schoolId: SchoolId,
      reports: queryBool().default(false),
      transcripts: queryBool().default(false),
    }),
  output: () => z.object({ contrast: ReportValue, transcript: ReportValue }),
  problems: [commonProblems.notFound, analysisProblems.notPublished],
  feeds: ['report'],
})
