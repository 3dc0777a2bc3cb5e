import { problems } from '#shared/kit/problem.ts'

export const scanProblems = problems('scan', {
  noCard: '该科目还没有发布答题卡，请先设计并发布答题卡再上传扫描件',
  notYours: '文件“{name}”不是您上传的，请重新选择文件上传',
  notThere: '文件“{name}”没有上传完成，请重新上传',
  noCandidate: '考生名单中没有考号“{number}”，请核对后重试',
  noReading: '这一页没有识别出答题卡，不能匹配考生；请作废后重新扫描',
  notDuplicate: '这一页没有与其他页重复，请刷新后重试',
  wrongLetters: '第{number}题没有选项“{letters}”',
  nothingToUndo: '这一页没有可以撤销的操作',
  cannotUndo: '原来的位置已被另一张扫描件占用，请先处理那一张',
  running: '该批次正在识别，请等待识别完成后再操作',
  notMissing: '该页已有扫描件，请刷新后重试',
  hasPages: '{student}已有{pages}页作答，确认缺考请填写原因',
})
