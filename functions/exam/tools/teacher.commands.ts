import { examProblems } from '#shared/exam/exam.problems.ts'
import type * as calls from '#shared/exam/tools/teacher.calls.ts'
import { teachesThere, withPlace } from '#shared/exam/roster/teaching.rules.ts'
import type { Exam, ExamTeacher } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { examOf } from '../exam.public.ts'
import { examClasses, examTeachers } from '../exam.store.ts'

/** An exam of one school, whose teachers are known. @throws Refused notFound, ownOnly */
export const ownExam = async (examId: string): Promise<{ exam: Exam; schoolId: string }> => {
  const exam = await examOf(examId)
  if (!exam || exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  if (!exam.owner.startsWith('s:')) return refuse(examProblems.ownOnly)
  return { exam, schoolId: exam.owner.slice('s:'.length) }
}

/**
 * Who taught a course in a class, or headed it. Written over what was seen: each row as it was read, and all of them with
 * their record in one transaction. @throws Refused notFound, ownOnly, stale
 */
export const setTeaching = async (
  { examId, classId, courseId, before, teacherIds }: InputOf<typeof calls.setTeaching>,
  caller: Caller,
): Promise<void> => {
  const { exam, schoolId } = await ownExam(examId)
  // Before its teachers: a write between the two is met by the class's own version.
  const own = await examClasses.get({ examId, schoolId, classId })
  const [there, staff] = await Promise.all([
    examTeachers.query(`exam#${examId}`, { prefix: 'teacher#', consistent: true }),
    teachersOf(schoolId),
  ])
  const place = { classId, courseId }
  const course = exam.papers.find((p) => p.courseId === courseId)
  if (!own || (courseId !== undefined && !course)) return refuse(commonProblems.notFound)
  const now = there.filter((t) => teachesThere(t.teaches, place)).map((t) => t.teacherId)
  const same = (a: readonly string[], b: readonly string[]): boolean =>
    JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
  const wanted = [...new Set(teacherIds)]
  // Ours already, and the answer was lost.
  if (same(now, wanted)) return
  if (!same(now, before)) return refuse(commonProblems.stale, { who: '其他人', when: '刚才' })
  const known = new Map<string, ExamTeacher>(there.map((t) => [t.teacherId, t]))
  const writes = [...new Set([...now, ...wanted])].flatMap((teacherId) => {
    const row = known.get(teacherId)
    const has = wanted.includes(teacherId)
    if (row) {
      const teaches = withPlace(row.teaches, place, has)
      return teaches === row.teaches ? [] : [examTeachers.updating(row, { teaches }, { teaches: row.teaches })]
    }
    const teacher = staff.find((t) => t.teacherId === teacherId) ?? refuse(commonProblems.notFound)
    const { userId, teacherName } = teacher
    const teaches = withPlace([], place, has)
    return [
      examTeachers.creating({ schema: 1, examId, teacherId, ...(userId ? { userId } : {}), teacherName, teaches }),
    ]
  })
  // Two managers who put different teachers into one place write no row of the other's: the class is written by both.
  const taught = own.taught ?? 0
  const turn = examClasses.updating(own, { taught: taught + 1 }, { taught: own.taught })
  const nameOf = (ids: readonly string[]): string => `${ids.length}位老师`
  const record = auditRecord(caller, 'exam.setTeaching', examId, {
    before: now,
    after: wanted,
    told: {
      name: exam.examName,
      changes: [
        { field: `${own.className}${course?.courseName ?? '班主任'}`, before: nameOf(now), after: nameOf(wanted) },
      ],
    },
    tenant: exam.owner,
  })
  if (!(await audited([turn, ...writes], record))) return refuse(commonProblems.stale, { who: '其他人', when: '刚才' })
}
