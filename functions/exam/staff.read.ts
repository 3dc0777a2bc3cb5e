/** Of whom a school's people for an exam are chosen. */
import type { ExamSchool } from '#shared/exam/exam.types.ts'
import { coursesOf, teachersOf } from '#functions/school/roster/school.public.ts'

/** The staff of a school with what each teaches; who teaches a subject of the exam comes first. */
export const staffOf = async ({ schoolId, papers }: ExamSchool) => {
  const [staff, courses] = await Promise.all([teachersOf(schoolId), coursesOf(schoolId)])
  const names = new Map(courses.map((c) => [c.courseId as string, c.courseName]))
  const inExam = new Set(papers.map((p) => names.get(p.courseId)))
  return staff
    .map((t) => {
      const taught = [...new Set(t.teaches.flatMap((x) => names.get(x.courseId ?? '') ?? []))]
      return {
        personId: t.teacherId,
        personName: t.teacherName,
        says: taught.join('、'),
        barred: t.userId === undefined ? '还没有登录账号' : null,
        order: `${taught.some((n) => inExam.has(n)) ? 0 : 1}${t.pinyin}`,
        pinyin: t.pinyin,
      }
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1))
}
