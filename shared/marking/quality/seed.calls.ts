/** Seeds: what a group asks of its marking, how consistent its markers are, and what is done where one is not. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, JobId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { QualityRule, SeedRule, TrialRule, usualSeeds, usualTrial } from './rule.types.ts'
import { seedStates } from './seedMark.types.ts'

/** Who arbitrates a question leads its marking, and may be any teacher: the command says who it is. */
const ofPaper = { ...besideTool('adjust-read-arrange'), scope: on('paper', 'paperId') }
const at = { paperId: PaperId, questionId: QuestionId }

export const groupQuality = call('GET /api/exam/mark/groups/quality', {
  summary: 'What a group asks of its marking: trial, seeds, samples; as it was set, or as it is usual',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, lead: QuestionId }),
  output: () =>
    z.object({
      groupName: z.string(),
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      joint: z.boolean(),
      quality: QualityRule,
      /** Chosen answers by question; a trial of a question without any is none. */
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          trial: z.int(),
          seeds: z.int(),
          /** Hundredths. */
          tolerance: z.int(),
        }),
      ),
      version: z.int(),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['arrangement', 'standards'],
})

export const saveGroupQuality = call('POST /api/exam/mark/groups/quality', {
  summary: 'Say what a group asks of its marking; live work waits for a trial that is asked for',
  ...ofPaper,
  input: () =>
    z
      .object({
        paperId: PaperId,
        lead: QuestionId,
        /** `preparing`: its answers are being chosen, and no live work is handed out. */
        trial: z.enum(['none', 'preparing', 'begun']),
        within: TrialRule.shape.within.default(usualTrial.within),
        bias: TrialRule.shape.bias.default(usualTrial.bias),
        expert: SeedRule.shape.expert,
        own: SeedRule.shape.own,
        tolerance: SeedRule.shape.tolerance,
        warn: SeedRule.shape.warn.default(usualSeeds.warn),
        stop: SeedRule.shape.stop.default(usualSeeds.stop),
        samples: z.int().min(0).max(100),
        version: z.int(),
      })
      .refine((of) => of.warn <= of.stop, { path: ['stop'], message: '暂停的份数不能少于提醒的份数' }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.groupsFull,
    markingProblems.trialEmpty,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'trial', 'seeds'],
})

const Consistency = z.object({
  n: z.int(),
  /** Shares. */
  exact: z.number(),
  within: z.number(),
  /** Hundredths: given less right, and without the sign. */
  off: z.number(),
  apart: z.number(),
})

export const seedReport = call('GET /api/exam/mark/handle/quality/seeds', {
  summary: 'How consistent each marker of a question is with the experts and with the own earlier marks',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional() }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      /** Those whose marking the caller leads, and how many of their markers are stopped. */
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          lead: QuestionId,
          seeds: z.int(),
          stopped: z.int(),
        }),
      ),
      questionId: QuestionId,
      rule: SeedRule.nullable(),
      /** Hundredths that a mark may lie off. */
      tolerance: z.int(),
      markers: z.array(
        z.object({
          userId: UserId,
          markerName: z.string(),
          expert: Consistency.nullable(),
          own: Consistency.nullable(),
          state: z.enum(seedStates),
          since: z.int(),
          /** Off, of the last ones. */
          bad: z.int(),
          recent: z.int(),
          /** The work after this moment is in doubt; null: none. 0: all of it. */
          doubt: z.int().nullable(),
          self: z.boolean(),
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['seeds', 'arrangement', 'standards'],
})

export const releaseMarker = call('POST /api/exam/mark/handle/quality/seeds/release', {
  summary: 'Let a marker who was stopped go on: what was counts no more; with a reason, on record',
  ...ofPaper,
  input: () => z.object({ ...at, userId: UserId, reason: prose('请填写原因', 2, 200) }),
  output: () => z.object({ state: z.enum(seedStates) }),
  problems: [
    markingProblems.notLeader,
    markingProblems.noQuestion,
    markingProblems.notOpen,
    markingProblems.ownQuality,
    markingProblems.noMarks,
    commonProblems.stale,
  ],
  refreshes: ['seeds', 'markingTasks'],
})

export const remarkDoubted = call('POST /api/exam/mark/handle/quality/seeds/remark', {
  summary:
    'Have others mark again what a marker gave after the last good seed; `look` says how many and changes nothing',
  ...ofPaper,
  input: () =>
    z.object({
      ...at,
      userId: UserId,
      since: z.int().min(0),
      look: z.boolean(),
      reason: prose('请填写原因', 2, 200),
      attemptId: AttemptId,
    }),
  /** `about`: there may be a few more. */
  output: () => z.object({ marks: z.int(), about: z.boolean(), uuid: JobId.nullable() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.notOpen,
    markingProblems.noQuestion,
    markingProblems.againReleased,
    markingProblems.againTwice,
    markingProblems.againAlone,
    markingProblems.againBusy,
    markingProblems.againImported,
    markingProblems.againNothing,
    markingProblems.conflict,
    markingProblems.counting,
  ],
  refreshes: ['againRounds', 'markingProgress', 'markingTasks', 'arrangement', 'seeds', 'jobs'],
})
