import * as z from 'zod'
import { ChangeId, ClassId, ExamId, PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { RosterSlice } from '#shared/exam/exam.types.ts'
import { each, job, step, until, when } from '#shared/kit/job.ts'
import { reportIds } from './reports/faces.ts'
import { ReportForm, ReportParams } from './reports/report.params.ts'
import { SnapshotSlice, SortedRange } from './publication.types.ts'
import { Actor } from '#shared/kit/actor.ts'

/** The version and its shards; `students` is how many there are in all. */
const Planned = z.object({ v: z.int(), students: z.int(), manifestKey: z.string() })
/** Each shard is read, computed twice and tallied by itself; the tallies are added up. */
const scored = [
  step('plan', () => Planned, 600),
  each('score', { from: 'plan', item: () => SnapshotSlice, batch: 1, concurrency: 40 }),
  step('merge', () => z.object({ manifestKey: z.string(), ranges: z.int() }), 600),
] as const

/** Shards, every student's result, and then, at its time, the pointer. Nothing is seen before the last step. */
export const publishJob = job('analysis.publish', {
  title: '发布成绩',
  input: () =>
    z.object({
      paperId: PaperId,
      publishAt: z.int().optional(),
      /** The scores that were looked at before signing off; others are refused. */
      digest: z.string().optional(),
      /** Reason given for publishing although the sheet ledger does not balance. */
      override: z.string().optional(),
      /** A signed change set: the version is made of the published one's scores, and puts the set in force. */
      change: ChangeId.optional(),
      by: Actor,
    }),
  flow: [
    ...scored,
    each('results', { from: 'plan', item: () => SnapshotSlice, batch: 1, concurrency: 40 }),
    each('sorted', { from: 'merge', item: () => SortedRange, batch: 1, concurrency: 20 }),
    step('ready', () => z.object({ publishAt: z.string() })),
    until('time', { from: 'ready', field: 'publishAt' }),
    step('publish', () => z.object({ published: z.boolean(), v: z.int(), students: z.int() })),
  ],
})

/** What publishing a large paper now would change: its shards are made and held against the published version. */
export const previewJob = job('analysis.preview', {
  title: '核对成绩',
  again: true,
  input: () => z.object({ paperId: PaperId, by: Actor }),
  flow: [...scored, step('compared', () => z.object({ v: z.int() }))],
})

/** What a change set would change: each shard under it beside the same without, and what that moves. Writes no score. */
export const replayJob = job('analysis.replay', {
  title: '预览成绩改动',
  input: () => z.object({ paperId: PaperId, changeId: ChangeId, by: Actor }),
  flow: [
    step('plan', () => z.object({ students: z.int(), manifestKey: z.string() }), 600),
    each('replay', { from: 'plan', item: () => SnapshotSlice, batch: 4, concurrency: 40 }),
    step('compared', () => z.object({ changed: z.int() }), 600),
  ],
})

/** The version and the classes are fixed when the job is started: what is exported is what was seen. */
const ExportInput = z.object({
  paperId: PaperId,
  v: z.int(),
  /** null: all classes. */
  classIds: z.array(ClassId).nullable(),
  /** Administrative ones among them that are seen whole; unless said, all of them. */
  homeIds: z.array(ClassId).nullable().optional(),
  totalRank: z.boolean(),
  /** Schools whose figures were seen as a whole; null: all. A job from before they were groups lacks it. */
  schoolIds: z.array(SchoolId).nullable().optional(),
  by: Actor,
})
const Exported = z.object({ key: z.string(), name: z.string(), size: z.int() })

export const exportTranscriptJob = job('analysis.exportTranscript', {
  title: '导出成绩单',
  cancellable: true,
  input: () => ExportInput.extend({ params: ReportParams.prefault({}) }),
  flow: [step('write', () => Exported, 600)],
})

export const exportReportJob = job('analysis.exportReport', {
  title: '导出质量分析报告',
  cancellable: true,
  input: () =>
    ExportInput.extend({
      report: z.enum(reportIds).optional(),
      form: ReportForm.default('pdf'),
      params: ReportParams.prefault({}),
    }),
  flow: [step('write', () => Exported, 600)],
})

/** A booklet of the best answers of each question and such as most wrote, so many of each. */
export const exportAnswersJob = job('analysis.exportAnswers', {
  title: '制作优秀答案',
  cancellable: true,
  input: () => z.object({ paperId: PaperId, v: z.int(), each: z.int().min(1).max(5), by: Actor }),
  flow: [step('write', () => Exported, 840)],
})

/** All that was published of a candidate, in one file that can be verified without an account. */
export const exportEvidenceJob = job('analysis.exportEvidence', {
  title: '制作成绩证据包',
  cancellable: true,
  input: () => z.object({ examId: ExamId, studentId: StudentId, names: z.boolean(), by: Actor }),
  flow: [step('write', () => Exported, 840)],
})

/** A stretch of the roster, by its number. */
const ScansSlice = RosterSlice.extend({ slice: z.int() })
export type ScansSlice = z.infer<typeof ScansSlice>
/** A piece of the zip: which slices, from which byte, in which parts of the upload. */
const ScansPiece = z.object({
  piece: z.int(),
  slices: z.array(z.int()),
  begun: z.int(),
  firstPart: z.int(),
  partSize: z.int(),
})
const ScansExported = Exported.extend({ pages: z.int(), students: z.int() })

export const exportScansJob = job('analysis.exportScans', {
  title: '导出答卷图片',
  cancellable: true,
  input: () => ExportInput.omit({ v: true, totalRank: true, schoolIds: true }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), slices: z.int() }), 600),
    each('measure', { from: 'plan', item: () => ScansSlice, batch: 1, concurrency: 40 }),
    step(
      'lay',
      () =>
        z.object({
          manifestKey: z.string(),
          many: z.boolean(),
          pieces: z.int(),
          upload: z.object({ key: z.string(), uploadId: z.string() }),
          pages: z.int(),
          students: z.int(),
        }),
      600,
    ),
    when('large', {
      from: 'lay',
      field: 'many',
      then: [each('pack', { from: 'lay', item: () => ScansPiece, batch: 1, concurrency: 40, timeoutSeconds: 840 })],
    }),
    step('finish', () => ScansExported, 840),
    step('tidy', () => ScansExported),
  ],
})
