import { findAll, mostOfKind } from '#shared/exam/find.calls.ts'
import { seesPaper } from '#shared/exam/sight.rules.ts'
import { examViewers } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { peopleFound } from '#functions/school/people/find.public.ts'
import { papers } from './exam.store.ts'
import { seenBy } from './seen.ts'

/** Words apart: "期中 数学" means the paper of mathematics in the mid-term. */
const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Exams and papers that hold every word, the last held first. */
const examsFound = async (caller: Caller, text: string) => {
  const allowed = caller.stage === 4 ? (examViewers.universityTypes ?? []) : examViewers.userTypes
  if (!admits(allowed, caller.userType)) return { exams: [], papers: [] }
  const words = wordsOf(text)
  const holds = (...texts: string[]): boolean => words.every((w) => texts.some((t) => t.toLowerCase().includes(w)))
  const seen = await seenBy(caller)
  const exams = seen.filter(({ exam }) => holds(exam.examName, exam.gradeName)).slice(0, mostOfKind)
  // A paper is meant where its course is named, or its exam and nothing else.
  const some = seen.filter(({ exam }) => words.some((w) => exam.examName.toLowerCase().includes(w)))
  const within = (some.length > 0 ? some : seen).slice(0, 40)
  const named = within
    .flatMap(({ exam, sight }) => exam.papers.map((paper) => ({ exam, sight, paper })))
    .filter(({ sight, paper }) => seesPaper(sight, paper.courseId))
    .filter(({ exam, paper }) => holds(exam.examName, paper.courseName, '答题卡'))
    .slice(0, mostOfKind)
  const own = await papers.getMany(named.map(({ paper }) => paper))
  return {
    exams: exams.map(({ exam: { examId, examName, examDate, gradeName } }) => ({
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
