/** 知识点关联 of a paper (tool knowledge-relate): which points of its course's tree a question asks, and by what it is grouped. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId, QuestionId, Tenant } from '#shared/kit/ids.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { QuestionGroups } from '../questionGroup.types.ts'
import { ofTool } from './tool.types.ts'

/** So many points has a question. */
export const mostOfQuestion = 8
const Point = z.string().max(90)
const Points = z.array(Point).max(mostOfQuestion, `一题最多${mostOfQuestion}个知识点`)
const Chapter = z.object({ chapter: z.string(), points: z.array(z.string()) })

/** So many abilities has a paper: reports give each a row. */
export const mostAbilities = 20

/** Beside the paper: its key and its scores do not know of it. */
export const PaperKnowledge = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  /** By question. */
  points: z.record(z.string(), z.array(Point)),
  /** By question too; nothing of one that is in no group. */
  groups: z.record(z.string(), QuestionGroups).optional(),
  version: z.int(),
})
export type PaperKnowledge = z.infer<typeof PaperKnowledge>

/** A school's or an area's own tree of a course, in place of the one that is shipped. */
export const KnowledgeTree = z.object({
  schema: z.literal(1),
  owner: Tenant,
  courseName: z.string(),
  tree: z.array(Chapter),
  byName: z.string(),
  at: z.int(),
  version: z.int(),
})
export type KnowledgeTree = z.infer<typeof KnowledgeTree>

const ofPaper = { ...ofTool('knowledge-relate'), scope: on('paper', 'paperId') }

export const paperKnowledge = call('GET /api/exam/paper/knowledge', {
  summary: 'The tree of knowledge points of a paper’s course, and which of them each question asks',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      courseName: z.string(),
      /** Whose tree it is: shipped, or brought by `byName`. */
      own: z.boolean(),
      byName: z.string().optional(),
      at: z.int().optional(),
      tree: z.array(Chapter),
      treeVersion: z.int(),
      /** Whether the caller may bring another: it is the owner's, not of this exam alone. */
      brings: z.boolean(),
      questions: z.array(
        z
          .object({ questionId: QuestionId, number: z.string(), fullScore: z.int(), points: z.array(Point) })
          .extend(QuestionGroups.shape),
      ),
      version: z.int(),
    }),
  problems: [examProblems.notFound],
  feeds: ['knowledge', 'exam'],
})

export const relateKnowledge = call('POST /api/exam/paper/knowledge', {
  summary: 'Say which points of the tree some questions of a paper ask: beside those that they have, or in their place',
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      version: z.int().min(0),
      questionIds: z.array(QuestionId).min(1, '请选择题目').max(400),
      points: Points,
      /** Beside what is there; otherwise in its place. */
      adds: z.boolean(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.noPoint, examProblems.manyPoints, commonProblems.stale],
  refreshes: ['knowledge'],
})

export const groupQuestions = call('POST /api/exam/paper/knowledge/group', {
  summary: 'Say which ability some questions of a paper ask and of which volume they are, or take either away',
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      version: z.int().min(0),
      questionIds: z.array(QuestionId).min(1, '请选择题目').max(400),
      /** Absent leaves what is there; '' takes it away. */
      ability: optionalLine('能力', 20),
      /** Absent leaves what is there; 0 takes it away. */
      volume: z.union([z.literal(0), QuestionGroups.shape.volume.unwrap()]).optional(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.manyAbilities, commonProblems.stale],
  refreshes: ['knowledge'],
})

export const importTree = call('POST /api/exam/paper/knowledge/tree', {
  summary: 'Bring an own tree of knowledge points of a paper’s course, or go back to the shipped one; looked at first',
  // The tree is of all exams: no tool that is given in one of them opens it.
  ...examOverseers,
  scope: ofPaper.scope,
  input: () =>
    z.object({
      paperId: PaperId,
      version: z.int().min(0),
      /** Two columns, chapter and point; '' goes back to the shipped tree. */
      text: z.string().max(100_000, '内容太长'),
      /** Only says what would be read. */
      look: z.boolean(),
    }),
  output: () => z.object({ chapters: z.int(), points: z.int() }),
  problems: [examProblems.notFound, examProblems.badTree, commonProblems.stale],
  refreshes: ['knowledge'],
})
