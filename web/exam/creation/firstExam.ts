/** The way through a first exam, as it really stands: each step done by its own facts, the first that is not is next. Pure. */
import type { ExamStep } from '../steps.ts'

export type PathStep = {
  key: 'roster' | 'create' | 'print' | ExamStep['key']
  name: string
  /** Why, in a line. */
  text: string
  done: boolean
  to: string | null
}

export type PathFacts = {
  /** Undefined while it is asked for. */
  students: number | undefined
  importTo: string
  addTo: string
  /** The exam that is followed; null before there is one. */
  exam: {
    name: string
    steps: readonly ExamStep[]
    printTo: string
    to: (key: ExamStep['key']) => string | null
  } | null
}

const why: Readonly<Record<ExamStep['key'], string>> = {
  paper: '填题号、分值和答案，或从表格导入。',
  card: '按试题自动排好，看一眼就能发布。',
  scan: '收卷后扫描上传，自动识别。',
  doubts: '机器拿不准的，看一眼确认。',
  marking: '选老师，开启阅卷，直到评完。',
  publish: '看过预览再发布，随时能撤回。',
}

export const pathOf = ({ students, importTo, addTo, exam }: PathFacts): PathStep[] => {
  const begun = exam !== null
  const steps = exam?.steps ?? []
  const stepOf = (key: ExamStep['key']): ExamStep | undefined => steps.find((s) => s.key === key)
  const doneOf = (key: ExamStep['key']): boolean => stepOf(key)?.state === 'done'
  const step = (key: ExamStep['key'], name: string): PathStep => {
    const text = stepOf(key)?.text
    return {
      key,
      name,
      text: text && !doneOf(key) && stepOf(key)?.state === 'now' ? `${why[key].slice(0, -1)}；${text}。` : why[key],
      done: doneOf(key),
      to: exam?.to(key) ?? null,
    }
  }
  return [
    {
      key: 'roster',
      name: '导入学生名单',
      text: students ? `已有${students}名学生。` : '从表格导入，先检查再写入。',
      // An exam has copied its roster: there was one.
      done: begun || (students ?? 0) > 0,
      to: importTo,
    },
    {
      key: 'create',
      name: '新建考试',
      text: exam ? `正在进行：${exam.name}。` : '选年级、班级、科目和日期。',
      done: begun,
      to: addTo,
    },
    step('paper', '设置试题'),
    step('card', '设计答题卡'),
    {
      key: 'print',
      name: '打印答题卡',
      text: '每人一张，打印选“实际大小”。',
      // What was not printed cannot be scanned.
      done: doneOf('card') && (doneOf('scan') || stepOf('scan')?.meaning === 'going'),
      to: doneOf('card') ? (exam?.printTo ?? null) : null,
    },
    step('scan', '扫描上传'),
    step('doubts', '处理存疑'),
    step('marking', '阅卷'),
    step('publish', '发布成绩'),
  ]
}

/** The one to do now; null when all is done. */
export const nextOf = (steps: readonly PathStep[]): PathStep | null => steps.find((s) => !s.done) ?? null
