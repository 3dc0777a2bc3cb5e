/** Calls that change many pages at once, each on record: rollback, recycle bin, transfer, the mode of recognition. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { BatchId, ClassId, JobId, PaperId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { PaperAct, RecognitionMode } from './act.types.ts'
import { PageRow } from './scan.calls.ts'
import { scanProblems } from './scan.problems.ts'
import { keyset } from '#shared/kit/paging.ts'
import { looks, manages, managesBatch, PageNo } from './scan.scope.ts'

const changed = ['scans', 'doubts', 'ledger', 'uploaders', 'acts', 'bin']
const reason = () => line('原因', 100)
/** An act asked for twice under one id is done once. */
const actId = z.string().regex(/^[0-9a-z_-]{8,64}$/, '编号格式不正确')

const rollback = {
  ...manages,
  output: () => z.object({ uploaders: z.int(), uuid: JobId.optional() }),
  problems: [scanProblems.stillReading, scanProblems.noUploader, scanProblems.notInExam],
  refreshes: [...changed, 'jobs'],
}
/** `pages`: what was handed in goes to the recycle bin; without it only the uploader's "done" is taken back. */
const rollbackInput = { paperId: PaperId, actId, pages: z.boolean(), reason: reason() }

export const rollbackWhole = call('POST /api/exam/plan/school/v2/rollback/examUploader/status', {
  summary:
    'Take a whole paper’s uploading back: all uploaders may upload again, and its pages go to the recycle bin if wished',
  ...rollback,
  input: () => z.object(rollbackInput),
})
export const rollbackSingle = call('POST /api/exam/plan/school/v2/rollback/examUploader/status/single', {
  summary: 'Take back what one uploader has handed in',
  ...rollback,
  input: () => z.object({ ...rollbackInput, userId: UserId }),
})
export const rollbackClasses = call('POST /api/exam/plan/school/v2/rollback/examUploader/status/class', {
  summary: 'Take back what was handed in of some classes',
  ...rollback,
  input: () => z.object({ ...rollbackInput, classIds: z.array(ClassId).min(1, '请选择班级').max(200) }),
})

export const deleteBatch = call('POST /api/exam/answerCard/batch/delete', {
  summary: 'Put all pages of a batch into the recycle bin',
  ...managesBatch,
  input: () => z.object({ batchId: BatchId, actId, reason: reason() }),
  output: () => z.object({ uuid: JobId }),
  problems: [scanProblems.stillReading],
  refreshes: [...changed, 'jobs'],
})

export const deletePages = call('POST /api/exam/answerCard/delete', {
  summary: 'Put some pages of a batch into the recycle bin; what another user has changed since stays',
  ...managesBatch,
  input: () => z.object({ batchId: BatchId, nos: z.array(PageNo).min(1, '请选择页面').max(200), reason: reason() }),
  output: () => z.object({ deleted: z.int() }),
  refreshes: changed,
})

export const binList = call('GET /api/scan/bin/list', {
  summary: 'Pages that people have taken out, the latest first',
  ...looks,
  input: () => z.object({ ...keyset, paperId: PaperId }),
  output: () =>
    z.object({
      list: z.array(PageRow.extend({ binnedAt: z.int() })),
      total: z.int(),
      next: z.string().optional(),
      mayManage: z.boolean(),
    }),
  feeds: ['bin'],
})

export const restorePages = call('POST /api/scan/bin/restore', {
  summary: 'Put pages back where they were; whose place has been taken since waits as a second picture',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      pages: z
        .array(z.object({ batchId: BatchId, no: PageNo }))
        .min(1, '请选择页面')
        .max(200),
    }),
  output: () => z.object({ restored: z.int(), waiting: z.int() }),
  problems: [scanProblems.nothingThere],
  refreshes: changed,
})

export const transferPages = call('POST /api/exam/answerCard/transfer/card', {
  summary: 'Pages that were handed in under the wrong subject become a batch of the right one',
  ...managesBatch,
  input: () => z.object({ batchId: BatchId, nos: z.array(PageNo).min(1, '请选择页面').max(500), toPaperId: PaperId }),
  output: () => z.object({ batchId: BatchId, uuid: JobId, moved: z.int() }),
  problems: [scanProblems.noCard, scanProblems.nothingThere, commonProblems.notFound],
  refreshes: [...changed, 'jobs'],
})

export const recognitionMode = call('GET /api/exam/plan/paper/recognition/mode', {
  summary: 'How a paper is recognised',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ mode: RecognitionMode, version: z.int(), mayManage: z.boolean() }),
  feeds: ['scanConfig'],
})
export const switchRecognitionMode = call('POST /api/exam/plan/paper/switch/recognition/mode/async', {
  summary: 'Recognise a paper in another way; pages that were read already are judged anew',
  ...manages,
  input: () => z.object({ paperId: PaperId, mode: RecognitionMode, version: z.int() }),
  output: () => z.object({ uuid: JobId }),
  problems: [commonProblems.stale],
  refreshes: [...changed, 'scanConfig', 'jobs'],
})

export const actList = call('GET /api/scan/act/list', {
  summary: 'What was done to a paper’s scans as a whole, the latest first',
  ...looks,
  input: () => z.object({ ...keyset, paperId: PaperId }),
  output: () => z.object({ list: z.array(PaperAct), next: z.string().optional() }),
  feeds: ['acts'],
})

/** Sums of a paper, as they are counted. */
export const scanStatistics = call('GET /api/exam/answerCard/statistics', {
  summary: 'Sums of a paper’s pages and scripts, by state, by page of the card and by what waits',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      examName: z.string(),
      courseName: z.string(),
      batches: z.int(),
      pages: z.object({ handed: z.int(), matched: z.int(), duplicate: z.int(), voided: z.int(), open: z.int() }),
      scripts: z.object({
        total: z.int(),
        present: z.int(),
        absent: z.int(),
        missing: z.int(),
        incomplete: z.int(),
        complete: z.int(),
        allBlank: z.int(),
        low: z.int(),
        whites: z.int(),
      }),
      /** Of the card: how many scripts have the page, how many lack it though others of theirs are there. */
      byPage: z.array(z.object({ page: z.int(), there: z.int(), lacking: z.int() })),
      kinds: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int() })),
      counting: z.boolean(),
    }),
  feeds: ['ledger', 'doubts'],
})
