/** How far marking is in each class: one row of counters a class, those of one school read together. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { classInPaper } from '#shared/exam/sight.rules.ts'
import type { PaperSight } from '#shared/exam/sight.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { Exam, ExamClass, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { classProgress, ownClassProgress } from '#shared/exam/classProgress.calls.ts'
import type { ClassProgress } from '#shared/exam/classProgress.calls.ts'
import {
  candidatesOfClasses,
  classesOfSchoolIn,
  examSchoolsOf,
  paperOf,
  teachingClassesOf,
} from '#functions/exam/exam.public.ts'
import { ownSchoolIn } from '#functions/exam/joint/part.public.ts'
import { paperSightOf } from '#functions/exam/sight.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classesIn, groupOf, scriptCounts, scriptIn } from './counts.ts'
import { deskNow } from './desk/desk.ts'
import { ensureCounted } from './progress.read.ts'

type Of = { exam: Exam; paper: Paper; school: ExamSchool; userId: string }
type ClassSight = Pick<PaperSight, 'classIds' | 'homeIds'>
const rowOf = (
  { classId, className, candidateCount }: Pick<ExamClass, 'classId' | 'className' | 'candidateCount'>,
  n: (what: string) => number,
): ClassProgress => ({
  ...{ classId, className, candidates: candidateCount },
  ...{ scripts: n('scripts'), total: n('total'), done: n('done'), finished: n('finished') },
})

/**
 * Classes that are seen as far as the paper's course is learned in them, where it walks: counters go by administrative
 * classes, so that their scripts are asked what they count for. Null where it does not walk.
 */
const taughtIn = async ({ exam, paper }: Of, all: readonly ExamClass[], { classIds, homeIds }: ClassSight) => {
  const ids = (classIds ?? []).filter((id) => homeIds?.includes(id) !== true)
  const walking = ids.length > 0 ? await teachingClassesOf(paper) : []
  if (walking.length === 0) return null
  const people = (await candidatesOfClasses(exam.examId, ids)).filter((c) => takesPaper(c, paper.paperId))
  const told = await scriptCounts.told(
    groupOf(paper),
    people.map((c) => c.studentId),
  )
  return [...all, ...walking]
    .filter((c) => ids.includes(c.classId))
    .map(({ classId, className }) => {
      const own = people.filter((c) => classInPaper(c, paper.paperId) === classId)
      const counts = own.map((c) => scriptIn(isJoint(exam), told.get(c.studentId) ?? { counts: {} }))
      return rowOf({ classId, className, candidateCount: own.length }, (what) =>
        counts.reduce((n, of) => n + (of[what] ?? 0), 0),
      )
    })
}

/** `seen`: the classes whose people are seen. */
const classesOf = async (of: Of, seen: ClassSight) => {
  const { exam, paper, school, userId } = of
  const marked = (exam.papers.find((p) => p.paperId === paper.paperId)?.furthest ?? 0) >= paperStep.marking
  const whole = !marked || (await ensureCounted({ exam, paper }, { tenant: exam.owner, userId }))
  const [all, counts] = await Promise.all([classesOfSchoolIn(school), classesIn(paper, school.schoolId)])
  const taught = await taughtIn(of, all, seen)
  const seenWhole = taught ? seen.homeIds : seen.classIds
  const classes = all
    .filter((c) => seenWhole === null || seenWhole.includes(c.classId))
    .sort((a, b) => a.order - b.order)
    .map((c) => rowOf(c, (what) => counts.get(c.classId)?.get(what) ?? 0))
  return { courseName: paper.courseName, counting: !whole, classes: [...classes, ...(taught ?? [])] }
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
    const of = school ? await classesOf({ exam, paper, school, userId: caller.userId }, sight) : none
    return { ...of, schoolId: school?.schoolId ?? null, schools }
  }),

  implement(ownClassProgress, async ({ input: { examId, paperId }, caller }) => {
    const { exam, school } = await ownSchoolIn(examId, caller)
    const paper = school.papers.some((p) => p.paperId === paperId) ? await paperOf(paperId) : null
    if (!paper) return refuse(examProblems.notFound)
    return classesOf({ exam, paper, school, userId: caller.userId }, { classIds: null, homeIds: null })
  }),
]
