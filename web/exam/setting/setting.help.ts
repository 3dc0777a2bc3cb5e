import type { HelpOf } from '#web/kit/help.types.ts'

export const settingHelp: HelpOf = {
  '/v2/exam-management/detail/:examId/question-setting-list': {
    lines: [
      '各科试题设到了哪里：题目、满分、缺几个答案，布置给老师的任务进展如何。',
      '可以把一科分给几所学校的老师命题，提交后采纳进试卷。',
      '阅卷开始前可以添加、拆分、合并试题，之后题目结构不再改变。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/task-list': {
    lines: [
      '布置给老师的命题任务，等您处理的在前。',
      '点老师的名字查看提交的试题，采纳或退回。',
      '过了截止时间仍可提交，会标为逾期。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/add-task': {
    lines: [
      '选科目和参加学校的老师，写明要求和截止时间。',
      '可以选试卷里已有的题目让老师补答案和分值，老师看不到原来的答案。',
      '再次布置给同一位老师，是改要求和时间。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/task-detail/:paperId/:teacherId': {
    lines: [
      '老师在这里录入题号、题型、分值和答案，随时保存，完整后提交。',
      '提交后由考试管理者采纳进试卷，或写明原因退回。',
      '没有提交的内容只有老师自己看得到。',
    ],
  },
  '/v2/exam-management/detail/question-setting-list/task-list': {
    lines: ['布置给您的命题任务，被退回和快到期的在前。', '点科目进入录入。', '提交以后要修改，请管理者退回。'],
  },
  '/v2/exam-management/detail/question-setting-list': {
    lines: ['选一场考试，查看各科的命题。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/add-task': {
    lines: ['选一场考试的一科，布置命题任务。', '只列出您能看到的考试。', '点科目进入。'],
  },
}
