/** The tools that make change sets, by their codes in the specification. */
export const changeTools = [
  'answer-edit',
  'maneuver-score',
  'score-edit',
  'adjust-score',
  'question-type-set',
  'miss-exam',
  'question-conversion',
  'exam-merge',
  'senior',
] as const
export type ChangeTool = (typeof changeTools)[number]

/** How each tool is called where change sets are listed. */
export const changeToolNames: Readonly<Record<ChangeTool, string>> = {
  'answer-edit': '修改答案',
  'maneuver-score': '机动分',
  'score-edit': '成绩更正',
  'adjust-score': '调整分值',
  'question-type-set': '题型设置',
  'miss-exam': '缺考与违纪',
  'question-conversion': '分值折算',
  'exam-merge': '考试合并',
  senior: '新高考赋分',
}
