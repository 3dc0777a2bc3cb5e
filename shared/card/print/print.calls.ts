/** Printing: a job for a card, or for all subjects of an exam at once; and the files that came of it. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, CardId, ClassId, JobId, PaperId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { PrintSettings } from '../card.jobs.ts'
import { cardProblemList } from '../card.problems.ts'
import { CardPdf } from './print.types.ts'

export const printCard = call('POST /api/export/answer-card/template', {
  summary: 'Print published cards as PDF: blank ones, or one pre-filled copy per student',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () =>
    PrintSettings.extend({
      cardId: CardId,
      kind: z.enum(['blank', 'students']),
      /** Other subjects of the same exam, printed along. */
      paperIds: z.array(PaperId).max(29).optional(),
      /** A sheet of student numbers, rooms and seats: printed in its order. Granted by the upload's own call. */
      seatList: z.object({ key: z.string().min(1).max(400), fileName: z.string().min(1).max(300) }).optional(),
      /** The same attempt asked twice is one job. */
      attempt: AttemptId.optional(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.notPublished,
    cardProblemList.noStudents,
    cardProblemList.badNumber,
    cardProblemList.othersUnpublished,
    cardProblemList.foreignUpload,
    cardProblemList.badSeats,
  ],
  refreshes: ['jobs', 'cardPdfs'],
})

/** The same job from the list of cards, where only the paper is known. */
const exporting = {
  ...examManagers,
  scope: on('paper', 'paperId'),
  effect: true,
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs', 'cardPdfs'],
} as const

export const exportPaperCard = call('GET /api/export/paper/answer-card', {
  summary: "Print a paper's published card as PDF, blank",
  ...exporting,
  input: () => z.object({ paperId: PaperId }),
  problems: [cardProblemList.notFound, cardProblemList.notPublished],
})

export const exportCopies = call('GET /api/export/paper/file-answer-card', {
  summary: "Print a copy of a paper's published card for every candidate, or for one class: a file a class",
  ...exporting,
  input: () => z.object({ paperId: PaperId, classId: ClassId.optional() }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.notPublished,
    cardProblemList.noStudents,
    cardProblemList.badNumber,
  ],
})

export const cardPdfList = call('GET /api/tiku/own/answerCard/pdf', {
  summary: 'The files printed of a card, newest first; who manages its exam may download them',
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () =>
    z.array(
      CardPdf.omit({ schema: true, owner: true, key: true, deletedAt: true }).extend({
        /** For some minutes. */
        url: z.string().optional(),
        /** A newer version of the card has been published since. */
        outdated: z.boolean(),
      }),
    ),
  problems: [cardProblemList.notFound],
  feeds: ['cardPdfs'],
})

export const deletePdf = call('POST /api/tiku/own/answerCard/delete/pdf', {
  summary: 'Take a printed file off the list; it can be printed again',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, jobId: JobId, restore: z.boolean().optional() }),
  output: () => z.object({}),
  problems: [cardProblemList.notFound, cardProblemList.noSuchPdf],
  refreshes: ['cardPdfs'],
})
