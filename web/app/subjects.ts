/** The subjects of a session, in the order of courseSort. Pure. */
import type { Start } from '#shared/identity/signIn/start.types.ts'

const stages: Readonly<Record<number, string>> = { 1: '高中', 2: '初中', 3: '小学', 4: '大学' }

export type SubjectRow = {
  courseId: string
  courseName: string
  stage: string
  courseSort: number
  /** Whether the user teaches it. */
  isMyself: boolean
  /** Whether the school's exams may be of it. */
  inExams: boolean
}

export const subjectRows = ({
  relativeInfo,
  courseExams,
}: Pick<Start, 'relativeInfo' | 'courseExams'>): SubjectRow[] => {
  const inExams = new Set(courseExams.map((c) => c.courseId as string))
  return (relativeInfo?.courseList ?? [])
    .map((c) => ({ ...c, stage: stages[c.stage] ?? '', inExams: inExams.has(c.courseId) }))
    .sort((a, b) => a.courseSort - b.courseSort)
}
