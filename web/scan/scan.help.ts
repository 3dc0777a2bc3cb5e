import type { HelpOf } from '#web/kit/help.types.ts'

const exam = '/v2/exam-management'
const odd = '/v2/exam-manage/unusual-paper-handle'

export const scanHelp: HelpOf = {
  '/v2/exam/joint-part/:examId/uploaders': {
    lines: [
      '本校谁来扫描这次联考的答题卡，按科目设置。',
      '设置以后，老师在“我的扫描任务”中上传，只看到本校的班级。',
      '组织方接管或截止本校的上传以后，这里不能再改。',
    ],
  },
  '/v2/exam/detail/:examId/check-application/absent-student-list': {
    lines: [
      '各校申报的缺考考生，先看到等待审核的。',
      '通过后考生在所报科目中记为缺考；已有答题卡的不能通过。退回要写原因。',
      '已通过的也可以退回，由申报记下的缺考随之取消；成绩发布后用“缺考与违纪”。',
    ],
  },
  [`${exam}/scan-task-list/:paperId`]: {
    lines: [
      '扫描、上传和识别，一批一批地看。',
      '填放入的张数，选文件或用扫描仪；传完自动识别。',
      '断网、关机都不要紧：重新选同一批文件会接着传。',
    ],
  },
  [`${exam}/scan-task-list/:paperId/batch/:batchId`]: {
    lines: ['这一批的每一页在哪里。', '按状态筛选，点一页看大图。', '放入的张数要等于各状态之和，少了就补扫。'],
  },
  [`${exam}/recycle-bin/:paperId/page/:batchId/:no`]: {
    lines: ['一页扫描图和它的经过。', '可以作废、恢复或指定是谁的。', '每次改动都有记录，可以撤销。'],
  },
  [`${exam}/scan-task-list/:paperId/template`]: {
    lines: ['这张试卷按哪一版答题卡识别。', '选择模板后保存。', '换模板会把已扫描的重新识别。'],
  },
  '/v2/exam/recutting/:paperId': {
    lines: ['学生写到框外时，把一道题裁大一些。', '选题目，拖动边框，写明原因。', '开始阅卷的题目不能重新裁切。'],
  },
  '/v2/exam-manage/answer-card-download/:examId': {
    lines: ['下载这场考试的答题卡。', '选空白卡或每人一张，可以按班分文件。', '打印选“实际大小”，不要“适合页面”。'],
  },
  [`${exam}/answer-card-error/:paperId`]: {
    lines: [
      '机器拿不准的都在这一个队列里。',
      '看清楚，回车接受建议，或按字母、数字改正。',
      '全部处理完才能开启阅卷，处理错了可以撤销。',
    ],
    keys: {
      回车: '接受建议',
      'A B C D': '改成这个选项',
      '↑ ↓': '上一条、下一条',
      退格: '撤销上一条',
      '/': '输入其他内容',
    },
  },
  [`${exam}/answer-card-error/:paperId/size`]: {
    lines: [
      '打印时被缩放得太多、读不准的页面。',
      '看一眼是否对齐，由负责人决定保留还是作废。',
      '略有缩放不影响识别，不会列在这里。',
    ],
  },
  [`${exam}/assign-scanner/:paperId`]: {
    lines: ['谁负责上传哪些班级。', '添加上传人，再给每人分配班级。', '没有分配的，由考试管理员上传。'],
  },
  [`${exam}/assign-scanner/:paperId/history`]: {
    lines: ['上传任务分给过谁。', '按时间从新到旧。', '换人前后的记录都在这里。'],
  },
  [`${exam}/assign-scanner/:paperId/:userId/hand-over`]: {
    lines: ['把一个人的上传任务交给另一个人。', '选接手的老师，确认。', '已经上传的保留，接手的人接着传。'],
  },
  [`${exam}/assign-scanner/:paperId/add`]: {
    lines: ['添加一位上传人。', '按姓名查找，勾选后添加。', '上传人只能看到分给自己的班级。'],
  },
  [`${exam}/assign-scanner/:paperId/:userId`]: {
    lines: ['给这位上传人分配班级。', '勾选班级，保存。', '一个班可以由几个人上传。'],
  },
  [`${exam}/student-status/:paperId`]: {
    lines: [
      '每名考生：已交、缺页、未交还是缺考。',
      '勾选后登记缺考，点姓名看答题卡。',
      '缺考可以取消；登记缺考的不会催收。',
    ],
  },
  [`${exam}/student-detail/:paperId/:studentId`]: {
    lines: ['一名考生的每一面和读到的答案。', '点答案可以改正，会留下前后。', '看不清时打开原图。'],
  },
  [`${exam}/student-question-detail/:paperId`]: {
    lines: ['按题看全部考生的作答。', '选题目，按读到的选项筛选。', '可以整题核对一遍，改动有记录。'],
  },
  [`${exam}/recycle-bin/:paperId`]: {
    lines: ['被取出的扫描页都在这里。', '勾选后恢复到原处。', '原处已有别的页面时，会作为第二张等待处理。'],
  },
  [`${exam}/exam-opRecord-check/:paperId`]: {
    lines: [
      '对这张试卷的扫描做过什么。',
      '按时间从新到旧：回退、删除、转移、切换模式等。',
      '全校的记录在“学校管理 - 操作记录”。',
    ],
  },
  [`${exam}/upload-progress/:examId`]: {
    lines: ['每个班、每个人传了多少。', '最慢的在前，点班级看缺谁。', '数字自动更新。'],
  },
  [`${exam}/detail/mix-scan-task-list`]: {
    lines: ['分给您的上传任务。', '点任务进入扫描与识别。', '全部传完后点“完成上传”。'],
  },
  [`${exam}/scan-task-list`]: {
    lines: ['正在扫描的考试。', '点考试进入扫描与识别。', '没有列出的，请先发布答题卡。'],
  },
  [`${odd}/list/:paperId`]: {
    lines: [
      '老师申报的异常试卷：撕破、写错卡、漏收等。',
      '点一条审核；通过后按说明处理。',
      '没有审核完也可以阅卷，受影响的只有这几份。',
    ],
  },
  [`${odd}/declare/:paperId`]: {
    lines: ['申报一份异常试卷。', '选考生和情况，写明经过。', '审核前可以修改或撤回。'],
  },
  [`${odd}/detail/:paperId/:declarationId`]: {
    lines: ['一份申报和它的处理。', '审核人可以通过或退回，写明原因。', '审核后不能再改。'],
  },
  [`${odd}/detail/:paperId/:declarationId/amend`]: {
    lines: ['修改还没有审核的申报。', '改好后重新提交。', '审核过的不能修改。'],
  },
  [odd]: {
    lines: ['选择要处理异常试卷的考试。', '点考试看它的申报。', '没有申报的考试不会列出。'],
  },
  '/v2/exam-manage/answer-card-upload': {
    lines: ['选择要上传答题卡的考试。', '点考试进入扫描与识别。', '只列出您能上传的考试。'],
  },
  '/v2/exam-manage/answer-card-download': {
    lines: ['选择要下载答题卡的考试。', '点考试选择空白卡或每人一张。', '没有发布的答题卡不能下载。'],
  },
}
