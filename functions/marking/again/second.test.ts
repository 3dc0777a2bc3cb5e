import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId } from '#shared/kit/ids.ts'
import { remarkRead, remarkRecord } from '#shared/marking/again/again.calls.ts'
import { secondRead, secondStart } from '#shared/marking/again/second.calls.ts'
import { claimBundle, submitMark } from '#shared/marking/marking.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import { jobOf } from './again.jobs.ts'
import { finish, forgetAll, open, points, until } from '../marking.steps.fixtures.ts'
import { againRounds } from '../marking.store.ts'
import { bundlesOf } from '../queue.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

it('second marks go to who stands by a line: foretold, asked for once, and given to others', async () => {
  // Two essays: what is asked for is one act all the same.
  const of = await seat(20, {}, 3, ['1班'], 1)
  const { paperId } = of.paper
  scan.allHere(of)
  await open(of)
  const [a] = of.teachers
  const near = of.students.slice(0, 2)
  for (const { questionId } of of.paper.questions.slice(1)) {
    const held = (await send(handler, claimBundle, { paperId, questionId }, a!.token)).data
    const { bundleId, role, epoch } = held.bundle
    for (const { studentId } of held.answers) {
      // With the choice and the other essay a total is eleven points.
      const value = points(near.includes(studentId) ? 300 : 100)
      const mark = { paperId, questionId, bundleId, role, epoch, studentId, imageVersion: 1, value }
      const sent = { ...mark, attemptId: newId<AttemptId>('attempt') }
      expect((await send(handler, submitMark, sent, a!.token)).status).toBe(0)
    }
    await finish(of, a!.token, held)
  }
  forgetAll()
  actAs('marking-api')
  const wish = { paperId, share: 10, lines: [1100] }
  const ask = (more: object = {}, token = of.manager.token) => send(handler, secondRead, { ...wish, ...more }, token)
  expect((await ask({}, a!.token)).http).toBe(403)
  const { data } = await ask()
  expect(data).toMatchObject({
    once: 40,
    picks: 4,
    candidates: 2,
    questions: [
      { number: '2', picks: 2 },
      { number: '3', picks: 2 },
    ],
    assumed: ['2', '3'],
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
  expect(await againRounds.query(`again#${paperId}`)).toMatchObject([{ rule: 'both', marks: 4, kind: 'remark' }])
  // The same attempt with another share is another act.
  const other = await send(handler, secondStart, { ...start, share: 20 }, of.manager.token)
  expect(other.status).toBe(refused.conflict.status)
  const listed = (await send(handler, remarkRecord, { paperId, pageSize: 20 }, of.manager.token)).data.list
  expect(listed).toMatchObject([{ share: 10, marks: 4, numbers: ['2', '3'], students: null }])
  actAs('marking-work')
  await until(async () => {
    const second = (await bundlesOf(paperId)).filter((b) => b.role === 'second')
    expect(second.flatMap((b) => b.studentIds).sort()).toEqual([...near, ...near].sort())
    expect(second.every((b) => b.excluded.includes(a!.userId))).toBe(true)
  })
  // What has a second mark coming is asked for no more.
  forgetAll()
  const left = await send(handler, secondRead, wish, of.manager.token)
  expect(left.data.once).toBe(36)
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
  // An act that failed is gone on with by who asks for the same; no other is planned, and no other kind of act takes it for its own.
  const [done] = await againRounds.query(`again#${paperId}`)
  const { doneAt: _done, begunAt: _begun, jobId: _job, ...round } = done!
  const failed = { ...round, attemptId: newId<AttemptId>('attempt'), at: round.at - 120_000 }
  expect(await againRounds.create(failed)).toBeTruthy()
  expect((await ask()).data.resumes).toBe(4)
  const [, , c] = of.teachers
  const plain = { paperId, questionIds: [of.essay.questionId], markers: [c!.userId], rule: 'both' as const }
  expect((await send(handler, remarkRead, plain, of.manager.token)).data).toMatchObject({ marks: 0, resumes: false })
  const on = await send(handler, secondStart, { ...start, attemptId: newId<AttemptId>('attempt') }, of.manager.token)
  expect([on.message, on.data.uuid]).toEqual(['', jobOf(failed)])
  expect(await againRounds.query(`again#${paperId}`)).toHaveLength(2)
  await until(async () => expect((await againRounds.get(failed))?.doneAt).toBeDefined())
  expect((await ask()).data.resumes).toBeUndefined()
})
