import type { HelpOf } from '#web/kit/help.types.ts'

export const examHelp: HelpOf = {
  '/v2/exam/list': {
    lines: [
      '您能看到的全部考试，新的在前。',
      '按名称、类型、年级或状态查找，点名称进入。',
      '删除后可以恢复；已有扫描的考试不能删除。',
    ],
  },
  '/v2/exam/add/single-subject-exam': {
    lines: [
      '新建一场考试。',
      '选年级、班级、科目和日期，名单会按现在的班级复制一份。',
      '以后换班改名，不会改变这场考试的名单。',
    ],
  },
  '/v2/exam/detail/:examId': {
    lines: [
      '一场考试的全部步骤：试题、答题卡、扫描、存疑、阅卷、发布。',
      '每一格都能点开，最要紧的一步就是右上角的按钮。',
      '数字每十秒自动更新，不用刷新。',
    ],
  },
  '/v2/exam/detail/:examId/paper/:paperId': {
    lines: [
      '试题、分值和标准答案。',
      '逐题填写，或从表格导入；选做题设在同一组。',
      '开始阅卷后只能改答案和分值，改动会重新计分并留下记录。',
    ],
  },
}
