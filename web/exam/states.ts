/** The words of an exam's state (spec 2 §4). */
import { examTypes } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'

type Colour = 'brand' | 'success' | 'warning' | 'informative'

const statuses: Readonly<Record<number, { text: string; colour: Colour }>> = {
  1: { text: '进行中', colour: 'brand' },
  2: { text: '待发布', colour: 'warning' },
  3: { text: '已发布', colour: 'success' },
}
export const statusOf = (exam: Pick<Exam, 'status'>): { text: string; colour: Colour } =>
  statuses[exam.status] ?? { text: '—', colour: 'informative' }
export const statusOptions = Object.entries(statuses).map(([value, s]) => ({ value, label: s.text }))

const progress: Readonly<Record<number, string>> = {
  1: '设置试题',
  2: '上传答题卡',
  3: '处理存疑',
  4: '安排阅卷',
  5: '阅卷中',
  6: '阅卷完成',
}
export const progressText = (exam: Pick<Exam, 'markingProgress'>): string => progress[exam.markingProgress] ?? '—'

export const examTypeName = (examType: number): string =>
  (examTypes as Readonly<Record<number, string>>)[examType] ?? '考试'
