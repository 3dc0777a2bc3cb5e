import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId } from '#shared/kit/ids.ts'
import { secondRead, secondStart } from '#shared/marking/again/second.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { balancedLedger, readingOf, seat } from '../marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { againRounds } from '../marking.store.ts'
import { bundlesOf } from '../queue.ts'

const scan = vi.hoisted(() => ({ ledgers: new Map<string, unknown>(), readings: new Map<string, unknown>() }))
vi.mock('#functions/scan/scan.public.ts', () => ({
  ledgerOf: async (paperId: string) => scan.ledgers.get(paperId) as SheetLedger,
  readingsOfStudents: async (paperId: string, ids: readonly string[]) =>
    (scan.readings.get(paperId) as StudentReading[]).filter((r) => ids.includes(r.studentId)),
}))

beforeAll(() => actAs('marking-work'))

it('second marks go to who stands by a line: foretold, asked for once, and given to others', async () => {
  const of = await seat(20, {}, 3)
  const { paperId } = of.paper
  scan.ledgers.set(paperId, balancedLedger(paperId))
  scan.readings.set(
    paperId,
    of.students.map((s) => readingOf(of, s)),
  )
  await open(of)
  const [a] = of.teachers
  const held = (await claim(of, a!.token)).data
  // With the choice a total is five points more.
  const near = held.answers.slice(0, 2).map((x) => x.studentId)
  for (const { studentId } of held.answers)
    expect((await submit(of, a!.token, held, studentId, points(near.includes(studentId) ? 500 : 100))).status).toBe(0)
  await finish(of, a!.token, held)
  forgetAll()
  actAs('marking-api')
  const wish = { paperId, share: 10, lines: [1000] }
  const ask = (more: object = {}, token = of.manager.token) => send(handler, secondRead, { ...wish, ...more }, token)
  expect((await ask({}, a!.token)).http).toBe(403)
  const { data } = await ask()
  expect(data).toMatchObject({
    once: 20,
    picks: 2,
    candidates: 2,
    questions: [{ number: '2', picks: 2 }],
    assumed: ['2'],
  })
  expect(data.error.planned).toBeLessThan(data.error.random)
  expect(data.error.random).toBeLessThan(data.error.now)
  // A line that no total is near.
  expect((await ask({ lines: [900_000] })).data.picks).toBe(0)
  const attemptId = newId<AttemptId>('attempt')
  const start = { ...wish, reason: '线附近加评', attemptId }
  const sent = await send(handler, secondStart, start, of.manager.token)
  expect(sent.status).toBe(0)
  expect((await send(handler, secondStart, start, of.manager.token)).data.uuid).toBe(sent.data.uuid)
  expect(await againRounds.query(`again#${paperId}`)).toMatchObject([{ rule: 'both', marks: 2, kind: 'remark' }])
  actAs('marking-work')
  await until(async () => {
    const second = (await bundlesOf(paperId)).filter((b) => b.role === 'second')
    expect(second.flatMap((b) => b.studentIds).sort()).toEqual([...near].sort())
    expect(second.every((b) => b.excluded.includes(a!.userId))).toBe(true)
  })
  // What has a second mark coming is asked for no more.
  forgetAll()
  const left = await send(handler, secondRead, wish, of.manager.token)
  expect(left.data.once).toBe(18)
  expect(
    (
      await send(
        handler,
        secondStart,
        { ...start, lines: [900_000], attemptId: newId<AttemptId>('attempt') },
        of.manager.token,
      )
    ).status,
  ).toBe(refused.againNothing.status)
})
