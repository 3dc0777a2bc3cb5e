import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { markingProblems } from './marking.problems.ts'
import { markers } from './marking.scope.ts'

const ofPaper = { scope: on('paper', 'paperId') }

export const readPassword = call('GET /api/exam/mark/password', {
  summary: 'The password before marking of a paper, who entered it, and who tried in vain',
  ...ofTool('read-password'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      courseName: z.string(),
      /** null: none is asked for. */
      code: z.string().nullable(),
      setByName: z.string().optional(),
      setAt: z.int().optional(),
      version: z.int(),
      entries: z.array(
        z.object({
          name: z.string(),
          /** Of the password as it is now. */
          enteredAt: z.int().optional(),
          wrong: z.int(),
          wrongAt: z.int().optional(),
          lockedUntil: z.int().optional(),
        }),
      ),
    }),
  problems: [markingProblems.notManager, commonProblems.notFound],
  feeds: ['readPassword'],
})

export const setReadPassword = call('POST /api/exam/mark/password', {
  summary: 'Ask for a new password before marking, which ends the one before, or for none',
  ...ofTool('read-password'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, version: z.int().min(0), on: z.boolean() }),
  output: () => z.object({ code: z.string().nullable(), version: z.int() }),
  problems: [markingProblems.notManager, commonProblems.notFound, commonProblems.stale],
  refreshes: ['readPassword', 'markingTasks'],
})

export const enterReadPassword = call('POST /api/exam/mark/password/verify', {
  summary: 'Enter the password before marking; wrong tries are counted',
  ...markers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, password: z.string().trim().min(1, '请输入密码').max(20) }),
  output: () => z.object({ entered: z.literal(true) }),
  problems: [
    commonProblems.notFound,
    markingProblems.notMarker,
    markingProblems.passwordWrong,
    markingProblems.passwordLocked,
  ],
  refreshes: ['markingTasks'],
})
