/** Changing results by one mechanism: a change set is made, replayed, signed, in force, and taken off by its opposite. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { ChangeId, ClassId, JobId, PaperId, QuestionId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { FileProblem } from '#shared/kit/checkedFile.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool } from '#shared/kit/query.ts'
import { line, prose } from '#shared/kit/text.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { analysisProblems } from './analysis.problems.ts'
import { changesResults, PaperInput } from './analysis.scope.ts'
import { ChangeEdit, ChangeTool, KeyNow, Merge, mostEdits, ReplayFacts } from './changes/change.types.ts'
import { CandidateState } from './publication.types.ts'

/** Candidates are named by their numbers; the server finds who they are. */
const Number = line('考号', 40)
const named = { numbers: z.array(Number).min(1, '请填写考号').max(5000, '一次最多5000名考生') }
/** So many classes or schools at once. */
const mostWhole = 500
const [key, all, drop, add, set, _bring, full, type, state, weigh, assign] = ChangeEdit.options

export const ChangeWish = z.discriminatedUnion('kind', [
  key,
  all,
  drop,
  full,
  type,
  add.omit({ studentIds: true }).extend(named),
  state
    .omit({ studentIds: true })
    .extend({
      numbers: z.array(Number).max(5000, '一次最多5000名考生').default([]),
      /** All of these classes, or of these schools of a joint exam. */
      classIds: z.array(ClassId).max(mostWhole).optional(),
      schoolIds: z.array(SchoolId).max(mostWhole).optional(),
    })
    .refine((w) => w.numbers.length + (w.classIds?.length ?? 0) + (w.schoolIds?.length ?? 0) > 0, '请填写考号'),
  set.omit({ studentId: true, letters: true }).extend({ number: Number }),
  weigh,
  assign.omit({ scheme: true }).extend({ schemeId: z.string().max(40) }),
])
export type ChangeWish = z.infer<typeof ChangeWish>

/** replaying · ready: may be signed · going: being published · failed · stale: replay again · inForce · off: taken off. */
const ChangeState = z.enum(['replaying', 'ready', 'going', 'failed', 'stale', 'inForce', 'off'])
export type ChangeState = z.infer<typeof ChangeState>

export const ChangeLine = z.object({
  changeId: ChangeId,
  tool: ChangeTool,
  says: z.array(z.string()),
  undoes: ChangeId.optional(),
  state: ChangeState,
  madeByName: z.string(),
  madeAt: z.int(),
  signedByName: z.string().optional(),
  signedAt: z.int().optional(),
  reason: z.string().optional(),
  inForceAt: z.int().optional(),
  changed: z.int().optional(),
  /** Why it could not be replayed. */
  refused: z.string().optional(),
})
export type ChangeLine = z.infer<typeof ChangeLine>

export const changeStand = call('GET /api/analysis/change/stand', {
  summary: 'The questions of a paper as the changes in force leave them, and whether more may be changed',
  ...changesResults,
  /** With `whole`, the classes and schools that may be named as a whole too. */
  input: () => z.object({ ...PaperInput.shape, whole: queryBool().default(false) }),
  output: () =>
    z.object({
      paperId: PaperId,
      examName: z.string(),
      courseName: z.string(),
      candidates: z.int(),
      current: z.int().nullable(),
      questions: z.array(PaperQuestion.extend({ now: KeyNow.optional() })),
      /** Of a school's own exam its classes, of a joint one its schools. */
      whole: z
        .object({
          classes: z.array(z.object({ classId: ClassId, className: z.string() })),
          schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
        })
        .optional(),
      /** Its items are papers. */
      ofTotal: z.boolean(),
      /** Marking is going on: only what puts a question right for all is taken. */
      early: z.boolean(),
      /** Why nothing may be changed now. */
      barred: z.string().nullable(),
    }),
  feeds: ['publication', 'changes'],
})

/** So many numbers are asked about at once. */
export const mostAsked = 500

export const changeCandidates = call('POST /api/analysis/change/candidates', {
  summary:
    'Who has these numbers, before anything is made of them: name and class; a number of no candidate is left out',
  ...changesResults,
  input: () => z.object({ paperId: PaperId, numbers: z.array(Number).min(1).max(mostAsked) }),
  output: () =>
    z.object({
      list: z.array(z.object({ studentNumber: z.string(), studentName: z.string(), className: z.string() })),
    }),
})

export const makeChange = call('POST /api/analysis/change/draft', {
  summary: 'Make a change set and begin its replay; nothing is changed by it',
  ...changesResults,
  input: () =>
    z.object({
      paperId: PaperId,
      tool: ChangeTool,
      edits: z.array(ChangeWish).min(1, '还没有改动').max(mostEdits, `一次最多${mostEdits}项改动`),
    }),
  output: () => z.object({ changeId: ChangeId, uuid: JobId }),
  problems: [
    analysisProblems.badChange,
    analysisProblems.changeOfTotal,
    analysisProblems.totalUnpublished,
    analysisProblems.changeTooEarly,
    analysisProblems.tooManyChanges,
  ],
  refreshes: ['changes', 'jobs'],
})

export const fullMark = call('POST /api/exam/mark/handle/paper/fullMark', {
  summary:
    'Make a change set that gives the full mark of these questions to all who sat, and begin its replay; signed like any other',
  ...changesResults,
  input: () =>
    z.object({ paperId: PaperId, questionIds: z.array(QuestionId).min(1, '请选择题目').max(50, '一次最多50题') }),
  output: () => z.object({ changeId: ChangeId, uuid: JobId }),
  problems: [
    analysisProblems.badChange,
    analysisProblems.changeOfTotal,
    analysisProblems.changeTooEarly,
    analysisProblems.tooManyChanges,
  ],
  refreshes: ['changes', 'jobs'],
})

export const mergePapers = call('POST /api/analysis/change/merge', {
  summary: 'Make a change set that takes scores of another published paper into this one, and begin its replay',
  ...changesResults,
  input: () => z.object({ paperId: PaperId, ...Merge.omit({ v: true }).shape }),
  output: () => z.object({ changeId: ChangeId, uuid: JobId }),
  problems: [
    commonProblems.notFound,
    analysisProblems.badChange,
    analysisProblems.changeOfTotal,
    analysisProblems.changeTooEarly,
    analysisProblems.tooManyChanges,
  ],
  refreshes: ['changes', 'jobs'],
})

export const changeFile = call('POST /api/analysis/change/file', {
  summary:
    'Read a file of corrected scores: the edits that it asks for, or all that is wrong with it; nothing is stored',
  ...changesResults,
  input: () =>
    z.object({
      paperId: PaperId,
      /** Granted by the upload's own call. */
      key: z.string().min(1).max(400),
      fileName: z.string().min(1).max(300),
    }),
  output: () =>
    z.object({
      students: z.int(),
      candidates: z.int(),
      /** Scores in it that are as they stand. */
      unchanged: z.int(),
      edits: z.array(ChangeWish),
      problemCount: z.int(),
      problems: z.array(FileProblem),
    }),
  problems: [analysisProblems.changeOfTotal, analysisProblems.changeTooEarly, analysisProblems.foreignFile],
})

export const undoChange = call('POST /api/analysis/change/undo', {
  summary: 'Make the opposite of a change set that is in force and begin its replay; it is signed like any other',
  ...changesResults,
  input: () => z.object({ paperId: PaperId, changeId: ChangeId }),
  output: () => z.object({ changeId: ChangeId, uuid: JobId }),
  problems: [
    commonProblems.notFound,
    analysisProblems.notInForce,
    analysisProblems.changeTooEarly,
    analysisProblems.totalUnpublished,
    analysisProblems.badChange,
    analysisProblems.tooManyChanges,
  ],
  refreshes: ['changes', 'jobs'],
})

export const listChanges = call('GET /api/analysis/change/list', {
  summary: 'The change sets of a paper, the newest first',
  ...changesResults,
  input: () => z.object({ ...pageFields, paperId: PaperId, tool: ChangeTool.optional() }),
  output: () => pageOf(ChangeLine),
  feeds: ['changes'],
})

const Side = z.object({
  present: z.int(),
  mean: z.number().nullable(),
  highest: z.int().nullable(),
  lowest: z.int().nullable(),
  full: z.int(),
  excellent: z.int(),
  good: z.int(),
  pass: z.int(),
  low: z.int(),
})
const Crossed = z.object({ up: z.int(), down: z.int() })

/** A candidate of whom the set tells otherwise; places are among all. */
export const ReplayRow = z.object({
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  stateBefore: CandidateState,
  stateAfter: CandidateState,
  before: z.int().nullable(),
  after: z.int().nullable(),
  placeBefore: z.int().nullable(),
  placeAfter: z.int().nullable(),
})
export type ReplayRow = z.infer<typeof ReplayRow>

export const changeDetail = call('GET /api/analysis/change/detail', {
  summary: 'What a change set does and what its replay found, candidate by candidate',
  ...changesResults,
  input: () => z.object({ ...pageFields, paperId: PaperId, changeId: ChangeId }),
  output: () =>
    pageOf(ReplayRow).extend({
      change: ChangeLine,
      jobId: JobId,
      publishJobId: JobId.optional(),
      /** The items that it changes are papers. */
      ofTotal: z.boolean(),
      /** What was decided and cannot be changed so any more: it is not in the set, and can be answered otherwise. */
      leftOut: z
        .object({
          n: z.int(),
          first: z.array(
            z.object({
              studentId: StudentId,
              studentName: z.string(),
              studentNumber: z.string(),
              questionId: QuestionId,
              number: z.string(),
              score: z.int(),
              why: z.string(),
            }),
          ),
        })
        .optional(),
      /** Whether what it was replayed against was published: then signing publishes. */
      published: z.boolean(),
      facts: ReplayFacts.optional(),
      moved: z
        .object({
          before: Side,
          after: Side,
          placeMoved: z.int(),
          /** Of these, whose own score stays, by total. */
          passed: z.array(z.object({ total: z.int(), placeBefore: z.int(), placeAfter: z.int(), n: z.int() })),
          lines: z.object({ excellent: Crossed, good: Crossed, pass: Crossed, low: Crossed }),
        })
        .optional(),
      /** How many candidates each question is told otherwise of. */
      hits: z.array(z.object({ questionId: QuestionId, number: z.string(), count: z.int() })),
    }),
  problems: [commonProblems.notFound],
  feeds: ['changes', 'publication'],
})

export const signChange = call('POST /api/analysis/change/sign', {
  summary: 'Sign a change set that was replayed, with a reason: what is published is made again under it',
  ...changesResults,
  input: () =>
    z.object({
      paperId: PaperId,
      changeId: ChangeId,
      reason: prose('请填写改动的原因', 2, 200),
    }),
  output: () => z.object({ uuid: JobId.optional() }),
  problems: [
    commonProblems.notFound,
    commonProblems.stale,
    analysisProblems.notReplayed,
    analysisProblems.changeStale,
    analysisProblems.publishing,
    analysisProblems.badChange,
  ],
  refreshes: ['changes', 'publication', 'jobs', 'report', 'exam', 'exams'],
})

const Described = z.object({
  n: z.int(),
  mean: z.number().nullable(),
  sigma: z.number().nullable(),
  highest: z.int().nullable(),
  lowest: z.int().nullable(),
  distinct: z.int(),
})
const LabScheme = Described.extend({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  source: z.string(),
  joined: z.int(),
  bands: z.array(
    z.object({
      grade: z.string(),
      share: z.number(),
      actual: z.number(),
      count: z.int(),
      rawHigh: z.int().nullable(),
      rawLow: z.int().nullable(),
      high: z.int(),
      low: z.int(),
      onEdge: z.int(),
    }),
  ),
  curve: z.array(z.object({ raw: z.int(), assigned: z.int() })),
})

export const seniorLab = call('GET /api/analysis/senior/lab', {
  summary: 'What schemes of assigned scores make of a paper of a total, side by side; nothing is changed by it',
  ...changesResults,
  input: () =>
    z.object({
      paperId: PaperId,
      /** The item of the total. */
      questionId: QuestionId,
      /** Ids of schemes, with commas. */
      schemes: z.string().max(200),
    }),
  output: () =>
    z.object({
      courseName: z.string(),
      fullScore: z.int(),
      raw: Described,
      schemes: z.array(LabScheme),
    }),
  problems: [commonProblems.notFound, analysisProblems.totalUnpublished],
  feeds: ['publication'],
})
