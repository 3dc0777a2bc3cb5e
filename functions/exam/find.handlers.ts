import { findAll, mostOfKind } from '#shared/exam/find.calls.ts'
import { seesPaper } from '#shared/exam/sight.rules.ts'
import { examViewers } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { peopleFound } from '#functions/school/people/find.public.ts'
import { papers } from './exam.store.ts'
import { seenBy, withExams } from './seen.ts'
import type { SeenExam } from './seen.ts'

/** Papers are looked for in so many exams, and exams so many a request. */
const mostWithin = 40
const mostLooked = 1000

/** Words apart: "期中 数学" means the paper of mathematics in the mid-term. */
const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Exams and papers that hold every word, the last held first. */
const examsFound = async (caller: Caller, text: string) => {
  const allowed = caller.stage === 4 ? (examViewers.universityTypes ?? []) : examViewers.userTypes
  if (!admits(allowed, caller.userType)) return { exams: [], papers: [] }
  const words = wordsOf(text)
  const holds = (...texts: string[]): boolean => words.every((w) => texts.some((t) => t.toLowerCase().includes(w)))
  const exams: SeenExam[] = []
  // A paper is meant where its course is named, or its exam and nothing else.
  const some: SeenExam[] = []
  const last: SeenExam[] = []
  for await (const one of seenBy(caller, {}, mostLooked)) {
    const { examName, gradeName } = one.listed
    if (exams.length < mostOfKind && holds(examName, gradeName)) exams.push(one)
    if (some.length < mostWithin && words.some((w) => examName.toLowerCase().includes(w))) some.push(one)
    if (last.length < mostWithin) last.push(one)
    if (exams.length === mostOfKind && some.length === mostWithin) break
  }
  const named = (await withExams(some.length > 0 ? some : last))
    .flatMap(({ exam, sight }) => exam.papers.map((paper) => ({ exam, sight, paper })))
    .filter(({ sight, paper }) => seesPaper(sight, paper.courseId))
    .filter(({ exam, paper }) => holds(exam.examName, paper.courseName, '答题卡'))
    .slice(0, mostOfKind)
  const own = await papers.getMany(named.map(({ paper }) => paper))
  return {
    exams: exams.map(({ listed: { examId, examName, examDate, gradeName } }) => ({
      examId,
      examName,
      examDate,
      gradeName,
    })),
    papers: named.map(({ exam, sight, paper: { paperId, courseName } }) => {
      const cardId = sight.manages && own.find((p) => p.paperId === paperId)?.cardId
      return {
        paperId,
        examId: exam.examId,
        examName: exam.examName,
        courseName,
        mayManage: sight.manages,
        ...(cardId ? { cardId } : {}),
      }
    }),
  }
}

export const findHandlers = [
  implement(findAll, async ({ input, caller }) => {
    const text = input.text.normalize('NFKC')
    const [people, exams] = await Promise.all([peopleFound(caller, text, mostOfKind), examsFound(caller, text)])
    return {
      ...exams,
      schools: people.schools,
      students: people.students.map(({ student: { studentId, schoolId, studentName, studentNumber }, ...rest }) => ({
        studentId,
        schoolId,
        studentName,
        studentNumber,
        ...rest,
      })),
      teachers: people.teachers.map(({ teacherId, schoolId, teacherName }) => ({ teacherId, schoolId, teacherName })),
    }
  }),
]
