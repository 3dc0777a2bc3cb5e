import { problems } from '#shared/kit/problem.ts'

export const analysisProblems = problems('analysis', {
  notReady: '还不能发布：{detail}',
  scoresDiffer:
    '有{count}名考生的两次独立算分结果不一致（{who}），为保证成绩准确暂不发布；刚完成阅卷时请一分钟后再试，仍不一致请联系工作人员',
  outOfBounds: '有{count}名考生的得分超出题目或试卷的满分（{who}），不能发布；请核对选做题与满分设置后重试',
  changedSince: '成绩在您核对之后又有变化，请重新核对后再发布',
  timePassed: '发布时间必须晚于当前时间',
  notPublished: '成绩尚未发布',
  nothingPublished: '没有已发布或待发布的成绩',
  notYourResult: '没有您的考试成绩',
  noClasses: '您不任教本场考试的班级，暂无可查看的成绩',
  tooFar: '人数较多，这样排列只能看到前{n}人；请先选择班级，或按总分排列',
  notCompared: '考生较多，请先点“核对成绩”，完成后再查看',
  noScans: '这份试卷没有扫描图片',
  badChange: '不能这样改动：{detail}',
  changeOfTotal: '总分由各科相加，请在单科中改动',
  changeTooEarly: '阅卷完成后才能改动成绩',
  tooManyChanges: '这份试卷的改动已达{n}次，请联系工作人员',
  notReplayed: '请先等预演完成，看过会改变什么再签字',
  changeStale: '预演之后成绩或改动又有变化，请重新预演',
  publishing: '有一次发布正在进行，请等它完成或撤回后再签字',
  notInForce: '这次改动没有生效，不用撤销',
})
