/**
 * Corrections of scores that stand. A correction is the arbitrator's mark under a higher epoch, so the journal tells it
 * and both computations of the scores know it; it is stored with its reason and its audit record in one write (I16).
 */
import { fixDetail, fixScore, listFixRecord } from '#shared/marking/marking.calls.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { chosenOf, scoresOf, undecidedGroups } from '../script.rules.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { candidatesByIds, candidatesNumbered } from '#functions/exam/exam.public.ts'
import { managed } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { answers, fixes, heads, images, objectives } from '../marking.store.ts'
import { markerNames } from '../markerNames.ts'
import { picturesWithHead, signed } from '../answerPictures.ts'
import * as commands from './fix.commands.ts'
import { hasMarked, standingMarks } from './fix.commands.ts'

const candidateWith = async ({ exam }: StaffedDesk, number: string): Promise<Candidate> =>
  (await candidatesNumbered(exam, number))[0] ?? refuse(markingProblems.noCandidate, { number })

export const fixHandlers = [
  implement(fixDetail, async ({ input, caller }) => {
    const desk = await managed(input.paperId, caller)
    if (desk.arrangement.state === 'draft') return refuse(markingProblems.notOpen)
    const { studentId, studentName, studentNumber, className } = await candidateWith(desk, input.studentNumber)
    const { paperId } = desk.paper
    const questions = subjectiveOf(desk.paper.questions)
    const [head, pictures, items, objective] = await Promise.all([
      heads.get({ paperId, studentId }),
      images.get({ paperId, studentId }),
      answers.getMany(questions.map((q) => ({ paperId, studentId, questionId: q.questionId as string }))),
      objectives.get({ paperId, studentId }),
    ])
    const script = { objective, answers: new Map(items.map((i) => [i.questionId as string, i])) }
    const open = new Set(undecidedGroups(script, desk.paper.questions))
    const chosen = chosenOf(script, desk.paper.questions, scoresOf(script, desk.paper.questions))
    const saidOf = (q: PaperQuestion) => chosen[desk.paper.questions.findIndex((x) => x.questionId === q.questionId)]
    const nameOf = markerNames(desk, caller)
    const byQuestion = new Map(items.map((i) => [i.questionId as string, i]))
    return {
      studentId,
      studentName,
      studentNumber,
      className,
      state: head?.state ?? ('missing' as const),
      released: isReleased(desk.exam, paperId),
      questions: await Promise.all(
        questions.map(async (q) => {
          const item = byQuestion.get(q.questionId)
          const state = item ? answerState(q, item) : null
          return {
            questionId: q.questionId,
            number: q.number,
            fullScore: q.fullScore,
            step: stepOf(q),
            score: state?.kind === 'scored' ? state.score : null,
            marks: (item ? standingMarks(item) : []).map(({ role, mark }) => ({
              role,
              value: mark.value,
              markerName: nameOf(mark.by),
              at: mark.at,
            })),
            images: pictures ? await signed(picturesWithHead(pictures, q.questionId)) : [],
            ...(q.optional
              ? { optional: { ...q.optional, counts: open.has(q.optional.group) ? null : saidOf(q) !== notAnswered } }
              : {}),
            ...(saidOf(q) === pageMissing ? { lacked: true } : {}),
            marked: item !== undefined && hasMarked(item, caller.userId),
          }
        }),
      ),
    }
  }),

  implement(fixScore, ({ input, caller }) => commands.fixScore(input, caller)),

  implement(listFixRecord, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    // As many as people have corrected by hand.
    const all = await fixes.query(`fixes#${paper.paperId}`, { reverse: true, consistent: true })
    const people = new Map(
      (await candidatesByIds(exam, [...new Set(all.map((f) => f.studentId))])).map((c) => [c.studentId, c]),
    )
    const places = new Map(paper.questions.map((q, i) => [q.questionId, i]))
    const rows = all.map((f) => ({
      ...f,
      studentName: people.get(f.studentId)?.studentName ?? '',
      studentNumber: people.get(f.studentId)?.studentNumber ?? '',
      className: people.get(f.studentId)?.className ?? '',
      number: paper.questions[places.get(f.questionId) ?? -1]?.number ?? '',
    }))
    type Row = (typeof rows)[number]
    const zh = (of: (r: Row) => string) => (a: Row, b: Row) => of(a).localeCompare(of(b), 'zh-CN', { numeric: true })
    return page(
      sorted(rows, input.sort, {
        studentName: zh((r) => r.studentName),
        studentNumber: zh((r) => r.studentNumber),
        className: zh((r) => r.className),
        number: (a, b) => (places.get(a.questionId) ?? -1) - (places.get(b.questionId) ?? -1),
        before: (a, b) => a.before - b.before,
        after: (a, b) => a.after - b.after,
        byName: zh((r) => r.byName),
        at: (a, b) => a.at - b.at,
      }),
      input,
    )
  }),
]
