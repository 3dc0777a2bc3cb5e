import type { Exam, ExamTeacher } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { paperMarker, paperMarkerName } from './paperMarks.ts'

/** How those who marked are called: by the exam's own copy, and who is none of its teachers by what is known. */
export const markerNames = (
  { teachers, exam }: { teachers: readonly ExamTeacher[]; exam: Pick<Exam, 'creatorId' | 'creatorName'> },
  caller: { userId: UserId; userName: string },
) => {
  const names = new Map(teachers.flatMap((t) => (t.userId ? [[t.userId as string, t.teacherName]] : [])))
  for (const [id, name] of [
    [exam.creatorId, exam.creatorName],
    [caller.userId, caller.userName],
  ] as const)
    if (!names.has(id)) names.set(id, name)
  names.set(paperMarker, paperMarkerName)
  return (userId: string): string => names.get(userId) ?? '管理员'
}
