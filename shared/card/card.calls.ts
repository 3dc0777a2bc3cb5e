import * as z from 'zod'
import { call, caller, on, self } from '#shared/kit/call.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { CardId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { sought } from '#shared/kit/text.ts'
import { cardProblemList } from './card.problems.ts'
import { Card, CardDesign, CardVersion } from './card.types.ts'
import { PrintedCard } from './geometry/geometry.types.ts'

export const CardSummary = Card.pick({
  cardId: true,
  code: true,
  paperId: true,
  examId: true,
  title: true,
  courseName: true,
  status: true,
  publishedVersion: true,
  editedBy: true,
  editedAt: true,
  version: true,
}).extend({
  sheetType: z.int(),
  questionCount: z.int(),
  fullScore: z.int(),
  mayManage: z.boolean(),
  locked: z.boolean(),
  /** In the recycle bin. */
  deleted: z.boolean(),
})
export type CardSummary = z.infer<typeof CardSummary>

const DesignedCard = Card.omit({ schema: true, owner: true }).extend({
  examName: z.string(),
  /** What the paper's questions are now. */
  questions: z.array(PaperQuestion),
  mayManage: z.boolean(),
  /** Whether sheets may already have been scanned: deleting is barred. */
  scanned: z.boolean(),
  versions: z.array(
    CardVersion.pick({ publishedVersion: true, hash: true, pageCount: true, publishedBy: true, publishedAt: true }),
  ),
})

export const createCard = call('POST /api/tiku/own/answerCard', {
  summary: "Make a paper's card from its questions; a paper that has one answers that",
  ...examManagers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ cardId: CardId, created: z.boolean() }),
  problems: [cardProblemList.notFound, cardProblemList.noQuestions],
  refreshes: ['cards', 'paper', 'exam'],
})

export const cardDetail = call('GET /api/exam/answerCard/template', {
  summary: "A card with its design, its published versions and its paper's questions",
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => DesignedCard,
  problems: [cardProblemList.notFound],
  feeds: ['card'],
})

export const saveCard = call('POST /api/tiku/own/answerCard/update', {
  summary: 'Save a design over the version that it was made from',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, design: CardDesign, version: z.int() }),
  output: () =>
    Card.pick({ version: true, status: true, editedAt: true }).extend({
      /** What keeps it from being published. */
      warnings: z.array(z.string()),
    }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.strangeQuestion,
    cardProblemList.locked,
    cardProblemList.newerVersion,
    cardProblemList.tooMany,
    cardProblemList.strangePicture,
    commonProblems.stale,
  ],
  refreshes: ['cards'],
})

export const publishCard = call('POST /api/card/design/publish', {
  summary: 'Lay a saved design out and freeze it as the next published version',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({
      cardId: CardId,
      version: z.int(),
      /** At most so many pages; beyond it the layout changes the sheet as the specification says, or refuses. */
      pages: z.int().min(1).max(40).default(2),
    }),
  output: () =>
    z.object({
      publishedVersion: z.int(),
      version: z.int(),
      hash: z.string(),
      pageCount: z.int(),
      design: CardDesign,
      notices: z.array(z.string()),
    }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.notReady,
    cardProblemList.noLayout,
    cardProblemList.locked,
    commonProblems.stale,
  ],
  refreshes: ['card', 'cards', 'exam'],
})

export const examCards = call('GET /api/exam/answerCard/templates', {
  summary: 'The cards of an exam',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () => z.object({ ...pageFields, examId: ExamId, paperId: PaperId.optional() }),
  output: () => pageOf(CardSummary),
  feeds: ['cards'],
})

export const listCards = call('GET /api/card/design/list', {
  summary: 'Cards of the exams that the caller may see, newest first',
  ...examOverseers,
  scope: caller,
  input: () =>
    z.object({
      ...pageFields,
      title: sought(),
      status: queryInt(z.int().min(0).max(2)).optional(),
      /** The recycle bin instead. */
      deleted: queryBool().optional(),
      sort: sortField('title', 'courseName', 'status', 'editedBy', 'editedAt'),
    }),
  output: () => pageOf(CardSummary),
  feeds: ['cards'],
})

export const templateStatus = call('POST /api/exam/answerCard/v2/checkTemplateStatus', {
  summary: "A card's template status, and what keeps it from being published",
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => Card.pick({ status: true, publishedVersion: true }).extend({ warnings: z.array(z.string()) }),
  problems: [cardProblemList.notFound],
})

/** A published version as it is printed and recognised. */
export const PublishedTemplate = PrintedCard.omit({ guide: true }).extend({
  cardId: CardId,
  paperId: PaperId,
  examId: ExamId,
  title: z.string(),
  publishedAt: z.int(),
})

export const templateByCode = call('GET /api/exam/answerCard/getTemplateInfoByCode', {
  summary: 'A published card by the code that its QR carries',
  ...examOverseers,
  // The handler judges the exam that the code belongs to.
  scope: caller,
  input: () => z.object({ code: PrintedCard.shape.code, version: queryInt(z.int().min(1)).optional() }),
  output: () => PublishedTemplate,
  problems: [cardProblemList.codeUnknown],
})

export const currentTemplate = call('GET /api/exam/answerCard/curTemplate/info', {
  summary: "A paper's latest published card",
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => PublishedTemplate.nullable(),
  feeds: ['card'],
})

export const defaultTemplate = call('GET /api/exam/answerCard/defaultTemplate/info', {
  summary: "The design that a paper's card begins with; nothing is stored",
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => CardDesign,
  problems: [cardProblemList.notFound, cardProblemList.noQuestions],
})

export const deleteCard = call('POST /api/exam/answerCard/template/delete', {
  summary: 'Delete a card; it can be restored. Sheets already printed stay readable',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [cardProblemList.notFound, cardProblemList.hasScans, cardProblemList.locked, commonProblems.stale],
  refreshes: ['cards', 'card', 'exam', 'paper'],
})

export const restoreCard = call('POST /api/exam/answerCard/template/restore', {
  summary: 'Undo the deletion of a card',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => z.object({ version: z.int() }),
  problems: [cardProblemList.notFound, cardProblemList.otherCard, commonProblems.stale],
  refreshes: ['cards', 'card', 'exam', 'paper'],
})

export const generateQr = call('POST /api/exam/answerCard/QRCode/generate', {
  summary: 'The QR code of one page of a published card',
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({
      cardId: CardId,
      page: z.int().min(1).max(100).default(1),
      studentNumber: z
        .string()
        .regex(/^\d{4,18}$/, '考号应为4到18位数字')
        .optional(),
    }),
  output: () =>
    z.object({
      payload: z.string(),
      /** The symbol row by row, '1' is dark. */
      modules: z.array(z.string()),
    }),
  problems: [cardProblemList.notFound, cardProblemList.notPublished, cardProblemList.noSuchPage],
})

export const unitTypeLookup = call('GET /api/tiku/common/unit/type', {
  summary: 'The unit types of a card',
  ...examOverseers,
  scope: self,
  input: () => z.object({}),
  output: () => z.array(z.object({ value: z.int(), label: z.string() })),
})
