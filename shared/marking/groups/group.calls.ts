import * as z from 'zod'
import { PaperQuestion, Settling } from '#shared/exam/exam.types.ts'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId, PaperId, QuestionId, SchoolId, TeacherId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { queryInt } from '#shared/kit/query.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { MarkerLimit, mostLeaders, mostMarkers, mostPrincipals } from './group.types.ts'
import { ReadTime } from './readTime.rules.ts'
import { markingProblems } from '../marking.problems.ts'

const ofPaper = { scope: on('paper', 'paperId') }
const arranges = { ...ofTool('adjust-read-arrange'), ...ofPaper }
const sees = { ...besideTool('adjust-read-arrange'), ...ofPaper }
const ofGroup = { paperId: PaperId, lead: QuestionId }

const Warning = z.object({ kind: z.string(), text: z.string(), bars: z.boolean() })
const Named = z.object({ userId: UserId, teacherName: z.string() })

export const GroupRow = z.object({
  lead: QuestionId,
  questionIds: z.array(QuestionId),
  groupName: z.string(),
  /** Named markers; none: all teachers of the course. */
  markers: z.array(UserId),
  leaders: z.array(Named),
  /** Who marks, named or not. */
  markerCount: z.int(),
  schoolCount: z.int(),
  double: z.boolean(),
  /** Marks that it owes, and minutes of work a marker. */
  marks: z.int(),
  minutes: z.int(),
  warnings: z.array(Warning),
})
export type GroupRow = z.infer<typeof GroupRow>

/** Who may be put into a group. */
export const Candidate = Named.extend({
  classNames: z.array(z.string()),
  schoolName: z.string().optional(),
  /** Teaches the paper's course in the exam. */
  ofCourse: z.boolean(),
})

export const markingGroups = call('GET /api/exam/mark/groups/list', {
  summary: 'The groups of a paper: who marks which questions, who leads, and what is wrong with it before it opens',
  ...sees,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      examId: ExamId,
      courseName: z.string(),
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      joint: z.boolean(),
      answers: z.int(),
      principals: z.array(Named),
      /** Not on phones. */
      largeScreen: z.boolean(),
      groups: z.array(GroupRow),
      /** Of the paper as a whole. */
      warnings: z.array(Warning),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          markers: PaperQuestion.shape.markers.unwrap(),
          tolerance: z.int(),
          settle: Settling.optional(),
          markStep: z.int().optional(),
        }),
      ),
      /** Of the questions, whose rules are saved over it. */
      paperVersion: z.int(),
      people: z.array(Candidate),
      mayManage: z.boolean(),
      version: z.int(),
    }),
  feeds: ['arrangement'],
})

export const saveMarkingGroup = call('POST /api/exam/mark/groups/save', {
  summary:
    'Make a group of questions with its markers and leaders, or change one; while marking runs claims of who leaves go back at once',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      /** The first question of the group that is changed. */
      lead: QuestionId.optional(),
      questionIds: z.array(QuestionId).min(1, '请选择题目').max(50, '一组最多50题'),
      groupName: optionalLine('组名', 20),
      markers: z.array(UserId).max(mostMarkers, `一组最多${mostMarkers}位阅卷教师`),
      leaders: z.array(UserId).max(mostLeaders, `一组最多${mostLeaders}位组长`),
      version: z.int(),
    }),
  output: () => z.object({ lead: QuestionId, version: z.int(), released: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.foreignMarker,
    markingProblems.groupsFull,
    markingProblems.markersFull,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

export const removeMarkingGroup = call('POST /api/exam/mark/groups/remove', {
  summary: 'Dissolve a group: its questions are marked by all teachers of the course again',
  ...arranges,
  input: () => z.object({ ...ofGroup, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

export const saveSettling = call('POST /api/exam/mark/arrange/settle', {
  summary: 'Say how the marks of these questions become scores; while marking runs what that asks for is handed out',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      questionIds: z.array(QuestionId).min(1, '请选择题目').max(50, '一组最多50题'),
      markers: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      tolerance: z.int().min(0).max(100_000),
      settle: Settling,
      /** Of the paper. */
      version: z.int(),
    }),
  output: () => z.object({ version: z.int(), uuid: JobId.optional() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.importing,
    markingProblems.tooWide,
    markingProblems.tooFewMarkers,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'paper', 'markingTasks', 'markingProgress', 'jobs'],
})

export const setPrincipals = call('POST /api/exam/mark/handle/add/principal', {
  summary: 'Say who answers for a paper: they arbitrate where a group has no leader',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      principals: z.array(UserId).max(mostPrincipals, `最多${mostPrincipals}位负责人`),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.arrangedClosed,
    markingProblems.foreignMarker,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks'],
})

export const setReadTime = call('POST /api/exam/mark/groups/readTime', {
  summary: 'Say between which times a paper’s answers are handed out; what is in hand may be finished',
  ...arranges,
  input: () => z.object({ paperId: PaperId, readTime: ReadTime, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.arrangedClosed,
    markingProblems.readTimePast,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks'],
})

export const groupMarkers = call('GET /api/exam/mark/groups/markers', {
  summary:
    'The markers of a group: their accounts, what they have done and hold, their bound and whether they are paused',
  ...sees,
  input: () => z.object({ ...ofGroup, ...pageFields, pageSize: pageFields.pageSize.pipe(z.int().max(50)) }),
  output: () =>
    pageOf(
      z.object({
        /** Who has no account has no user either. */
        userId: UserId.optional(),
        teacherId: TeacherId.optional(),
        teacherName: z.string(),
        schoolId: SchoolId.optional(),
        schoolName: z.string().optional(),
        accountName: z.string().optional(),
        ofCourse: z.boolean(),
        leads: z.boolean(),
        /** Answers marked, and answers in hand. */
        marked: z.int(),
        held: z.int(),
        most: z.int().optional(),
        paused: z.boolean(),
      }),
    ),
  problems: [markingProblems.notManager, markingProblems.noQuestion],
  feeds: ['arrangement', 'markingProgress'],
})

export const limitMarker = call('POST /api/exam/mark/groups/limit', {
  summary: 'Bound what is handed out to a marker of a group, or pause one: what is in hand and not marked goes back',
  ...arranges,
  input: () =>
    z.object({
      ...ofGroup,
      userId: UserId,
      most: MarkerLimit.shape.most,
      paused: z.boolean(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int(), released: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.foreignMarker,
    markingProblems.limitsFull,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

const Proposed = z.object({
  lead: QuestionId,
  questionIds: z.array(QuestionId),
  groupName: z.string(),
  /** Who is named now; none: all of the course. */
  before: z.int(),
  markers: z.array(UserId),
  /** Marks that it still owes, and minutes of work a marker. */
  marks: z.int(),
  minutes: z.int(),
})

export const automaticArrangement = call('GET /api/exam/mark/arrange/automatic', {
  summary:
    'Who would mark what if all had about as much to do, by what such answers took in earlier exams; changes nothing',
  ...sees,
  input: () => z.object({ paperId: PaperId, hours: queryInt(z.int().min(1).max(200)).optional() }),
  output: () =>
    z.object({
      examId: ExamId,
      courseName: z.string(),
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      joint: z.boolean(),
      groups: z.array(Proposed),
      markers: z.array(
        Named.extend({ schoolName: z.string().optional(), leads: z.array(QuestionId), minutes: z.int() }),
      ),
      /** If all mark at once: minutes until the last is done. */
      finishMinutes: z.int(),
      /** Markers that were needed to be done within `hours`. */
      needed: z.int().optional(),
      /** What an answer of each question takes, and whether earlier exams say so. */
      times: z.array(z.object({ questionId: QuestionId, number: z.string(), seconds: z.int(), learnt: z.boolean() })),
      learntFrom: z.int(),
      warnings: z.array(Warning),
      mayManage: z.boolean(),
      version: z.int(),
    }),
  problems: [markingProblems.notManager],
  feeds: ['arrangement'],
})

export const arrangeGroups = call('POST /api/exam/mark/groups/arrange', {
  summary:
    'Name the markers of several groups at once, as it was proposed; while marking runs claims of who leaves go back',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      groups: z
        .array(z.object({ lead: QuestionId, markers: z.array(UserId).min(1).max(mostMarkers) }))
        .min(1)
        .max(400),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int(), released: z.int() }),
  problems: [
    markingProblems.notManager,
    markingProblems.noQuestion,
    markingProblems.arrangedClosed,
    markingProblems.foreignMarker,
    markingProblems.groupsFull,
    markingProblems.markersFull,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

export const mobileMarkSwitch = call('GET /api/exam/mark/handle/getMobileMarkSwitch', {
  summary: 'Whether a paper may be marked on phones',
  ...sees,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ on: z.boolean(), version: z.int() }),
  feeds: ['arrangement'],
})

export const mobileMarkSwitches = call('GET /api/exam/mark/handle/getMobileMarkSwitch/exam', {
  summary: 'Which papers of an exam may be marked on phones, and why one may not be switched any more',
  ...ofTool('other-func'),
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      papers: z.array(
        z.object({
          paperId: PaperId,
          courseName: z.string(),
          on: z.boolean(),
          barred: z.string().nullable(),
          version: z.int(),
        }),
      ),
    }),
  problems: [markingProblems.notManager, commonProblems.notFound],
  feeds: ['arrangement', 'exam'],
})

export const setMobileMarkSwitch = call('POST /api/exam/mark/handle/setMobileMarkSwitch', {
  summary: 'Let a paper be marked on phones, or on large screens alone; what is in hand is marked to its end',
  ...arranges,
  input: () => z.object({ paperId: PaperId, on: z.boolean(), version: z.int() }),
  output: () => z.object({ on: z.boolean(), version: z.int() }),
  problems: [markingProblems.notManager, markingProblems.arrangedClosed, commonProblems.stale],
  refreshes: ['arrangement', 'markingTasks'],
})
