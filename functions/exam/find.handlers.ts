import { findAll, mostOfKind } from '#shared/exam/find.calls.ts'
import { lastHeldFirst } from '#shared/exam/exam.rules.ts'
import { namesIn } from '#shared/exam/named.rules.ts'
import { seesPaper } from '#shared/exam/sight.rules.ts'
import { examViewers } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { peopleFound } from '#functions/school/people/find.public.ts'
import { papers } from './exam.store.ts'
import { seenBy, withExams } from './seen.ts'
import type { SeenExam } from './seen.ts'

/** Papers are looked for in so many exams. */
const mostWithin = 40

/** Words apart: "期中 数学" means the paper of mathematics in the mid-term. */
const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))]

/** The last held ones that hold these words. */
const firstSeen = async (caller: Caller, words: readonly string[], most: number): Promise<SeenExam[]> => {
  const found: SeenExam[] = []
  for await (const one of seenBy(caller, { words }, most)) {
    found.push(one)
    if (found.length === most) break
  }
  return found
}

/** Exams and papers that hold every word, the last held first. */
const examsFound = async (caller: Caller, text: string) => {
  const allowed = caller.stage === 4 ? (examViewers.universityTypes ?? []) : examViewers.userTypes
  if (!admits(allowed, caller.userType)) return { exams: [], papers: [] }
  const words = wordsOf(text)
  // A paper is meant where its course is named, or its exam and nothing else.
  const [exams, ...some] = await Promise.all([
    firstSeen(caller, words, mostOfKind),
    ...words.map((word) => firstSeen(caller, [word], mostWithin)),
  ])
  const each = new Map(some.flat().map((one) => [one.listed.examId, one]))
  const within = [...each.values()].sort((a, b) => lastHeldFirst(a.listed, b.listed)).slice(0, mostWithin)
  const named = (await withExams(within.length > 0 ? within : await firstSeen(caller, [], mostWithin)))
    .flatMap(({ exam, sight }) => exam.papers.map((paper) => ({ exam, sight, paper })))
    .filter(({ sight, paper }) => seesPaper(sight, paper.courseId))
    .filter(({ exam, paper }) => {
      const texts = [...namesIn(exam), paper.courseName.toLowerCase(), '答题卡']
      return words.every((w) => texts.some((t) => t.includes(w)))
    })
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
