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
