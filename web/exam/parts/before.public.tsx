/** An exam beside the one before it, of the same grade and subject. Pure. */
import { apart } from '#shared/kit/score.ts'

type Exam = {
  examId: string
  examName: string
  examDate: number
  gradeName: string
  schoolCount: number
  classCount: number
  courses: readonly { paperId: string; courseName: string }[]
}

/**
 * Whether a rate may stand beside that of an earlier exam of the grade: some classes of it are another population than all,
 * and a paper of many schools is another paper than one of the own.
 */
export const comparable = (
  a: Pick<Exam, 'schoolCount' | 'classCount'>,
  b: Pick<Exam, 'schoolCount' | 'classCount'>,
): boolean => {
  const [joint, before] = [a.schoolCount > 1, b.schoolCount > 1]
  return joint === before && (joint || a.classCount === b.classCount)
}

/** The newest published paper of a subject that is older than the exam and may stand beside it. */
export const paperBefore = (
  exams: readonly Exam[],
  exam: Omit<Exam, 'courses'>,
  courseName: string,
): { paperId: string; examName: string } | null => {
  const [newest] = exams
    .filter((e) => e.examId !== exam.examId && e.gradeName === exam.gradeName && e.examDate < exam.examDate)
    .filter((e) => comparable(e, exam))
    .toSorted((a, b) => b.examDate - a.examDate)
    .flatMap((e) => e.courses.flatMap((c) => (c.courseName === courseName ? [{ ...c, examName: e.examName }] : [])))
  return newest ? { paperId: newest.paperId, examName: newest.examName } : null
}

/** The change of a score rate in points of a hundred, with its sign. */
export const changeText = (now: number | null, before: number | null): string => {
  if (now === null || before === null) return ''
  const change = apart(now * 100, before * 100, 1)
  return change === 0 ? '持平' : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`
}
