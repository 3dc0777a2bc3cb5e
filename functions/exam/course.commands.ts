/** Papers that come to a school's own exam after it was made, and go. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress, mostPapers } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { foldExam, paperStep, standOf } from '#shared/exam/step.rules.ts'
import type { CourseId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { coursesOf } from '#functions/school/roster/school.public.ts'
import { examClassesOf, examTeachersOf, ownerSchool, paperOf, totalsOf } from './exam.public.ts'
import { exams, examSchools, examTeachers, papers, paperSteps } from './exam.store.ts'
import { schoolCopy } from './school.copy.ts'

const ownPart = async (exam: Exam) => (await ownerSchool(exam)) ?? refuse(examProblems.notFound)

const recordOf = (exam: Exam, after: Exam, caller: Caller) => {
  const names = (e: Exam): string => e.papers.map((p) => p.courseName).join('、')
  const told = { name: exam.examName, changes: [{ field: '科目', before: names(exam), after: names(after) }] }
  return auditRecord(caller, 'exam.courses', exam.examId, { before: exam, after, told, tenant: exam.owner })
}

/** Empty papers of these courses, with who teaches them. @throws Refused notFound, courseTaken, rosterFixed, stale */
export const addPapers = async (
  exam: Exam,
  courseIds: readonly CourseId[],
  version: number,
  caller: Caller,
): Promise<{ version: number; paperIds: PaperId[] }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  if (exam.markingProgress >= markingProgress.done) return refuse(examProblems.rosterFixed)
  const school = await ownPart(exam)
  const own = await coursesOf(school.schoolId)
  const wanted = [...new Set(courseIds)].map(
    (id) => own.find((c) => c.courseId === id) ?? refuse(commonProblems.notFound),
  )
  const taken = wanted.find((c) => exam.papers.some((p) => p.courseId === c.courseId))
  if (taken) return refuse(examProblems.courseTaken, { course: taken.courseName })
  if (exam.papers.length + wanted.length > mostPapers) return refuse(commonProblems.notFound)
  const made = wanted.map(({ courseId, courseName }) => ({
    paperId: newId<PaperId>('paper'),
    courseId,
    courseName,
    ...standOf([]),
  }))
  const all = [...exam.papers, ...made]
  const next: Exam = { ...exam, papers: all, ...foldExam(all), version }
  const classIds = (await examClassesOf(exam.examId)).map((c) => c.classId)
  const there = await examTeachersOf(exam.examId)
  const copy = await schoolCopy(next, { ...school, classIds })
  const come = new Set<string>(made.map((p) => p.courseId))
  // Before the papers: a teacher of a course that the exam has not yet sees nothing by it.
  await examTeachers.putMany(
    copy.teachers.flatMap((t) => {
      const more = t.teaches.filter((x) => x.courseId !== undefined && come.has(x.courseId))
      const old = there.find((o) => o.teacherId === t.teacherId)?.teaches ?? []
      const fresh = more.filter((x) => !old.some((o) => o.classId === x.classId && o.courseId === x.courseId))
      return fresh.length > 0 ? [{ ...t, teaches: [...old, ...fresh] }] : []
    }),
  )
  const { examId, owner } = exam
  const writes = made.flatMap(({ paperId, courseId, courseName }) => [
    papers.creating({
      schema: 1,
      paperId,
      courseId,
      courseName,
      examId,
      owner,
      questions: [],
      keyVersion: 1,
      version: 1,
    }),
    paperSteps.creating({ schema: 1, examId, paperId, schoolId: school.schoolId, step: paperStep.answerUpload }),
  ])
  const part = {
    ...school,
    papers: [...school.papers, ...made.map(({ paperId, courseId }) => ({ paperId, courseId }))],
  }
  const done = await audited([...writes, examSchools.putting(part), exams.saving(next)], recordOf(exam, next, caller))
  return done ? { version: version + 1, paperIds: made.map((p) => p.paperId) } : refuseStale(exams, exam)
}

/** Why a paper may not leave its exam; null where it may. */
const keptBecause = async (exam: Exam, paperId: string): Promise<string | null> => {
  const paper = (await paperOf(paperId)) ?? refuse(examProblems.notFound)
  const stand = exam.papers.find((p) => p.paperId === paperId) ?? refuse(examProblems.notFound)
  if (exam.papers.length === 1) return '是本场考试唯一的科目'
  if (stand.furthest >= paperStep.cardExceptions) return '已有扫描或成绩'
  if (paper.cardId !== undefined) return '已有答题卡，请先删除答题卡'
  const total = (await totalsOf(exam.examId)).find((t) => t.total!.some((part) => part.paperId === paperId))
  return total ? `计入总分“${total.courseName}”` : null
}

/** @throws Refused notFound, paperInUse, stale */
export const removePaper = async (
  exam: Exam,
  paperId: PaperId,
  version: number,
  caller: Caller,
): Promise<{ version: number }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const school = await ownPart(exam)
  const why = await keptBecause(exam, paperId)
  const gone = exam.papers.find((p) => p.paperId === paperId)!
  if (why) return refuse(examProblems.paperInUse, { course: gone.courseName, why })
  const paper = (await paperOf(paperId))!
  const left = exam.papers.filter((p) => p.paperId !== paperId)
  const next: Exam = { ...exam, papers: left, ...foldExam(left), version }
  const done = await audited(
    [
      papers.removing(paper),
      paperSteps.dropping({ examId: exam.examId, paperId, schoolId: school.schoolId }),
      examSchools.putting({ ...school, papers: school.papers.filter((p) => p.paperId !== paperId) }),
      exams.saving(next),
    ],
    recordOf(exam, next, caller),
  )
  return done ? { version: version + 1 } : refuseStale(exams, exam)
}
