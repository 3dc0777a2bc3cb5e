/**
 * Corrections of scores that stand. A correction is the arbitrator's mark under a higher epoch, so the journal tells it
 * and both computations of the scores know it; it is stored with its reason and its audit record in one write (I16).
 */
import { fixDetail, fixScore, listFixRecord } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, isOnGrid, standing, stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { chosenOf, scoresOf, undecidedGroups } from './script.rules.ts'
import { markRoles, notAnswered } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Mark, ScoreFix } from '#shared/marking/marking.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { showScore } from '#shared/kit/score.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { candidatesByIds, candidatesByNumber } from '#functions/exam/exam.public.ts'
import { managed, questionIn } from './desk.ts'
import type { StaffedDesk } from './desk.ts'
import { dueNow, journalDue } from './journal.verify.ts'
import { answers, fixes, heads, images, objectives } from './marking.store.ts'
import { paperMarker, paperMarkerName } from './paperMarks.ts'
import { picturesWithHead, signed } from './pictures.ts'
import { pastWith } from './putMark.ts'

const candidateWith = async ({ exam }: StaffedDesk, number: string): Promise<Candidate> =>
  (await candidatesByNumber(exam, { prefix: number, limit: 1 })).find((c) => c.studentNumber === number) ??
  refuse(markingProblems.noCandidate, { number })

const standingMarks = (item: AnswerItem) =>
  markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    return mark ? [{ role, mark }] : []
  })

/** Whoever gave one of the first marks corrects nothing: it would be the own work (I5). */
const hasMarked = (item: AnswerItem, userId: UserId): boolean =>
  standingMarks(item).some(({ role, mark }) => role !== 'final' && mark.by === userId)

const markerNames = ({ teachers, exam }: StaffedDesk, caller: { userId: UserId; userName: string }) => {
  const names = new Map(teachers.flatMap((t) => (t.userId ? [[t.userId as string, t.teacherName]] : [])))
  for (const [id, name] of [
    [exam.creatorId, exam.creatorName],
    [caller.userId, caller.userName],
  ] as const)
    if (!names.has(id)) names.set(id, name)
  names.set(paperMarker, paperMarkerName)
  return (userId: string): string => names.get(userId) ?? '管理员'
}

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
    const countsIn = (q: PaperQuestion): boolean =>
      chosen[desk.paper.questions.findIndex((x) => x.questionId === q.questionId)] !== notAnswered
    const nameOf = markerNames(desk, caller)
    const byQuestion = new Map(items.map((i) => [i.questionId as string, i]))
    return {
      studentId,
      studentName,
      studentNumber,
      className,
      state: head?.state ?? ('missing' as const),
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
              ? { optional: { ...q.optional, counts: open.has(q.optional.group) ? null : countsIn(q) } }
              : {}),
            marked: item !== undefined && hasMarked(item, caller.userId),
          }
        }),
      ),
    }
  }),

  implement(fixScore, async ({ input, caller }) => {
    const { paperId, studentId, questionId, score, reason, attemptId } = input
    const desk = await managed(paperId, caller)
    if (desk.arrangement.state === 'draft') return refuse(markingProblems.notOpen)
    const q = questionIn(desk, questionId)
    if (!isOnGrid(q, score))
      return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
    const known = async (): Promise<ScoreFix | null> => {
      const there = await fixes.get({ paperId, attemptId })
      if (!there) return null
      const same = there.studentId === studentId && there.questionId === questionId && there.after === score
      return same && there.by === caller.userId ? there : refuse(markingProblems.conflict)
    }
    const before = await known()
    if (before) return before
    const at = { paperId, studentId, questionId }
    const [head, item] = await Promise.all([heads.get({ paperId, studentId }), answers.get(at)])
    const state = item ? answerState(q, item) : null
    if (!item || head?.state !== 'present' || state?.kind !== 'scored') return refuse(markingProblems.notScored)
    if (hasMarked(item, caller.userId)) return refuse(markingProblems.sameMarker)
    if (state.score === score) return refuse(markingProblems.sameScore)
    const { imageVersion, final } = item
    const epoch = 1 + Math.max(0, ...standingMarks(item).map(({ mark }) => mark.epoch))
    const mark: Mark = { value: { kind: 'score', score }, by: caller.userId, at: now(), attemptId, epoch, imageVersion }
    const fix: ScoreFix = {
      schema: 1,
      ...at,
      attemptId,
      before: state.score,
      after: score,
      reason,
      by: caller.userId,
      byName: caller.userName,
      at: mark.at,
    }
    // On what was seen: the same picture, and nobody's decision since.
    const unchanged = {
      expression: ['first', 'second', 'final']
        .map((role) => (item[role as 'first'] ? `#${role}.#attempt = :${role}` : `attribute_not_exists(#${role})`))
        .join(' AND '),
      names: { '#first': 'first', '#second': 'second', '#final': 'final', '#attempt': 'attemptId' },
      values: Object.fromEntries(
        markRoles.flatMap((role) => (item[role] ? [[`:${role}`, item[role].attemptId] as const] : [])),
      ),
    }
    const record = auditRecord(caller, 'marking.fixScore', paperId, {
      before: final ?? state.score,
      after: fix,
      reason,
      told: {
        people: [studentId],
        count: 1,
        changes: [{ field: `第${q.number}题`, before: showScore(state.score), after: showScore(score) }],
      },
      tenant: desk.paper.owner,
    })
    const past = final ? { past: await pastWith(item, 'final') } : {}
    const writes = [
      answers.updating(at, { final: mark, ...past }, { imageVersion, past: item.past }, unchanged),
      fixes.creating(fix),
      // A paper that was closed is looked at once more.
      journalDue.putting(dueNow(paperId)),
    ]
    // A "no" may be our own write whose answer was lost.
    if (!(await audited(writes, record))) return (await known()) ?? refuse(markingProblems.taken)
    return fix
  }),

  implement(listFixRecord, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    // As many as people have corrected by hand.
    const all = await fixes.query(`fixes#${paper.paperId}`, { reverse: true, consistent: true })
    const shown = page(all, input)
    const people = new Map(
      (await candidatesByIds(exam, [...new Set(shown.list.map((f) => f.studentId))])).map((c) => [c.studentId, c]),
    )
    const numbers = new Map(paper.questions.map((q) => [q.questionId, q.number]))
    return {
      ...shown,
      list: shown.list.map((f) => ({
        ...f,
        studentName: people.get(f.studentId)?.studentName ?? '',
        studentNumber: people.get(f.studentId)?.studentNumber ?? '',
        className: people.get(f.studentId)?.className ?? '',
        number: numbers.get(f.questionId) ?? '',
      })),
    }
  }),
]
