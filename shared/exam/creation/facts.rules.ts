/** What an exam is called, of which type it is and when it is sat: what may change after it was made, and what follows. Pure. */
import { showDate } from '#shared/kit/time.ts'
import type { Change } from '#shared/kit/acts.ts'
import { examStatus, examTypes, jointExamTypes, singleSchoolExamTypes } from '../exam.types.ts'
import type { Exam } from '../exam.types.ts'

export type ExamFacts = Pick<Exam, 'examName' | 'examType' | 'examDate'>

/** The types that an exam may be changed to: one school's exam never becomes a joint one, nor the other way round. */
export const typesLike = (examType: number): readonly number[] =>
  [singleSchoolExamTypes, jointExamTypes].find((kind) => (kind as readonly number[]).includes(examType)) ?? [examType]

const typeName = (examType: number): string =>
  (examTypes as Readonly<Record<number, string>>)[examType] ?? String(examType)

/** The changed facts, as the record tells them. */
export const factChanges = (before: ExamFacts, after: ExamFacts): Change[] =>
  (
    [
      ['考试名称', before.examName, after.examName],
      ['考试类型', typeName(before.examType), typeName(after.examType)],
      ['考试日期', showDate(before.examDate), showDate(after.examDate)],
    ] as const
  )
    .filter(([, was, is]) => was !== is)
    .map(([field, was, is]) => ({ field, before: was, after: is }))

/** A form tells the day, not the hour: of the same day the moment stays. */
export const atItsHour = <F extends ExamFacts>(before: ExamFacts, after: F): F =>
  showDate(before.examDate) === showDate(after.examDate) ? { ...after, examDate: before.examDate } : after

/** The exam's papers as far as a change of its facts reaches them. */
type Reach = Pick<Exam, 'status'> & { cards: number }

/** What a change does beside the change itself, a sentence each; [] where nothing changes. */
export const whatFollows = (before: ExamFacts, after: ExamFacts, { status, cards }: Reach): string[] => {
  const changes = factChanges(before, after)
  if (changes.length === 0) return []
  const renamed = before.examName !== after.examName
  return [
    ...changes.map((c) => `${c.field}：${c.before} → ${c.after}`),
    changes.some((c) => c.field === '考试日期') && '考试列表和学生的历次考试按新的日期排列。',
    renamed && cards > 0 && `已制作的${cards}份答题卡保留原来的标题，扫描和识别不受影响。`,
    status === examStatus.released && '已发布的报告保留发布时的名称和日期，重新发布后更新。',
    '名单、试题、扫描和成绩都不变。',
  ].filter((line) => line !== false)
}
