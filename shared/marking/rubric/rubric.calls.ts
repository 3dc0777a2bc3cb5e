/** Rubrics: what a question's score is made of, said by who leads its marking and chosen from on the desk. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { ownReaders } from '#shared/exam/tools/disclosure.types.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { RubricReplay, replayStands } from './replay.types.ts'
import type { ReplayStand } from './replay.types.ts'
import { mostPoints, Rubric, RubricKind } from './rubric.types.ts'

const onPaper = { scope: on('paper', 'paperId') }
const leads = { ...besideTool('adjust-read-arrange'), ...onPaper }
const at = { paperId: PaperId, questionId: QuestionId }

export const rubric = call('GET /api/exam/mark/handle/reduction', {
  summary: 'What a question’s score is made of, for who marks it; null where it is given as a number',
  ...markers,
  ...onPaper,
  input: () => z.object(at),
  output: () =>
    z.object({
      rubric: Rubric.pick({ kind: true, points: true }).nullable(),
      /** A reader proposes marks of its answers: they are asked for by claims (`reader.calls.ts`). */
      proposes: z.literal(true).optional(),
      /** Who will see what is written on its answers, beside arbitrators and who manages, as the exam's policy is now. */
      notesTo: z.array(z.enum(ownReaders)),
    }),
  problems: [markingProblems.noQuestion, markingProblems.notMarker],
  feeds: ['rubrics', 'disclosure'],
})

export const rubricDetail = call('GET /api/exam/mark/handle/reduction/detail', {
  summary: 'The rubric of a question as it is set, with the questions that the caller may set one for',
  ...leads,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional() }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          markStep: z.int().optional(),
          points: z.int(),
        }),
      ),
      questionId: QuestionId,
      rubric: Rubric.pick({ kind: true, points: true, version: true }).nullable(),
      released: z.boolean(),
      /** What was replayed by it, the newest first. */
      replays: z.array(
        RubricReplay.pick({
          attemptId: true,
          points: true,
          rubricVersion: true,
          phase: true,
          byName: true,
          at: true,
          told: true,
          reason: true,
          appliedAt: true,
          undoneAt: true,
        }).extend({ stands: z.enum(Object.keys(replayStands) as [ReplayStand, ...ReplayStand[]]) }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['rubrics', 'arrangement'],
})

export const saveRubric = call('POST /api/exam/mark/handle/reduction/save', {
  summary: 'Say what a question’s score is made of; marks that were given keep what they chose',
  ...leads,
  input: () =>
    z.object({
      ...at,
      kind: RubricKind,
      points: z
        .array(z.object({ id: z.string().length(1).optional(), name: z.string().trim().max(60), score: z.int() }))
        .max(mostPoints),
      /** 0: there is none yet. */
      version: z.int().min(0),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.badRubric,
    markingProblems.rubricKind,
    commonProblems.stale,
  ],
  refreshes: ['rubrics'],
})
