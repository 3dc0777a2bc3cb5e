/**
 * What is stored of scanning: batches of files, every page that was found in them, and the place of a page in a
 * student's script. A page ends in exactly one of matched, duplicate and voided (I8); a slot holds at most one page.
 */
import * as z from 'zod'
import { BatchId, ClassId, ExamId, JobId, PaperId, ScanId, StudentId, Tenant, UserId } from '#shared/kit/ids.ts'
import { SheetCount } from './helper/sheetCount.types.ts'
import { QuarterTurn } from './ledger.types.ts'
import { Lying } from './lying.types.ts'

/** Everything that a person may have to look at: the recogniser's kinds, and those that only the whole batch shows. */
export const sheetDoubtKinds = [
  'unreadable',
  'noAnchors',
  'foreignCard',
  'otherExam',
  'blankPage',
  'scale',
  'twoPages',
  'unknownStudent',
  'studentNumber',
  'noNumber',
  'duplicate',
  'missingPage',
  'doubleMark',
  'faintMark',
  'stain',
  'pageMark',
  'absentMark',
  'paperType',
  'pick',
  'scoreBox',
  'uploader',
  'likelyBlank',
  'suspected',
] as const
export const SheetDoubtKind = z.enum(sheetDoubtKinds)
export type SheetDoubtKind = z.infer<typeof SheetDoubtKind>

export const SheetDoubt = z.object({
  kind: SheetDoubtKind,
  /** What was seen, in Chinese. */
  detail: z.string().optional(),
  /** A question's, or that of a mark (`SheetMark`), which begins with @. */
  questionId: z.string().optional(),
  /** Of a question: its printed number, what was read, and every cell's ink. */
  number: z.string().optional(),
  unitType: z.int().optional(),
  chosen: z.string().optional(),
  /** Of optional questions how many count; of a score what can be earned. */
  most: z.int().optional(),
  cells: z
    .array(z.object({ value: z.string(), state: z.enum(['empty', 'filled', 'doubt']), ink: z.number() }))
    .optional(),
  /** The piece of the page to look at. */
  cropKey: z.string().optional(),
  /** Where the cells lie in it, in thousandths of its width and height, and its width in thousandths of its height. */
  asked: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int(), wide: z.int() }).optional(),
})
export type SheetDoubt = z.infer<typeof SheetDoubt>

/** What is marked beside the questions' letters. `value` null is in doubt, '' nothing marked. */
export const SheetMark = z.object({
  id: z.string(),
  kind: z.enum(['paper', 'pick', 'score']),
  /** Optional questions, or those that a score is for. */
  questionIds: z.array(z.string()),
  /** A or B; ids of the questions that were answered, spaces between them; hundredths. */
  value: z.string().nullable(),
})
export type SheetMark = z.infer<typeof SheetMark>

/** Where a batch belongs, found by its id alone. */
export const BatchPlace = z.object({
  schema: z.literal(1),
  batchId: BatchId,
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
})
export type BatchPlace = z.infer<typeof BatchPlace>

export const Batch = BatchPlace.extend({
  /** Whose folder the files lie in: the uploader's tenant. */
  fileTenant: Tenant,
  uploadedBy: UserId,
  uploaderName: z.string(),
  fileCount: z.int(),
  /** Pages found; known once every file was opened. */
  handed: z.int(),
  state: z.enum(['recognising', 'recognised']),
  jobId: JobId,
  createdAt: z.int(),
  /** The classes that its uploader was given: a page of another class waits. None or absent: every class. */
  forClasses: z.array(ClassId).optional(),
  /** What the uploader says was put into the scanner: so many sheets, of one side or of two. */
  fed: SheetCount.optional(),
  version: z.int(),
})
export type Batch = z.infer<typeof Batch>

export const ScanFile = z.object({
  schema: z.literal(1),
  batchId: BatchId,
  file: z.int(),
  key: z.string(),
  name: z.string(),
  size: z.int(),
  sha256: z.string().optional(),
})
export type ScanFile = z.infer<typeof ScanFile>

const pageStates = ['open', 'matched', 'duplicate', 'voided'] as const
export const PageState = z.enum(pageStates)
export type PageState = z.infer<typeof PageState>

/** What a settlement changes of a page, kept so that it can be taken back. */
export const PageStanding = z.object({
  state: PageState,
  waits: z.boolean(),
  doubts: z.array(SheetDoubt),
  /** Doubts of answers of a candidate who was absent: none of them waits, and all do again once he was there after all. */
  aside: z.array(SheetDoubt).optional(),
  studentId: StudentId.optional(),
  /** Letters that a person has read, by question, and what marks mean, by theirs; they stand before the machine's. */
  settled: z.record(z.string(), z.string()),
  reason: z.string().optional(),
})
export type PageStanding = z.infer<typeof PageStanding>

export const settlementActs = [
  'assign',
  'confirm',
  'void',
  'keepOld',
  'takeNew',
  'displaced',
  'undo',
  'rollback',
  'restore',
  'transfer',
  'mode',
  'suspect',
  'reset',
  'score',
] as const

export const Settlement = z.object({
  at: z.int(),
  by: UserId,
  byName: z.string(),
  act: z.enum(settlementActs),
  note: z.string(),
  /** Only of the latest ones. */
  before: PageStanding.optional(),
  /** The page that lost its place to this one. */
  displaced: z.object({ batchId: BatchId, no: z.string() }).optional(),
})
export type Settlement = z.infer<typeof Settlement>

export const ScanPage = PageStanding.extend({
  schema: z.literal(1),
  batchId: BatchId,
  /** Place in the batch, in the order of scanning: file, member of a zip, page of the file. */
  no: z.string(),
  scanId: ScanId,
  paperId: PaperId,
  owner: Tenant,
  source: z.object({ file: z.int(), name: z.string(), page: z.int() }),
  /** Of the picture as it is stored; '' where there is none. */
  sha256: z.string(),
  imageKey: z.string().optional(),
  thumbKey: z.string().optional(),
  /** The small picture is wider than high: it stands upright, and the picture as it is stored need not. */
  wide: z.boolean().optional(),
  width: z.int(),
  height: z.int(),
  dpi: z.number().optional(),
  /** Set once the recogniser has answered. */
  readAt: z.int().optional(),
  /** Of the card, where it was recognised. */
  page: z.int().optional(),
  pageCount: z.int().optional(),
  code: z.string().optional(),
  /** Of a sheet of another paper: what its QR says. */
  otherCode: z.string().optional(),
  /** The student number as read, ? where a digit is not certain. */
  number: z.string().optional(),
  /** The page has no place for a number: it belongs to whom the page before it belongs to. */
  numberless: z.boolean().optional(),
  /** The picture showed two pages and was cut: which of them this is. The second has a row of its own behind this one. */
  half: z.enum(['first', 'second']).optional(),
  /** The picture before it was cut. */
  wholeKey: z.string().optional(),
  /** Candidates whose numbers are near the one that was read, nearest first: one of them may be suggested. */
  near: z.array(z.object({ studentId: StudentId, far: z.number() })).optional(),
  journal: z.array(Settlement),
  version: z.int(),
})
export type ScanPage = z.infer<typeof ScanPage>

/** What the recogniser said of a page: written once, never changed by people. */
export const StoredReading = z.object({
  schema: z.literal(1),
  batchId: BatchId,
  no: z.string(),
  rotation: z.number().optional(),
  scale: z.number().optional(),
  /** Absent of pages that were read before it was kept. */
  lies: Lying.optional(),
  absent: z.enum(['empty', 'filled', 'doubt']).optional(),
  /** By question: letters in order; null is in doubt. */
  choices: z.record(z.string(), z.string().nullable()),
  marks: z.array(SheetMark).optional(),
  blocks: z.array(
    z.object({
      blockId: z.string(),
      questionIds: z.array(z.string()),
      part: z.int(),
      key: z.string(),
      width: z.int(),
      height: z.int(),
      likelyBlank: z.boolean(),
    }),
  ),
})
export type StoredReading = z.infer<typeof StoredReading>

/** One page of a student's script. Without a scanId it is vacant: its page was taken out. */
export const Slot = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  page: z.int(),
  pageCount: z.int(),
  scanId: ScanId.optional(),
  batchId: BatchId.optional(),
  no: z.string().optional(),
  sha256: z.string().optional(),
  imageKey: z.string().optional(),
  width: z.int(),
  height: z.int(),
  turn: QuarterTurn.optional(),
  lies: Lying.optional(),
  /** Raised whenever another picture takes the place (I10). */
  imageVersion: z.int(),
  /** Something of this page waits for a person. */
  waits: z.boolean(),
  choices: z.record(z.string(), z.string().nullable()),
  marks: z.array(SheetMark).optional(),
  blocks: StoredReading.shape.blocks,
  version: z.int(),
})
export type Slot = z.infer<typeof Slot>

/** A candidate who did not sit the paper, by the mark on the card or by a person's word. */
export const AbsentMark = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  absent: z.boolean(),
  by: z.string(),
  at: z.int(),
  reason: z.string(),
  version: z.int(),
})
export type AbsentMark = z.infer<typeof AbsentMark>

/** A page of a script that a person knows was never handed in. */
export const MissingAccepted = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  page: z.int(),
  accepted: z.boolean(),
  by: z.string(),
  at: z.int(),
  reason: z.string(),
  /** Whose count of sheets takes it into account: the batch in which the other side of the sheet came. */
  batchId: BatchId.optional(),
  version: z.int(),
})
export type MissingAccepted = z.infer<typeof MissingAccepted>
