import { problems } from '#shared/kit/problem.ts'

export const markingProblems = problems('marking', {
  notOpen: '阅卷尚未开启，请先完成阅卷安排',
  unbalanced: '还有{open}页扫描未处理完成，不能开启阅卷；如需强制开启请填写原因',
  missingKeys: '还有{n}道客观题没有设置答案，请先设置',
  notMarker: '您没有这道题的阅卷任务',
  nothingLeft: '这道题暂时没有待阅的答卷',
  conflict: '同一操作已以不同分数提交，请刷新后重试',
  taken: '该任务已被收回并分配给他人，您的这次评分未生效',
  badScore: '分数必须在0到{full}之间，且为{step}的整数倍',
  imageReplaced: '这份答卷的图像已更新，请重新评阅',
  sameMarker: '双评不能由同一位老师完成',
  unfinished: '还有{n}份答卷未评阅完成，不能结束阅卷',
  noBundle: '任务不存在或已完成',
  alreadyOpen: '阅卷已开启',
  superseded: '这份答卷已有您更新的评分，较早的这次未生效',
  notManager: '只有考试的管理者可以进行此操作',
  noQuestion: '试卷中没有这道主观题',
  noCandidate: '这场考试没有考号为{number}的考生',
  notScored: '这道题还没有评完，请先在阅卷中评分',
  sameScore: '更正后的分数与现在相同',
  counting: '正在汇总阅卷进度，请稍后再结束阅卷',
})
