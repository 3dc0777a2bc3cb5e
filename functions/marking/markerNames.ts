import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import type { ExamViewer } from '#shared/exam/exam.rules.ts'
import type { Exam, ExamTeacher } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { examSchoolsOf } from '#functions/exam/exam.public.ts'
import { memo } from '#functions/kit/memo.ts'
import type { StaffedDesk } from './desk/desk.ts'
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

const schoolNames = memo(
  60,
  async (examId: string) => new Map((await examSchoolsOf(examId)).map((s) => [s.schoolId as string, s.schoolName])),
)

/** The same to who manages a joint exam: of its many schools several have a teacher of one name. */
export const markersOfSchools = async (
  desk: Pick<StaffedDesk, 'teachers' | 'exam'>,
  caller: { userId: UserId; userName: string } & ExamViewer,
) => {
  const nameOf = markerNames(desk, caller)
  if (!isJoint(desk.exam) || !mayManage(desk.exam, caller)) return nameOf
  // Who was declared is known with the school, so that no class is looked at.
  const schools = await schoolNames(desk.exam.examId)
  const by = new Map(desk.teachers.map((t) => [t.userId as string | undefined, schools.get(t.schoolId ?? '')]))
  return (userId: string): string => [nameOf(userId), by.get(userId)].filter(Boolean).join(' ')
}
