/**
 * The tools of an exam (spec 2 §2.2) as values: what each is called, what it works on, and when it is barred and why. The
 * toolbox, its addresses in every mount and its search come from this list; a tool stands here when its screen does. Pure.
 */
import { examStatus, markingProgress } from './exam.types.ts'
import type { Exam } from './exam.types.ts'

/** The groups of the specification, in its order; the first has no heading there. */
export const toolGroups = {
  unusual: '异常试卷',
  answers: '答案修改',
  downloads: '下载与申诉',
  scores: '阅卷与成绩',
  settings: '设置与信息',
  reports: '报告',
  uploads: '教师与上传',
} as const
type ToolGroup = keyof typeof toolGroups

/** What a tool is judged by: where the paper stands, or the exam for a tool that works on all of it. */
export type ToolFacts = Pick<Exam, 'status' | 'markingProgress'> & { questionCount: number }

type Said = {
  readonly name: string
  readonly group: ToolGroup
  readonly of: 'exam' | 'paper'
  /** What one does with it, in a line. */
  readonly says: string
  readonly barred?: (facts: ToolFacts) => string | null
}

const withoutQuestions = (f: ToolFacts): string | null => (f.questionCount === 0 ? '还没有题目' : null)

/** By their codes in the specification, which are the last part of their addresses. */
export const examTools = {
  'unusual-paper-handle': {
    name: '异常试卷处理',
    group: 'unusual',
    of: 'paper',
    says: '申报和处理有问题的答卷',
  },
  'answer-edit': {
    name: '修改答案',
    group: 'answers',
    of: 'paper',
    says: '标准答案、分值和给分规则',
    barred: withoutQuestions,
  },
  'answer-card-download': {
    name: '答题卡下载',
    group: 'downloads',
    of: 'exam',
    says: '下载考生的答题卡图片',
    barred: (f) => (f.markingProgress < markingProgress.cardExceptions ? '还没有扫描' : null),
  },
  'adjust-read-arrange': {
    name: '调整阅卷安排',
    group: 'scores',
    of: 'paper',
    says: '阅卷老师、分配和双评',
    barred: withoutQuestions,
  },
  'score-edit': {
    name: '成绩更正',
    group: 'scores',
    of: 'paper',
    says: '改一个学生一道题的得分，留下理由',
    barred: (f) => (f.markingProgress < markingProgress.marking ? '阅卷开始后可以更正' : null),
  },
  'exam-base-info': {
    name: '考试信息',
    group: 'settings',
    of: 'exam',
    says: '名称、类型和日期',
  },
  'publish-score': {
    name: '发布成绩',
    group: 'reports',
    of: 'paper',
    says: '核对后发布，或撤回',
    barred: (f) =>
      f.markingProgress < markingProgress.done && f.status < examStatus.awaitingRelease ? '阅卷完成后发布' : null,
  },
  'answer-card-upload': {
    name: '答题卡上传',
    group: 'uploads',
    of: 'paper',
    says: '上传扫描件，查看识别',
    barred: withoutQuestions,
  },
  'performance-import': {
    name: '成绩导入',
    group: 'uploads',
    of: 'paper',
    says: '从表格导入一科的得分，不用扫描',
    barred: withoutQuestions,
  },
  'answer-card-upload-school': {
    name: '上传进度',
    group: 'uploads',
    of: 'exam',
    says: '各科收到多少，还缺哪些',
  },
} as const satisfies Readonly<Record<string, Said>>

export type ToolCode = keyof typeof examTools
export type ExamTool = Said & { readonly code: ToolCode }

/** In the order of the specification's groups. */
export const toolList: readonly ExamTool[] = Object.keys(toolGroups).flatMap((group) =>
  Object.entries(examTools)
    .filter(([, tool]) => tool.group === group)
    .map(([code, tool]) => ({ ...tool, code: code as ToolCode })),
)

export const barOf = (tool: Said, facts: ToolFacts): string | null => tool.barred?.(facts) ?? null

/** Tools of which the name, the line or the code holds every word of the search. */
export const toolsFor = (search: string, tools: readonly ExamTool[] = toolList): ExamTool[] => {
  const words = search.trim().toLowerCase().split(/\s+/)
  return tools.filter(({ name, says, code }) => words.every((w) => `${name} ${says} ${code}`.toLowerCase().includes(w)))
}

/** So many of the last used are kept. */
const mostRecent = 4
/** The codes last used, the latest first, when one more is; what no tool has goes. */
export const usedNow = (recent: readonly string[], code?: ToolCode): ToolCode[] =>
  [...new Set([...(code ? [code] : []), ...recent])].filter((c): c is ToolCode => c in examTools).slice(0, mostRecent)
