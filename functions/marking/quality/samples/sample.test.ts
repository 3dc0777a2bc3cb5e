/** Samples: drawn by who leads, never of the own marks; agreed with or decided otherwise, once, and counted with it. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId } from '#shared/kit/ids.ts'
import * as calls from '#shared/marking/quality/sample.calls.ts'
import { markingReport } from '#shared/marking/quality/quality.calls.ts'
import { listFixRecord } from '#shared/marking/marking.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../../marking.api.ts'
import { seat } from '../../marking.fixtures.ts'
import type { Sitting } from '../../marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../../marking.steps.fixtures.ts'
import { journalScoresOf, scoresIn } from '../../marking.public.ts'
import { answers } from '../../marking.store.ts'
import * as scan from '../../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

/** Thirty answers by two markers, 0 to 9 points; the counters know it. */
const marked = async (): Promise<Sitting> => {
  const of = await seat(30, {}, 2)
  scan.allHere(of)
  await open(of)
  for (const who of of.teachers) {
    const got = (await claim(of, who.token)).data
    for (const [i, a] of got.answers.entries()) await submit(of, who.token, got, a.studentId, points(100 * (i % 10)))
    await finish(of, who.token, got)
  }
  await until(async () => expect((await told(of)).markers.reduce((n, m) => n + m.marked, 0)).toBe(30))
  return of
}
const told = async (of: Sitting, token = of.manager.token) => {
  forgetAll()
  return (await send(handler, calls.sampledQuality, { paperId: of.paper.paperId }, token)).data
}
const draw = (of: Sitting, more: object = {}, token = of.manager.token) => {
  forgetAll()
  const input = { paperId: of.paper.paperId, questionId: of.essay.questionId, at: 0, ...more }
  return send(handler, calls.drawSamples, input as never, token)
}
type One = Awaited<ReturnType<typeof draw>>['data']['list'][number]
const check = (of: Sitting, { studentId, role, markId }: One, more: object = {}, token = of.manager.token) => {
  forgetAll()
  const attemptId = newId<AttemptId>('attempt')
  const at = { paperId: of.paper.paperId, questionId: of.essay.questionId, studentId, role, markId, attemptId }
  return send(handler, calls.checkSample, { ...at, ...more } as never, token)
}
const itemOf = (of: Sitting, { studentId }: One) =>
  answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId })

describe('samples', () => {
  it('are drawn by marker, band and time, by chance, of what was not sampled', async () => {
    const of = await marked()
    const [a] = of.teachers as [Sitting['teachers'][0]]
    const first = (await draw(of)).data.list
    expect(first.length).toBe(calls.mostDrawn)
    expect((await draw(of)).data.list.map((x) => x.markId)).toEqual(first.map((x) => x.markId))
    expect((await draw(of, { at: 1 })).data.list.map((x) => x.markId)).not.toEqual(first.map((x) => x.markId))
    expect(new Set((await draw(of, { userId: a.userId })).data.list.map((x) => x.markerName)).size).toBe(1)
    const low = (await draw(of, { from: 0, to: 100 })).data.list
    expect(low.length).toBeGreaterThan(3)
    expect(low.every((x) => x.given <= 100)).toBe(true)
    expect((await draw(of, { since: Date.now() + 60_000 })).data.list).toEqual([])
    const one = low[0]!
    expect((await check(of, one)).data).toEqual({ agreed: true })
    expect((await draw(of, { from: 0, to: 100 })).data.list.map((x) => x.markId)).not.toContain(one.markId)
  })

  it('changed are an arbitration with its reason and record; both computations know it, and the marker’s count', async () => {
    const of = await marked()
    const [one, two] = (await draw(of)).data.list as [One, One]
    const right = one.score === 900 ? 500 : 900
    expect((await check(of, one, { score: right })).status).toBe(refused.sampleReason.status)
    expect((await check(of, one, { score: 950, reason: '要点齐全' })).status).toBe(refused.badScore.status)
    expect((await check(of, one, { score: one.score, reason: '要点齐全' })).status).toBe(refused.sameScore.status)
    const attemptId = newId<AttemptId>('attempt')
    const change = { score: right, reason: '要点齐全', attemptId }
    expect((await check(of, one, change)).data).toEqual({ agreed: false })
    expect((await check(of, one, change)).data).toEqual({ agreed: false })
    expect((await check(of, one, { ...change, score: right - 100 })).status).toBe(refused.conflict.status)
    expect((await check(of, one)).status).toBe(refused.sampledBefore.status)
    expect((await itemOf(of, one))!.final).toMatchObject({ value: points(right), by: of.manager.userId })
    await check(of, two)
    const { markers } = await told(of)
    expect(markers.reduce((n, m) => n + m.sampled, 0)).toBe(2)
    expect(markers.reduce((n, m) => n + m.agreed, 0)).toBe(1)
    expect(markers.flatMap((m) => m.apart ?? [])).toEqual([Math.abs(right - one.given)])
    // Side by side, for who leads alone, and in the figures of the screen and of the report.
    const marker = markers.find((m) => m.apart !== null)!
    const at = { paperId: of.paper.paperId, questionId: of.essay.questionId, userId: marker.userId }
    const list = (await send(handler, calls.sampledMarks, at, of.manager.token)).data.list
    expect(list.find((c) => c.markId === one.markId)).toMatchObject({
      ...{ given: one.given, right, within: Math.abs(one.given - right) <= 100 },
    })
    const teacher = of.teachers[0]!.token
    expect((await send(handler, calls.sampledMarks, at, teacher)).status).toBe(refused.notLeader.status)
    const all = markers.flatMap((m) => m.compared ?? [])
    expect(all.reduce((n, c) => n + c.n, 0)).toBe(2)
    expect(all.reduce((sum, c) => sum + c.off * c.n, 0)).toBe(one.given - right)
    const report = (await send(handler, markingReport, { paperId: of.paper.paperId }, of.manager.token)).data
    const rows = report.sections.find((s) => s.key === 'samples')!.table.rows.map((r) => r.cells)
    expect(rows.reduce((n, cells) => n + Number(cells[2]), 0)).toBe(2)
    const fixes = await send(handler, listFixRecord, { paperId: of.paper.paperId }, of.manager.token)
    expect(fixes.data.list.map((f) => [f.before, f.after, f.reason])).toEqual([[one.score, right, '要点齐全']])
    await until(async () => {
      const own = await scoresIn(of.paper, of.students)
      expect((await journalScoresOf(of.paper, of.students)).scores).toEqual(own.scores)
      expect(own.scores[own.studentIds.indexOf(one.studentId)]![1]).toBe(right)
    })
  })

  it('are none of the own marks, and no marker sees or makes any', async () => {
    const of = await marked()
    const [a] = of.teachers as [Sitting['teachers'][0]]
    const one = (await draw(of, { userId: a.userId })).data.list[0]!
    expect((await draw(of, {}, a.token)).status).toBe(refused.notLeader.status)
    expect((await check(of, one, {}, a.token)).status).toBe(refused.notLeader.status)
    forgetAll()
    const seen = await send(handler, calls.sampledQuality, { paperId: of.paper.paperId }, a.token)
    expect(seen.status).toBe(refused.notLeader.status)
    // Who manages marks one as well: that answer is no sample of theirs any more.
    await check(of, one, { score: one.score === 0 ? 100 : 0, reason: '再看一次' })
    expect((await draw(of, { userId: a.userId })).data.list.map((x) => x.studentId)).not.toContain(one.studentId)
    expect((await check(of, { ...one, markId: newId('attempt') } as One)).status).toBe(refused.sampleGone.status)
  })

  it('under every single fault count once, with the arbitration that they are', async () => {
    const of = await marked()
    const list = [0, 1, 2, 3, 4, 5].map((at) => draw(of, { at }))
    const all = new Map((await Promise.all(list)).flatMap((d) => d.data.list).map((x) => [x.markId, x]))
    const rest = [...all.values()]
    const dry = withFaults(() => null)
    const probe = rest.pop()!
    const other = (x: One): number => (x.score === 900 ? 500 : 900)
    await check(of, probe, { score: other(probe), reason: '试一次' })
    dry.stop()
    let n = 1
    const cases = [...faultCases([...dry.calls], { every: 3 })].slice(0, rest.length)
    for (const { at, kind, told: name } of cases) {
      const one = rest.pop()!
      const change = { score: other(one), reason: '再看一次', attemptId: newId<AttemptId>('attempt') }
      const fault = withFaults(({ index }) => (index === at ? kind : null))
      const first = await check(of, one, change).catch(() => null)
      fault.stop()
      if (first?.status !== 0) expect([name, (await check(of, one, change)).status]).toEqual([name, 0])
      n++
      expect([name, (await itemOf(of, one))!.final?.attemptId]).toEqual([name, change.attemptId])
      const { markers } = await told(of)
      expect([name, markers.reduce((sum, m) => sum + m.sampled, 0)]).toEqual([name, n])
    }
    // By turns some of them.
    expect([n, n > 1]).toEqual([1 + cases.length, true])
  }, 600_000)
})
