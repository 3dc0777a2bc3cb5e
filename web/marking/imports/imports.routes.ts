import { examDetail, examPaper, listExams, savePaper, paperPlace } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import * as importCalls from '#shared/marking/imports/import.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { toolMounts } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Scores that come from a file. */
export const importsRoutes: readonly ScreenRoute[] = [
  {
    path: paths.importCourses,
    within: 'examId',
    name: '各科总分导入',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ImportCoursesScreen.tsx')).ImportCoursesScreen,
    help: [
      '没有小题分时，一个文件导入几科的总分。',
      '先设置各科满分，再下载模板填写：缺考的填“缺考”，没有选考的留空。',
      '先检查，整份没有问题才导入，随即可以核对和发布；发布之前可以按科目撤回导入。',
    ],
    calls: [
      importCalls.courseImport,
      importCalls.importCourses,
      importCalls.courseTemplate,
      importCalls.setImportTotals,
      importCalls.removeImportTotal,
      importCalls.takeImportBack,
      toolConfig,
      asyncStatus,
    ],
  },
  {
    path: paths.importScores,
    within: 'paperId',
    // Without a paper these ask for one.
    also: toolMounts.flatMap((tools) => [`${tools}/performance-import`, `${tools}/performance-import/detail`]),
    name: '成绩导入',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ImportScoresScreen.tsx')).ImportScoresScreen,
    help: [
      '在别处评好的试卷，用表格导入每题的成绩。',
      '下载模板填写后上传：先检查并预览，问题按行列出。',
      '整份没有问题才导入，随即可以核对、更正和发布；发布之前可以撤回导入，重新上传。',
    ],
    calls: [
      importCalls.importScores,
      importCalls.scoreTemplate,
      importCalls.courseImport,
      importCalls.takeImportBack,
      calls.arrangement,
      examPaper,
      savePaper,
      examDetail,
      toolConfig,
      listExams,
      asyncStatus,
      paperPlace,
    ],
  },
]
