/** Trials, against the stores. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dayKey } from '#shared/kit/time.ts'
import type { AttemptId, StudentId, UserId } from '#shared/kit/ids.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import * as trials from '#shared/marking/quality/trial.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, forgetAll } from '../marking.steps.fixtures.ts'
import { answers } from '../marking.store.ts'
import { choose, say, seated, where } from './seated.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

describe('trial marking', () => {
  const trial = { begun: true, within: 80, bias: 5 }
  const desk = (of: Sitting, token: string) => send(handler, trials.trialDesk, where(of), token)
  const give = (of: Sitting, token: string, key: string, score: number, attemptId = newId<AttemptId>('attempt')) =>
    send(handler, trials.trialMark, { ...where(of), key, score, attemptId }, token)
  const done = (of: Sitting, token: string) => send(handler, trials.finishTrial, where(of), token)
  const told = async (of: Sitting, token = of.manager.token) =>
    (await send(handler, trials.trialReport, where(of), token)).data

  it('comes before live work: a marker qualifies by the rule, is failed by it, tries again, or is let pass by hand', async () => {
    const of = await seated(80, { trial: { ...trial, begun: false } })
    const [good, bad, third] = of.teachers
    // While it is prepared no live work is handed out, and it is said why.
    expect((await claim(of, good!.token)).status).toBe(no.trialPreparing.status)
    expect((await desk(of, good!.token)).data).toMatchObject({ state: 'preparing', answers: [] })
    expect((await give(of, good!.token, 'x', 100)).status).toBe(no.noTrial.status)
    for (let i = 0; i < 5; i++) expect((await choose(of, i, 'trial', 200 * i)).status).toBe(0)
    expect((await say(of, { trial })).status).toBe(0)
    expect((await claim(of, good!.token)).status).toBe(no.trialNeeded.status)
    const tasks = (await send(handler, markingTasks, {}, good!.token)).data
    expect(tasks.find((t) => t.questionId === of.essay.questionId && t.role === 'first')?.trial).toBe('going')
    const at = (await desk(of, good!.token)).data
    expect(at).toMatchObject({ state: 'going', result: null })
    expect(at.answers).toHaveLength(5)
    // Whose they are and what the experts gave is not told.
    expect(JSON.stringify(at.answers.map(({ images: _, ...a }) => a))).not.toMatch(/st_|right|步骤/)
    const rights = new Map((await told(of)).answers.map((a) => [a.images[0]!.url.split('?')[0]!, a.right] as const))
    const rightOf = (a: (typeof at.answers)[number]): number => rights.get(a.images[0]!.url.split('?')[0]!)!
    expect((await give(of, good!.token, at.answers[0]!.key, 450)).status).toBe(no.badScore.status)
    expect((await give(of, good!.token, 'nothing', 400)).status).toBe(no.trialGone.status)
    const attemptId = newId<AttemptId>('attempt')
    const [one] = at.answers
    expect((await give(of, good!.token, one!.key, 1000, attemptId)).data).toEqual({ score: 1000 })
    expect((await give(of, good!.token, one!.key, 1000, attemptId)).data).toEqual({ score: 1000 })
    expect((await done(of, good!.token)).message).toBe('还有4份没有评，评完再交卷')
    for (const a of at.answers) expect((await give(of, good!.token, a.key, rightOf(a))).status).toBe(0)
    expect((await desk(of, good!.token)).data.answers.map((a) => a.score)).toEqual(at.answers.map(rightOf))
    expect((await done(of, good!.token)).data).toEqual({ state: 'passed' })
    expect((await done(of, good!.token)).data).toEqual({ state: 'passed' })
    expect((await give(of, good!.token, one!.key, 0)).status).toBe(no.trialEnded.status)
    // At its end the experts' marks are told.
    const over = (await desk(of, good!.token)).data
    expect(over).toMatchObject({ state: 'passed', result: { n: 5, exact: 1, kappa: 1 } })
    expect(over.answers.map((a) => a.right?.score)).toEqual(at.answers.map(rightOf))
    expect((await claim(of, good!.token)).status).toBe(0)
    // Another fails, is told so, and begins again when the leader says it.
    const theirs = (await desk(of, bad!.token)).data
    expect(theirs.answers.map((a) => a.key)).not.toEqual(at.answers.map((a) => a.key))
    for (const a of theirs.answers) await give(of, bad!.token, a.key, Math.min(1000, rightOf(a) + 200))
    expect((await done(of, bad!.token)).data).toEqual({ state: 'failed' })
    expect((await claim(of, bad!.token)).status).toBe(no.trialFailed.status)
    // The same answers may come again: the own figures are told, and no expert's mark.
    const failed = (await desk(of, bad!.token)).data
    expect(failed).toMatchObject({ state: 'failed', result: { n: 5 } })
    expect(failed.answers.filter((a) => a.right)).toEqual([])
    const pass = (userId: string, act: 'pass' | 'again', token = of.manager.token) =>
      send(handler, trials.passTrial, { ...where(of), userId: userId as UserId, act, reason: '已当面讲评' }, token)
    expect((await pass(bad!.userId, 'again', bad!.token)).status).toBe(no.notLeader.status)
    expect((await pass(bad!.userId, 'again')).data).toEqual({ state: 'going' })
    expect((await desk(of, bad!.token)).data.answers.every((a) => a.score === null && !a.right)).toBe(true)
    expect((await claim(of, bad!.token)).status).toBe(no.trialNeeded.status)
    expect((await pass(third!.userId, 'pass')).data).toEqual({ state: 'byHand' })
    expect((await pass(third!.userId, 'pass')).data).toEqual({ state: 'byHand' })
    forgetAll()
    expect((await claim(of, third!.token)).status).toBe(0)
    expect((await pass(of.manager.userId, 'pass')).status).toBe(no.ownQuality.status)
    const seen = await told(of)
    expect(seen.markers.map((m) => [m.userId, m.state, m.round, m.done])).toEqual(
      expect.arrayContaining([
        [good!.userId, 'passed', 1, 5],
        [bad!.userId, 'going', 2, 0],
        [third!.userId, 'byHand', 1, 0],
      ]),
    )
    expect(seen.all).toMatchObject({ markers: 1, agreement: null, icc: null })
    expect((await send(handler, trials.trialReport, where(of), good!.token)).status).toBe(no.notLeader.status)
    const acts = await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })
    expect(acts.filter((r) => r.act === 'marking.passTrial')).toHaveLength(2)
    // What was given in it is a mark of no answer.
    const items = await answers.getMany(
      of.students.map((studentId) => ({ ...where(of), studentId: studentId as StudentId })),
    )
    expect(items.filter((i) => i.first ?? i.second ?? i.final)).toEqual([])
    // Switched off it stands before nothing.
    expect((await say(of, {})).status).toBe(0)
    expect((await claim(of, bad!.token)).status).toBe(0)
    expect((await desk(of, bad!.token)).status).toBe(no.noTrial.status)
  })
})
