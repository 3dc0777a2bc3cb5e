import { addCardPicture, cardPictures } from '#shared/card/designer/picture.calls.ts'
import {
  cardDetail,
  createCard,
  currentTemplate,
  examCards,
  listCards,
  publishCard,
  restoreCard,
  saveCard,
  templateByCode,
} from '#shared/card/card.calls.ts'
import { cardPdfList, deletePdf, exportCopies, exportPaperCard, printCard } from '#shared/card/print/print.calls.ts'
import { examClasses, examPaper, listExams, savePaper } from '#shared/exam/exam.calls.ts'
import {
  listTemplates,
  paperTemplateState,
  subjectCheck,
  switchTemplate,
  templateDetail,
} from '#shared/card/template/template.calls.ts'
import {
  answerFile,
  answerTemplate,
  drawCheck,
  importAnswers,
  lockCard,
  paperCardStatus,
  purgeCard,
  questionCard,
  questionMarks,
  referenceCard,
  softDeleteCard,
} from '#shared/card/designer/desk.calls.ts'
import { htmlToPdf, openRender, renderTicket } from '#shared/card/print/render.calls.ts'
import { renderPaths } from '#shared/card/print/render.paths.ts'
import { preflightList, startPreflight } from '#shared/card/preflight/preflight.calls.ts'
import { asyncStatus, grantUpload } from '#shared/platform/platform.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { cardPaths } from './card.paths.ts'

export const cardRoutes: readonly ScreenRoute[] = [
  {
    path: cardPaths.list,
    // The bare addresses of the designer lead to the choice of a card.
    also: ['/v2/answer-card', '/v2/exam/answer-card', '/v2/exam/answer-card/draw', '/v2/answer-card/template/draw'],
    name: '答题卡',
    ...examManagers,
    menu: { segment: 'answer-card', order: 30, icon: 'card' },
    load: async () => (await import('./CardListScreen.tsx')).CardListScreen,
    calls: [listCards, softDeleteCard, restoreCard, purgeCard, exportPaperCard, exportCopies, asyncStatus],
  },
  {
    path: cardPaths.add,
    under: cardPaths.list,
    name: '新建答题卡',
    ...examManagers,
    load: async () => (await import('./AddCardScreen.tsx')).AddCardScreen,
    calls: [listExams, paperCardStatus],
  },
  {
    path: cardPaths.start,
    under: cardPaths.list,
    name: '设计答题卡',
    ...examManagers,
    hide: true,
    load: async () => (await import('./designer/StartCardScreen.tsx')).StartCardScreen,
    calls: [createCard, examPaper],
  },
  {
    path: cardPaths.view,
    under: cardPaths.list,
    name: '查看答题卡',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ViewCardScreen.tsx')).ViewCardScreen,
    calls: [templateByCode, cardPictures],
  },
  {
    path: cardPaths.draw,
    under: cardPaths.list,
    name: '设计答题卡',
    ...examManagers,
    hide: true,
    load: async () => (await import('./designer/DesignerScreen.tsx')).DesignerScreen,
    calls: [
      cardDetail,
      saveCard,
      publishCard,
      printCard,
      cardPdfList,
      deletePdf,
      examCards,
      examClasses,
      examPaper,
      savePaper,
      lockCard,
      drawCheck,
      referenceCard,
      answerFile,
      answerTemplate,
      importAnswers,
      grantUpload,
      listTemplates,
      paperTemplateState,
      subjectCheck,
      switchTemplate,
      templateDetail,
      questionCard,
      addCardPicture,
      cardPictures,
      renderTicket,
      htmlToPdf,
      asyncStatus,
    ],
  },
  {
    path: cardPaths.cutPreview,
    within: 'card',
    name: '裁切预览',
    ...examManagers,
    hide: true,
    load: async () => (await import('./CutPreviewScreen.tsx')).CutPreviewScreen,
    calls: [cardDetail, cardPictures],
  },
  {
    path: cardPaths.preflight,
    within: 'cardId',
    name: '考前检查',
    ...examManagers,
    hide: true,
    load: async () => (await import('./PreflightScreen.tsx')).PreflightScreen,
    calls: [preflightList, startPreflight, grantUpload, asyncStatus],
  },
  {
    path: cardPaths.cutByQuestion,
    within: 'card',
    name: '按题裁切预览',
    ...examManagers,
    hide: true,
    load: async () => (await import('./CutByQuestionScreen.tsx')).CutByQuestionScreen,
    calls: [cardDetail, currentTemplate, questionMarks, cardPictures],
  },
  {
    // Opened with a ticket: by a printer, a copy shop. Nothing but what the ticket names is shown.
    path: cardPaths.render,
    also: Object.values(renderPaths).filter((path) => path !== cardPaths.render),
    name: '答题卡',
    userTypes: [],
    white: true,
    hideHeader: true,
    hide: true,
    load: async () => (await import('./RenderScreen.tsx')).RenderScreen,
    calls: [openRender],
  },
]
