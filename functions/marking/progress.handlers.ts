import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { answerState, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { QuestionProgress } from '#shared/marking/marking.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { memo } from '#functions/kit/memo.ts'
import { implement } from '#functions/kit/serve.ts'
import { deskNow } from './desk.ts'
import type { Desk } from './desk.ts'
import { headsOf, scriptsOf } from './scripts.ts'
import type { Script } from './scripts.ts'

const progressOf = (q: PaperQuestion, scripts: readonly Script[]): QuestionProgress => {
  const row: QuestionProgress = {
    questionId: q.questionId,
    number: q.number,
    total: 0,
    first: 0,
    second: 0,
    final: 0,
    needFinal: 0,
    problems: 0,
    done: 0,
  }
  for (const script of scripts) {
    const item = script.answers.get(q.questionId)
    if (!item) continue
    row.total++
    for (const role of markRoles) {
      const mark = standing(item[role], item.imageVersion)
      if (!mark) continue
      row[role]++
      if (mark.value.kind === 'problem') row.problems++
    }
    const state = answerState(q, item)
    if (state.kind === 'scored') row.done++
    else if (state.role === 'final') row.needFinal++
  }
  return row
}

/** How many answers each marker has marked, and the mean of the share of the full score that they gave. */
const markersOf = (desk: Desk, scripts: readonly Script[]) => {
  const names = new Map(desk.teachers.flatMap((t) => (t.userId ? [[t.userId as string, t.teacherName]] : [])))
  names.set(desk.exam.creatorId, names.get(desk.exam.creatorId) ?? desk.exam.creatorName)
  const full = new Map(desk.paper.questions.map((q) => [q.questionId as string, q.fullScore]))
  const found = new Map<string, { userId: Desk['exam']['creatorId']; marked: number; shares: number; scored: number }>()
  for (const script of scripts) {
    for (const [questionId, item] of script.answers) {
      for (const role of markRoles) {
        const mark = standing(item[role], item.imageVersion)
        if (!mark) continue
        const own = found.get(mark.by) ?? { userId: mark.by, marked: 0, shares: 0, scored: 0 }
        own.marked++
        if (mark.value.kind !== 'problem') {
          own.shares += (mark.value.kind === 'score' ? mark.value.score : 0) / full.get(questionId)!
          own.scored++
        }
        found.set(mark.by, own)
      }
    }
  }
  return [...found.values()]
    .map(({ userId, marked, shares, scored }) => ({
      userId,
      teacherName: names.get(userId) ?? '管理员',
      marked,
      mean: scored > 0 ? shares / scored : null,
    }))
    .sort((a, b) => b.marked - a.marked)
}

/** Read from the scripts themselves, so it cannot drift from them; asked for by many, counted once in ten seconds. */
const counted = memo(10, async (paperId: string) => {
  const desk = await deskNow(paperId)
  const heads = await headsOf(desk.paper)
  const scripts = (await scriptsOf(desk.paper, heads)).filter((s) => s.head.state === 'present')
  const inState = (state: string) => heads.filter((h) => h.state === state).length
  return {
    desk,
    scripts: { present: inState('present'), absent: inState('absent'), missing: inState('missing') },
    questions: subjectiveOf(desk.paper.questions).map((q) => progressOf(q, scripts)),
    markers: markersOf(desk, scripts),
  }
})
/** Forgets what was counted: tests. */
export const forgetProgress = (): void => counted.forget()

export const progressHandlers = [
  implement(markingProgressCall, async ({ input, caller }) => {
    const { desk: _desk, ...of } = await counted(input.paperId)
    const { arrangement, exam } = await deskNow(input.paperId)
    return { ...of, state: arrangement.state, mayManage: mayManage(exam, caller) }
  }),
]
