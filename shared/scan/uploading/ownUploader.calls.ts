/** Who of a school scans its cards of a joint exam, as the school says it. */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { ExamId, PaperId, TeacherId } from '#shared/kit/ids.ts'
import { jointSchoolPeople } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { scanProblems } from '../scan.problems.ts'

export const ownUploaders = call('GET /api/scan/uploader/own', {
  summary: "The teachers of the caller's own school, and which papers of a joint exam each of them scans",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      z.object({
        teacherId: TeacherId,
        teacherName: z.string(),
        hasAccount: z.boolean(),
        /** Of all that the school takes. */
        papers: z.array(z.object({ paperId: PaperId, courseName: z.string(), scans: z.boolean() })),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['uploaders'],
})

export const setOwnUploader = call('POST /api/scan/uploader/own', {
  summary:
    "Say which papers of a joint exam a teacher of the caller's own school scans: of its own classes, and no others",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId, teacherId: TeacherId, paperIds: z.array(PaperId).max(60) }),
  output: () => z.object({ changed: z.int() }),
  problems: [commonProblems.notFound, scanProblems.noUploader, scanProblems.schoolBarred],
  refreshes: ['uploaders', 'scans'],
})
