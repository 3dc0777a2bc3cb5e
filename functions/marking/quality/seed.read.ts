/** Seeds as who leads a question's marking sees them. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { blockOf } from '#shared/marking/groups/group.rules.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type * as calls from '#shared/marking/quality/seed.calls.ts'
import { consistencyOf, doubtSince, qualityOf, seedTolerance } from '#shared/marking/quality/seed.rules.ts'
import { memo } from '#functions/kit/memo.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deskNow } from '../desk/desk.ts'
import type { Desk } from '../desk/desk.ts'
import { markerNames } from '../markerNames.ts'
import { seedStopsOf, seedTalliesOf } from './seed.store.ts'
import { leadsQuestion, ledIn } from './standard.read.ts'
import { standardsOf } from './standard.store.ts'

/** Who of a paper is stopped: asked for by many, read once in ten seconds. */
const stoppedOf = memo(10, async (paperId: string) => (await seedStopsOf(paperId)).map((s) => s.questionId))

/** Forgets who was stopped: tests. */
export const forgetStopped = (): void => stoppedOf.forget()

/** Markers of the questions that a caller leads who are handed no more. */
export const stoppedMarkers = async (desk: Desk, caller: Caller): Promise<number> => {
  const joint = isJoint(desk.exam)
  const led = subjectiveOf(desk.paper.questions).filter(
    (q) => qualityOf(desk.arrangement, q.questionId, joint).seeds && leadsQuestion(desk, q.questionId, caller),
  )
  if (led.length === 0) return 0
  const known = new Set(led.map((q) => q.questionId))
  return (await stoppedOf(desk.paper.paperId)).filter((id) => known.has(id)).length
}

const rank = { stopped: 0, warned: 1, even: 2 } as const

export const seedReportRead = async (
  { paperId, questionId }: InputOf<typeof calls.seedReport>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.seedReport>> => {
  const desk = await deskNow(paperId)
  const [chosen, stops] = await Promise.all([standardsOf({ paperId }), seedStopsOf(paperId)])
  const stopped = (id: string): number => stops.filter((s) => s.questionId === id).length
  const { led, asked: q } = ledIn(desk, caller, questionId, (x) => stopped(x.questionId) > 0)
  const rule = qualityOf(desk.arrangement, q.questionId, isJoint(desk.exam)).seeds ?? null
  const tallies = await seedTalliesOf({ paperId, questionId: q.questionId })
  const nameOf = markerNames(desk, caller)
  return {
    state: desk.arrangement.state,
    questions: led.map((x) => ({
      questionId: x.questionId,
      number: x.number,
      fullScore: x.fullScore,
      lead: blockOf(desk.arrangement, x.questionId)[0] ?? x.questionId,
      seeds: chosen.filter((s) => s.questionId === x.questionId && s.use === 'seed').length,
      stopped: stopped(x.questionId),
    })),
    questionId: q.questionId,
    rule,
    tolerance: seedTolerance(q, rule ?? undefined),
    markers: tallies
      .map((t) => ({
        userId: t.userId,
        markerName: nameOf(t.userId),
        expert: consistencyOf(t.expert),
        own: consistencyOf(t.own),
        state: t.state,
        since: t.since,
        bad: t.recent.filter((s) => !s.good).length,
        recent: t.recent.length,
        doubt: doubtSince(t),
        self: t.userId === caller.userId,
      }))
      .sort((a, b) => rank[a.state] - rank[b.state] || a.markerName.localeCompare(b.markerName, 'zh-CN')),
  }
}
