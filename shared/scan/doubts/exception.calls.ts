/** Exceptions beside the queue: students by what is doubtful of them, results as recognised, several people at one pile. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { BatchId, ClassId, JobId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { ScriptRow } from '../scan.calls.ts'
import { DoubtRow } from './doubt.types.ts'
import { scanProblems } from '../scan.problems.ts'
import { keyset as pageByKey, keysetOf } from '#shared/kit/paging.ts'
import { looks, manages, managesBatch, onePage, pageProblems, settled } from '../scan.scope.ts'

const changed = ['scans', 'doubts', 'ledger', 'cooperation']
const keyset = { ...pageByKey, paperId: PaperId }

const students = {
  ...looks,
  input: () => z.object({ ...keyset, classId: ClassId.optional() }),
  output: () => z.object({ list: z.array(ScriptRow), total: z.int(), next: z.string().optional() }),
  feeds: ['doubts', 'ledger'],
}
export const lowStudents = call('GET /api/exam/answerCard/get/lowConfidentCardStudents', {
  summary: 'Candidates with a choice that the recogniser will not vouch for',
  ...students,
})
export const blankStudents = call('GET /api/exam/answerCard/get/objItemLikelyAllBlankStudents', {
  summary: 'Candidates who chose nothing at all',
  ...students,
})

const Letters = z
  .string()
  .regex(/^[A-Z]*$/)
  .max(26)
export const confirmMany = call('POST /api/exam/answerCard/v2/set/likelyErrCards/mulSchoolConfirm', {
  summary: 'Confirm what was read of many pages at once; what another user has changed since stays',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      pages: z
        .array(
          z.object({
            ...onePage,
            answers: z
              .array(z.object({ questionId: z.string().max(64), letters: Letters }))
              .max(400)
              .default([]),
            accept: z.array(z.enum(['scale', 'absentMark', 'likelyBlank', 'suspected'])).default([]),
          }),
        )
        .min(1, '请选择页面')
        .max(100),
    }),
  output: () => z.object({ confirmed: z.int(), refused: z.array(z.object({ no: z.string(), message: z.string() })) }),
  refreshes: changed,
})

export const setChoicesBlank = call('POST /api/exam/answerCard/student/objResultToNull', {
  summary: 'Say that questions of a page were left empty, over any reading',
  ...managesBatch,
  input: () => z.object({ ...onePage, questionIds: z.array(z.string().max(64)).min(1, '请选择题目').max(400) }),
  output: settled,
  problems: [...pageProblems, scanProblems.wrongLetters],
  refreshes: changed,
})
export const resetChoices = call('POST /api/exam/answerCard/v2/exception/objResultNotNull/recognition', {
  summary: 'Take back what a person said of questions: what was read stands again',
  ...managesBatch,
  input: () => z.object({ ...onePage, questionIds: z.array(z.string().max(64)).min(1, '请选择题目').max(400) }),
  output: settled,
  problems: pageProblems,
  refreshes: changed,
})
export const suspectPage = call('POST /api/exam/answerCard/v2/update/errorType', {
  summary: 'Say that something is wrong with a page that was read without a doubt: it waits for a person',
  ...managesBatch,
  input: () => z.object({ ...onePage, reason: line('疑点', 100) }),
  output: settled,
  problems: [...pageProblems, scanProblems.notMatched],
  refreshes: changed,
})

/** Student state (2 §4): 1 normal, 2 exception, 3 handled. */
export const studentState = call('GET /api/exam/answerCard/student/errorTypeCode', {
  summary: 'Whether anything of a candidate’s cards waits, or was settled by a person',
  ...looks,
  input: () => z.object({ paperId: PaperId, studentId: StudentId }),
  output: () =>
    z.object({
      state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      kinds: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int() })),
      settlements: z.array(z.object({ at: z.int(), byName: z.string(), act: z.string(), note: z.string() })),
    }),
  feeds: ['doubts'],
})
export const setNormal = call('POST /api/exam/answerCard/student/normal/update', {
  summary: 'Say that candidates were not absent',
  ...manages,
  input: () => z.object({ paperId: PaperId, studentIds: z.array(StudentId).min(1, '请选择考生').max(1000) }),
  output: () => z.object({ changed: z.int() }),
  problems: [scanProblems.noCandidate],
  refreshes: changed,
})

const Choice = z.object({
  questionId: z.string(),
  number: z.string(),
  page: z.int(),
  /** Letters; null waits for a person. */
  chosen: z.string().nullable(),
  /** A person said so. */
  settled: z.boolean(),
  /** True or false: its letters T and F are shown as the card prints them. */
  judged: z.boolean().optional(),
  batchId: BatchId,
  no: z.string(),
  version: z.int(),
})
/** Paper A or B, and which optional questions were answered. */
const Marked = Choice.omit({ number: true }).extend({
  kind: z.enum(['paper', 'pick']),
  /** A and B, or the numbers of the questions that are chosen from. */
  offered: z.array(z.string()),
  /** How many of them are to be answered. */
  most: z.int(),
})
export const studentChoices = call('GET /api/exam/answerCard/student/result/objective', {
  summary: 'A candidate’s choices as they stand',
  ...looks,
  input: () => z.object({ paperId: PaperId, studentId: StudentId }),
  output: () =>
    z.object({
      studentName: z.string(),
      studentNumber: z.string(),
      className: z.string(),
      state: z.enum(['present', 'absent', 'missing']),
      mayManage: z.boolean(),
      choices: z.array(Choice),
      marks: z.array(Marked),
    }),
  problems: [commonProblems.notFound],
  feeds: ['doubts'],
})
export const studentBlocks = call('GET /api/exam/answerCard/student/result/subjective', {
  summary: 'A candidate’s subjective answers as pictures',
  ...looks,
  input: () => z.object({ paperId: PaperId, studentId: StudentId }),
  output: () =>
    z.array(
      z.object({
        blockId: z.string(),
        numbers: z.string(),
        url: z.string(),
        width: z.int(),
        height: z.int(),
        likelyBlank: z.boolean(),
        page: z.int(),
        batchId: BatchId,
        no: z.string(),
        version: z.int(),
        /** Scores on paper of its questions, hundredths; null where none is. */
        scores: z.array(
          z.object({
            questionId: z.string(),
            number: z.string(),
            fullScore: z.int(),
            step: z.int(),
            score: z.int().nullable(),
          }),
        ),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['doubts'],
})
export const questionChoices = call('GET /api/exam/answerCard/student/result/question/objective', {
  summary: 'What candidates chose in one question, a page of them at a time',
  ...looks,
  input: () => z.object({ ...keyset, questionId: z.string().max(64), classId: ClassId.optional() }),
  output: () =>
    keysetOf(
      z.object({
        studentId: StudentId,
        studentName: z.string(),
        studentNumber: z.string(),
        className: z.string(),
        chosen: z.string().nullable(),
        settled: z.boolean(),
        judged: z.boolean().optional(),
      }),
    ),
  feeds: ['doubts'],
})
export const questionBlocks = call('GET /api/exam/answerCard/student/result/question/subjective', {
  summary: 'The answers to one subjective question as pictures, a page of candidates at a time',
  ...looks,
  input: () => z.object({ ...keyset, questionId: z.string().max(64), classId: ClassId.optional() }),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          studentId: StudentId,
          studentName: z.string(),
          className: z.string(),
          url: z.string(),
          width: z.int(),
          height: z.int(),
          likelyBlank: z.boolean(),
        }),
      ),
      next: z.string().optional(),
    }),
  feeds: ['doubts'],
})
export const cardQuestions = call('GET /api/exam/answerCard/v2/low/getQuestionBlockList', {
  summary: 'The questions of a paper’s card, objective and subjective, with their page',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.array(z.object({ questionId: z.string(), number: z.string(), page: z.int(), objective: z.boolean() })),
})

const exports = {
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs'],
}
export const exportAbsent = call('POST /api/exam/answerCard/exportAbsentStudent', {
  summary: 'The absent candidates of a paper as a workbook',
  ...exports,
})
export const exportStatuses = call('POST /api/exam/plan/school/v2/download/studentAnswerCardStatus/async', {
  summary: 'Every candidate of a paper and how their cards stand, as a workbook',
  ...exports,
})

/** Several people at one pile. */
const Cooperation = z.object({
  open: z.boolean(),
  groups: z.int(),
  openedBy: z.string(),
  members: z.array(
    z.object({ userId: UserId, userName: z.string(), groupIndex: z.int(), settled: z.int(), holds: z.int() }),
  ),
  /** Of the caller. */
  joined: z.int().nullable(),
  left: z.int(),
  mayManage: z.boolean(),
})
const cooperation = {
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => Cooperation,
  feeds: ['cooperation'],
}
export const cooperationStatus = call('GET /api/exam/answerCard/cooperation/status', {
  summary: 'Whether several people settle the paper’s doubts together, who they are, and whether the caller is one',
  ...cooperation,
})
export const cooperationSchedule = call('GET /api/exam/answerCard/cooperation/schedule', {
  summary: 'How far those who settle together are',
  ...cooperation,
})
export const openCooperation = call('POST /api/exam/answerCard/cooperation/open', {
  summary: 'Let several people settle the paper’s doubts together, in so many groups',
  ...manages,
  input: () => z.object({ paperId: PaperId, groups: z.int().min(1).max(20) }),
  output: () => Cooperation,
  problems: [commonProblems.stale],
  refreshes: changed,
})
export const closeCooperation = call('POST /api/exam/answerCard/cooperation/close', {
  summary: 'End it: what is held is free again',
  ...manages,
  input: () => z.object({ paperId: PaperId }),
  output: () => Cooperation,
  problems: [commonProblems.stale],
  refreshes: changed,
})
export const joinCooperation = call('POST /api/scan/cooperation/join', {
  summary: 'Settle along, in a group',
  ...manages,
  input: () => z.object({ paperId: PaperId, groupIndex: z.int().min(1).max(20) }),
  output: () => Cooperation,
  problems: [scanProblems.groupClosed],
  refreshes: changed,
})
export const claimDoubts = call('GET /api/exam/answerCard/cooperation/error', {
  effect: true,
  summary:
    'Take the next doubts of one’s group, and of the others when it is empty; no other user gets them while they are held',
  ...manages,
  input: () => z.object({ paperId: PaperId, count: queryInt(z.int().min(1).max(20)).default(10) }),
  output: () => z.object({ list: z.array(DoubtRow), left: z.int(), until: z.int() }),
  problems: [scanProblems.groupClosed],
})
