import * as calls from '#shared/card/template/template.calls.ts'
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import { examPaper, listExams } from '#shared/exam/exam.calls.ts'
import { asyncStatus, grantUpload } from '#shared/platform/platform.calls.ts'
import { examManagers, jointOrganisers } from '#shared/kit/people.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { templatePaths } from './template.paths.ts'

export const templateRoutes: readonly ScreenRoute[] = [
  {
    path: templatePaths.list,
    under: templatePaths.cards,
    name: '第三方答题卡',
    ...examManagers,
    load: async () => (await import('./TemplateListScreen.tsx')).TemplateListScreen,
    calls: [calls.listTemplates, calls.saveTemplate, calls.copyTemplate, calls.setTemplateProperties],
  },
  {
    // The same for who publishes joint exams (unusual-template-draw): drawn here, then used for a paper.
    path: examPaths.drawDoor,
    under: examPaths.list,
    name: '框选已有答题卡',
    ...jointOrganisers,
    load: async () => (await import('./TemplateListScreen.tsx')).TemplateListScreen,
    calls: [calls.listTemplates, calls.saveTemplate, calls.copyTemplate, calls.setTemplateProperties],
  },
  {
    path: templatePaths.draw,
    under: templatePaths.list,
    name: '绘制模板',
    ...examManagers,
    hide: true,
    load: async () => (await import('./TemplateDrawScreen.tsx')).TemplateDrawScreen,
    calls: [
      calls.drawnTemplate,
      calls.updateTemplate,
      calls.insertTemplateImages,
      calls.insertTemplateTiff,
      calls.deleteTemplateImage,
      calls.turnTemplatePage,
      calls.straightenByHand,
      drawing.adjustHorizon,
      drawing.imageOrientation,
      drawing.drawQuestions,
      drawing.drawAnchors,
      drawing.drawChoices,
      drawing.drawScores,
      drawing.drawFeature,
      drawing.findPoint,
      calls.publishTemplate,
      calls.setTemplateProperties,
      calls.templateDetail,
      calls.templatePdf,
      calls.subjectCheck,
      calls.uploaderTemplate,
      calls.paperFromTemplate,
      listExams,
      examPaper,
      grantUpload,
      asyncStatus,
    ],
  },
]
