/** Question setting: who is asked to set what of a paper, what came of it, and what of that is taken into the paper. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamId, PaperId, QuestionId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine, sought } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { PaperQuestion } from '../exam.types.ts'
import { SettingTask, mostSettersAtOnce, settingStates } from './questionSetting.types.ts'

const managing = { ...examManagers, scope: on('exam', 'examId') } as const
const one = { examId: ExamId, paperId: PaperId, teacherId: TeacherId }
const States = z.object({
  open: z.int(),
  submitted: z.int(),
  returned: z.int(),
  accepted: z.int(),
  cancelled: z.int(),
})

export const settingStand = call('GET /api/exam/setting/list', {
  summary: 'The papers of an exam with what is asked of teachers for each, and what is there',
  ...managing,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      papers: z.array(
        z.object({
          paperId: PaperId,
          courseName: z.string(),
          questions: z.int(),
          fullScore: z.int(),
          missingKeys: z.int(),
          hasCard: z.boolean(),
          /** Why its questions stay as they are. */
          fixed: z.string().nullable(),
          tasks: States,
          late: z.int(),
        }),
      ),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper', 'questionSetting'],
})

const TaskRow = SettingTask.omit({ schema: true, owner: true, userId: true }).extend({
  examName: z.string(),
  courseName: z.string(),
  late: z.boolean(),
})

export const settingTasks = call('GET /api/exam/setting/task/list', {
  summary: 'What is asked of teachers for the papers of an exam, what is to be decided first',
  ...managing,
  input: () =>
    z.object({
      examId: ExamId,
      ...pageFields,
      paperId: PaperId.optional(),
      state: z.enum(settingStates).optional(),
      name: sought(),
    }),
  output: () => pageOf(TaskRow),
  problems: [examProblems.notFound],
  feeds: ['questionSetting'],
})

export const ownSettingTasks = call('GET /api/exam/setting/task/own', {
  summary: 'What the caller is asked to set, by the time until when',
  ...examOverseers,
  scope: caller,
  input: () => z.object({ ...pageFields, state: z.enum(settingStates).optional() }),
  output: () => pageOf(TaskRow),
  feeds: ['questionSetting'],
})

export const settingTeachers = call('GET /api/exam/setting/teacher/list', {
  summary: 'The teachers of a school of an exam who may be asked to set questions, those of its subjects first',
  ...managing,
  input: () => z.object({ examId: ExamId, schoolId: SchoolId }),
  output: () =>
    z.array(
      z.object({
        teacherId: TeacherId,
        teacherName: z.string(),
        /** What is taught. */
        says: z.string(),
        barred: z.string().nullable(),
      }),
    ),
  problems: [examProblems.notFound],
})

export const settingSchools = call('GET /api/exam/setting/school/list', {
  summary: 'The schools of an exam whose teachers may be asked to set questions',
  ...managing,
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

export const giveSettingTasks = call('POST /api/exam/setting/task/save', {
  summary: 'Ask teachers to set questions of a paper until a time; asked again, it is asked otherwise',
  ...managing,
  input: () =>
    z.object({
      examId: ExamId,
      paperId: PaperId,
      setters: z
        .array(z.object({ schoolId: SchoolId, teacherId: TeacherId }))
        .min(1, '请选择老师')
        .max(mostSettersAtOnce, `一次最多选${mostSettersAtOnce}名老师`),
      ask: line('命题要求', 200),
      dueAt: z.int().min(0),
      /** Questions of the paper that they begin with, without their keys. */
      questionIds: z.array(QuestionId).max(400).default([]),
    }),
  /** Of them so many stood otherwise before. */
  output: () => z.object({ given: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.settingFixed,
    examProblems.settingState,
    examProblems.settingFull,
    examProblems.settingPast,
    examProblems.applyNoAccount,
    commonProblems.notFound,
  ],
  refreshes: ['questionSetting'],
})

export const cancelSettingTask = call('POST /api/exam/setting/task/delete', {
  summary: 'Ask a teacher no more; what was entered stays with the task, and asked again it is there',
  ...managing,
  input: () => z.object({ ...one, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.settingState, commonProblems.notFound, commonProblems.stale],
  refreshes: ['questionSetting'],
})

export const settingTask = call('GET /api/exam/setting/task/detail', {
  summary: 'What a teacher is asked to set and has entered: seen by that teacher and by who manages the exam',
  ...examOverseers,
  scope: caller,
  input: () => z.object(one),
  output: () =>
    TaskRow.extend({
      entered: z.array(PaperQuestion),
      enteredVersion: z.int(),
      /** The caller is who was asked. */
      mine: z.boolean(),
      /** The caller manages the exam. */
      mayManage: z.boolean(),
      /** Why nothing is entered, submitted or decided now. */
      fixed: z.string().nullable(),
      /** To who manages the exam: what acceptance would do to the paper as it stands. */
      effect: z
        .object({
          added: z.array(z.string()),
          changed: z.array(z.string()),
          problems: z.array(z.string()),
          paperVersion: z.int(),
        })
        .optional(),
    }),
  problems: [examProblems.notFound, commonProblems.notFound],
  feeds: ['questionSetting', 'paper'],
})

export const enterQuestions = call('POST /api/exam/setting/task/enter', {
  summary: 'Keep what the caller has entered so far, and submit it where it is whole',
  ...examOverseers,
  scope: caller,
  input: () =>
    z.object({
      ...one,
      questions: z.array(PaperQuestion).max(400),
      /** Of what was entered. */
      version: z.int(),
      submit: z.boolean(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.badPaper,
    examProblems.settingFixed,
    examProblems.settingState,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['questionSetting'],
})

export const decideSettingTask = call('POST /api/exam/setting/task/check', {
  summary: 'Take what a teacher submitted into the paper, or return it with a reason',
  ...managing,
  input: () =>
    z.object({
      ...one,
      /** Of the task. */
      version: z.int(),
      accept: z.boolean(),
      /** Of the paper, where it is taken in: as the effect was seen. */
      paperVersion: z.int().optional(),
      review: optionalLine('意见', 200),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.badPaper,
    examProblems.settingFixed,
    examProblems.settingState,
    examProblems.settingReview,
    examProblems.keyReleased,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['questionSetting', 'paper', 'exam'],
})
