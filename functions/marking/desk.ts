/** What every marking call must know of a paper, and who may do what of it. Remembered for five seconds. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Exam, ExamTeacher, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { rolesOf } from '#shared/marking/marking.rules.ts'
import type { Arrangement, MarkRole } from '#shared/marking/marking.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { examOf, examTeachersOf, mayManage, paperOf } from '#functions/exam/exam.public.ts'
import { paperResolver } from '#functions/exam/sight.public.ts'
import { arrangements } from './marking.store.ts'

export type Desk = { paper: Paper; exam: Exam; arrangement: Arrangement; teachers: ExamTeacher[] }

/** A paper that nobody arranged: version 0, everybody of the course marks. */
export const startOf = (paper: Paper): Arrangement => ({
  schema: 1,
  paperId: paper.paperId,
  examId: paper.examId,
  owner: paper.owner,
  state: 'draft',
  questions: [],
  version: 0,
})

export const arrangementOf = async (paper: Paper): Promise<Arrangement> =>
  (await arrangements.get({ paperId: paper.paperId })) ?? startOf(paper)

const load = async (paperId: string): Promise<Desk | null> => {
  const paper = await paperOf(paperId)
  if (!paper) return null
  const [exam, arrangement, teachers] = await Promise.all([
    examOf(paper.examId),
    arrangementOf(paper),
    examTeachersOf(paper.examId),
  ])
  return exam && exam.deletedAt === undefined ? { paper, exam, arrangement, teachers } : null
}

/** Only while it is open: who opens it is believed at once. */
const remembered = memo(5, load, { keep: (desk) => desk?.arrangement.state === 'open' })
export const deskOf = async (paperId: string): Promise<Desk> =>
  (await remembered(paperId)) ?? refuse(commonProblems.notFound)
/** The desk as it is now: for whoever changes it. */
export const deskNow = async (paperId: string): Promise<Desk> =>
  (await load(paperId)) ?? refuse(commonProblems.notFound)

/**
 * Whether a caller reaches a paper is asked for every mark: who manages its exam or is to mark it is seen on the desk,
 * which all of the paper's markers share; anybody else is looked up.
 */
export const markingResolver: Resolver = async (ids, caller) => {
  const seen = async (paperId: string): Promise<boolean> => {
    const desk = await remembered(paperId)
    if (!desk) return false
    if (mayManage(desk.exam, caller)) return true
    return (desk.exam.owner === caller.tenant && worksOn(desk, caller)) || paperResolver([paperId], caller)
  }
  for (const paperId of ids) if (!(await seen(paperId))) return false
  return ids.length > 0
}

/** Forgets what is remembered: whoever changed it, and tests. */
export const forgetDesks = (): void => remembered.forget()

export const managed = async (paperId: string, caller: Caller): Promise<Desk> => {
  const desk = await deskNow(paperId)
  return mayManage(desk.exam, caller) ? desk : refuse(markingProblems.notManager)
}

const teachesCourse = (teacher: ExamTeacher, courseId: string): boolean =>
  teacher.teaches.some((t) => t.courseId === undefined || t.courseId === courseId)

/** Teachers of the paper's course in the exam who have an account. */
export const courseTeachers = ({ teachers, paper }: Pick<Desk, 'teachers' | 'paper'>): ExamTeacher[] =>
  teachers.filter((t) => t.userId !== undefined && teachesCourse(t, paper.courseId))

export const questionIn = (desk: Desk, questionId: string): PaperQuestion =>
  desk.paper.questions.find((q) => q.questionId === questionId && !isObjective(q)) ?? refuse(markingProblems.noQuestion)

/** Whether the caller is to mark any of the paper, as its arrangement says. */
const worksOn = (desk: Desk, caller: Caller): boolean =>
  desk.teachers.some((t) => t.teacherId === caller.teacherId && teachesCourse(t, desk.paper.courseId)) ||
  desk.arrangement.questions.some((q) => q.markers.includes(caller.userId) || q.arbitrators.includes(caller.userId))

/** The roles that a caller may take in a question, in the order in which work is handed out. */
export const rolesFor = (desk: Desk, q: PaperQuestion, caller: Caller): MarkRole[] => {
  const chosen = desk.arrangement.questions.find((x) => x.questionId === q.questionId)
  const marks = chosen?.markers.length
    ? chosen.markers.includes(caller.userId)
    : courseTeachers(desk).some((t) => t.userId === caller.userId)
  const arbitrates = chosen?.arbitrators.length
    ? chosen.arbitrators.includes(caller.userId)
    : mayManage(desk.exam, caller)
  return [...(marks ? rolesOf(q) : []), ...(arbitrates ? (['final'] as const) : [])]
}
