/** What the scan room promises the others: where every sheet is, and what each student's pages say. */
import * as z from 'zod'
import { PaperId, StudentId } from '#shared/kit/ids.ts'
import { Lying } from './lying.types.ts'

/**
 * The sheet ledger (I8): pages handed over = the sum over exactly one terminal state each, plus what is still open.
 * Marking cannot start, nor scores be published, until `open` is 0 or a named person overrides with a reason.
 */
export const SheetLedger = z.object({
  paperId: PaperId,
  /** Pages that the uploads contained. */
  handed: z.int(),
  /** In exactly one script. */
  matched: z.int(),
  /** A second picture of a page that is matched already, settled as such. */
  duplicate: z.int(),
  /** Taken out by a person, with a reason. */
  voided: z.int(),
  /** Not yet in a terminal state: being recognised, or waiting for a person. */
  open: z.int(),
  /** Of the open ones: those that wait for a person. */
  doubtful: z.int(),
  /** Batches with other pages than the sheets that were put into the scanner give; and those sheets. */
  unequal: z.int().optional(),
  fedSheets: z.int().optional(),
  balanced: z.boolean(),
  /** Everything that waits for a person: the number of the queue, on every screen. */
  doubts: z.int().optional(),
  candidates: z.object({ present: z.int(), absent: z.int(), missing: z.int(), incomplete: z.int() }),
  /** Of those present: how many lack each page, and how many chose each optional question on the card. */
  missingOn: z.record(z.string(), z.int()).optional(),
  picked: z.record(z.string(), z.int()).optional(),
})
export type SheetLedger = z.infer<typeof SheetLedger>

/** Degrees clockwise by which a picture is turned to stand upright; one that does has none. */
export const QuarterTurn = z.union([z.literal(90), z.literal(180), z.literal(270)])

/** One student's script as recognised. */
export const StudentReading = z.object({
  studentId: StudentId,
  /** present: pages are there; absent: marked so; missing: no page and no mark of absence. */
  state: z.enum(['present', 'absent', 'missing']),
  /** Raised whenever a page of the script is replaced (I10). */
  imageVersion: z.int(),
  /** Grows with every change of what the pages say. */
  seq: z.int().optional(),
  /** Told by a file of scores and by no page: what a page says stands before it. */
  fromFile: z.literal(true).optional(),
  /** Every page of the card is there, and nothing of it is in doubt. */
  complete: z.boolean(),
  /** By question: letters in order; [] is blank; null is still in doubt. */
  choices: z.record(z.string(), z.array(z.string()).nullable()),
  /** Where the card asks for paper A or B: which; ? is still in doubt. */
  paperType: z.enum(['A', 'B', '?']).optional(),
  /** By optional question, where the card asks: whether it was answered; null is still in doubt. */
  picks: z.record(z.string(), z.boolean().nullable()).optional(),
  /** Scores given on paper before scanning, by question: hundredths; `seq` grows whenever one may have changed. */
  scores: z.record(z.string(), z.object({ score: z.int(), seq: z.int() })).optional(),
  blocks: z.array(
    z.object({
      blockId: z.string(),
      questionIds: z.array(z.string()),
      part: z.int(),
      /** The crop's object key. */
      key: z.string(),
      width: z.int(),
      height: z.int(),
      likelyBlank: z.boolean(),
    }),
  ),
  /** `sha256`: of the picture as it is stored. */
  pages: z.array(
    z.object({
      page: z.int(),
      key: z.string(),
      width: z.int(),
      height: z.int(),
      sha256: z.string().optional(),
      turn: QuarterTurn.optional(),
      lies: Lying.optional(),
    }),
  ),
  /** Pages of the card that are not there although others are, and whether a person has confirmed that. */
  missing: z.array(z.object({ page: z.int(), accepted: z.boolean() })).optional(),
})
export type StudentReading = z.infer<typeof StudentReading>

/** Scan progress counters (2 §3). */
export const ScanCounters = z.object({
  /** Pages found in uploads, and of them not yet recognised. */
  scanCount: z.int(),
  waitingRecogCount: z.int(),
  studentRecognitionCount: z.int(),
  studentTotalCount: z.int(),
  /** Pages that are in no script yet; pages in a script with a question in doubt; both. */
  mustErrCount: z.int(),
  noMustErrCount: z.int(),
  errorCount: z.int(),
  absentStudentCount: z.int(),
  unUploadStudentCount: z.int(),
  /** Files of batches that are still being opened and read. */
  waitUploadTotalCount: z.int(),
  cornerErrorNumber: z.int(),
  sizeErrorNumber: z.int(),
  /** Pages of students whom the batch's uploader was not to scan. */
  uploaderErrorNumber: z.int(),
  cardExceptionNum: z.int(),
})
