import * as z from 'zod'
import { each, job, step } from '#shared/kit/job.ts'
import { BatchId, ExamId, PaperId, StudentId } from '#shared/kit/ids.ts'

/**
 * One execution a batch. `unpack` opens every file and writes a row for every page that it holds; `read` recognises the
 * pages and puts them in their places; `close` gives backs to their fronts. Every step may run again.
 */
export const recogniseJob = job('scan.recognise', {
  title: '识别答题卡',
  input: () => z.object({ batchId: BatchId, paperId: PaperId }),
  flow: [
    step('intake', () => z.object({ manifestKey: z.string(), files: z.int() })),
    each('unpack', {
      from: 'intake',
      item: () => z.object({ file: z.int() }),
      batch: 8,
      concurrency: 50,
      timeoutSeconds: 900,
    }),
    step('collect', () => z.object({ manifestKey: z.string(), pages: z.int() })),
    each('read', { from: 'collect', item: () => z.object({ no: z.string() }), batch: 8, concurrency: 200 }),
    step('close', () => z.object({ pages: z.int(), matched: z.int(), duplicate: z.int(), waiting: z.int() })),
  ],
})

/** Counts every page and script of a paper anew: a large one from before the counters. Changes nothing but counters. */
export const recountJob = job('scan.recount', {
  title: '汇总扫描进度',
  input: () => z.object({ paperId: PaperId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string() })),
    each('count', {
      from: 'plan',
      item: () => z.union([z.object({ batchId: BatchId }), z.object({ studentId: StudentId })]),
      batch: 200,
      concurrency: 16,
    }),
    step('whole', () => z.object({ whole: z.boolean() })),
  ],
})

/** The uploaders of some papers of an exam as a workbook, in the form that is imported. */
export const exportUploadersJob = job('scan.exportUploaders', {
  title: '导出上传人',
  input: () => z.object({ examId: ExamId, paperIds: z.array(PaperId) }),
  flow: [step('write', () => z.object({ rows: z.int() }))],
})

/** Uploaders from a workbook: all of its rows, or none and a list of problems. The same file again adds nothing. */
export const importUploadersJob = job('scan.importUploaders', {
  title: '导入上传人',
  input: () =>
    z.object({
      examId: ExamId,
      paperIds: z.array(PaperId),
      key: z.string(),
      fileName: z.string(),
      mode: z.enum(['check', 'all']),
      byName: z.string(),
    }),
  flow: [
    step('read', () =>
      z.object({
        rows: z.int(),
        problemCount: z.int(),
        problems: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
        changed: z.int(),
      }),
    ),
  ],
})
