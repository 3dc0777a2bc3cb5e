import * as calls from '#shared/exam/exam.calls.ts'
import * as settings from '#shared/exam/setting/questionSetting.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'

/** Question setting: its tasks, and the reshaping of a paper's questions. */
export const settingRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.questionSetting,
    within: 'examId',
    name: '命题',
    ...examManagers,
    load: async () => (await import('./QuestionSettingScreens.tsx')).QuestionSettingScreen,
    calls: [settings.settingStand],
  },
  {
    path: examPaths.settingTasks,
    under: examPaths.questionSetting,
    name: '命题任务',
    ...examManagers,
    load: async () => (await import('./QuestionSettingScreens.tsx')).SettingTasksScreen,
    calls: [settings.settingStand, settings.settingTasks, settings.cancelSettingTask],
  },
  {
    path: examPaths.addSettingTask,
    under: examPaths.settingTasks,
    name: '布置命题任务',
    ...examManagers,
    load: async () => (await import('./AddSettingTaskScreen.tsx')).AddSettingTaskScreen,
    calls: [
      settings.settingStand,
      settings.settingSchools,
      settings.settingTeachers,
      settings.giveSettingTasks,
      calls.examPaper,
    ],
  },
  {
    path: examPaths.settingTask,
    under: examPaths.ownSettingTasks,
    name: '命题任务',
    ...examOverseers,
    load: async () => (await import('./SettingTaskScreen.tsx')).SettingTaskScreen,
    calls: [settings.settingTask, settings.enterQuestions],
    acts: [settings.decideSettingTask],
  },
  {
    path: examPaths.ownSettingTasks,
    also: ['/v2/exam-management/detail/question-setting-list/task-detail'],
    under: examPaths.list,
    name: '我的命题任务',
    ...examOverseers,
    load: async () => (await import('./QuestionSettingScreens.tsx')).OwnSettingTasksScreen,
    calls: [settings.ownSettingTasks],
  },
  ...(['add', 'split', 'merge'] as const).map((how): ScreenRoute => ({
    path: examPaths[`${how}Question`],
    under: examPaths.questionSetting,
    name: { add: '添加试题', split: '拆分试题', merge: '合并试题' }[how],
    ...examManagers,
    load: async () => (await import('./ReshapeScreens.tsx')).reshapeScreens[how],
    calls: [calls.examPaper, calls.savePaper],
  })),
  {
    path: examPaths.questionSettingDoor,
    under: examPaths.list,
    name: '命题',
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).QuestionSettingDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.addSettingTaskDoor,
    under: examPaths.list,
    name: '布置命题任务',
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).AddSettingTaskDoorScreen,
    calls: [calls.listExams],
  },
  ...(['add', 'split', 'merge'] as const).map((how): ScreenRoute => ({
    path: examPaths[`${how}QuestionDoor`],
    under: examPaths.list,
    name: { add: '添加试题', split: '拆分试题', merge: '合并试题' }[how],
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).reshapeDoors[how],
    calls: [calls.listExams],
  })),
]
