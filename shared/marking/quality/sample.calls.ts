/** Sampled quality: who leads a question's marking draws marks, agrees with them or decides otherwise. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { prose } from '#shared/kit/text.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { AnswerView } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { MarkRole } from '../marking.types.ts'
import { SampleCheck } from './sample.types.ts'

const Compared = z.object({
  n: z.int(),
  exact: z.number(),
  within: z.number(),
  /** The marker's less the other's, hundredths, with half of its 95 % interval. */
  off: z.number(),
  margin: z.number().nullable(),
})

/** Who arbitrates a question leads its marking, and may be any teacher: the command says who it is. */
const ofPaper = { ...besideTool('adjust-read-arrange'), scope: on('paper', 'paperId') }

export const sampledQuality = call('GET /api/exam/mark/handle/quality/sampled', {
  summary: 'Of a question how many marks of each marker were sampled, and how many of them agreed with',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional() }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      /** Those whose marking the caller leads. */
      questions: z.array(z.object({ questionId: QuestionId, number: z.string(), fullScore: z.int(), step: z.int() })),
      questionId: QuestionId,
      /** Percent of each marker's answers that the group asks to be sampled; 0: none. */
      share: z.int(),
      markers: z.array(
        z.object({
          userId: UserId,
          markerName: z.string(),
          marked: z.int(),
          sampled: z.int(),
          agreed: z.int(),
          /** Hundredths: how far apart what was changed lies on average; null where nothing was. */
          apart: z.number().nullable(),
          /** The marker's mark beside the one of who looked again; null where no sample is known in full. */
          compared: Compared.nullable(),
          /** The caller: no sample of the own marks is drawn. */
          own: z.boolean(),
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['samples', 'markingProgress'],
})

/** So many are listed: those before them are in the figures. */
export const mostCompared = 100

export const sampledMarks = call('GET /api/exam/mark/handle/quality/sampled/list', {
  summary: 'The samples of a marker’s marks of a question, the newest first: what was given, and by who looked again',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, userId: UserId }),
  output: () =>
    z.object({
      list: z.array(
        SampleCheck.pick({ markId: true, role: true, given: true, right: true, byName: true, at: true }).extend({
          within: z.boolean(),
          images: AnswerView.shape.images,
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['samples'],
})

/** So many are drawn at once. */
export const mostDrawn = 12

export const drawSamples = call('GET /api/exam/mark/handle/quality/sampled/draw', {
  summary:
    'Marks that were not sampled, by chance: of a marker, of a band of scores, of a time; another `at` gives others',
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      at: queryInt(z.int().min(0).max(10_000)),
      userId: UserId.optional(),
      /** Hundredths, both within. */
      from: queryInt(z.int().min(0).max(100_000)).optional(),
      to: queryInt(z.int().min(0).max(100_000)).optional(),
      /** Marks given from this moment on. */
      since: queryInt(z.int().min(0)).optional(),
    }),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          studentId: StudentId,
          imageVersion: z.int(),
          markId: AttemptId,
          role: MarkRole,
          markerName: z.string(),
          /** Hundredths: what this marker gave, and what stands. */
          given: z.int(),
          score: z.int(),
          at: z.int(),
          images: AnswerView.shape.images,
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['samples'],
})

export const checkSample = call('POST /api/exam/mark/handle/quality/sampled/check', {
  summary: 'Agree with a mark, or decide otherwise: that is an arbitration, kept with its reason',
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      studentId: StudentId,
      role: MarkRole,
      markId: AttemptId,
      attemptId: AttemptId,
      /** Hundredths; without it the mark is agreed with. */
      score: z.int().min(0).max(100_000).optional(),
      reason: prose('请填写改分的理由', 2, 200).optional(),
    }),
  output: () => z.object({ agreed: z.boolean() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.notOpen,
    markingProblems.noQuestion,
    markingProblems.badScore,
    markingProblems.sampleGone,
    markingProblems.sampledBefore,
    markingProblems.ownSample,
    markingProblems.sameScore,
    markingProblems.conflict,
    markingProblems.sampleReason,
  ],
  refreshes: ['samples', 'markingProgress', 'scoreFixes'],
})
