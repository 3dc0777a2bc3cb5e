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
    help: [
      '各科试题设到了哪里：题目、满分、缺几个答案，布置给老师的任务进展如何。',
      '可以把一科分给几所学校的老师命题，提交后采纳进试卷。',
      '阅卷开始前可以添加、拆分、合并试题，之后题目结构不再改变。',
    ],
    calls: [settings.settingStand],
  },
  {
    path: examPaths.settingTasks,
    under: examPaths.questionSetting,
    name: '命题任务',
    ...examManagers,
    load: async () => (await import('./QuestionSettingScreens.tsx')).SettingTasksScreen,
    help: [
      '布置给老师的命题任务，等您处理的在前。',
      '点老师的名字查看提交的试题，采纳或退回。',
      '过了截止时间仍可提交，会标为逾期。',
    ],
    calls: [settings.settingStand, settings.settingTasks, settings.cancelSettingTask],
  },
  {
    path: examPaths.addSettingTask,
    under: examPaths.settingTasks,
    name: '布置命题任务',
    ...examManagers,
    load: async () => (await import('./AddSettingTaskScreen.tsx')).AddSettingTaskScreen,
    help: [
      '选科目和参加学校的老师，写明要求和截止时间。',
      '可以选试卷里已有的题目让老师补答案和分值，老师看不到原来的答案。',
      '再次布置给同一位老师，是改要求和时间。',
    ],
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
    help: [
      '老师在这里录入题号、题型、分值和答案，随时保存，完整后提交。',
      '提交后由考试管理者采纳进试卷，或写明原因退回。',
      '没有提交的内容只有老师自己看得到。',
    ],
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
    help: ['布置给您的命题任务，被退回和快到期的在前。', '点科目进入录入。', '提交以后要修改，请管理者退回。'],
    calls: [settings.ownSettingTasks],
  },
  ...(['add', 'split', 'merge'] as const).map((how): ScreenRoute => ({
    path: examPaths[`${how}Question`],
    under: examPaths.questionSetting,
    name: { add: '添加试题', split: '拆分试题', merge: '合并试题' }[how],
    ...examManagers,
    load: async () => (await import('./ReshapeScreens.tsx')).reshapeScreens[how],
    help: [
      {
        add: '在试卷里加一道题，可以放在任何一题后面。',
        split: '把一道主观题拆成几道小题，分值之和不变。',
        merge: '把相邻的同题型主观题合并成一道，分值相加。',
      }[how],
      { add: '保存后可以撤销。', split: '保存后可以撤销，也可以再合并。', merge: '保存后可以撤销，也可以再拆分。' }[
        how
      ],
      '已有答题卡的，题目改变后要重新制卡。',
    ],
    calls: [calls.examPaper, calls.savePaper],
  })),
  {
    path: examPaths.questionSettingDoor,
    under: examPaths.list,
    name: '命题',
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).QuestionSettingDoorScreen,
    help: ['选一场考试，查看各科的命题。', '只列出您能看到的考试。', '点考试名称进入。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.addSettingTaskDoor,
    under: examPaths.list,
    name: '布置命题任务',
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).AddSettingTaskDoorScreen,
    help: ['选一场考试的一科，布置命题任务。', '只列出您能看到的考试。', '点科目进入。'],
    calls: [calls.listExams],
  },
  ...(['add', 'split', 'merge'] as const).map((how): ScreenRoute => ({
    path: examPaths[`${how}QuestionDoor`],
    under: examPaths.list,
    name: { add: '添加试题', split: '拆分试题', merge: '合并试题' }[how],
    ...examManagers,
    load: async () => (await import('../DoorScreens.tsx')).reshapeDoors[how],
    help: [
      `选一场考试的一科，${{ add: '添加', split: '拆分', merge: '合并' }[how]}试题。`,
      '只列出您能看到的考试。',
      '点科目进入。',
    ],
    calls: [calls.listExams],
  })),
]
