import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { BatchId, ClassId, ExamId, JobId, PaperId, ScanId, StudentId } from '#shared/kit/ids.ts'
import { keyset, keysetOf, pageFields, pageOf } from '#shared/kit/paging.ts'
import { examViewers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine, prose, sought } from '#shared/kit/text.ts'
import { CardPageCounts, ScanSteps } from './figures.types.ts'
import { SheetCount } from './helper/sheetCount.types.ts'
import { QuarterTurn, ScanCounters, SheetLedger } from './ledger.types.ts'
import { scanProblems } from './scan.problems.ts'
import { Batch, PageState, SheetDoubtKind } from './sheet.types.ts'
import { manages, managesBatch, looks, looksBatch, onePage, pageProblems, settled } from './scan.scope.ts'
import { DoubtRow } from './doubts/doubt.types.ts'

const changed = ['scans', 'doubts', 'ledger']

export const createBatch = call('POST /api/exam/answerCard/uploader', {
  summary: 'Hand in uploaded scans as one batch and start recognising them',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      examUploaderId: z.string().max(80).optional(),
      files: z
        .array(
          z.object({
            key: z.string().max(400),
            name: line('文件名', 300),
            size: z.int().min(0),
            sha256: z
              .string()
              .regex(/^[0-9a-f]{64}$/)
              .optional(),
          }),
        )
        .min(1, '请选择文件')
        .max(2000, '一个批次最多2000个文件'),
      /** The sheets that were put into the scanner, if they were counted. */
      fed: SheetCount.optional(),
    }),
  output: () => z.object({ batchId: BatchId, uuid: JobId }),
  problems: [
    scanProblems.schoolBarred,
    scanProblems.noCard,
    scanProblems.notYours,
    scanProblems.notThere,
    scanProblems.uploadFinished,
  ],
  refreshes: changed,
})

/** Pages of a batch by where they are. */
export const PageCounts = z.object({
  pages: z.int(),
  matched: z.int(),
  duplicate: z.int(),
  voided: z.int(),
  open: z.int(),
  /** Wait for a person, whether their place is known or not. */
  waiting: z.int(),
  /** Of the open ones: not recognised yet. */
  unread: z.int(),
})
export type PageCounts = z.infer<typeof PageCounts>

export const BatchRow = Batch.pick({
  batchId: true,
  paperId: true,
  uploaderName: true,
  fileCount: true,
  jobId: true,
  createdAt: true,
  handed: true,
  fed: true,
  version: true,
}).extend({ state: z.enum(['recognising', 'settling', 'done', 'failed']), counts: PageCounts })
export type BatchRow = z.infer<typeof BatchRow>

/** Batches that want something of a person: sheets and pages differ, recognition failed, pages wait. */
export const batchWants = ['unequal', 'failed', 'settling'] as const
export const batchList = call('GET /api/exam/answerCard/batchList', {
  summary: 'The batches of a paper, newest first; or those that want something of a person',
  ...looks,
  input: () => z.object({ ...pageFields, paperId: PaperId, only: z.enum(batchWants).optional() }),
  output: () => pageOf(BatchRow),
  feeds: ['scans'],
})

export const PageRow = z.object({
  batchId: BatchId,
  no: z.string(),
  scanId: ScanId,
  name: z.string(),
  filePage: z.int(),
  state: PageState,
  waits: z.boolean(),
  recognised: z.boolean(),
  doubts: z.array(z.object({ kind: SheetDoubtKind, detail: z.string().optional(), number: z.string().optional() })),
  page: z.int().optional(),
  number: z.string().optional(),
  studentId: StudentId.optional(),
  studentName: z.string().optional(),
  className: z.string().optional(),
  reason: z.string().optional(),
  thumbUrl: z.string().optional(),
  wide: z.boolean().optional(),
  imageUrl: z.string().optional(),
  undoable: z.boolean(),
  settledBy: z.string().optional(),
  version: z.int(),
})
export type PageRow = z.infer<typeof PageRow>

export const batchDetail = call('GET /api/exam/answerCard/batchDetail', {
  summary: 'One batch and its pages in the order of scanning',
  ...looksBatch,
  input: () =>
    z.object({
      ...keyset,
      batchId: BatchId,
      state: z.enum(['open', 'matched', 'duplicate', 'voided', 'waiting']).optional(),
    }),
  /** `whole`: every page and file of it is seen, not only those of some classes. */
  output: () => keysetOf(PageRow).extend({ batch: BatchRow, whole: z.boolean() }),
  feeds: ['scans'],
})

/** Counters of the specification (2 §3, "Scan progress counters") that exist here. */
export const scanCount = call('GET /api/exam/answerCard/scan/count', {
  summary: 'Counters of a paper’s scanning, for polling',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => ScanCounters,
  feeds: ['scans', 'doubts'],
})

export const doubtList = call('GET /api/exam/answerCard/error', {
  summary: 'Everything of a paper that waits for a person, in the order of scanning',
  ...looks,
  input: () => z.object({ ...keyset, paperId: PaperId, kind: SheetDoubtKind.optional() }),
  output: () =>
    keysetOf(DoubtRow).extend({
      kinds: z.array(z.object({ kind: SheetDoubtKind, name: z.string(), count: z.int() })),
      mayManage: z.boolean(),
    }),
  feeds: ['doubts'],
})

export const assignStudent = call('POST /api/exam/answerCard/studentNum/update', {
  summary: 'Say whose page this is; pages without a number that follow it go along',
  ...managesBatch,
  input: () =>
    z
      .object({ ...onePage, studentId: StudentId.optional(), studentNumber: optionalLine('考号', 18) })
      .refine((v) => v.studentId !== undefined || v.studentNumber !== undefined, '请选择考生'),
  output: settled,
  problems: [...pageProblems, scanProblems.noCandidate, scanProblems.noReading],
  refreshes: changed,
})

export const confirmReading = call('POST /api/exam/answerCard/v2/set/likelyErrCards/confirm', {
  summary: 'Confirm what was read of a page in its place, or say what the student chose',
  ...managesBatch,
  input: () =>
    z.object({
      ...onePage,
      answers: z
        .array(
          z.object({
            questionId: z.string().max(64),
            /** Letters; of marks A or B, numbers of questions, points (`markFrom`). */
            letters: z.string().max(100),
          }),
        )
        .max(400)
        .default([]),
      /** Doubts of the page itself that are no more. */
      accept: z.array(z.enum(['scale', 'absentMark', 'likelyBlank', 'suspected'])).default([]),
    }),
  output: settled,
  problems: [...pageProblems, scanProblems.wrongLetters, scanProblems.wrongMark],
  refreshes: changed,
})

export const voidPage = call('POST /api/exam/answerCard/delete/answerCard', {
  summary: 'Take a page out, with a reason',
  ...managesBatch,
  input: () => z.object({ ...onePage, reason: line('作废原因', 100) }),
  output: settled,
  problems: pageProblems,
  refreshes: changed,
})

export const settleDuplicate = call('POST /api/scan/duplicate/settle', {
  summary: 'Of two pictures of one page, keep the old one or take the new one; pages without a number go with them',
  ...managesBatch,
  input: () =>
    z
      .object({
        ...onePage,
        keep: z.enum(['old', 'new']),
        /** Of two students with one number on their sheets: whose the old one is. The new one takes the place. */
        oldIs: StudentId.optional(),
      })
      .refine((v) => v.oldIs === undefined || v.keep === 'new', '请选择考生'),
  output: settled,
  problems: [...pageProblems, scanProblems.notDuplicate, scanProblems.noCandidate, scanProblems.placeTaken],
  refreshes: changed,
})

export const undoSettlement = call('POST /api/scan/settlement/undo', {
  summary: 'Take back the last settlement of a page',
  ...managesBatch,
  input: () => z.object(onePage),
  output: settled,
  problems: [...pageProblems, scanProblems.nothingToUndo, scanProblems.cannotUndo],
  refreshes: changed,
})

export const setAbsent = call('POST /api/exam/answerCard/student/absent/update', {
  summary: 'Say that a candidate was absent, or was not',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      studentIds: z.array(StudentId).min(1, '请选择考生').max(1000),
      absent: z.boolean(),
      reason: prose('请填写原因', 0, 100).optional(),
    }),
  output: () => z.object({ changed: z.int() }),
  problems: [scanProblems.noCandidate, scanProblems.hasPages],
  refreshes: changed,
})

export const acceptMissing = call('POST /api/scan/missing/accept', {
  summary: 'Say that a page of a script was never handed in, or take that back',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      studentId: StudentId,
      page: z.int().min(1).max(99),
      accepted: z.boolean(),
      reason: prose('请填写原因', 0, 100).optional(),
    }),
  output: () => z.object({ accepted: z.boolean() }),
  problems: [scanProblems.noCandidate, scanProblems.notMissing],
  refreshes: changed,
})

export const ClassRow = z.object({
  classId: ClassId,
  className: z.string(),
  total: z.int(),
  present: z.int(),
  absent: z.int(),
  missing: z.int(),
  incomplete: z.int(),
})

/** Every figure of a paper's scanning is of one moment: read apart, they contradict one another while a batch is read. */
export const sheetStatistic = call('GET /api/exam/answerCard/complete/statistic', {
  summary:
    'Every figure of a paper’s scanning, of one moment: ledger, counters, what is to do, batches that are being read',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      ledger: SheetLedger,
      examId: ExamId,
      examName: z.string(),
      courseName: z.string(),
      hasCard: z.boolean(),
      mayManage: z.boolean(),
      /** Whether lists and pictures of candidates may be taken out to files. */
      takesOut: z.boolean(),
      /** Everything that waits for a person, also inside of scripts. */
      doubts: z.int(),
      /** Still being counted for the first time: the sums are not whole yet. */
      counting: z.boolean(),
      classCount: z.int(),
      /** Where the paper's marking stands: what comes after scanning is another thing once it has begun. */
      marking: z.enum(['before', 'open', 'done']),
      counters: ScanCounters,
      check: ScanSteps,
      pages: CardPageCounts,
      /** Candidates who left all choices empty, and those who filled in nothing of an optional group. */
      left: z.object({ allBlank: z.int(), unpicked: z.int() }),
      /** Batches on their way, the newest first, and as many as a screen shows; candidates are counted whole behind them. */
      reading: z.array(BatchRow),
    }),
  feeds: ['ledger'],
})

export const classSheets = call('GET /api/exam/answerCard/class', {
  summary: 'How many of each class have handed in',
  ...looks,
  input: () => z.object({ ...pageFields, paperId: PaperId }),
  output: () => pageOf(ClassRow),
  feeds: ['ledger', 'scans'],
})

export const ScriptRow = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  pinyin: z.string(),
  classId: ClassId,
  className: z.string(),
  state: z.enum(['present', 'absent', 'missing']),
  pages: z.array(z.int()),
  missingPages: z.array(z.int()),
  /** A page is lacking of which no person has said that it was never handed in. */
  lacking: z.boolean(),
  complete: z.boolean(),
  /** Questions that wait for a person; whether nothing at all was chosen, and nothing of an optional group. */
  doubtful: z.int(),
  allBlank: z.boolean(),
  unpicked: z.boolean(),
})
export type ScriptRow = z.infer<typeof ScriptRow>

/** `low`: a choice is in doubt; `allBlank`: nothing was chosen on the pages that are there; `unpicked`: nothing of a group. */
export const scriptFilters = [
  'present',
  'absent',
  'missing',
  'incomplete',
  'complete',
  'low',
  'allBlank',
  'unpicked',
] as const
export type ScriptFilter = (typeof scriptFilters)[number]

export const scriptList = call('GET /api/exam/answerCard/student', {
  summary: 'Candidates of a paper with the pages that are there, by class',
  ...looks,
  input: () =>
    z.object({
      ...keyset,
      paperId: PaperId,
      classId: ClassId.optional(),
      state: z.enum(scriptFilters).optional(),
      /** A part of a name, its pinyin, or the beginning of a number. */
      name: sought(),
    }),
  output: () => keysetOf(ScriptRow),
  feeds: ['ledger'],
})

export const studentSheets = call('GET /api/exam/answerCard/student/answerCard', {
  summary: 'A candidate’s pages as pictures',
  ...examViewers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, studentId: StudentId }),
  output: () =>
    z.object({
      state: z.enum(['present', 'absent', 'missing']),
      complete: z.boolean(),
      pages: z.array(
        z.object({ page: z.int(), url: z.string(), width: z.int(), height: z.int(), turn: QuarterTurn.optional() }),
      ),
    }),
  problems: [commonProblems.notFound],
})

export const restartBatch = call('POST /api/exam/answerCard/v2/recognition/restart', {
  summary: 'Go on with a batch whose recognition has failed, or read again what is not settled and in no script',
  ...managesBatch,
  input: () => z.object({ batchId: BatchId, again: z.boolean().default(false) }),
  output: () => z.object({ batchId: BatchId, uuid: JobId }),
  problems: [commonProblems.stale, scanProblems.running],
  refreshes: changed,
})
