import { inOrder } from '#shared/exam/exam.rules.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/appeal.calls.ts'
import { closedFor, figureIn, sumsIn } from '#shared/analysis/appeals/appeal.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examOf, papersOf } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { answerMarked } from '#functions/marking/answer.public.ts'
import { resultOf } from '../analysis.public.ts'
import { managed } from '../publish.commands.ts'
import { ownSeen, picturesOf } from '../own.read.ts'
import { examAndPaper } from '../standing/standing.ts'
import * as commands from './appeal.commands.ts'
import { appealSums, appellantOf, choiceOf, firstWindow, linesOf, toldOf, windowOf } from './appeal.read.ts'
import { appealCounts, appeals, appealsIn, appealsOf, nextOpen } from './appeal.store.ts'

const there = async (examId: string): Promise<Exam> => {
  const exam = await examOf(examId)
  return exam && exam.deletedAt === undefined ? exam : refuse(commonProblems.notFound)
}

export const appealHandlers = [
  implement(calls.appealWindow, async ({ input: { examId } }) => {
    const exam = await there(examId)
    const [window, papers] = await Promise.all([windowOf(exam), papersOf(examId)])
    const counted = await inTurns(inOrder(exam, papers), 8, async (paper) => {
      const counts = await appealCounts.read(paper.paperId)
      const [asked, open] = [figureIn(counts, 'asked'), figureIn(counts, 'open')]
      return { paperId: paper.paperId, courseName: paper.courseName, asked, open }
    })
    return { ...(window ?? firstWindow()), version: window?.version ?? 0, papers: counted }
  }),

  implement(calls.setAppeals, async ({ input: { examId, version, ...set }, caller }) => ({
    version: await commands.openAppeals(await there(examId), set, version, caller),
  })),

  implement(calls.ownAppeals, async ({ input: { paperId }, caller }) => {
    const { studentId } = caller
    if (!studentId) return refuse(analysisProblems.notYourResult)
    const { exam, paper } = await examAndPaper(paperId)
    // Who is shown nothing of the result is told nothing of appeals.
    await ownSeen(paperId, studentId, caller)
    const [window, asked] = await Promise.all([windowOf(exam), appealsOf(paperId, studentId)])
    const closed = paper.total ? 'off' : closedFor(window, appellantOf(caller), now())
    return {
      closed,
      ...(window?.on ? { opens: window.opens, closes: window.closes } : {}),
      asks: window?.asks ?? [],
      left: Math.max(0, (window?.most ?? 0) - asked.length),
      list: await toldOf(paper, asked),
    }
  }),

  implement(calls.askAppeal, ({ input, caller }) => commands.askAppeal(input, caller)),

  implement(calls.listAppeals, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    const { paperId } = paper
    const answered = input.answered === 'yes'
    const [{ list, next }, counts] = await Promise.all([
      appealsIn(paperId, answered, { after: input.after, limit: input.pageSize }),
      appealCounts.read(paperId),
    ])
    const open = figureIn(counts, 'open')
    return {
      list: await linesOf(exam, paper, list),
      total: answered ? figureIn(counts, 'asked') - open : open,
      ...(next === undefined ? {} : { next }),
    }
  }),

  implement(calls.appealDetail, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    const { studentId, questionId } = input
    const appeal = (await appeals.get(input)) ?? refuse(commonProblems.notFound)
    const question = paper.questions.find((q) => q.questionId === questionId) ?? refuse(commonProblems.notFound)
    const [[line], choice, marked, result, next] = await Promise.all([
      linesOf(exam, paper, [appeal]),
      choiceOf(paper, appeal),
      answerMarked({ exam, paper }, { studentId, questionId }, caller),
      resultOf(paper, studentId),
      nextOpen(appeal),
    ])
    const pages = await picturesOf(result?.pages ?? [], new Set([questionId]))
    return {
      appeal: line!,
      courseName: paper.courseName,
      question,
      choice,
      item: result?.items.find((i) => i.questionId === questionId) ?? null,
      marks: marked.marks,
      // A row is cut out of its page, which is what marking shows of it.
      images: pages.some((p) => p.regions?.some((r) => r.choice)) ? [] : marked.images,
      pages,
      barred: marked.own ? analysisProblems.appealOwnMark.message : null,
      next: next ? { studentId: next.studentId, questionId: next.questionId } : null,
    }
  }),

  implement(calls.answerAppeal, ({ input, caller }) => commands.answerAppeal(input, caller)),
  implement(calls.changeByAppeals, ({ input, caller }) => commands.changeByAppeals(input, caller)),

  implement(calls.appealStatistics, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    const { counts, asked, open, decided } = await appealSums(paper)
    const numbers = new Map(paper.questions.map((q) => [q.questionId, q.number]))
    const list = sumsIn(counts, paper.questions).map((s) => ({ ...s, number: numbers.get(s.questionId) ?? '' }))
    return { list, asked, open, decided }
  }),
]
