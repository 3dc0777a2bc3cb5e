import type { HelpOf } from '#web/kit/help.types.ts'
import { qualityHelp } from './quality/quality.help.ts'
import { groupsHelp } from './groups/groups.help.ts'
import { againHelp } from './again/again.help.ts'
import { intelligentHelp } from './intelligent/intelligent.help.ts'
import { rubricHelp } from './rubric/rubric.help.ts'
import { importsHelp } from './imports/imports.help.ts'

export const markingHelp: HelpOf = {
  '/v2/exam/detail/:examId/exam-manage/complete': {
    lines: [
      '阅卷等不到全部评完时，在这里结束一科或各科，要写明原因。',
      '已给的分都保留；没有评完的考生显示“未评完”，不计分、不排名。',
      '90天内可以撤销：阅卷照原样开放，评完再次发布即补上。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/other-func': {
    lines: [
      '没有单独工具的开关，一科一行。',
      '手机阅卷关闭后，这一科只能用电脑评阅，已经领取的评完为止。',
      '阅卷结束以后不再改变；多人协作处理存疑在“处理存疑”里开启。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/read-password/:paperId': {
    lines: [
      '阅卷老师领取这一科的答卷前要输入的六位密码。',
      '启用后在阅卷前告诉老师；更换以后所有人重新输入。',
      '连续输错五次要等十分钟，输错的次数都记在这里。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/class-progress': {
    lines: [
      '每个班的答卷评了多少：作答按题计，评完的答卷按人计。',
      '联考先选学校；评了一部分的答卷按四分之一计入。',
      '进度不含分数，任课教师看自己任教的班。',
    ],
  },
  '/v2/exam/joint-part/:examId/class-progress/:paperId': {
    lines: [
      '联考中本校每个班的答卷评了多少。',
      '评了一部分的答卷按四分之一计入，评完的按人计。',
      '联考由组织方安排阅卷，有疑问请联系组织方。',
    ],
  },
  '/v2/read-paper': {
    lines: ['分给您评阅的题目，还剩多少。', '点“继续评阅”进入，随时可以离开。', '仲裁的题目也在这里，三角是等您处理。'],
  },
  '/v2/read-paper/question-block/:paperId/:questionId': {
    lines: [
      '一份一份地给分，下一份已经准备好。',
      '按数字给分；两位数的要按回车，超过满分会提醒。',
      '给错了到“我的给分”里改；断网时先存在本机。',
    ],
    keys: {
      数字: '给分，可能是两位数的按回车',
      F: '满分',
      B: '未作答',
      S: '有问题',
      '← →': '前后一份',
      W: '整张答题卡',
      L: '我的给分',
      '+ −': '放大、缩小',
      R: '旋转',
      C: '对比度',
      G: '标杆卷',
      N: '批注；学生在自己的答卷上能否看到，由“成绩可见范围”的设置决定，不设看不到',
    },
  },
  '/v2/exam-management/detail/:examId/exam-monitoring': {
    lines: [
      '各校各科到了哪一步，最要紧的排在最前。',
      '提醒、延长、截止、接管扫描，一所或选多所一起做。',
      '每五秒只更新有变化的学校；“投屏”用在大屏上，按 Esc 退出。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId': {
    lines: ['每道题、每位老师的进度和给分情况。', '按题看剩余份数和预计时间，点老师看抽样。', '全部评完后“结束阅卷”。'],
  },
  ...qualityHelp,
  ...groupsHelp,
  ...againHelp,
  ...intelligentHelp,
  ...rubricHelp,
  ...importsHelp,
}
