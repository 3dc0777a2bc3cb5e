import type { HelpOf } from '#web/kit/help.types.ts'

export const analysisHelp: HelpOf = {
  '/v2/exam/detail/:examId/summarize/:paperId': {
    lines: ['一句话看结果，再看哪些内容要重讲。', '点图可以看表和算法，右上角导出PDF。', '按最近一次发布的成绩计算。'],
  },
  '/v2/exam/detail/:examId/transcript/:paperId': {
    lines: ['每名考生的总分、排名和小题分。', '按班级筛选，点表头排序；导出为表格。', '缺考和作废的不参加排名。'],
  },
  '/v2/exam/detail/:examId/class-contrast/:paperId': {
    lines: ['各班的平均分、四率和分布。', '人数太少的班不显示，避免认出个人。', '颜色只表示与全体的差，不是好坏。'],
  },
  '/v2/exam/detail/:examId/paper-analysis/:paperId': {
    lines: ['每道题的得分率、难度和区分度。', '点题号看选项分布和各班情况。', '选做题只统计选了它的考生。'],
  },
  '/v2/exam-manage/publish-score/:paperId': {
    lines: [
      '发布前先看一遍：两次独立计算是否一致，谁会看到什么。',
      '可以现在发布，也可以定时。',
      '发布后能撤回；再次发布会先列出变化。',
    ],
  },
  '/v2/exam/report/detail/:paperId': {
    lines: ['自己的成绩、每题得分和答卷。', '先看做得好的，再看下一步练什么。', '是否显示排名由学校决定。'],
  },
}
