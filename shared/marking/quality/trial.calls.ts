/** Trial marking: its desk, its report, and who lets a marker pass by hand. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { AnswerView, ClaimedBundle } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { ChosenPoints, RubricPoint, RubricShown } from '../rubric/rubric.types.ts'
import { Standard } from './standard.types.ts'
import { TrialRule } from './rule.types.ts'
import { TrialState } from './trial.types.ts'

/** Who arbitrates a question leads its marking, and may be any teacher: the command says who it is. */
const ofPaper = { ...besideTool('adjust-read-arrange'), scope: on('paper', 'paperId') }
const marks = { ...markers, scope: on('paper', 'paperId') }
const at = { paperId: PaperId, questionId: QuestionId }

const Agreement = z.object({
  n: z.int(),
  /** Shares. */
  exact: z.number(),
  within: z.number(),
  /** Hundredths. */
  off: z.number(),
  apart: z.number(),
  kappa: z.number().nullable(),
})

export const trialDesk = call('GET /api/exam/mark/handle/trial/desk', {
  summary: 'The answers of a trial, as the caller has marked them; the experts’ marks once all are marked',
  ...marks,
  input: () => z.object(at),
  output: () =>
    z.object({
      examName: z.string(),
      question: ClaimedBundle.shape.question,
      /** `preparing`: the leader is still choosing. */
      state: z.enum(['preparing', ...TrialState.options]),
      rule: TrialRule.pick({ within: true, bias: true }),
      rubric: RubricShown.nullable(),
      answers: z.array(
        z.object({
          /** What the desk knows it by; nothing else is told of whose it is. */
          key: z.string(),
          images: AnswerView.shape.images,
          score: z.int().nullable(),
          points: ChosenPoints.optional(),
          right: Standard.pick({ score: true, points: true, reason: true }).optional(),
        }),
      ),
      result: Agreement.nullable(),
    }),
  problems: [
    markingProblems.notOpen,
    markingProblems.notMarker,
    markingProblems.noQuestion,
    markingProblems.noTrial,
    markingProblems.passwordNeeded,
  ],
  feeds: ['trial'],
})

export const trialMark = call('POST /api/exam/mark/handle/trial/score', {
  summary: 'A mark of a trial: of no answer, and the same attempt may be sent again',
  ...marks,
  input: () =>
    z.object({
      ...at,
      key: z.string().max(40),
      score: z.int().min(0).max(100_000),
      points: ChosenPoints.optional(),
      attemptId: AttemptId,
    }),
  output: () => z.object({ score: z.int() }),
  problems: [
    markingProblems.notOpen,
    markingProblems.notMarker,
    markingProblems.noQuestion,
    markingProblems.noTrial,
    markingProblems.badScore,
    markingProblems.badPoints,
    markingProblems.trialEnded,
    markingProblems.trialGone,
    markingProblems.passwordNeeded,
  ],
  refreshes: ['trial'],
})

export const finishTrial = call('POST /api/exam/mark/handle/trial/finish', {
  summary: 'End the own trial: whether the marker qualifies is said by the group’s rule',
  ...marks,
  input: () => z.object(at),
  output: () => z.object({ state: TrialState }),
  problems: [
    markingProblems.notOpen,
    markingProblems.notMarker,
    markingProblems.noQuestion,
    markingProblems.noTrial,
    markingProblems.trialOpen,
    markingProblems.passwordNeeded,
  ],
  refreshes: ['trial', 'markingTasks'],
})

export const trialReport = call('GET /api/exam/mark/handle/trial/report', {
  summary: 'The trial of a question: every marker beside the experts, all markers beside each other, answer by answer',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional() }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      /** Those whose marking the caller leads; whether a trial is asked for, and how many of its answers are chosen. */
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          step: z.int(),
          lead: QuestionId,
          trial: TrialRule.nullable(),
          answers: z.int(),
        }),
      ),
      questionId: QuestionId,
      /** Hundredths that a mark may lie off. */
      tolerance: z.int(),
      markers: z.array(
        z.object({
          userId: UserId,
          markerName: z.string(),
          /** null: not begun. */
          state: TrialState.nullable(),
          round: z.int(),
          done: z.int(),
          agreement: Agreement.nullable(),
          byName: z.string().optional(),
          reason: z.string().optional(),
        }),
      ),
      /** Of those who have marked every answer, every two beside each other. */
      all: z.object({ markers: z.int(), agreement: Agreement.nullable(), icc: z.number().nullable() }),
      /** Of each point of the rubric how often markers saw it as the experts did, of marks where both chose points. */
      points: z.array(
        RubricPoint.pick({ id: true, name: true, score: true }).extend({
          n: z.int(),
          same: z.int(),
          /** Chosen by the experts and not by the marker, and the other way round. */
          missed: z.int(),
          extra: z.int(),
        }),
      ),
      answers: z.array(
        z.object({
          key: z.string(),
          images: AnswerView.shape.images,
          right: z.int(),
          reason: z.string(),
          mean: z.number().nullable(),
          low: z.int().nullable(),
          high: z.int().nullable(),
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['trial', 'standards', 'arrangement'],
})

export const passTrial = call('POST /api/exam/mark/handle/trial/pass', {
  summary: 'Let a marker begin live work without the trial, or have one try again; with a reason, on record',
  ...ofPaper,
  input: () =>
    z.object({
      ...at,
      userId: UserId,
      act: z.enum(['pass', 'again']),
      reason: prose('请填写原因', 2, 200),
    }),
  output: () => z.object({ state: TrialState.nullable() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.noQuestion,
    markingProblems.notOpen,
    markingProblems.noTrial,
    markingProblems.foreignMarker,
    markingProblems.ownQuality,
    commonProblems.stale,
  ],
  refreshes: ['trial', 'markingTasks'],
})
