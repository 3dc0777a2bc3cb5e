/** A joint exam of schools that are there with their students, for tests of what changes it afterwards. */
import type { ExamSchool } from '#shared/exam/exam.types.ts'
import type { AreaId, CourseId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { createPapers, draftOf, putExam } from '../exam.commands.ts'
import { schoolCopy, writeSchool } from '../roster/school.copy.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

export type JointSchool = Awaited<ReturnType<typeof aSchoolThroughGateway>>

export const aStudentIn = async ({ admin }: JointSchool, classId: string, n: number, studentName = `学生${n}`) => {
  const wish = { classId, studentName, studentNumber: `2026${String(n).padStart(4, '0')}` }
  return (await viaGateway(createStudent, wish as never, admin.token)).data.studentId
}

/** Three primary schools of areas of their own, each with a student in its first class. */
export const threeSchools = async (name: string): Promise<JointSchool[]> => {
  const schools: JointSchool[] = []
  for (const n of [1, 2, 3]) {
    const school = await aSchoolThroughGateway(`${name}${n}小${newId('school').slice(-8)}`)
    schools.push(school)
    await aStudentIn(school, school.classId, n)
  }
  return schools
}

/** Of these schools, each with two students in its 1班. */
export const aJointExamOf = async (schools: readonly JointSchool[]) => {
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const courses = ['语文', '数学'].map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const facts = { examName: '全区联考', examType: 7, examDate: now(), gradeName: '一年级', term: '2026-1' }
  const draft = draftOf(owner, facts, courses, schools.length, organiser.caller)
  const exam = await asFunction('exam-work', async () => {
    await createPapers(draft)
    const copies: ExamSchool[] = []
    for (const [i, { schoolId, gradeId }] of schools.entries()) {
      const copy = await schoolCopy(draft, { schoolId: schoolId as SchoolId, gradeId, ordinal: i + 1 })
      await writeSchool(copy)
      copies.push(copy.school)
    }
    const sum = (of: 'classCount' | 'candidateCount') => copies.reduce((n, s) => n + s[of], 0)
    const made = { ...draft, classCount: sum('classCount'), candidateCount: sum('candidateCount') }
    await putExam(made, organiser.caller)
    return made
  })
  return { exam, examId: exam.examId, organiser }
}
