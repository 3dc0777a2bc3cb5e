/** The tools of an exam (spec 2 §2.2) as values: what each is called, what it works on, and when it is barred and why. The toolbox, its addresses in every mount, its search and the permission map come from this list; a tool stands here when its screen does. */
import { examProblems } from '../exam.problems.ts'
import { examStatus, markingProgress } from '../exam.types.ts'
import type { Exam } from '../exam.types.ts'
import { toolNames } from './tool.names.ts'

/** Types that reach the toolbox (spec 2 §2.2, §2.4) and manage no exam by their type: a tool may be given to them. */
export const grantTypes = [3, 8, 9, 10, 11, 12, 13, 14, 20] as const

/** The groups of the specification, in its order; the first has no heading there. */
export const toolGroups = {
  unusual: '异常试卷',
  answers: '答案修改',
  downloads: '下载与申诉',
  scores: '阅卷与成绩',
  settings: '设置与信息',
  reports: '报告',
  students: '考生',
  uploads: '教师与上传',
  others: '其他',
} as const
type ToolGroup = keyof typeof toolGroups

/** What a tool is judged by: where the paper stands, or the exam for a tool that works on all of it. */
export type ToolFacts = Pick<Exam, 'owner' | 'status' | 'markingProgress'> & {
  questionCount: number
  /** Whether the viewer manages the exam. */
  manages: boolean
}

export type Said = {
  readonly name: string
  readonly group: ToolGroup
  readonly of: 'exam' | 'paper'
  /** What one does with it, in a line. */
  readonly says: string
  readonly barred?: (facts: ToolFacts) => string | null
  /** Types that use it of themselves, within what they see of the exam, beside those who manage it. */
  readonly also?: readonly number[]
  /** Types to which it may be given in an exam; all of `grantTypes` unless said. */
  readonly grants?: readonly number[]
  /** Why it is not given in an exam, where `grants` is empty. */
  readonly kept?: string
}

const withoutQuestions = (f: ToolFacts): string | null => (f.questionCount === 0 ? '还没有题目' : null)

/** Until marking is done key, marks and readings are what is right. */
const beforeDone = (f: ToolFacts): string | null =>
  withoutQuestions(f) ??
  (f.markingProgress < markingProgress.done && f.status < examStatus.awaitingRelease ? '阅卷完成后可以改动' : null)

/** A question that is found wrong while it is marked is put right for all; the rest waits as above. */
const beforeMarking = (f: ToolFacts): string | null =>
  withoutQuestions(f) ??
  (f.markingProgress < markingProgress.marking && f.status < examStatus.awaitingRelease ? '阅卷开始后可以改动' : null)

/** What is marked is marked again until readers see its scores. */
const againBarred = (f: ToolFacts): string | null =>
  f.markingProgress < markingProgress.marking
    ? '阅卷开始后可以重新评阅'
    : f.status >= examStatus.released
      ? '成绩已发布，请用“成绩更正”'
      : null

/** Who only holds the tool changes nothing that readers see. */
const afterRelease = (f: ToolFacts): string | null =>
  f.status >= examStatus.released && !f.manages ? '成绩已发布，由考试管理者改动' : null

/** What a school's own exam alone has: of a joint one the schools keep their own. */
const inOwn = (f: ToolFacts): string | null => (f.owner.startsWith('s:') ? null : examProblems.ownOnly.message)

/** What only an exam of several schools has. */
const inJoint = (f: ToolFacts): string | null => (f.owner.startsWith('a:') ? null : '只用于联考')

/** Results are changed by who answers for the exam: the signature is a manager's. */
const signed = { grants: [], kept: '只有考试管理者可以改动成绩' } as const

/** By their codes in the specification, which are the last part of their addresses. */
export const examTools = {
  'unusual-paper-handle': {
    ...toolNames['unusual-paper-handle'],
    group: 'unusual',
    says: '申报和处理有问题的答卷',
    also: [3, 13],
    grants: [3, 13],
  },
  'answer-edit': {
    ...toolNames['answer-edit'],
    group: 'answers',
    says: '标准答案、分值和给分规则',
    barred: afterRelease,
  },
  'answer-card-download': {
    ...toolNames['answer-card-download'],
    group: 'downloads',
    says: '下载考生的答题卡图片',
    barred: (f) => (f.markingProgress < markingProgress.cardExceptions ? '还没有扫描' : null),
  },
  'download-center': {
    ...toolNames['download-center'],
    group: 'downloads',
    says: '导出的成绩单、报告、答卷图片和答案册：谁在何时做的，多大',
  },
  'good-answer-download': {
    ...toolNames['good-answer-download'],
    group: 'downloads',
    says: '每道主观题的优秀和典型答案，做成不含姓名的册子',
  },
  'transcript-download': {
    ...toolNames['transcript-download'],
    group: 'downloads',
    says: '各科和总分的成绩单表格',
  },
  'evidence-pack': {
    ...toolNames['evidence-pack'],
    group: 'downloads',
    says: '一名考生的答卷、识别、评分、答案和改动，可以公开核验',
    barred: (f) => (f.status < examStatus.released ? '成绩发布后可以制作' : null),
    grants: [],
    kept: '只有考试管理者可以制作',
  },
  'appeal-visible': {
    ...toolNames['appeal-visible'],
    group: 'downloads',
    says: '何时可以对成绩提出申诉，由谁提出',
  },
  'appeal-score': {
    ...toolNames['appeal-score'],
    group: 'downloads',
    says: '对照答卷和评分逐项答复，需要的合并改分',
    barred: (f) => (f.status < examStatus.released ? '成绩发布后才有申诉' : null),
  },
  'adjust-read-arrange': {
    ...toolNames['adjust-read-arrange'],
    group: 'scores',
    says: '阅卷老师、分配和双评',
    barred: withoutQuestions,
  },
  'score-edit': {
    ...toolNames['score-edit'],
    group: 'scores',
    says: '改一个学生一道题的得分，留下理由',
    barred: (f) => (f.markingProgress < markingProgress.marking ? '阅卷开始后可以更正' : afterRelease(f)),
  },
  'reset-read': {
    ...toolNames['reset-read'],
    group: 'scores',
    says: '作废一道题、一位老师或一名考生的评分，退回重新评阅',
    barred: againBarred,
  },
  remark: {
    ...toolNames['remark'],
    group: 'scores',
    says: '请其他老师再评一次：以重评为准，或与原分并存',
    barred: againBarred,
  },
  'adjust-score': {
    ...toolNames['adjust-score'],
    group: 'scores',
    says: '改一道题的满分，得分不变、折算或封顶',
    barred: beforeDone,
    ...signed,
  },
  'maneuver-score': {
    ...toolNames['maneuver-score'],
    group: 'scores',
    says: '全体给分、作废，给部分考生加减分',
    barred: beforeMarking,
    ...signed,
  },
  senior: {
    ...toolNames['senior'],
    group: 'scores',
    says: '比较几种等级赋分方案，换算选考科目计入总分',
    ...signed,
  },
  'question-type-set': {
    ...toolNames['question-type-set'],
    group: 'scores',
    says: '改一道题的题型，可以连同分值和答案',
    barred: beforeDone,
    ...signed,
  },
  'miss-exam': {
    ...toolNames['miss-exam'],
    group: 'scores',
    says: '记为缺考、作废、零分或免考，按考号、班级或学校',
    barred: beforeDone,
    ...signed,
  },
  'read-password': {
    ...toolNames['read-password'],
    group: 'scores',
    says: '领取答卷前要输入的密码，可以更换，记下输错的次数',
  },
  'params-setting': {
    ...toolNames['params-setting'],
    group: 'settings',
    says: '各科的四率、分数段、名次段和等级怎样统计',
  },
  'base-info': {
    ...toolNames['base-info'],
    group: 'settings',
    says: '考试、科目、班级和进度一览',
    also: grantTypes,
    grants: [],
    kept: '看得到考试的人都可以查看',
  },
  'exam-base-info': {
    ...toolNames['exam-base-info'],
    group: 'settings',
    says: '名称、类型和日期',
  },
  'paper-info': {
    ...toolNames['paper-info'],
    group: 'settings',
    says: '各科的题目和总分，试卷、答案、听力等文件',
  },
  'permission-setting': {
    ...toolNames['permission-setting'],
    group: 'settings',
    says: '谁可以使用本场考试的哪些工具',
    grants: [],
    kept: '只有考试管理者可以授权',
  },
  'report-list': {
    ...toolNames['report-list'],
    group: 'reports',
    says: '各科报告是哪个版本，之后改过什么',
  },
  'publish-score': {
    ...toolNames['publish-score'],
    group: 'reports',
    says: '核对后发布，或撤回',
    barred: (f) =>
      f.markingProgress < markingProgress.done && f.status < examStatus.awaitingRelease ? '阅卷完成后发布' : null,
  },
  'student-tag': {
    ...toolNames['student-tag'],
    group: 'students',
    says: '给部分考生加标签，按班级或名单添加、移除',
    barred: inOwn,
  },
  'teacher-manager': {
    ...toolNames['teacher-manager'],
    group: 'uploads',
    says: '本场考试谁教哪个班，更正不影响学校名单',
    barred: inOwn,
    grants: [],
    kept: '只有考试管理者可以更正',
  },
  'exam-teacher-declare': {
    ...toolNames['exam-teacher-declare'],
    group: 'uploads',
    says: '各校申报的阅卷老师，审核通过后可以阅卷',
    barred: inJoint,
    grants: [],
    kept: '只有联考的组织方可以审核',
  },
  'answer-card-upload': {
    ...toolNames['answer-card-upload'],
    group: 'uploads',
    says: '上传扫描件，查看识别',
    barred: withoutQuestions,
    grants: [],
    kept: '扫描员按科目和班级指定',
  },
  'performance-import': {
    ...toolNames['performance-import'],
    group: 'uploads',
    says: '从表格导入一科的得分，没有小题分时只导入总分',
  },
  'answer-card-upload-school': {
    ...toolNames['answer-card-upload-school'],
    group: 'uploads',
    says: '各科收到多少，还缺哪些',
    also: grantTypes,
    grants: [],
    kept: '看得到考试的人都可以查看',
  },
  tutor: {
    ...toolNames['tutor'],
    group: 'others',
    says: '按临界、偏科、退步找出学生，交给老师，看后来的考试',
    barred: (f) => (f.status < examStatus.released ? '成绩发布后才有名单' : null),
  },
  'exam-visibility': {
    ...toolNames['exam-visibility'],
    group: 'others',
    says: '学生、家长和老师看到什么，从何时起',
  },
  'exam-merge': {
    ...toolNames['exam-merge'],
    group: 'others',
    says: '并入另一份试卷的总分或小题，或用它的小题覆盖',
    barred: beforeDone,
    ...signed,
  },
  'course-manage': {
    ...toolNames['course-manage'],
    group: 'others',
    says: '增加、移出、改名和排序，先看会影响什么',
    grants: [],
    kept: '只有考试管理者可以改动科目',
  },
  'knowledge-relate': {
    ...toolNames['knowledge-relate'],
    group: 'others',
    says: '每道题考哪些知识点、什么能力，属于哪一卷',
    barred: withoutQuestions,
  },
  'other-func': {
    ...toolNames['other-func'],
    group: 'others',
    says: '各科能不能用手机评阅',
    grants: [],
    kept: '只有考试管理者可以改动开关',
  },
  'question-conversion': {
    ...toolNames['question-conversion'],
    group: 'others',
    says: '按权重折算各题，或总分里的各科',
    ...signed,
  },
} as const satisfies Readonly<Record<string, Said>>

export type { ToolCode } from './tool.names.ts'
