import * as calls from '#shared/exam/creation/course.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { isReleased, paperProgress } from '#shared/exam/step.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { coursesOf } from '#functions/school/roster/school.public.ts'
import { classesSitting, keptBecause, orderPapers, renamePaper, setClasses, totalsWith } from './course.commands.ts'
import { courseLines } from './course.lines.ts'
import { examClassesOf, ownerSchool, papersOf, totalsOf } from '../exam.public.ts'
import { managed } from '../managed.ts'

export const courseHandlers = [
  implement(calls.courseStand, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const [all, totals, school] = await Promise.all([papersOf(exam.examId), totalsOf(exam.examId), ownerSchool(exam)])
    const own = school ? await coursesOf(school.schoolId) : []
    const classes = school ? await examClassesOf(exam.examId) : []
    const there = new Set<string>(exam.papers.flatMap((p) => [p.courseId, p.courseName]))
    const fixed = school ? null : '联考的科目在新建时确定，可以改名和排序'
    const by = new Map(all.map((p) => [p.paperId, p]))
    return {
      version: exam.version,
      papers: exam.papers.flatMap((stand) => {
        const paper = by.get(stand.paperId)
        return paper
          ? [
              {
                ...stand,
                questions: paper.questions.length,
                fullScore: fullScoreOf(paper.questions),
                hasCard: paper.cardId !== undefined,
                released: isReleased(exam, paper.paperId),
                classIds: classesSitting(classes, paper.paperId).map((c) => c.classId),
                totals: totalsWith(totals, paper.paperId).map((t) => t.courseName),
                kept: keptBecause(exam, paper, totals),
              },
            ]
          : []
      }),
      classes,
      more: own.filter((c) => !there.has(c.courseId) && !there.has(c.courseName)),
      fixed,
      barred: fixed ?? (exam.markingProgress >= markingProgress.done ? examProblems.coursesFixed.message : null),
    }
  }),

  implement(calls.managedPapers, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const [all, totals] = await Promise.all([papersOf(exam.examId), totalsOf(exam.examId)])
    const by = new Map(all.map((p) => [p.paperId, p]))
    const papers = exam.papers.flatMap(({ paperId }) => {
      const paper = by.get(paperId)
      if (!paper) return []
      const { courseName, questions, version, cardId } = paper
      const locked = paperProgress(exam, paperId).furthest >= markingProgress.marking
      const of = { paperId, courseName, questions, version, locked, released: isReleased(exam, paperId) }
      const names = totalsWith(totals, paperId).map((t) => t.courseName)
      return [{ ...of, hasCard: cardId !== undefined, totals: names }]
    })
    return { examName: exam.examName, version: exam.version, papers }
  }),

  implement(calls.coursePreview, async ({ input: { examId, wish }, caller }) => {
    const exam = await managed(examId, caller)
    return { lines: await courseLines(exam, wish), version: exam.version }
  }),

  implement(calls.renameCourse, async ({ input: { examId, ...asked }, caller }) =>
    renamePaper(await managed(examId, caller), asked, caller),
  ),
  implement(calls.orderCourses, async ({ input: { examId, ...asked }, caller }) =>
    orderPapers(await managed(examId, caller), asked, caller),
  ),
  implement(calls.setPaperClasses, async ({ input: { examId, ...asked }, caller }) =>
    setClasses(await managed(examId, caller), asked, caller),
  ),
]
