/** Standards: chosen by who leads a question's marking, seen by its markers. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { prose } from '#shared/kit/text.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { AnswerView } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { ChosenPoints, RubricShown } from '../rubric/rubric.types.ts'
import { Standard, StandardUse } from './standard.types.ts'

/** Who arbitrates a question leads its marking, and may be any teacher: the command says who it is. */
const ofPaper = { ...besideTool('adjust-read-arrange'), scope: on('paper', 'paperId') }
const marks = { ...markers, scope: on('paper', 'paperId') }
const Images = AnswerView.shape.images

export const standards = call('GET /api/exam/mark/handle/standard/list', {
  summary: 'The questions whose marking the caller leads, and the standards of one of them with their pictures',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional() }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          step: z.int(),
          counts: z.record(StandardUse, z.int()),
        }),
      ),
      /** Whose standards these are: what was asked for, or the first one. */
      questionId: QuestionId,
      /** What its marks are made of; null where they are numbers. */
      rubric: RubricShown.nullable(),
      list: z.array(
        Standard.omit({ schema: true, paperId: true, by: true }).extend({
          images: Images,
          /** Its picture was replaced since, or the sheet is no longer there: it is shown to no marker. */
          replaced: z.boolean(),
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['standards'],
})

export const standardChoices = call('GET /api/exam/mark/handle/standard/choices', {
  summary: 'Answers of a question to choose standards from, by chance; another `at` gives others',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, at: queryInt(z.int().min(0).max(10_000)) }),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          studentId: StudentId,
          imageVersion: z.int(),
          images: Images,
          likelyBlank: z.boolean(),
          /** What stands now, where it was marked. */
          score: z.int().nullable(),
          /** It is one already. */
          use: StandardUse.optional(),
        }),
      ),
    }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  feeds: ['standards'],
})

export const saveStandard = call('POST /api/exam/mark/handle/standard/save', {
  summary: 'Make an answer a standard, with the mark that was agreed and why',
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      studentId: StudentId,
      imageVersion: z.int(),
      use: StandardUse,
      score: z.int().min(0).max(100_000),
      points: ChosenPoints.optional(),
      reason: prose('请填写给分理由', 2, 300),
      /** 0 for a new one. */
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notLeader,
    markingProblems.noQuestion,
    markingProblems.notOpen,
    markingProblems.badScore,
    markingProblems.badPoints,
    markingProblems.imageReplaced,
    markingProblems.tooManyStandards,
  ],
  refreshes: ['standards'],
})

export const removeStandard = call('POST /api/exam/mark/handle/standard/delete', {
  summary: 'An answer is a standard no more',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, studentId: StudentId, version: z.int() }),
  output: () => z.object({ removed: z.literal(true) }),
  problems: [markingProblems.notLeader, markingProblems.noQuestion],
  refreshes: ['standards'],
})

export const examples = call('GET /api/exam/mark/handle/standard/examples', {
  summary: 'The standards that lie open beside the work of a question’s markers, highest first',
  ...marks,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId }),
  output: () =>
    z.object({
      list: z.array(Standard.pick({ score: true, reason: true }).extend({ key: z.string(), images: Images })),
    }),
  problems: [markingProblems.notMarker, markingProblems.noQuestion, markingProblems.passwordNeeded],
})
