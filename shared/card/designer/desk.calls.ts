/** What the designer asks beside saving and publishing. */
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CardId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { cardProblemList } from '../card.problems.ts'
import { Card, CardDesign } from '../card.types.ts'

const who = examManagers

export const lockCard = call('POST /api/tiku/own/answerCard/lock', {
  summary: 'Lock a card against every change, or unlock it; who locked it and administrators unlock',
  ...who,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, locked: z.boolean(), version: z.int() }),
  output: () => Card.pick({ version: true, lock: true }),
  problems: [cardProblemList.notFound, cardProblemList.notYourLock, commonProblems.stale],
  refreshes: ['card', 'cards'],
})

export const softDeleteCard = call('POST /api/tiku/own/answerCard/softDelete', {
  summary: 'Put a card into the recycle bin; sheets already printed stay readable',
  ...who,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [cardProblemList.notFound, cardProblemList.hasScans, cardProblemList.locked, commonProblems.stale],
  refreshes: ['cards', 'card', 'exam', 'paper'],
})

export const purgeCard = call('POST /api/tiku/own/answerCard/delete', {
  summary: 'Delete a card of the recycle bin for good; one that was published stays, for its sheets',
  ...who,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => z.object({}),
  problems: [cardProblemList.notFound, cardProblemList.notDeleted, cardProblemList.everPublished, commonProblems.stale],
  refreshes: ['cards', 'card', 'exam', 'paper'],
})

export const referenceCard = call('POST /api/tiku/own/answerCard/reference', {
  summary: "A card's design with another card's settings; nothing is stored",
  ...who,
  scope: on('card', (i: { cardId: string; fromCardId: string }) => [i.cardId, i.fromCardId]),
  input: () => z.object({ cardId: CardId, fromCardId: CardId, design: CardDesign }),
  output: () => z.object({ design: CardDesign }),
  problems: [cardProblemList.notFound],
})

export const questionCard = call('POST /api/tiku/own/answerCard/questionCard', {
  summary:
    "A card's design made anew from its paper's questions, or some of them, under its own settings; nothing is stored",
  ...who,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({ cardId: CardId, design: CardDesign, questionIds: z.array(QuestionId).min(1).max(400).optional() }),
  output: () => z.object({ design: CardDesign }),
  timeoutMs: 300_000,
  problems: [cardProblemList.notFound, cardProblemList.noQuestions],
})

export const drawCheck = call('POST /api/tiku/own/answerCard/draw/check', {
  summary: 'What keeps a design from being published, by the paper as it is now, and how it would be laid out',
  ...who,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, design: CardDesign, pages: z.int().min(1).max(40).default(2) }),
  output: () =>
    z.object({
      warnings: z.array(z.string()),
      notices: z.array(z.string()),
      /** Who has a longer number than it has columns for: said before it is published, and no bar. */
      long: z.array(z.string()),
      pageCount: z.int(),
      /** The layout finds no way. */
      refusal: z.string().optional(),
    }),
  problems: [cardProblemList.notFound],
})

export const paperCardStatus = call('POST /api/tiku/own/answerCard/paper/status', {
  summary: 'How the cards of some papers stand',
  ...examOverseers,
  scope: on('paper', 'paperIds'),
  input: () => z.object({ paperIds: z.array(PaperId).min(1).max(100) }),
  output: () =>
    z.array(
      z.object({
        paperId: PaperId,
        /** Absent: the paper has no card. */
        cardId: CardId.optional(),
        status: Card.shape.status.optional(),
        publishedVersion: z.int(),
        locked: z.boolean(),
      }),
    ),
  feeds: ['cards'],
})

export const questionMarks = call('GET /api/exam/question/markList', {
  summary: 'Where each question of a paper stands on its latest published card, and how it is marked there',
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      publishedVersion: z.int(),
      questions: z.array(
        PaperQuestion.pick({ questionId: true, number: true, unitType: true, fullScore: true }).extend({
          /** 1 by machine, 2 by a person. */
          readType: z.union([z.literal(1), z.literal(2)]),
          /** Pages of the card, in order; none: it is not on the card. */
          places: z.array(z.object({ page: z.int(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })),
        }),
      ),
    }),
  problems: [cardProblemList.notFound],
  feeds: ['card'],
})

// ---------- a paper's answers as a workbook ----------

const workbook = () => z.object({ url: z.string(), fileName: z.string(), questions: z.int() })
/** Written out when it is asked for, and only for who manages the exam. */
const ofPaper = {
  ...who,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  effect: true,
} as const

export const answerTemplate = call('GET /api/tiku/paper/answer/upload/template', {
  summary: "A workbook of a paper's objective questions, its answers left to be filled in",
  ...ofPaper,
  output: workbook,
  problems: [cardProblemList.notFound, cardProblemList.noQuestions],
})

export const answerFile = call('GET /api/tiku/common/oss/path/answer', {
  summary: "The address of a paper's answers as they are, in the workbook that is imported",
  ...ofPaper,
  output: workbook,
  problems: [cardProblemList.notFound, cardProblemList.noQuestions],
})

export const importAnswers = call('POST /api/tiku/paper/answer/upload/template/import', {
  summary: 'The answers of a workbook for a paper: all of them, or none and a list of problems by row and column',
  ...who,
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      /** The paper's, as it was seen. */
      version: z.int(),
      /** Granted by the upload's own call. */
      key: z.string().min(1).max(400),
      fileName: z.string().min(1).max(300),
      /** Looked at alone. */
      check: z.boolean().default(false),
    }),
  output: () =>
    z.object({
      rows: z.int(),
      changed: z.int(),
      problems: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
      version: z.int(),
    }),
  problems: [cardProblemList.notFound, cardProblemList.foreignUpload, cardProblemList.badAnswers, commonProblems.stale],
  refreshes: ['paper', 'exam', 'card'],
})
