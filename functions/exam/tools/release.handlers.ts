import * as calls from '#shared/exam/tools/release.calls.ts'
import { isWithheld } from '#shared/exam/tools/release.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import { page } from '#shared/kit/paging.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classNamesOf, examOf, paperOf } from '../exam.public.ts'
import { plannedRelease, setRelease, takersOfPaper, writeRelease } from './release.commands.ts'

export const releaseHandlers = [
  implement(calls.releaseCount, async ({ input: { paperId } }) => {
    const { examId } = (await paperOf(paperId)) ?? refuse(examProblems.notFound)
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    if (isJoint(exam)) return { released: exam.candidateCount, withheld: 0, mayChoose: false }
    const { paper, takers } = await takersOfPaper(paperId)
    const withheld = takers.filter((c) => isWithheld(c, paper)).length
    return { released: takers.length - withheld, withheld, mayChoose: true }
  }),

  implement(calls.releaseStudents, async ({ input }) => {
    const { exam, paper, takers } = await takersOfPaper(input.paperId)
    const name = input.name?.trim().toLowerCase() ?? ''
    const found = takers
      .map((c) => ({ ...c, released: !isWithheld(c, paper) }))
      .filter((c) => input.released === undefined || c.released === (input.released === 'yes'))
      .filter((c) => input.classId === undefined || c.classId === input.classId)
      .filter((c) => c.studentName.includes(name) || c.studentNumber.startsWith(name) || c.pinyin.includes(name))
      .sort((a, b) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }))
      .map(({ studentId, studentName, studentNumber, className, released }) => ({
        studentId,
        studentName,
        studentNumber,
        className,
        released,
      }))
    return { ...page(found, input), classes: await classNamesOf(exam.examId) }
  }),

  implement(calls.releasePreview, async ({ input, caller }) => {
    const { exam, paper, put, released, withheld } = await plannedRelease(input, caller)
    return {
      changed: put.filter((c) => takesPaper(c, paper.paperId)).length,
      released,
      withheld,
      version: exam.version,
    }
  }),

  implement(calls.releaseTemplate, ({ input: { paperId } }) => writeRelease(paperId)),

  implement(calls.setRelease, ({ input, caller }) => setRelease(input, caller)),
]
