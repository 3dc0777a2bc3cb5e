import * as z from 'zod'
import { BatchId, StudentId } from '#shared/kit/ids.ts'
import { SheetDoubt, SheetDoubtKind } from '../sheet.types.ts'

/** What a person has to look at: a page with its doubts, or a page that a script lacks. */
export const DoubtRow = z.object({
  id: z.string(),
  kind: SheetDoubtKind,
  name: z.string(),
  todo: z.string(),
  /** Of a page. */
  batchId: BatchId.optional(),
  no: z.string().optional(),
  version: z.int().optional(),
  source: z.string(),
  doubts: z.array(SheetDoubt.omit({ cropKey: true }).extend({ cropUrl: z.string().optional() })),
  imageUrl: z.string().optional(),
  page: z.int().optional(),
  pageCount: z.int().optional(),
  number: z.string().optional(),
  /** A card was read on it, so that it can be given to a student. */
  assignable: z.boolean(),
  /** Whose page it is, or would be. */
  student: z
    .object({ studentId: StudentId, studentName: z.string(), studentNumber: z.string(), className: z.string() })
    .optional(),
  /** The number's most likely owner. */
  suggestion: z
    .object({ studentId: StudentId, studentName: z.string(), studentNumber: z.string(), className: z.string() })
    .optional(),
  /** Who may be meant by the number, nearest first; `taken` have this page of the card already and come last. */
  possible: z
    .array(
      z.object({
        studentId: StudentId,
        studentName: z.string(),
        studentNumber: z.string(),
        className: z.string(),
        taken: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Of a page without a number: to whom the page fed just before it belongs. */
  before: z
    .object({ studentId: StudentId, studentName: z.string(), studentNumber: z.string(), className: z.string() })
    .optional(),
  /** The picture that has the place already. */
  rival: z
    .object({
      imageUrl: z.string().optional(),
      source: z.string(),
      /** Whether the same was filled in on both; absent where neither shows a choice. */
      same: z.boolean().optional(),
    })
    .optional(),
  /** Nothing was seen on any choice of the page (`isBlankWhole`): of one page of several, or of all that the card has. */
  blank: z.enum(['page', 'script']).optional(),
  /** Most questions of the page could not be read (`unclearOf`): how many, of how many. */
  unclear: z.object({ asked: z.int(), of: z.int() }).optional(),
  /** By the caller: who manages settles all, an uploader what came in the own batches. */
  maySettle: z.boolean(),
})
export type DoubtRow = z.infer<typeof DoubtRow>
