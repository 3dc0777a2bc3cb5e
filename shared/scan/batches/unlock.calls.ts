/** Force unlock (spec 1 §8, 11008): an uploader's part of an exam is opened again. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { PaperId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { scanProblems } from '../scan.problems.ts'

export const unlockExam = call('POST /api/scan/uploader/unlock', {
  summary: 'Open an exam that is locked for an uploader; what was uploaded stays',
  userTypes: [1, 2, 3, 13, 15, 18, 19],
  universityTypes: [3, 15],
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, userId: UserId }),
  /** False: it was not locked. */
  output: () => z.object({ unlocked: z.boolean() }),
  problems: [scanProblems.noUploader, scanProblems.unlockLate, commonProblems.stale],
  refreshes: ['uploaders', 'scans'],
})
