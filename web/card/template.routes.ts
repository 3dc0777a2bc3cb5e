import {
  copyTemplate,
  drawAnchors,
  drawChoices,
  drawnTemplate,
  drawQuestions,
  insertTemplateImages,
  listTemplates,
  publishTemplate,
  saveTemplate,
  setTemplateProperties,
  turnTemplatePage,
  updateTemplate,
} from '#shared/card/template.calls.ts'
import { asyncStatus, grantUpload } from '#shared/platform/platform.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { templatePaths } from './template.paths.ts'

const designers = [1, 2, 3, 15, 18]
const universityTypes = [3, 15]

export const templateRoutes: readonly ScreenRoute[] = [
  {
    path: templatePaths.list,
    name: '第三方答题卡',
    userTypes: designers,
    universityTypes,
    load: async () => (await import('./TemplateListScreen.tsx')).TemplateListScreen,
    calls: [listTemplates, saveTemplate, copyTemplate, setTemplateProperties],
  },
  {
    path: templatePaths.draw,
    name: '绘制模板',
    userTypes: designers,
    universityTypes,
    hide: true,
    load: async () => (await import('./TemplateDrawScreen.tsx')).TemplateDrawScreen,
    calls: [
      drawnTemplate,
      updateTemplate,
      insertTemplateImages,
      turnTemplatePage,
      drawQuestions,
      drawAnchors,
      drawChoices,
      publishTemplate,
      grantUpload,
      asyncStatus,
    ],
  },
]
