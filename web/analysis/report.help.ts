/** The help of screens that are made of a list: of each report, and what each tool that changes results is for. */
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import type { Help } from '#web/kit/route.types.ts'

/** What each tool that changes results is for; how it goes on is the same of all. */
export const changeHelp: Readonly<Record<ChangeTool, string>> = {
  'answer-edit': '改正客观题的答案：几个都算对、少选按个数给分、全体给分或作废。',
  'maneuver-score': '一道题全体给满分、作废，或给一部分考生加减分。',
  'score-edit': '改正个别考生的小题分，逐个填写、整批粘贴或上传表格。',
  'adjust-score': '改一道题的满分，已得的分不变、折算或封顶。',
  'question-type-set': '改一道题的题型，可以连同满分和答案一起改；按题型的分析随之重算。',
  'miss-exam': '把考生记为缺考、作废或零分。',
  'exam-merge': '把另一份已发布试卷的总分或小题并入本科，或用它的小题覆盖同题号的小题。',
  'question-conversion': '按权重折算各题，或总分里的各科；权重0%就是不计入。',
  senior: '按等级赋分方案换算选考科目，先比较几种方案，再计入总分。',
}

export const reportHelp: Readonly<Record<ReportId, Help>> = {
  summary: ['一句话看结果，再看哪些内容要重讲。', '点图可以看表和算法，右上角导出PDF。', '按最近一次发布的成绩计算。'],
  transcript: ['每名考生的总分、排名和小题分。', '按班级筛选，点表头排序；导出为表格。', '缺考和作废的不参加排名。'],
  classContrast: [
    '各班的平均分、四率和分布。',
    '人数太少的班不显示，避免认出个人。',
    '颜色只表示与全体的差，不是好坏。',
  ],
  paperAnalysis: ['每道题的得分率、难度和区分度。', '点题号看选项分布和各班情况。', '选做题只统计选了它的考生。'],
  scoreDistribution: ['各分数段有多少人，全体和各班。', '点图看表；分数段在报告设置里调整。', '缺考和作废的不计入。'],
  avgAndPercent: [
    '各班的平均分和四率：优秀、良好、及格、低分。',
    '点班级看名单，点表头排序。',
    '界线在报告设置里，改了以后再发布时生效。',
  ],
  diagramBox: [
    '各班成绩的分布：中间一半在箱子里，横线是中位数。',
    '箱子越短越整齐，圆点是离得远的个别成绩。',
    '比较班级时先看中位数，再看箱子的长短。',
  ],
  topStudent: ['成绩靠前的考生和所在班级。', '选择前多少名，按班级筛选。', '同分同名次，人数可能略多。'],
  criticalStudent: [
    '离各条线只差几分的考生，最值得帮一把。',
    '选择哪条线、上下几分，按班级筛选。',
    '点姓名看失分在哪几题。',
  ],
  ranking: [
    '各名次段里每个班有多少人。',
    '名次段在报告设置里调整，点数字看名单。',
    '同分同名次，各段人数之和等于全体。',
  ],
  level: ['各等级的人数和所占比例，全体和各班。', '等级的界线在报告设置里。', '等级按最近一次发布的成绩划分。'],
  questionType: ['各题型的平均分和得分率，全体和各班。', '点题型看包含哪些题。', '选做题只统计选了它的考生。'],
  knowledge: [
    '各知识点、各章的得分率，全体和各班。',
    '先在考试工具“知识点关联”里说明每道题考什么；没有关联的题不计入。',
    '一题有几个知识点时各计一次，所以满分之和可以超过卷面满分。',
  ],
  questionItem: [
    '每道题各班的平均分和得分率，差得多的在前。',
    '点题号看选项和得分分布。',
    '颜色只表示与全体的差，不是好坏。',
  ],
}

/** Of a tool that begins with the choice of a subject; the conversion is parted into two. */
export const subjectHelp = ({ tool, mode }: { tool: ChangeTool; mode: string }): string => {
  if (mode !== '') return `${mode === 'course-convert' ? '总分里的各科' : '一科里的各题'}乘以权重，0%就是不计入。`
  return tool === 'senior' ? '选一个总分，给其中的选考科目按等级赋分。' : '一科按题折算，总分按科折算，从这里选。'
}
