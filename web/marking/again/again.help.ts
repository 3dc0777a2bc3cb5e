import type { HelpOf } from '#web/kit/help.types.ts'

export const againHelp: HelpOf = {
  '/v2/exam/detail/:examId/read-monitor/fix/:paperId': {
    lines: ['更正一名考生的一道题。', '选考生和题目，写新的分数和原因。', '更正有记录，下一次发布时生效。'],
  },
  '/v2/exam/detail/:examId/exam-manage/reset-read/:paperId': {
    lines: [
      '把一道题、一位老师或一名考生的评分作废，答卷退回待阅。',
      '先看要作废多少个评分，再确定；写明原因。',
      '作废的评分留在阅卷记录里；成绩发布以后改用“成绩更正”。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/remark/:paperId': {
    lines: [
      '请没有评过的老师再评一次，原来的评分都留着。',
      '“以重评为准”只算新的评分；“两评并存”按双评的规则算。',
      '重评的任务和平常的一样出现在老师的阅卷任务里。',
    ],
  },
}
