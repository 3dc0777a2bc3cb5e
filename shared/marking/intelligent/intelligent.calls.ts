/** Intelligent marking: like answers of a blank are grouped, and a marker gives a group one mark. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, BundleId, JobId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { AnswerView } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { MarkRole, MarkValue } from '../marking.types.ts'
import { mostInBundle } from './sheet.types.ts'

const ofPaper = { scope: on('paper', 'paperId') }

export const listQuestion = call('GET /api/exam/mark/intelligent/listQuestion', {
  summary: 'The blanks of a paper, which of them are marked by groups of like answers, and how far each is',
  ...besideTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      courseName: z.string(),
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      version: z.int(),
      mayManage: z.boolean(),
      /** The deployment has a reader: it reads answers of every kind. */
      reads: z.boolean(),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          on: z.boolean(),
          /** First marks that are needed, and given. */
          total: z.int(),
          done: z.int(),
          /** Another kind of question: its answers are looked at one by one. */
          blank: z.boolean(),
        }),
      ),
    }),
  feeds: ['arrangement', 'markingProgress'],
})

export const setIntelligenceStatus = call('POST /api/exam/mark/arrange/setIntelligenceStatus', {
  summary:
    'Whether like answers of a blank are handed out in groups; while marking is open what no one has had is grouped',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, on: z.boolean(), version: z.int() }),
  output: () => z.object({ on: z.boolean(), version: z.int(), uuid: JobId.optional() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.notBlanks,
    markingProblems.arrangedClosed,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'jobs'],
})

export const process = call('POST /api/exam/mark/intelligent/process', {
  summary: 'Group the like answers of a question again: pages that came late, and what no one has had in hand',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.notGrouped,
    markingProblems.notOpen,
  ],
  refreshes: ['arrangement', 'markingTasks', 'jobs'],
})

/** How many answers apart from their group are shown. */
export const mostApart = 24

export const listResult = call('GET /api/exam/mark/intelligent/listResult', {
  summary:
    'Groups against the marks that people gave: how many answers a decision settled, who stood apart, and how fast',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      courseName: z.string(),
      /** Of a large paper some sheets are looked at, by chance. */
      sampled: z.boolean(),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          /** Answers of sheets that are marked, in how many groups, and how many of those are a single answer. */
          answers: z.int(),
          groups: z.int(),
          alone: z.int(),
          /** Members of groups of two and more, and how many of them got the mark that most of their group got. */
          members: z.int(),
          agreed: z.int(),
          /** The same beyond chance: κ of their marks beside that of most of their group, by the distance of the marks. */
          kappa: z.number().nullable(),
          /** Their marks beside those of another marker of the same answers: how many, share of equal ones, κ. */
          others: z.object({ n: z.int(), exact: z.number(), kappa: z.number().nullable() }).nullable(),
          /** Seconds an answer took its marker: by groups, and one by one; null where too few were marked. */
          together: z.number().nullable(),
          single: z.number().nullable(),
        }),
      ),
      /** Answers that got another mark than most of their group, with what both are. */
      apart: z.array(
        z.object({
          key: z.string(),
          questionId: QuestionId,
          number: z.string(),
          given: MarkValue,
          most: MarkValue,
          images: AnswerView.shape.images,
        }),
      ),
    }),
  problems: [markingProblems.notManager],
  feeds: ['markingProgress'],
})

/** What one marker has in hand at once, answer by answer. */
const Item = z.object({ studentId: StudentId, imageVersion: z.int(), attemptId: AttemptId, value: MarkValue })

export const submitItems = call('POST /api/exam/mark/intelligent/submitItems', {
  summary: 'Marks of a group: each is one conditional write of its answer as by hand; those that fail are named alone',
  ...markers,
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      bundleId: BundleId,
      role: MarkRole,
      epoch: z.int(),
      items: z.array(Item).min(1).max(mostInBundle),
    }),
  output: () =>
    z.object({ refused: z.array(z.object({ studentId: StudentId, status: z.int(), message: z.string() })) }),
  problems: [markingProblems.noQuestion, markingProblems.notMarker],
})
