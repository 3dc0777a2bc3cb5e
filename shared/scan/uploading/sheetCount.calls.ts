/** Calls about what was put into the scanner and what came of it: the paper's scanning, a batch's sheets, files and pages. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { BatchId, JobId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { keyset } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryInt } from '#shared/kit/query.ts'
import { line } from '#shared/kit/text.ts'
import { RecognitionMode } from '../act.types.ts'
import { SheetCount, ScanMode } from '../helper/sheetCount.types.ts'
import { BatchRow, PageRow } from '../scan.calls.ts'
import { scanProblems } from '../scan.problems.ts'
import { looks, looksBatch, manages, managesBatch, onePage, PageNo, pageProblems, settled } from '../scan.scope.ts'

const changed = ['scans', 'doubts', 'ledger', 'acts', 'bin']

const Config = z.object({
  mode: RecognitionMode,
  /** As set, or as the card's pages ask. */
  sides: ScanMode,
  /** Not set by hand. */
  bySelf: z.boolean(),
  /** Pages of the published card; 0 without one. */
  pageCount: z.int(),
  version: z.int(),
  mayManage: z.boolean(),
})
export const scanConfig = call('GET /api/exam/answerCard/v2/config', {
  summary: 'How a paper is scanned and recognised',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => Config,
  feeds: ['scanConfig'],
})
export const setScanConfig = call('POST /api/exam/answerCard/v2/config', {
  summary: 'Say whether a paper is scanned on one side or on two',
  ...manages,
  input: () => z.object({ paperId: PaperId, sides: ScanMode, version: z.int() }),
  output: () => Config,
  problems: [commonProblems.stale],
  refreshes: ['scanConfig', 'acts'],
})
export const stateFed = call('POST /api/exam/answerCard/config/append', {
  summary:
    'Say how many sheets were put into the scanner for a batch; the ledger balances only if they agree with its pages',
  ...managesBatch,
  /** null: it is no longer known. */
  input: () => z.object({ batchId: BatchId, fed: SheetCount.nullable(), reason: line('原因', 100), version: z.int() }),
  output: () => BatchRow,
  problems: [commonProblems.stale, commonProblems.notFound],
  refreshes: changed,
})

export const sheetGroups = call('GET /api/exam/answerCard/answerCardGroup', {
  summary: 'The sheets of a batch in the order of the feeder, each with its sides',
  ...looksBatch,
  input: () => z.object({ ...keyset, batchId: BatchId }),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          sheet: z.int(),
          /** Its sides belong to two students. */
          torn: z.boolean(),
          /** One of its two sides is not there. */
          half: z.boolean(),
          pages: z.array(PageRow),
        }),
      ),
      /** Sheets of the batch, as soon as its last one is listed: a lost side makes one more. */
      total: z.int().optional(),
      mode: ScanMode,
      fed: SheetCount.optional(),
      next: z.string().optional(),
    }),
  feeds: ['scans'],
})

const FileRow = z.object({
  file: z.int(),
  name: z.string(),
  size: z.int(),
  pages: z.int(),
  matched: z.int(),
  waiting: z.int(),
  duplicate: z.int(),
  voided: z.int(),
  /** Why it could not be opened, or part of it. */
  problem: z.string().optional(),
})
export const batchFiles = call('GET /api/scan/batch/files', {
  summary: 'The files of a batch and what came out of each',
  ...looksBatch,
  input: () =>
    z.object({
      batchId: BatchId,
      pageSize: queryInt(z.int().min(1).max(100)).default(50),
      after: queryInt(z.int().min(0)).default(0),
    }),
  output: () => z.object({ list: z.array(FileRow), total: z.int(), next: z.int().optional() }),
  feeds: ['scans'],
})

const deletesFile = {
  ...managesBatch,
  input: () => z.object({ batchId: BatchId, file: z.int().min(1).max(100_000), reason: line('原因', 100) }),
  output: () => z.object({ deleted: z.int() }),
  problems: [commonProblems.notFound, scanProblems.stillReading],
  refreshes: changed,
}
export const deleteFile = call('POST /api/exam/answerCard/upload/file/delete', {
  summary: 'Put every page of one file of a batch into the recycle bin',
  ...deletesFile,
})
export const deleteZip = call('POST /api/exam/answerCard/zip/delete', {
  summary: 'The same for a zip: the pages of everything that was in it',
  ...deletesFile,
})

export const pageDetail = call('GET /api/exam/answerCard/v2', {
  summary: 'One scanned page: the picture, what was read, what is in doubt, and everything that was done to it',
  ...looksBatch,
  input: () => z.object({ batchId: BatchId, no: PageNo }),
  output: () =>
    PageRow.extend({
      paperId: PaperId,
      uploaderName: z.string(),
      uploadedAt: z.int(),
      width: z.int(),
      height: z.int(),
      code: z.string().optional(),
      rotation: z.number().optional(),
      choices: z.array(
        z.object({
          questionId: z.string(),
          number: z.string(),
          chosen: z.string().nullable(),
          settled: z.boolean(),
          judged: z.boolean().optional(),
        }),
      ),
      before: z.object({ studentId: StudentId, studentName: z.string() }).optional(),
      journal: z.array(z.object({ at: z.int(), byName: z.string(), act: z.string(), note: z.string() })),
      mayManage: z.boolean(),
      /** Readers see scores of the paper. */
      released: z.boolean(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['scans', 'doubts', 'bin'],
})

export const recognitionTasks = call('POST /api/exam/answerCard/recognition/task', {
  summary: 'The batches of a paper that are being recognised, and how far each is',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.array(
      z.object({
        batchId: BatchId,
        uuid: JobId,
        uploaderName: z.string(),
        status: z.int(),
        processDone: z.int(),
        processTotal: z.int().optional(),
        processMsg: z.string(),
      }),
    ),
  feeds: ['scans'],
})

export const completeRecognition = call('POST /api/exam/answerCard/recognition/complete/async', {
  summary: 'Count every page and script of a paper anew, so that its sums are surely those of its rows',
  ...manages,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs'],
})

export const recognitionParams = call('GET /api/exam/answerCard/v2/recognition/params2', {
  summary: 'What a paper’s sheets are read by: card or template, code and version, pages, sides, mode',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      code: z.string(),
      version: z.int(),
      pageCount: z.int(),
      sheetCount: z.int(),
      width: z.number(),
      height: z.number(),
      questions: z.int(),
      blocks: z.int(),
      digits: z.int(),
      byTemplate: z.boolean(),
      sides: ScanMode,
      mode: RecognitionMode,
      recognitionVersion: z.int(),
    }),
  problems: [scanProblems.noCard],
  feeds: ['scanConfig', 'card'],
})

export const paperScoreMode = call('GET /api/exam/answerCard/get/paper/scoreMode', {
  summary: 'Whether scores of a paper are given on the sheets before scanning, on screens, or both',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      /** 0 on screens, 1 on paper, 2 some here and some there. */
      scoreMode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      onPaper: z.array(z.string()),
    }),
  feeds: ['card'],
})

export const ignoreDoubts = call('POST /api/exam/answerCard/v2/ignore/subjectCards', {
  summary: 'Put all waiting pages of one kind into the recycle bin, a few hundred at a time; what a user holds stays',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      kind: z.enum(['blankPage', 'unreadable', 'noAnchors', 'otherExam', 'foreignCard', 'duplicate']),
      reason: line('原因', 100),
    }),
  output: () => z.object({ ignored: z.int(), left: z.int() }),
  refreshes: changed,
})

export const joinBack = call('POST /api/exam/answerCard/back/update', {
  summary: 'This page belongs to whom the page fed just before it belongs to',
  ...managesBatch,
  input: () => z.object(onePage),
  output: settled,
  problems: [...pageProblems, scanProblems.noReading, scanProblems.noCandidate, scanProblems.noFront],
  refreshes: changed,
})
export const settleAbsent = call('POST /api/exam/answerCard/v2/exception/updateStudentAbsent', {
  summary: 'Settle a doubtful mark of absence: the candidate was absent, or was not',
  ...managesBatch,
  input: () => z.object({ ...onePage, absent: z.boolean() }),
  output: settled,
  problems: [...pageProblems, scanProblems.notMatched],
  refreshes: changed,
})
