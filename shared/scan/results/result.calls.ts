/** Results as they stand: by candidate, by question, by page of the card; and whether recognition is through. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { BatchId, ClassId, JobId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { CardPageCounts, ScanSteps } from '../figures.types.ts'
import { ScriptRow } from '../scan.calls.ts'
import { DoubtRow } from '../doubts/doubt.types.ts'
import { keyset, keysetOf } from '#shared/kit/paging.ts'
import { looks } from '../scan.scope.ts'
import { SheetDoubtKind } from '../sheet.types.ts'

const ofOne = () => z.object({ paperId: PaperId, studentId: StudentId })
const questionId = z.string().max(64)
/** One page of candidates, of a class or of all, of one question or of any. */
const ofMany = () =>
  z.object({ ...keyset, paperId: PaperId, questionId: questionId.optional(), classId: ClassId.optional() })
const whose = { studentId: StudentId, studentName: z.string(), className: z.string() }

export const resultErrors = call('GET /api/exam/answerCard/student/result/error', {
  summary: 'Everything that waits of one candidate’s cards, each with its reason and the piece that it is about',
  ...looks,
  input: ofOne,
  output: () => z.object({ list: z.array(DoubtRow), mayManage: z.boolean(), takesOut: z.boolean() }),
  problems: [commonProblems.notFound],
  feeds: ['doubts'],
})

export const errorCards = call('GET /api/exam/answerCard/student/errorCard/download', {
  summary: 'One candidate’s pages that wait, as files to keep',
  ...looks,
  input: ofOne,
  output: () => z.array(z.object({ name: z.string(), url: z.string(), page: z.int().optional(), reason: z.string() })),
  problems: [commonProblems.notFound],
})

export const LowRow = z.object({
  ...whose,
  questionId: z.string(),
  number: z.string(),
  page: z.int(),
  kind: SheetDoubtKind,
  reason: z.string(),
  /** What was plainly read. */
  chosen: z.string(),
  judged: z.boolean().optional(),
  cells: z.array(z.object({ value: z.string(), state: z.enum(['empty', 'filled', 'doubt']) })),
  cropUrl: z.string().optional(),
  batchId: BatchId,
  no: z.string(),
  version: z.int(),
})
export type LowRow = z.infer<typeof LowRow>
export const lowConfident = call('GET /api/exam/answerCard/v2/low/confident', {
  summary: 'Readings that the recogniser will not vouch for, with their pieces; of one question together, if wished',
  ...looks,
  input: ofMany,
  /** `total`: pages in a script that wait. */
  output: () => keysetOf(LowRow).extend({ mayManage: z.boolean() }),
  feeds: ['doubts'],
})

export const likelyBlanks = call('GET /api/exam/answerCard/v2/likely/blanks', {
  summary: 'Subjective answers in which nothing seems to be written, with their pieces',
  ...looks,
  input: ofMany,
  /** `total`: of the whole paper. A page may be empty and yet have a next one. */
  output: () =>
    keysetOf(
      z.object({
        ...whose,
        numbers: z.string(),
        part: z.int(),
        page: z.int(),
        url: z.string(),
        width: z.int(),
        height: z.int(),
      }),
    ),
  feeds: ['doubts'],
})

export const subjectiveDetail = call('GET /api/exam/answerCard/student/result/question/subjective/detail', {
  summary: 'One candidate’s answer to one subjective question: its pieces, their pages, the score given on paper',
  ...looks,
  input: () => z.object({ paperId: PaperId, studentId: StudentId, questionId }),
  output: () =>
    z.object({
      ...whose,
      state: z.enum(['present', 'absent', 'missing']),
      number: z.string(),
      /** Hundredths. */
      fullScore: z.int(),
      step: z.int(),
      score: z.int().nullable(),
      /** box: read from the card's score boxes; person: typed; none. */
      scoreFrom: z.enum(['box', 'person', 'none']),
      /** Why it may not be typed here. */
      barred: z.string().optional(),
      pieces: z.array(
        z.object({
          part: z.int(),
          page: z.int(),
          url: z.string(),
          width: z.int(),
          height: z.int(),
          likelyBlank: z.boolean(),
          pageUrl: z.string(),
          batchId: BatchId,
          no: z.string(),
        }),
      ),
    }),
  problems: [commonProblems.notFound],
  feeds: ['doubts'],
})

export const completeStudents = call('GET /api/exam/answerCard/recognition/complete/student', {
  summary: 'Candidates of whom every page is there and nothing is in doubt',
  ...looks,
  input: () => z.object({ ...keyset, paperId: PaperId, classId: ClassId.optional() }),
  output: () => keysetOf(ScriptRow),
  feeds: ['ledger'],
})

export const recognitionCheck = call('GET /api/exam/answerCard/recognition/check', {
  summary: 'Whether recognition of a paper is through, and what is still to do, in the order of doing it',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => ScanSteps,
  feeds: ['scans', 'doubts', 'ledger'],
})

export const pageNumbers = call('GET /api/exam/answerCard/pageNumber', {
  summary: 'How many of each page of the card are there, and how many are lacking',
  ...looks,
  input: () => z.object({ paperId: PaperId }),
  output: () => CardPageCounts,
  feeds: ['scans', 'ledger'],
})

export const downloadErrorCards = call('POST /api/exam/answerCard/v2/download/subjectErrorCards/async', {
  summary: 'Every page of a paper that waits, or those of one kind, as a zip with a list of what each waits for',
  ...looks,
  input: () => z.object({ paperId: PaperId, kind: SheetDoubtKind.optional() }),
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs', 'acts'],
})
