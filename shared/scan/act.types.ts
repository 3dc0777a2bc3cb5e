/** What is done to a paper's scans as a whole, on record; and how the paper is recognised. */
import * as z from 'zod'
import { auditActs } from '#shared/kit/acts.ts'
import { BatchId, ClassId, ExamId, PaperId, Tenant, UserId } from '#shared/kit/ids.ts'
import { ScanMode } from './helper/sheetCount.types.ts'

export const paperActs = [
  'rollback',
  'restore',
  'deleteBatch',
  'transfer',
  'restart',
  'mode',
  'cooperate',
  'endCooperation',
  'declare',
  'review',
  'fed',
  'sides',
  'ignore',
  'deleteFile',
  'recut',
  'download',
] as const
export type PaperActKind = (typeof paperActs)[number]
/** As the school's operation records call them. */
export const paperActNames = Object.fromEntries(paperActs.map((act) => [act, auditActs[`scan.${act}`][1]])) as Record<
  PaperActKind,
  string
>

/** One act, written once: by whom, what, why. */
export const PaperAct = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  actId: z.string(),
  at: z.int(),
  by: UserId,
  byName: z.string(),
  act: z.enum(paperActs),
  note: z.string(),
  reason: z.string(),
})
export type PaperAct = z.infer<typeof PaperAct>

/** What is taken out: everything, what one uploader handed in, what belongs to some classes, one batch. */
export const RollbackOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('uploader'), userId: UserId }),
  z.object({ kind: z.literal('class'), classIds: z.array(ClassId) }),
  z.object({ kind: z.literal('batch'), batchId: BatchId }),
])
export type RollbackOf = z.infer<typeof RollbackOf>

/**
 * How a paper is recognised. standard: only what is in doubt waits. strict: a page on which nothing was chosen waits
 * too, since an empty answer sheet is more often a misfeed than a student who knew nothing.
 */
export const recognitionModes = ['standard', 'strict'] as const
export const RecognitionMode = z.enum(recognitionModes)
export type RecognitionMode = z.infer<typeof RecognitionMode>
export const recognitionModeNames: Record<RecognitionMode, string> = {
  standard: '标准：只有存疑的等待处理',
  strict: '严格：客观题全部未作答的页也等待核对',
}

export const ScanConfig = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  mode: RecognitionMode,
  /** How sheets are fed; without it, as the card has pages. */
  sides: ScanMode.optional(),
  version: z.int(),
})
export type ScanConfig = z.infer<typeof ScanConfig>
