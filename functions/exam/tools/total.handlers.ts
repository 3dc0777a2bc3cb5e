import { examProblems } from '#shared/exam/exam.problems.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { seesPaper } from '#shared/exam/sight.rules.ts'
import { createTotal, examTotals } from '#shared/exam/tools/total.calls.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { examOf, totalsOf } from '../exam.public.ts'
import { resultSightOf } from '../sight.public.ts'
import { formTotal } from './total.commands.ts'

export const totalHandlers = [
  implement(examTotals, async ({ input, caller }) => {
    const exam = (await examOf(input.examId)) ?? refuse(examProblems.notFound)
    const sight = (await resultSightOf(exam, caller)) ?? refuse(examProblems.notFound)
    return (await totalsOf(exam.examId))
      .filter((p) => seesPaper(sight, p.courseId))
      .map(({ paperId, courseName, version, total }) => ({
        paperId,
        courseName,
        version,
        parts: total ?? [],
        mayManage: mayManage(exam, caller),
      }))
  }),

  implement(createTotal, async ({ input: { examId, ...wish }, caller }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
    if (!mayManage(exam, caller)) throw new Barred(403)
    return formTotal(exam, wish, caller)
  }),
]
