import * as calls from '#shared/exam/roster/trace.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf, mayManage } from '#shared/exam/exam.rules.ts'
import { classesSeen, seesPaper } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Exam, ExamPaper, Paper } from '#shared/exam/exam.types.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import {
  classesOfSchoolIn,
  examOf,
  examSchoolsOf,
  paperOf,
  papersOf,
  teachingClassesAmong,
  totalsOf,
} from '../exam.public.ts'
import { resultSightOf } from '../sight.public.ts'

type Seen = { exam: Exam; sight: ExamSight; seen: (ExamPaper & { paper: Paper })[] }

const examIn = (exam: Exam | null): Exam =>
  exam && exam.deletedAt === undefined ? exam : refuse(examProblems.notFound)

/** An exam with the papers that its caller sees, in its order. */
const seenOf = async (examId: string, caller: Caller): Promise<Seen> => {
  const exam = examIn(await examOf(examId))
  const [sight, papers] = await Promise.all([resultSightOf(exam, caller), papersOf(examId)])
  if (!sight) return refuse(examProblems.notFound)
  const seen = exam.papers
    .filter((p) => seesPaper(sight, p.courseId))
    .flatMap((p) => papers.filter((paper) => paper.paperId === p.paperId).map((paper) => ({ ...p, paper })))
  return { exam, sight, seen }
}

const courseOf = ({ paperId, courseId, courseName }: ExamPaper) => ({ paperId, courseId, courseName })

export const traceHandlers = [
  implement(calls.examTrace, async ({ input: { examId, schoolId, ...asked }, caller }) => {
    const { exam, sight, seen } = await seenOf(examId, caller)
    const schools = await examSchoolsOf(examId)
    // Of other schools their organiser knows; a school knows itself, and an area its own.
    const isOwn = (s: { schoolId: string }) =>
      caller.tenant === `s:${s.schoolId}` || sight.schoolIds?.includes(s.schoolId)
    const own = sight.manages ? schools : schools.filter(isOwn)
    const chosen = own.find((s) => s.schoolId === schoolId) ?? (own.length === 1 ? own[0] : undefined)
    const classes = chosen ? await classesOfSchoolIn(chosen) : []
    const some = page(own, asked)
    const visible = classesSeen(sight)
    const walking = chosen ? await teachingClassesAmong(examId, visible, classes) : []
    return {
      examType: exam.examType,
      creatorId: exam.creatorId,
      examCourse: [...Map.groupBy(seen, (p) => p.courseId).values()].map((papers) => ({
        courseId: papers[0]!.courseId,
        courseName: papers[0]!.courseName,
        examCourseStatus: Math.min(...papers.map((p) => p.lowest)),
        paperList: papers.map((p) => ({ paperId: p.paperId, examPaperStatus: p.lowest, furthest: p.furthest })),
      })),
      examClass: [
        ...classes.filter((c) => visible === null || visible.includes(c.classId)).sort((x, y) => x.order - y.order),
        ...walking,
      ].map(({ classId, className }) => ({ classId, className })),
      examSchool: some.list.map((s) => ({ schoolId: s.schoolId })),
      schoolTotal: some.total,
    }
  }),

  implement(calls.examFullMarks, async ({ input: { examId }, caller }) =>
    (await seenOf(examId, caller)).seen.map((p) => ({ ...courseOf(p), fullMark: fullScoreOf(p.paper.questions) })),
  ),

  implement(calls.unionCourses, async ({ input: { examId }, caller }) => {
    const exam = examIn(await examOf(examId))
    if (!mayManage(exam, caller)) throw new Barred(403)
    if (!exam.owner.startsWith('a:')) return refuse(examProblems.jointOnly)
    const schools = await examSchoolsOf(examId)
    return exam.papers.map((p) => {
      const taking = schools.flatMap((s) =>
        s.papers.filter((own) => own.paperId === p.paperId).map((own) => own.takers ?? s.candidateCount),
      )
      return { ...courseOf(p), schools: taking.length, takers: taking.reduce((a, b) => a + b, 0) }
    })
  }),

  implement(calls.allPapers, async ({ input: { examId }, caller }) => {
    const { sight, seen } = await seenOf(examId, caller)
    return seen.map(({ paper, ...p }) => ({
      ...courseOf(p),
      questions: paper.questions.length,
      objective: paper.questions.filter(isObjective).length,
      fullMark: fullScoreOf(paper.questions),
      ...(sight.manages && paper.cardId ? { cardId: paper.cardId } : {}),
      lowest: p.lowest,
      furthest: p.furthest,
    }))
  }),

  implement(calls.hasExamItem, async ({ input: { paperId } }) => {
    const paper = (await paperOf(paperId)) ?? refuse(examProblems.notFound)
    return { hasExamItem: paper.questions.length > 0 }
  }),

  implement(calls.paperRelation, async ({ input: { paperId }, caller }) => {
    const paper = (await paperOf(paperId)) ?? refuse(examProblems.notFound)
    const manages = mayManage(examIn(await examOf(paper.examId)), caller)
    const totals = (await totalsOf(paper.examId)).filter((t) => t.total?.some((part) => part.paperId === paperId))
    return {
      ...(paper.cardId ? { cardId: paper.cardId } : {}),
      // Another exam may be none of the caller's.
      ...(manages && paper.like ? { like: paper.like.paperId } : {}),
      totals: totals.map((t) => ({ paperId: t.paperId, courseName: t.courseName })),
    }
  }),
]
