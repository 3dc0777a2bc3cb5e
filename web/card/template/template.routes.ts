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
    help: ['其他系统做的答题卡模板。', '上传空白卡的图片，画出定位点和题块。', '画好后可以给考试使用。'],
    calls: [calls.listTemplates, calls.saveTemplate, calls.copyTemplate, calls.setTemplateProperties],
  },
  {
    // The same for who publishes joint exams (unusual-template-draw): drawn here, then used for a paper.
    path: examPaths.drawDoor,
    under: examPaths.list,
    name: '框选已有答题卡',
    ...jointOrganisers,
    load: async () => (await import('./TemplateListScreen.tsx')).TemplateListScreen,
    help: [
      '已经印好的答题卡：新建模板，上传样张，框出各题的位置。',
      '画好发布后，用到考试的一科。',
      '点模板名称继续画；同一张卡可以复制后再改。',
    ],
    calls: [calls.listTemplates, calls.saveTemplate, calls.copyTemplate, calls.setTemplateProperties],
  },
  {
    path: templatePaths.draw,
    under: templatePaths.list,
    name: '绘制模板',
    ...examManagers,
    hide: true,
    load: async () => (await import('./TemplateDrawScreen.tsx')).TemplateDrawScreen,
    help: [
      '在空白卡上画出定位点、考号和题块。',
      '选工具后拖出方框，右侧填写题号和选项。',
      '定位点至少四个，画完先检查再发布。',
    ],
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
