import * as z from 'zod'
import { each, job, step } from '#shared/kit/job.ts'
import { mostAppliedAtOnce } from '#shared/exam/joint/application.types.ts'
import { BatchId, ClassId, ExamId, PaperId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { RecognitionMode, RollbackOf } from './act.types.ts'
import { Margin } from './batches/recut.calls.ts'
import { SheetDoubtKind } from './sheet.types.ts'

/**
 * One execution a batch. `unpack` opens every file and writes a row for every page that it holds; `read` recognises the
 * pages and puts them in their places; `close` gives backs to their fronts. Every step may run again.
 */
export const recogniseJob = job('scan.recognise', {
  title: '识别答题卡',
  /** `again`: pages that are in no script and not settled are read anew. */
  input: () => z.object({ batchId: BatchId, paperId: PaperId, again: z.boolean().optional() }),
  flow: [
    step('intake', () => z.object({ manifestKey: z.string(), files: z.int() })),
    each('unpack', {
      from: 'intake',
      item: () => z.object({ file: z.int() }),
      // A child is paid by its start and its state, as much as eighty write units: most files are one page.
      batch: 32,
      concurrency: 50,
      timeoutSeconds: 900,
    }),
    step('collect', () => z.object({ manifestKey: z.string(), pages: z.int() })),
    // Five batches at once are as many readers as there may be (`infra/concurrency.ts`).
    each('read', {
      from: 'collect',
      item: () => z.object({ no: z.string() }),
      batch: 16,
      concurrency: 64,
      timeoutSeconds: 120,
      tolerant: true,
    }),
    step('close', () => z.object({ pages: z.int(), matched: z.int(), duplicate: z.int(), waiting: z.int() })),
  ],
})

/**
 * Counts every page and script of a paper anew: a large one from before the counters, and every night those that are being
 * scanned or marked. Changes nothing but counters.
 */
export const recountJob = job('scan.recount', {
  title: '汇总扫描进度',
  again: true,
  input: () => z.object({ paperId: PaperId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), atRest: z.boolean() })),
    each('count', {
      from: 'plan',
      item: () =>
        z.union([z.object({ batchId: BatchId }), z.object({ studentId: StudentId }), z.object({ unit: z.string() })]),
      batch: 200,
      concurrency: 16,
    }),
    step('whole', () => z.object({ whole: z.boolean() })),
  ],
})

/** The uploaders of some papers of an exam as a workbook, in the form that is imported. */
export const exportUploadersJob = job('scan.exportUploaders', {
  title: '导出上传人',
  again: true,
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

/** Puts pages into the recycle bin, each with the act and its reason in its journal. Run again, it changes nothing. */
export const rollbackJob = job('scan.rollback', {
  title: '回退答题卡',
  input: () =>
    z.object({ paperId: PaperId, examId: ExamId, of: RollbackOf, reason: z.string(), at: z.int(), byName: z.string() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), items: z.int() })),
    each('takeOut', {
      from: 'plan',
      item: () => z.union([z.object({ batchId: BatchId, no: z.string() }), z.object({ studentId: StudentId })]),
      batch: 50,
      concurrency: 16,
    }),
    step('follow', () => z.object({ markingFollows: z.boolean() })),
  ],
})

/** Judges pages that were read already by another mode. */
export const switchModeJob = job('scan.switchMode', {
  title: '切换识别模式',
  input: () => z.object({ paperId: PaperId, mode: RecognitionMode, byName: z.string() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), batches: z.int() })),
    each('judge', { from: 'plan', item: () => z.object({ batchId: BatchId }), batch: 1, concurrency: 16 }),
    step('whole', () => z.object({ waiting: z.int() })),
  ],
})

/**
 * What follows in the scripts from absences that were decided: candidates are marked absent, or the mark is taken back, as
 * each application stands when it is looked at. Run again, it changes nothing.
 */
export const followAbsencesJob = job('scan.followAbsences', {
  title: '缺考申报生效',
  input: () =>
    z.object({
      examId: ExamId,
      of: z.array(z.object({ schoolId: SchoolId, personId: StudentId })).max(mostAppliedAtOnce),
      byName: z.string(),
    }),
  flow: [step('follow', () => z.object({ marked: z.int() }), 900)],
})

/** The absent candidates of every paper of an exam. */
export const exportAbsentJob = job('scan.exportAbsent', {
  title: '导出缺考名单',
  again: true,
  input: () => z.object({ examId: ExamId }),
  flow: [step('write', () => z.object({ rows: z.int() }), 880)],
})

/** Candidates and how their cards stand, as a workbook; a long list as CSV. */
export const exportScriptsJob = job('scan.exportScripts', {
  title: '导出答题卡状态',
  again: true,
  /** `classIds`: of these classes only. A job of a release before this was started by managers alone. */
  input: () =>
    z.object({
      paperId: PaperId,
      state: z.enum(['absent', 'all']),
      classIds: z.array(ClassId).nullable().default(null),
    }),
  flow: [step('write', () => z.object({ rows: z.int() }), 880)],
})

/** The pages of a paper that wait, with a list of what each waits for, as a zip. Run again, it makes the same file. */
export const downloadErrorCardsJob = job('scan.errorCards', {
  title: '下载存疑页',
  /** `classIds`: pages of these classes' candidates only, and those that the uploader has handed in. */
  input: () =>
    z.object({
      paperId: PaperId,
      kind: SheetDoubtKind.optional(),
      classIds: z.array(ClassId).nullable().default(null),
      uploaderId: UserId.optional(),
    }),
  cancellable: true,
  flow: [step('pack', () => z.object({ pages: z.int(), left: z.int() }), 880)],
})

/** Cuts a question's pieces again. A piece has an address by its margins: run again, it changes nothing. */
export const recutJob = job('scan.recut', {
  title: '重新裁切',
  input: () => z.object({ paperId: PaperId, questionId: z.string(), margin: Margin, studentIds: z.array(StudentId) }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), items: z.int() })),
    each('cut', {
      from: 'plan',
      item: () => z.object({ studentId: StudentId }),
      batch: 8,
      concurrency: 64,
      timeoutSeconds: 300,
    }),
    step('follow', () => z.object({ markingFollows: z.boolean() })),
  ],
})
