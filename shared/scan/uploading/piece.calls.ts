/** Pieces cut from a scanned page for one look: nothing is stored, nothing is changed. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { BatchId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryInt } from '#shared/kit/query.ts'
import { scanProblems } from '../scan.problems.ts'
import { looks, looksBatch, PageNo } from '../scan.scope.ts'

/** Millimetres beyond the printed frame; a negative one cuts tighter. */
const side = queryInt(z.int().min(-20, '最多向内20毫米').max(100, '最多向外100毫米')).default(0)

export const Piece = z.object({
  /** A data address: the picture is gone with the answer. */
  image: z.string(),
  width: z.int(),
  height: z.int(),
})
const DrawnPiece = Piece.extend({
  /** Cells in shares of the piece's width and height, with what was seen in them. */
  cells: z.array(
    z.object({
      value: z.string(),
      x: z.number(),
      y: z.number(),
      w: z.number(),
      h: z.number(),
      state: z.enum(['empty', 'filled', 'doubt']),
    }),
  ),
  /** What was read: letters, digits (? where it is not certain), or nothing. */
  read: z.string(),
})
export type DrawnPiece = z.infer<typeof DrawnPiece>

const page = { batchId: BatchId, no: PageNo }
const drawn = {
  ...looksBatch,
  output: () => DrawnPiece,
  problems: [commonProblems.notFound, scanProblems.noReading, scanProblems.notPrinted],
}
export const questionBlock = call('GET /api/exam/answerCard/v2/low/getQuestionBlock', {
  summary: 'One question of a scanned page as it lies there, its cells drawn',
  ...drawn,
  input: () => z.object({ ...page, questionId: z.string().max(64) }),
})
export const drawAbsent = call('GET /api/exam/answerCard/v2/draw/absent', {
  summary: 'The mark of absence of a scanned page, drawn',
  ...drawn,
  input: () => z.object(page),
})
export const drawNumber = call('GET /api/exam/answerCard/v2/draw/fillingNumber', {
  summary: 'The student number that was filled in on a scanned page, its cells drawn',
  ...drawn,
  input: () => z.object(page),
})

export const recutPreview = call('GET /api/scan/recut/preview', {
  summary: 'What a question would be cut to with these margins, of a few candidates',
  ...looks,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: z.string().max(64),
      top: side,
      right: side,
      bottom: side,
      left: side,
      studentId: StudentId.optional(),
    }),
  output: () => z.array(Piece.extend({ studentId: StudentId, studentName: z.string(), className: z.string() })),
  problems: [scanProblems.noCard, scanProblems.notCut, commonProblems.notFound],
})
