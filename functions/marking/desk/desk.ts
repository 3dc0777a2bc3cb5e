/**
 * What every marking call must know of a paper, and who may do what of it. The desk is remembered for three seconds and is
 * three rows, however many mark; of the teachers a call reads its caller's own row. All of them are read for managers.
 */
import { isJoint } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Exam, ExamTeacher, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { marksAClass } from '#shared/marking/groups/class.rules.ts'
import { rolesPossible, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { rolesEver, ruleOf } from '#shared/marking/settle.rules.ts'
import type { Arrangement, MarkRole } from '#shared/marking/marking.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { taughtClasses } from '#shared/kit/people.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { examOf, examTeacherOf, examTeachersOf, mayManage, paperOf } from '#functions/exam/exam.public.ts'
import { paperResolver } from '#functions/exam/sight.public.ts'
import { arrangements } from '../marking.store.ts'

/** `readAt`: when its reading began, by the clock of this process. */
export type Desk = { paper: Paper; exam: Exam; arrangement: Arrangement; readAt: number }

/** Marks that were given before this moment are published: change sets alone change them. 0 where none are. */
export const sealedBefore = ({ exam, paper, arrangement }: Pick<Desk, 'exam' | 'paper' | 'arrangement'>): number =>
  isReleased(exam, paper.paperId) ? (arrangement.reopenedAt ?? now()) : 0
export type StaffedDesk = Desk & { teachers: ExamTeacher[] }

/** A paper without an arrangement: version 0, every teacher of the course marks. */
export const startOf = (paper: Paper): Arrangement => ({
  schema: 1,
  paperId: paper.paperId,
  examId: paper.examId,
  owner: paper.owner,
  state: 'draft',
  questions: [],
  version: 0,
})

/** Of a paper that is like another the other's markers, question by question of the same number: those who teach in this exam. */
const markersLike = async (paper: Paper): Promise<Arrangement['questions']> => {
  if (!paper.like?.markers) return []
  const [former, arranged, teachers] = await Promise.all([
    paperOf(paper.like.paperId),
    arrangements.get({ paperId: paper.like.paperId }),
    examTeachersOf(paper.examId),
  ])
  const there = new Set(teachers.map((t) => t.userId))
  const numbers = new Map(former?.questions.map((q) => [q.number, q.questionId]))
  return subjectiveOf(paper.questions).flatMap((q) => {
    const of = arranged?.questions.find((x) => x.questionId === numbers.get(q.number))
    const [markers, arbitrators] = [of?.markers ?? [], of?.arbitrators ?? []].map((us) =>
      us.filter((u) => there.has(u)),
    )
    return markers!.length + arbitrators!.length > 0
      ? [{ questionId: q.questionId, markers: markers!, arbitrators: arbitrators! }]
      : []
  })
}

export const arrangementOf = async (paper: Paper): Promise<Arrangement> =>
  (await arrangements.get({ paperId: paper.paperId })) ?? { ...startOf(paper), questions: await markersLike(paper) }

const load = async (paperId: string): Promise<Desk | null> => {
  const readAt = now()
  const paper = await paperOf(paperId)
  if (!paper) return null
  const [exam, arrangement] = await Promise.all([examOf(paper.examId), arrangementOf(paper)])
  return exam && exam.deletedAt === undefined ? { paper, exam, arrangement, readAt } : null
}

/** So long a desk is remembered, and so long a mark may take that was judged by it, ms. */
const memoryMs = 3000
const markMs = 2000
/**
 * No mark is acknowledged later than this after the desk was read that it was judged by. Closing marking says so,
 * waits as long, and looks again: what was acknowledged is seen then (infra/decisions/0009-closing-is-two-steps.md).
 */
export const fenceMs = memoryMs + markMs

/** Only while it is open: who opens it is believed at once. */
const remembered = memo(memoryMs / 1000, load, { keep: (desk) => desk?.arrangement.state === 'open' })
export const deskOf = async (paperId: string): Promise<Desk> =>
  (await remembered(paperId)) ?? refuse(commonProblems.notFound)
/** The desk as it is now, with all who teach in the exam: for commands that change it, and for the monitor. */
export const deskNow = async (paperId: string): Promise<StaffedDesk> => {
  const desk = (await load(paperId)) ?? refuse(commonProblems.notFound)
  return { ...desk, teachers: await examTeachersOf(desk.paper.examId) }
}

const teacherRow = memo(60, examTeacherOf, { keep: (row) => row !== null })
/**
 * The caller's own row among the teachers of the paper's exam; null for a caller who does not teach in it. In an area's
 * exam teachers of the schools mark who were declared for it and approved.
 */
export const ownTeacher = async ({ exam }: Desk, caller: Caller): Promise<ExamTeacher | null> => {
  if (caller.teacherId === undefined || (exam.owner !== caller.tenant && !isJoint(exam))) return null
  const row = await teacherRow(exam.examId, caller.teacherId)
  return exam.owner === caller.tenant || row?.marks ? row : null
}

/**
 * Whether a caller reaches a paper is asked for every mark: who manages its exam is seen on the desk, who is to mark it
 * on the desk and by the own row; all others are looked up.
 */
export const markingResolver: Resolver = async (ids, caller) => {
  const seen = async (paperId: string): Promise<boolean> => {
    const desk = await remembered(paperId)
    if (!desk) return false
    if (mayManage(desk.exam, caller)) return true
    const own = await ownTeacher(desk, caller)
    const within = desk.exam.owner === caller.tenant || own !== null
    return (within && worksOn(desk, caller, own)) || paperResolver([paperId], caller)
  }
  for (const paperId of ids) if (!(await seen(paperId))) return false
  return ids.length > 0
}

/** Forgets what is remembered: after a change, and in tests. */
export const forgetDesks = (): void => {
  remembered.forget()
  teacherRow.forget()
}

export const managed = async (paperId: string, caller: Caller): Promise<StaffedDesk> => {
  const desk = await deskNow(paperId)
  return mayManage(desk.exam, caller) ? desk : refuse(markingProblems.notManager)
}

/** Of the paper's course only who teaches it, or teaches them all. */
const teachesCourse = (teacher: ExamTeacher, courseId: string): boolean =>
  taughtClasses(teacher.teaches, courseId).length > 0

/** Whether a teacher may mark a paper without being named. */
export const marksPaper = (teacher: ExamTeacher, { owner, paperId, courseId }: Paper): boolean =>
  isJoint({ owner }) ? (teacher.marks?.includes(paperId) ?? false) : teachesCourse(teacher, courseId)

/** Who may mark the paper and has an account: teachers of its course, of a joint exam those who were declared and approved. */
export const courseTeachers = ({ teachers, paper }: Pick<StaffedDesk, 'teachers' | 'paper'>): ExamTeacher[] =>
  teachers.filter((t) => t.userId !== undefined && marksPaper(t, paper))

/**
 * Whether a teacher who was named may mark still: of a joint exam one whose declaration was taken back, or whose school
 * has left, may not, though the arrangement names him.
 */
export const stillMarks = (
  { exam, teachers }: Pick<StaffedDesk, 'exam' | 'teachers'>,
  caller?: Pick<Caller, 'userId'>,
) => {
  const able = new Set<string | undefined>([
    exam.creatorId,
    caller?.userId,
    ...teachers.flatMap((t) => (t.marks ? [t.userId] : [])),
  ])
  return (userId: UserId): boolean => !isJoint(exam) || able.has(userId)
}

export const questionIn = (desk: Desk, questionId: string): PaperQuestion =>
  desk.paper.questions.find((q) => q.questionId === questionId && !isObjective(q)) ?? refuse(markingProblems.noQuestion)

/** Whether the caller is to mark any of the paper, as its arrangement says. */
const worksOn = (desk: Desk, caller: Caller, own: ExamTeacher | null): boolean =>
  (own !== null && marksPaper(own, desk.paper)) ||
  marksAClass(desk.arrangement, caller.userId) ||
  desk.arrangement.questions.some((q) => q.markers.includes(caller.userId) || q.arbitrators.includes(caller.userId)) ||
  (desk.arrangement.principals ?? []).includes(caller.userId)

/** Questions that have fewer markers than every answer of them needs: no marker marks an answer twice (I5). */
export const shortOfMarkers = (
  desk: Omit<StaffedDesk, 'readAt'>,
  caller: Pick<Caller, 'userId'>,
): { questionId: PaperQuestion['questionId']; number: string; needs: number; has: number }[] => {
  const may = stillMarks(desk, caller)
  return subjectiveOf(desk.paper.questions).flatMap((q) => {
    const chosen = desk.arrangement.questions.find((x) => x.questionId === q.questionId)?.markers ?? []
    const has = chosen.length > 0 ? new Set(chosen.filter(may)).size : courseTeachers(desk).length
    const needs = rolesPossible(q).length
    return has < needs ? [{ questionId: q.questionId, number: q.number, needs, has }] : []
  })
}

/** Where leaders decide of no answer of their own school or class, who answers for all of them does beside them. */
export const arbitratesBeside = ({ exam, arrangement }: Pick<Desk, 'exam' | 'arrangement'>): boolean =>
  isJoint(exam) || arrangement.classRule === 'never'

/** The roles that a caller may take in a question, in the order in which work is handed out; `own` is `ownTeacher`. */
export const rolesFor = (desk: Desk, q: PaperQuestion, caller: Caller, own: ExamTeacher | null): MarkRole[] => {
  const chosen = desk.arrangement.questions.find((x) => x.questionId === q.questionId)
  const marks = chosen?.markers.length
    ? chosen.markers.includes(caller.userId)
    : marksAClass(desk.arrangement, caller.userId) || (own?.userId === caller.userId && marksPaper(own, desk.paper))
  const beside = !chosen?.arbitrators.length || arbitratesBeside(desk)
  const arbitrates =
    chosen?.arbitrators.includes(caller.userId) === true ||
    (beside && (mayManage(desk.exam, caller) || (desk.arrangement.principals ?? []).includes(caller.userId)))
  const roles = rolesEver(ruleOf(q), desk.arrangement.twice?.includes(q.questionId))
  return [...(marks ? roles : []), ...(arbitrates ? (['final'] as const) : [])]
}
