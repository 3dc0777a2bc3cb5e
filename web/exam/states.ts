/** The words of an exam's state (spec 2 §4). */
import { examTypes } from '#shared/exam/exam.types.ts'
import type { SchoolStand } from '#shared/exam/atWork.rules.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { OwnPart } from '#shared/exam/joint/part.calls.ts'
import { showDay } from '#shared/kit/time.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

const statuses: Readonly<Record<number, { text: string; meaning: Meaning }>> = {
  1: { text: '进行中', meaning: 'going' },
  2: { text: '待发布', meaning: 'waits' },
  3: { text: '已发布', meaning: 'done' },
}
export const statusOf = (exam: Pick<Exam, 'status'>): { text: string; meaning: Meaning } =>
  statuses[exam.status] ?? { text: '—', meaning: 'none' }
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

/** How much of an exam can be read: its subjects are published one by one. */
export const releaseOf = ({ courses }: Pick<ExamRow, 'courses'>): { text: string; meaning: Meaning } => {
  const out = courses.filter((c) => c.released)
  if (out.length === 0) return { text: '未发布', meaning: 'none' }
  // Of several subjects the newest.
  const at = Math.max(...out.map((c) => c.correctedAt ?? 0))
  const corrected = at > 0 ? `，${showDay(at)}有更正` : ''
  if (out.length === courses.length) return { text: `已发布${corrected}`, meaning: 'done' }
  return { text: `已发布${out.length}/${courses.length}科${corrected}`, meaning: 'going' }
}

/** How far a school of a joint exam is: what is behind is said first. */
export const standOf = ({
  papers,
  begun,
  marked,
  over,
  silent,
  answer,
}: SchoolStand & { silent: boolean; answer?: string }): { text: string; meaning: Meaning } => {
  // As the board has it: who has handed in all the same is as far as that.
  if (answer === 'declined' && begun === 0) return { text: '不参加', meaning: 'out' }
  // The others of the exam went on; a school of which nothing came is in no figure.
  if (papers > 0 && over === papers && begun === 0) return { text: '没有答卷', meaning: 'failed' }
  if (silent) return { text: '还没有交卷', meaning: 'waits' }
  if (papers > 0 && marked === papers) return { text: '评完', meaning: 'done' }
  if (marked > 0) return { text: `评完${marked}/${papers}科`, meaning: 'going' }
  return begun > 0 ? { text: `已扫描${begun}/${papers}科`, meaning: 'going' } : { text: '未开始', meaning: 'none' }
}

/** A school's answer whether it takes part in a joint exam. */
type Answer = { text: string; meaning: Meaning }
export const answers: Record<'none' | 'accepted' | 'declined', Answer> = {
  none: { text: '未回复', meaning: 'waits' },
  accepted: { text: '参加', meaning: 'done' },
  declined: { text: '不参加', meaning: 'out' },
}

/** Of a school that has handed in no answer is wanted any more. */
export const answerSaid = ({ answer, begun }: Pick<OwnPart, 'answer' | 'begun'>): Answer =>
  answer === 'none' && begun > 0 ? { text: '无需回复', meaning: 'none' } : answers[answer]

/** In a card of a phone no head stands over it. */
export const cardText = (has: boolean): string => (has ? '答题卡已制作' : '没有答题卡')
