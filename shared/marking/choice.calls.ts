/** Optional questions of which more were answered than count, or of which the card does not say which were chosen. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { markingProblems } from './marking.problems.ts'

const corrects = { ...ofTool('score-edit'), scope: on('paper', 'paperId') }

export const undecidedChoices = call('GET /api/exam/mark/handle/choices', {
  summary: 'Scripts whose total waits until a manager says which optional questions count',
  ...besideTool('score-edit'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      /** Of all; `list` holds the first ones. */
      total: z.int(),
      list: z.array(
        z.object({
          studentId: StudentId,
          studentName: z.string(),
          studentNumber: z.string(),
          className: z.string(),
          group: z.string(),
          count: z.int(),
          questions: z.array(
            z.object({
              questionId: QuestionId,
              number: z.string(),
              fullScore: z.int(),
              /** What its marks give by themselves; null where none stands. */
              score: z.int().nullable(),
              images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
            }),
          ),
        }),
      ),
    }),
  problems: [markingProblems.notManager],
  feeds: ['choices'],
})

export const decideChoice = call('POST /api/exam/mark/handle/choices', {
  summary: 'Say which questions of a group a student chose; it stands for these pictures, and can be said again',
  ...corrects,
  input: () =>
    z.object({
      paperId: PaperId,
      studentId: StudentId,
      group: z.string().max(20),
      chosen: z.array(QuestionId).max(20),
    }),
  output: () => z.object({ decided: z.literal(true) }),
  problems: [
    markingProblems.notManager,
    markingProblems.noGroup,
    markingProblems.tooMany,
    markingProblems.released,
    commonProblems.stale,
  ],
  refreshes: ['choices', 'markingProgress', 'publication', 'scoreFixes'],
})
