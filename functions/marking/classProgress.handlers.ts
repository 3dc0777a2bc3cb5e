/** How far marking is in each class: one row of counters a class, those of one school read together. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { classProgress, ownClassProgress } from '#shared/exam/classProgress.calls.ts'
import type { ClassProgress } from '#shared/exam/classProgress.calls.ts'
import { classesOfSchoolIn, examSchoolsOf, paperOf } from '#functions/exam/exam.public.ts'
import { ownSchoolIn } from '#functions/exam/part.public.ts'
import { paperSightOf } from '#functions/exam/sight.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classesIn } from './counts.ts'
import { deskNow } from './desk.ts'
import { ensureCounted } from './progress.read.ts'

type Of = { exam: Exam; paper: Paper; school: ExamSchool; userId: string }

/** `seen`: the classes whose people are seen; null is all. */
const classesOf = async ({ exam, paper, school, userId }: Of, seen: readonly string[] | null) => {
  const marked = (exam.papers.find((p) => p.paperId === paper.paperId)?.furthest ?? 0) >= paperStep.marking
  const whole = !marked || (await ensureCounted({ exam, paper }, { tenant: exam.owner, userId }))
  const [all, counts] = await Promise.all([classesOfSchoolIn(school), classesIn(paper, school.schoolId)])
  const classes = all
    .filter((c) => seen === null || seen.includes(c.classId))
    .sort((a, b) => a.order - b.order)
    .map(({ classId, className, candidateCount }): ClassProgress => {
      const of = counts.get(classId)
      const n = (what: string): number => of?.get(what) ?? 0
      return {
        ...{ classId, className, candidates: candidateCount },
        ...{ scripts: n('scripts'), total: n('total'), done: n('done'), finished: n('finished') },
      }
    })
  return { courseName: paper.courseName, counting: !whole, classes }
}

export const classProgressHandlers = [
  implement(classProgress, async ({ input: { paperId, schoolId }, caller }) => {
    const { exam, paper } = await deskNow(paperId)
    const sight = await paperSightOf({ exam, paper }, caller)
    // Who marks for an area sees none of the classes that the answers are of.
    if (!sight || (isJoint(exam) && sight.classIds !== null)) throw new Barred(403)
    const taking = (await examSchoolsOf(exam.examId)).filter((s) => s.papers.some((p) => p.paperId === paperId))
    const schools = taking.map((s) => ({ schoolId: s.schoolId, schoolName: s.schoolName }))
    const school = schoolId === undefined ? taking[0] : taking.find((s) => s.schoolId === schoolId)
    if (schoolId !== undefined && !school) return refuse(examProblems.notFound)
    const none = { courseName: paper.courseName, counting: false, classes: [] }
    const of = school ? await classesOf({ exam, paper, school, userId: caller.userId }, sight.classIds) : none
    return { ...of, schoolId: school?.schoolId ?? null, schools }
  }),

  implement(ownClassProgress, async ({ input: { examId, paperId }, caller }) => {
    const { exam, school } = await ownSchoolIn(examId, caller)
    const paper = school.papers.some((p) => p.paperId === paperId) ? await paperOf(paperId) : null
    if (!paper) return refuse(examProblems.notFound)
    return classesOf({ exam, paper, school, userId: caller.userId }, null)
  }),
]
