import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on, publicly } from '#shared/kit/call.ts'
import { ExamId, JobId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { analysisProblems } from './analysis.problems.ts'
import { Hash } from './evidence/evidence.types.ts'

/** version: over all candidates of a published version. evidence: over one file of evidence. */
const RootKind = z.enum(['version', 'evidence'])

const Stands = z.enum(['current', 'superseded', 'withdrawn'])

export const publishedRoot = call('GET /api/analysis/evidence/root', {
  summary: 'Whether a hash was published, and when: of a version of scores, or of a file of evidence. Names no person',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ root: Hash }),
  output: () =>
    z.object({
      found: z.boolean(),
      kind: RootKind.optional(),
      at: z.int().optional(),
      /** Of a file of evidence: the digest of all its bytes. */
      file: Hash.optional(),
      /** Of a version: whether readers see it now, a later one, or none. */
      stands: Stands.optional(),
    }),
})

/** So many hashes are told at once. */
export const mostRoots = 500

export const rootsOfDay = call('GET /api/analysis/evidence/roots', {
  summary: 'The hashes that were published on a day, in their order, for those who keep them elsewhere',
  userTypes: [],
  scope: publicly,
  input: () =>
    z.object({
      day: z.string().regex(/^\d{8}$/, '日期写成20261124'),
      /** The place behind which to go on. */
      after: z.string().max(100).optional(),
    }),
  output: () =>
    z.object({
      list: z.array(z.object({ root: Hash, kind: RootKind, at: z.int() })),
      /** Where more follow. */
      after: z.string().optional(),
    }),
})

export const makeEvidence = call('POST /api/analysis/export/evidence', {
  summary:
    'Start the file of evidence of a candidate: sheets, readings, marks, the key, changes, and the published roots',
  ...ofTool('evidence-pack'),
  scope: on('exam', 'examId'),
  /** `names`: who marked is named; otherwise they are numbered. */
  input: () => z.object({ examId: ExamId, studentId: StudentId, names: z.boolean().default(false) }),
  output: () => z.object({ uuid: JobId }),
  problems: [commonProblems.notFound, analysisProblems.notPublished],
  refreshes: ['jobs'],
})
