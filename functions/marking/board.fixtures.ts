/** A joint exam as its organiser's board reads it: schools, papers and where each stands; no candidate is stored. */
import { paperStep, standOf } from '#shared/exam/step.rules.ts'
import type { AreaId, CourseId, PaperId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { exams, examSchools, papers, paperSteps } from '#functions/exam/exam.store.ts'
import { classesNamed, examOfSchool, schoolIn, storeExam } from '#functions/exam/stored.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import { asFunction } from '#functions/kit/testing.ts'

export const boardExam = async (design: { schools: number; papers: number; perSchool: number; examDate?: number }) => {
  const { schools: count, perSchool, examDate } = design
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const first = newId<SchoolId>('school')
  const step = paperStep.cardUpload
  const stored = examOfSchool(first, [], {
    classes: classesNamed('1班'),
    candidateCount: count * perSchool,
    owner,
    examType: 10,
    schoolCount: count,
    step,
    ...(examDate === undefined ? {} : { examDate }),
  })
  const courses = Array.from({ length: design.papers }, (_, n) => ({
    paperId: n === 0 ? stored.paper.paperId : newId<PaperId>('paper'),
    courseId: newId<CourseId>('course'),
    courseName: `科目${n + 1}`,
    ...standOf([step]),
  }))
  const exam = { ...stored.exam, papers: courses }
  const schools = Array.from({ length: count }, (_, n) =>
    schoolIn(exam, n === 0 ? first : newId<SchoolId>('school'), n + 1, { classCount: 25, candidateCount: perSchool }),
  )
  await storeExam({ ...stored, exam }, [])
  await asFunction('exam-api', async () => {
    const { examId } = exam
    await exams.put(exam)
    for (const { paperId, courseId, courseName } of courses)
      await papers.put({ ...stored.paper, paperId, courseId, courseName })
    await examSchools.putMany(schools)
    await paperSteps.putMany(
      schools.flatMap(({ schoolId }) =>
        courses.map(({ paperId }) => ({ schema: 1 as const, examId, paperId, schoolId, step, at: examDate ?? 0 })),
      ),
    )
  })
  return { owner, exam, paper: stored.paper, courses, schools }
}
