/** The hours of marking, against the stores. */
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { commonProblems } from '#shared/kit/problem.ts'
import { setReadTime } from '#shared/marking/groups/group.calls.ts'
import type { ReadTime } from '#shared/marking/groups/readTime.rules.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { now, usePorts } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, forgetAll, points, seatOpened, submit } from '../marking.steps.fixtures.ts'
import { arrangements } from '../marking.store.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))
beforeEach(forgetAll)

/** Shorter than a token lives. */
const minute = 2_000
const seated = () => seatOpened(3)
const paperOf = ({ paper }: Sitting) => ({ paperId: paper.paperId })
const set = async (of: Sitting, readTime: ReadTime, token = of.manager.token) => {
  const { version } = (await arrangements.get(paperOf(of)))!
  const answer = await send(handler, setReadTime, { ...paperOf(of), readTime, version }, token)
  forgetAll()
  return answer
}
const shutOf = async (of: Sitting) =>
  (await send(handler, markingTasks, {}, of.teachers[0]!.token)).data?.find((t) => t.paperId === of.paper.paperId)?.shut
/** What is done `ms` later. */
const later = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
  const at = now() + ms
  const back = usePorts({ now: () => at })
  onTestFinished(back)
  forgetAll()
  try {
    return await act()
  } finally {
    back()
    forgetAll()
  }
}

it('hands out answers between its times alone, and takes the marks of what is in hand after them', async () => {
  const of = await seated()
  const [marker] = of.teachers as [Sitting['teachers'][number]]
  const [from, until] = [now() + 10 * minute, now() + 20 * minute]
  expect((await set(of, { from, until })).status).toBe(0)
  expect((await claim(of, marker.token)).status).toBe(no.readTimeEarly.status)
  expect(await shutOf(of)).toEqual({ why: 'early', at: from })
  const claimed = await later(15 * minute, async () => {
    expect(await shutOf(of)).toBeUndefined()
    return claim(of, marker.token)
  })
  expect(claimed.status).toBe(0)
  await later(21 * minute, async () => {
    expect(await shutOf(of)).toEqual({ why: 'late', at: until })
    expect((await claim(of, of.teachers[1]!.token)).status).toBe(no.readTimeLate.status)
    const own = { ...paperOf(of), questionId: of.essay.questionId }
    expect((await send(handler, ownMarks, own, marker.token)).status).toBe(no.readTimeLate.status)
    const { studentId } = claimed.data.answers[0]!
    expect((await submit(of, marker.token, claimed.data, studentId, points(100))).status).toBe(0)
  })
})

it('does not bind who manages the exam, and is gone again where it is empty', async () => {
  const of = await seated()
  expect((await set(of, { from: now() + minute })).status).toBe(0)
  expect((await claim(of, of.manager.token, 'final')).status).not.toBe(no.readTimeEarly.status)
  expect((await set(of, {})).status).toBe(0)
  expect((await claim(of, of.teachers[0]!.token)).status).toBe(0)
})

it('is the manager’s to say, over the version that was seen, and ends after now', async () => {
  const of = await seated()
  expect((await set(of, { from: 1 }, of.teachers[0]!.token)).http).toBe(403)
  expect((await set(of, { until: now() - 1 })).status).toBe(no.readTimePast.status)
  expect((await set(of, { from: 5, until: 5 })).status).toBe(commonProblems.badInput.status)
  const { version } = (await arrangements.get(paperOf(of)))!
  const old = { ...paperOf(of), readTime: { from: 1 }, version: version - 1 }
  expect((await send(handler, setReadTime, old, of.manager.token)).status).toBe(commonProblems.stale.status)
})
