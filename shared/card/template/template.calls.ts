/** Templates of other makers' sheets: a tenant's library, drawing, checks, and papers that are read by them. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { CardId, JobId, PaperId, TemplateId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { line, sought } from '#shared/kit/text.ts'
import { cardProblemList } from '../card.problems.ts'
import { templateProblems } from './template.problems.ts'
import { CardTemplate, TemplateArea, TemplatePage, TemplateUse } from './template.types.ts'

const common = examManagers
const seeing = examOverseers
const { templateNotFound, templateLocked, templateNoPage } = templateProblems
const changing = [templateNotFound, templateLocked, commonProblems.stale]

export const TemplateFaultOut = z.object({
  message: z.string(),
  page: z.int().optional(),
  areaId: z.string().optional(),
  check: z.enum(['legality', 'feature', 'pageMark', 'subFeature']),
})
export const TemplateSummary = CardTemplate.pick({
  templateId: true,
  title: true,
  status: true,
  editedBy: true,
  editedAt: true,
  publishedVersion: true,
  version: true,
  lockedName: true,
}).extend({ pageCount: z.int(), questionCount: z.int(), references: z.int() })
export type TemplateSummary = z.infer<typeof TemplateSummary>

const Drawn = CardTemplate.omit({ schema: true, owner: true, pages: true, publishedKey: true }).extend({
  /** `url` opens the picture for a while. */
  pages: z.array(TemplatePage.extend({ url: z.string() })),
  faults: z.array(TemplateFaultOut),
  references: z.int(),
  /** Another user has it locked. */
  lockedByOther: z.boolean(),
})
const Saved = z.object({
  version: z.int(),
  status: CardTemplate.shape.status,
  faults: z.array(TemplateFaultOut),
})

export const saveTemplate = call('POST /api/tiku/paper/templateLib/template/save', {
  summary: "A new, empty template in the caller's library",
  ...common,
  scope: caller,
  input: () => z.object({ title: line('模板名称', 120) }),
  output: () => z.object({ templateId: TemplateId }),
  refreshes: ['templates'],
})

export const listTemplates = call('GET /api/tiku/paper/templateLib/template/list', {
  summary: "The templates of the caller's library, newest first",
  ...seeing,
  scope: caller,
  input: () =>
    z.object({
      ...pageFields,
      title: sought(),
      status: queryInt(z.int().min(0).max(2)).optional(),
    }),
  output: () => pageOf(TemplateSummary),
  feeds: ['templates'],
})

export const templateDetail = call('GET /api/tiku/paper/templateLib/template/detail', {
  summary: 'What a template reads: its pages, questions and papers, without the drawing',
  ...seeing,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId }),
  output: () =>
    TemplateSummary.extend({
      questions: z.array(z.object({ number: z.string(), objective: z.boolean(), options: z.int() })),
      uses: z.array(TemplateUse.omit({ schema: true, version: true })),
    }),
  problems: [templateNotFound],
  feeds: ['template'],
})

export const drawnTemplate = call('GET /api/tiku/own/answerCard/template', {
  summary: 'A template as it is drawn, with its pictures and what is wrong with it',
  ...seeing,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId }),
  output: () => Drawn,
  problems: [templateNotFound],
  feeds: ['template'],
})

export const templateState = call('GET /api/tiku/own/answerCard/template/state', {
  summary: "A template's status, version and lock",
  ...seeing,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId }),
  output: () =>
    CardTemplate.pick({
      status: true,
      version: true,
      publishedVersion: true,
      lockedName: true,
      editedBy: true,
      editedAt: true,
    }),
  problems: [templateNotFound],
  feeds: ['template'],
})

export const lastTemplateState = call('GET /api/tiku/own/answerCard/template/state/base/last', {
  summary: 'The template that the library published last; null: none yet',
  ...seeing,
  scope: caller,
  input: () => z.object({}),
  output: () => TemplateSummary.nullable(),
  feeds: ['templates'],
})

export const paperTemplateState = call('GET /api/tiku/answer/card/template/state', {
  summary: 'Which template a paper is read by; null: by its own card',
  ...seeing,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => TemplateUse.omit({ schema: true, version: true }).nullable(),
  feeds: ['template', 'card'],
})

export const defaultTemplateInfo = call('GET /api/exam/answerCard/defaultTemplateInfo', {
  summary: "How a paper's sheets are read: by a card of ours or by a template, and in which version",
  ...seeing,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      kind: z.enum(['none', 'card', 'template']),
      cardId: CardId.optional(),
      templateId: TemplateId.optional(),
      title: z.string(),
      publishedVersion: z.int(),
      pageCount: z.int(),
    }),
  feeds: ['template', 'card'],
})

export const templatePapers = call('GET /api/tiku/paper/templateLib/template/paperStatus', {
  summary: 'The papers that are read by a template',
  ...seeing,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId }),
  output: () => z.array(TemplateUse.omit({ schema: true, version: true })),
  problems: [templateNotFound],
  feeds: ['template'],
})

const ofFile = () =>
  z.object({
    templateId: TemplateId,
    version: z.int(),
    /** Granted by the upload's own call. */
    key: z.string().min(1).max(400),
    fileName: z.string().min(1).max(300),
  })
const fileProblems = [...changing, cardProblemList.foreignUpload]

export const insertTemplateImages = call('POST /api/tiku/answerCard/template/insertTemplateImages', {
  summary: 'Add the pages of a scan or a PDF to a template, straightened',
  ...common,
  scope: on('template', 'templateId'),
  input: ofFile,
  output: () => z.object({ uuid: JobId }),
  problems: fileProblems,
  refreshes: ['jobs'],
})

export const insertTemplateTiff = call('POST /api/exam/manual/paper/answerCard/tif', {
  summary: 'The same for a TIFF of several pages',
  ...common,
  scope: on('template', 'templateId'),
  input: ofFile,
  output: () => z.object({ uuid: JobId }),
  problems: [...fileProblems, templateProblems.templateUnreadable],
  refreshes: ['jobs'],
})

/** Which page of which template. */
export const onPage = { templateId: TemplateId, pageNumber: z.int().min(1).max(20) }

export const deleteTemplateImage = call('POST /api/tiku/answerCard/template/delete/template/image', {
  summary: 'Take a page out of a template; the later ones move up',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object({ ...onPage, version: z.int() }),
  output: () => Saved,
  problems: [...changing, templateNoPage],
  refreshes: ['template', 'templates'],
})

export const updateTemplate = call('POST /api/tiku/own/answerCard/template/update', {
  summary: 'Save what is drawn over the version that it was drawn on',
  ...common,
  scope: on('template', 'templateId'),
  input: () =>
    z.object({
      templateId: TemplateId,
      version: z.int(),
      pages: z
        .array(
          TemplatePage.pick({ pageNumber: true, isBlankPage: true, featureRecognition: true }).extend({
            areas: z.array(TemplateArea).max(400),
          }),
        )
        .max(20),
    }),
  output: () => Saved,
  problems: [...changing, templateNoPage],
  refreshes: ['templates'],
})

export const turnTemplatePage = call('POST /api/tiku/own/answerCard/template/manual/one', {
  summary: 'Turn the picture of one page; what is drawn on it is taken off',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object({ ...onPage, version: z.int(), degrees: z.number().min(-180).max(180) }),
  output: () => Saved,
  problems: [...changing, templateNoPage],
  refreshes: ['template', 'templates'],
})

const Corner = z.object({ x: z.number().min(-20_000).max(40_000), y: z.number().min(-20_000).max(40_000) })
export const straightenByHand = call('POST /api/exam/manual/paper/answerCard/template/manual', {
  summary: 'Lay a page flat by the corners of the paper in its picture; what is drawn on it is taken off',
  ...common,
  scope: on('template', 'templateId'),
  /** Clockwise from the top left one. */
  input: () => z.object({ ...onPage, version: z.int(), corners: z.tuple([Corner, Corner, Corner, Corner]) }),
  output: () => Saved,
  timeoutMs: 300_000,
  problems: [...changing, templateNoPage, templateProblems.templateCorners],
  refreshes: ['template', 'templates'],
})

export const setTemplateProperties = call('POST /api/exam/answerCard/template/set/properties', {
  summary: 'Rename, lock, unlock, delete or restore a template',
  ...common,
  scope: on('template', 'templateId'),
  input: () =>
    z.object({
      templateId: TemplateId,
      version: z.int(),
      title: line('模板名称', 120).optional(),
      locked: z.boolean().optional(),
      deleted: z.boolean().optional(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [...changing, templateProblems.templateInUse],
  refreshes: ['template', 'templates'],
})

export const publishTemplate = call('POST /api/exam/manual/paper/answerCard/template/update', {
  summary: 'Freeze a lawful template as its next version',
  ...common,
  scope: on('template', 'templateId'),
  input: () =>
    z.object({
      templateId: TemplateId,
      version: z.int(),
      /** The pictures are of blank sheets: cells are held against them. */
      blank: z.boolean().default(true),
    }),
  output: () => Saved.extend({ publishedVersion: z.int() }),
  problems: [...changing, templateProblems.templateIllegal],
  refreshes: ['template', 'templates'],
})

export const copyTemplate = call('POST /api/tiku/paper/templateLib/template/copy', {
  summary: 'A copy of a template, to be edited by itself',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId, title: line('模板名称', 120).optional() }),
  output: () => z.object({ templateId: TemplateId }),
  problems: [templateNotFound],
  refreshes: ['templates'],
})

export const templateFromExam = call('POST /api/tiku/paper/templateLib/template/newFromExam', {
  summary: 'A copy of the template that a paper is read by',
  ...common,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, title: line('模板名称', 120).optional() }),
  output: () => z.object({ templateId: TemplateId }),
  problems: [templateNotFound],
  refreshes: ['templates'],
})

export const switchTemplate = call('POST /api/exam/answerCard/template/set/switch', {
  summary: 'Read a paper by a published template, or by its own card again',
  ...common,
  // The template's library is judged by the handler.
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId, version: z.int(), templateId: TemplateId.nullable() }),
  output: () => z.object({ version: z.int(), publishedVersion: z.int() }),
  problems: [
    cardProblemList.notFound,
    templateNotFound,
    templateProblems.templateNotPublished,
    templateProblems.templateUnlike,
    templateProblems.templateHasScans,
    commonProblems.stale,
  ],
  refreshes: ['card', 'cards', 'template', 'templates', 'exam'],
})

export const uploaderTemplate = call('POST /api/exam/answerCard/v2/update/examUploader/template', {
  summary: 'The same from the template or the scanning: by paper, whose card is made if there is none',
  ...common,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, templateId: TemplateId.nullable(), version: z.int().optional() }),
  output: () => z.object({ cardId: CardId, version: z.int(), publishedVersion: z.int() }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.noQuestions,
    templateNotFound,
    templateProblems.templateNotPublished,
    templateProblems.templateUnlike,
    templateProblems.templateHasScans,
    commonProblems.stale,
  ],
  refreshes: ['card', 'cards', 'template', 'templates', 'exam'],
})

export const paperFromTemplate = call('POST /api/tiku/paper/templateLib/template/newPaperFromTemplate', {
  summary: "An empty paper's questions from what a template reads; the paper is then read by it",
  ...common,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, version: z.int(), templateId: TemplateId }),
  output: () => z.object({ questions: z.int(), cardId: CardId, publishedVersion: z.int() }),
  problems: [
    cardProblemList.notFound,
    cardProblemList.badAnswers,
    templateNotFound,
    templateProblems.templateNotPublished,
    templateProblems.templatePaperHasQuestions,
    templateProblems.templateHasScans,
    commonProblems.stale,
  ],
  refreshes: ['paper', 'exam', 'card', 'cards', 'template', 'templates'],
})

export const templatePdf = call('GET /api/tiku/answer/card/template/pdf', {
  summary: "A template's pages as a PDF to print, in their own size; with what is drawn on them, if asked",
  ...seeing,
  scope: on('template', 'templateId'),
  input: () => z.object({ templateId: TemplateId, areas: queryBool().optional() }),
  output: () => z.object({ url: z.string(), fileName: z.string(), pages: z.int() }),
  problems: [templateNotFound, templateProblems.templateNoPage],
})

export const templateAgainstPaper = call('GET /api/tiku/answerCard/template/paper/correct', {
  summary: "What of a paper a template does not have, and what of the template is no question of the paper's",
  ...seeing,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId, templateId: TemplateId }),
  output: () => z.object({ differences: z.array(z.string()) }),
  problems: [templateNotFound],
  feeds: ['template', 'paper'],
})

// ---------- checks ----------

export const subjectCheck = call('POST /api/exam/manual/paper/answerCard/template/subjectCheck', {
  summary: 'What a template lacks of a paper before it is switched to it',
  ...seeing,
  // The template's library is judged by the handler.
  scope: on('paper', 'paperId'),
  input: () => z.object({ templateId: TemplateId, paperId: PaperId }),
  output: () => z.object({ differences: z.array(z.string()) }),
  problems: [templateNotFound, cardProblemList.notFound],
})
