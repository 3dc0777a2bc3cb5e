import type { HelpOf } from '#web/kit/help.types.ts'

export const appHelp: HelpOf = {
  '/v2/center': {
    lines: [
      '首页列出需要您处理的事、进行中的考试和最近的结果。',
      '三角是等您处理，点右边的按钮就到下一步；矩阵里每一格都能点开。',
      '运行中的任务离开页面也不会中断，做完的在右上角的任务列表里。',
    ],
  },
  '/subject-list-test': {
    lines: ['这里列出系统认识的学科。', '学科用于课程和考试。', '学校的课程在“学校管理 - 课程”里增减。'],
  },
}
