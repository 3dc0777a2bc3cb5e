/** The pre-flight: a blank card printed, copied and scanned before the exam, and what the scan says of the three. */
import * as z from 'zod'
import { CardId, ExamId, JobId, Tenant } from '#shared/kit/ids.ts'

export const measureNames = [
  'qr',
  'anchors',
  'resolution',
  'scale',
  'stretch',
  'margins',
  'skew',
  'bend',
  'sharpness',
  'contrast',
  'greys',
  'light',
  'dark',
  'dirt',
  'marks',
] as const
export const MeasureName = z.enum(measureNames)
export type MeasureName = z.infer<typeof MeasureName>

/** good: as it should be. warn: works, with less to spare. bad: not with this in an exam. unknown: the card has nothing to measure it by. */
export const Judgement = z.enum(['good', 'warn', 'bad', 'unknown'])
export type Judgement = z.infer<typeof Judgement>

export const Measure = z.object({
  name: MeasureName,
  /** Null: could not be measured. */
  value: z.number().nullable(),
  judged: Judgement,
  /** The scan's file names no resolution: the size was taken from the picture's edges. */
  estimated: z.boolean().optional(),
})
export type Measure = z.infer<typeof Measure>

/** One page of the file: which page of the card it shows, or why it shows none. */
export const PreflightPage = z.object({
  /** From 1 within the file. */
  filePage: z.int().min(1),
  page: z.int().min(1).optional(),
  refusal: z.string().optional(),
  measures: z.array(Measure),
  judged: Judgement,
})
export type PreflightPage = z.infer<typeof PreflightPage>

/** A finished pre-flight, kept with the card: the newest stands for the machine as it is today. */
export const Preflight = z.object({
  schema: z.literal(1),
  cardId: CardId,
  jobId: JobId,
  examId: ExamId,
  owner: Tenant,
  publishedVersion: z.int().min(1),
  fileName: z.string(),
  pages: z.array(PreflightPage).max(8),
  /** Pages of the card that the file does not show. */
  missingPages: z.array(z.int()),
  judged: Judgement,
  testedBy: z.string(),
  testedAt: z.int(),
})
export type Preflight = z.infer<typeof Preflight>
