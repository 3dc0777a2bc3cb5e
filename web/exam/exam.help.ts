import type { HelpOf } from '#web/kit/help.types.ts'
import { creationHelp } from './creation/creation.help.ts'
import { jointHelp } from './joint/joint.help.ts'
import { settingHelp } from './setting/setting.help.ts'
import { rosterHelp } from './roster/roster.help.ts'
import { toolHelp } from './tools/tool.help.ts'

export const examHelp: HelpOf = {
  '/v2/exam/list': {
    lines: [
      '您能看到的全部考试，新的在前。',
      '按名称、类型、年级或状态查找，点名称进入。',
      '删除后可以恢复；已有扫描的考试不能删除。',
    ],
  },
  '/v2/exam/list/deleted': {
    lines: [
      '删除后还能恢复的考试，最近删除的在前。',
      '通常方式删除的，点“恢复考试”就回来；强制删除的要写原因。',
      '90天后考试、名单、答卷图片和成绩一并清除，不能再恢复。',
    ],
  },
  '/v2/exam/instructor-detail/exam-manage/stat-visible': {
    lines: [
      '各校在联考中能看到多少。',
      '先选一场联考，再选各校只看自己，还是看到别校的指标或全部成绩单。',
      '改动立即生效，可以随时收回。',
    ],
  },
  '/v2/exam/add-united-exam/answer-card-edit': {
    lines: ['选一场考试的一科，设计它的答题卡。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam/unusual-template-draw': {
    lines: [
      '已经印好的答题卡：新建模板，上传样张，框出各题的位置。',
      '画好发布后，用到考试的一科。',
      '点模板名称继续画；同一张卡可以复制后再改。',
    ],
  },
  '/v2/exam-management/detail': {
    lines: ['选一场考试，进入它的管理。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam-management/detail/:examId/paper-manage': {
    lines: [
      '各科的分值和答案在一张表里一起改，可以从表格粘贴。',
      '保存时每科各自保存；别人刚改过的一科会告诉您，其他科不受影响。',
      '成绩已发布的科目不在这里改，从链接去“修改答案”“调整分值”。',
    ],
  },
  '/v2/exam-management/detail/paper-manage': {
    lines: ['选一场考试，一起改各科的分值和答案。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/add-question/:paperId': {
    lines: ['在试卷里加一道题，可以放在任何一题后面。', '保存后可以撤销。', '已有答题卡的，题目改变后要重新制卡。'],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/split-question/:paperId': {
    lines: [
      '把一道主观题拆成几道小题，分值之和不变。',
      '保存后可以撤销，也可以再合并。',
      '已有答题卡的，题目改变后要重新制卡。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/merge-question/:paperId': {
    lines: [
      '把相邻的同题型主观题合并成一道，分值相加。',
      '保存后可以撤销，也可以再拆分。',
      '已有答题卡的，题目改变后要重新制卡。',
    ],
  },
  '/v2/exam-management/detail/question-setting-list/add-question': {
    lines: ['选一场考试的一科，添加试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/split-question': {
    lines: ['选一场考试的一科，拆分试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/merge-question': {
    lines: ['选一场考试的一科，合并试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam/detail': {
    lines: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-detail': {
    lines: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-detail/read-monitor': {
    lines: ['选一场考试的一个科目，看阅卷进度。', '点科目名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-report-download': {
    lines: ['选一场考试，下载它的报告和文件。', '点考试名称打开下载中心。', '输入名称可以查找。'],
  },
  '/v2/exam/add-united-exam/paper-self-add': {
    lines: ['选一场考试的一个科目，设置试题。', '点科目名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/import/score': {
    lines: ['选一场考试的一个科目，从文件导入成绩。', '点科目名称打开；导入前先检查。', '输入名称可以查找。'],
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
  ...creationHelp,
  ...jointHelp,
  ...settingHelp,
  ...rosterHelp,
  ...toolHelp,
}
