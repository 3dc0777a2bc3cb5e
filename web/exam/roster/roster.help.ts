import type { HelpOf } from '#web/kit/help.types.ts'

export const rosterHelp: HelpOf = {
  '/v2/exam-management/detail/:examId/student-manage': {
    lines: [
      '这场考试的考生：可以增减学生和班级，按规则或按表格编排考号、考场和座位。',
      '每次改动先预览再更新；已有答题卡的考生不会被移出。',
      '阅卷开启后名单不再改变。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/student-add': {
    lines: [
      '这里是本年级还没有参加这场考试的学生。',
      '可以逐个加入，也可以勾选后一起加入。',
      '加入后按现在的班级和学号计入名单。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/teaching-class': {
    lines: [
      '走班科目的教学班：每名考生各科在哪个教学班。',
      '联考先选学校；按教学班筛选，勾选考生可以调整；“未选”是没有选这门课，“—”按行政班统计。',
      '建立考试时复制自学校，学校以后的改动不影响这里；调整后下次发布起按新的教学班统计。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/preview-syn-result': {
    lines: [
      '比较考试名单与学校现在的名单，列出新增、移出、换班、改名和考号的改变。',
      '看过再点“更新名单”，一次全部更新。',
      '已有答题卡的考生会保留。',
    ],
  },
}
