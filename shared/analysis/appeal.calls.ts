/** Appeals (成绩申诉): the window, the student's ask, the manager's queue and answer, and the change set that follows. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { ChangeId, ExamId, JobId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { keyset, keysetOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { PagePicture } from './analysis.calls.ts'
import { analysisProblems } from './analysis.problems.ts'
import { PaperInput } from './analysis.scope.ts'
import { appealStates } from './appeals/appeal.rules.ts'
import { Appellant, WindowSet } from './appeals/appeal.types.ts'
import { ResultItem } from './publication.types.ts'

const sets = { ...ofTool('appeal-visible'), scope: on('exam', 'examId') }
const answers = { ...ofTool('appeal-score'), scope: on('paper', 'paperId') }
const own = { userTypes: [4, 5], universityTypes: [4], scope: on('paper', 'paperId') }

const Sum = z.object({
  questionId: QuestionId,
  number: z.string(),
  asked: z.int(),
  open: z.int(),
  kept: z.int(),
  up: z.int(),
  down: z.int(),
})

export const appealWindow = call('GET /api/analysis/appeal/info', {
  summary: 'When an exam takes appeals and whose, and how many each paper has',
  ...sets,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    WindowSet.extend({
      version: z.int(),
      papers: z.array(z.object({ paperId: PaperId, courseName: z.string(), asked: z.int(), open: z.int() })),
    }),
  problems: [commonProblems.notFound],
  feeds: ['appeals'],
})

export const setAppeals = call('POST /api/analysis/appeal/switch', {
  summary: 'Open an exam for appeals, from when to when and for whom, or close it',
  ...sets,
  input: () =>
    z
      .object({ examId: ExamId, version: z.int().min(0), ...WindowSet.shape })
      .refine(({ opens, closes }) => closes > opens, { message: '截止时间必须晚于开始时间', path: ['closes'] }),
  output: () => z.object({ version: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale, analysisProblems.appealsPast],
  refreshes: ['appeals'],
})

/** What the student is told of one. */
export const OwnAppeal = z.object({
  questionId: QuestionId,
  number: z.string(),
  askedAt: z.int(),
  reason: z.string(),
  score: z.int(),
  state: z.enum(['open', 'kept', 'changed', 'corrected']),
  answer: z.string().optional(),
  answeredAt: z.int().optional(),
  scoreAfter: z.int().optional(),
})

export const ownAppeals = call('GET /api/analysis/appeal/own', {
  summary: 'Whether the caller may ask for a check of the own result, and what was asked and answered',
  ...own,
  input: () => PaperInput,
  output: () =>
    z.object({
      /** null: it may be asked now. `off`: this exam takes none, and nothing is said of it. */
      closed: z.enum(['off', 'others', 'before', 'over']).nullable(),
      opens: z.int().optional(),
      closes: z.int().optional(),
      asks: z.array(Appellant),
      /** How many more questions may be asked about. */
      left: z.int(),
      list: z.array(OwnAppeal),
    }),
  problems: [analysisProblems.notPublished, analysisProblems.notYourResult],
  feeds: ['ownAppeals', 'report'],
})

export const askAppeal = call('POST /api/analysis/appeal/ask', {
  summary: 'Ask that the score of a question of the own result be looked at once more',
  ...own,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      reason: prose('请写明理由，至少4个字', 4, 300),
    }),
  output: () => z.object({ left: z.int() }),
  problems: [
    analysisProblems.notPublished,
    analysisProblems.notYourResult,
    analysisProblems.appealsOff,
    analysisProblems.appealsBefore,
    analysisProblems.appealsOver,
    analysisProblems.appealsOthers,
    analysisProblems.appealUnshown,
    analysisProblems.appealedBefore,
    analysisProblems.tooManyAppeals,
  ],
  refreshes: ['ownAppeals', 'appeals'],
})

const AppealLine = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  questionId: QuestionId,
  number: z.string(),
  score: z.int(),
  fullScore: z.int(),
  as: Appellant,
  askedAt: z.int(),
  reason: z.string(),
  state: z.enum(appealStates),
  scoreAfter: z.int().optional(),
  /** What a choice was read as then. */
  lettersAfter: z.string().optional(),
  answer: z.string().optional(),
  answeredByName: z.string().optional(),
  answeredAt: z.int().optional(),
  changeId: ChangeId.optional(),
  version: z.int(),
})
export type AppealLine = z.infer<typeof AppealLine>

export const listAppeals = call('GET /api/analysis/appeal/list', {
  summary: 'The appeals of a paper: those that wait, the oldest first; or those that were answered, the newest first',
  ...answers,
  input: () => z.object({ ...keyset, paperId: PaperId, answered: z.enum(['no', 'yes']).default('no') }),
  output: () => keysetOf(AppealLine),
  feeds: ['appeals', 'changes'],
})

export const appealDetail = call('GET /api/analysis/appeal/detail', {
  summary: 'One appeal with the answer’s pictures and pages, its marks, the question and its key',
  ...answers,
  input: () => z.object({ paperId: PaperId, studentId: StudentId, questionId: QuestionId }),
  output: () =>
    z.object({
      appeal: AppealLine,
      courseName: z.string(),
      question: PaperQuestion,
      /** Of a choice with a key: what it may be read as, and what that earns. */
      choice: z.object({ options: z.array(z.string()), earns: z.string() }).nullable(),
      /** As readers see it now; null where the result holds it no more. */
      item: ResultItem.nullable(),
      marks: z.array(
        z.object({
          role: z.enum(['first', 'second', 'third', 'final']),
          score: z.int().nullable(),
          markerName: z.string(),
          at: z.int(),
        }),
      ),
      images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
      pages: z.array(PagePicture),
      /** Why the caller may not answer. */
      barred: z.string().nullable(),
      /** The next that waits, if any. */
      next: z.object({ studentId: StudentId, questionId: QuestionId }).nullable(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['appeals', 'changes'],
})

export const answerAppeal = call('POST /api/analysis/appeal/status', {
  summary: 'Answer an appeal: the score stands, or is to be another; that is brought about by a change set',
  ...answers,
  input: () =>
    z
      .object({
        paperId: PaperId,
        studentId: StudentId,
        questionId: QuestionId,
        version: z.int(),
        /** `corrected`: to the score that readers see by now, which is another than was asked about. */
        kind: z.enum(['keep', 'change', 'corrected']),
        score: z.int().min(0).optional(),
        /** Of a choice with a key, in the place of a score: the options that it is to be read as, none of a blank. */
        letters: z
          .array(z.string().regex(/^[A-Z]$/))
          .max(26)
          .optional(),
        answer: prose('请填写答复', 2, 300),
      })
      .refine(({ kind, score, letters }) => kind !== 'change' || score !== undefined || letters !== undefined, {
        message: '请填写得分',
        path: ['score'],
      }),
  output: () => z.object({}),
  problems: [
    commonProblems.notFound,
    commonProblems.stale,
    analysisProblems.appealOwnMark,
    analysisProblems.appealScore,
    analysisProblems.appealStep,
    analysisProblems.appealReading,
    analysisProblems.appealSame,
    analysisProblems.appealVoid,
    analysisProblems.appealCorrected,
    analysisProblems.appealChanging,
  ],
  refreshes: ['appeals'],
})

export const changeByAppeals = call('POST /api/analysis/appeal/change', {
  summary: 'Make one change set of all appeals that were decided for another score, and begin its replay',
  ...answers,
  input: () => PaperInput,
  output: () => z.object({ changeId: ChangeId, uuid: JobId }),
  problems: [
    analysisProblems.noDecided,
    analysisProblems.changeOfTotal,
    analysisProblems.changeTooEarly,
    analysisProblems.tooManyChanges,
  ],
  refreshes: ['appeals', 'changes', 'jobs'],
})

export const appealStatistics = call('GET /api/analysis/appeal/statistics', {
  summary: 'The appeals of a paper by question: how many wait, were kept, went up and down',
  ...answers,
  input: () => PaperInput,
  output: () =>
    z.object({
      list: z.array(Sum),
      asked: z.int(),
      open: z.int(),
      /** Decided for another score and in no change set: what the next one would bring about. */
      decided: z.int(),
    }),
  feeds: ['appeals', 'changes'],
})
