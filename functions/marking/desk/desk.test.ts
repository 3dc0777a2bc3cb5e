/** Who marks, and what is said to wait: head teachers of other courses, double marking with one marker, the other mark of an own answer. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  arrangement,
  claimBundle,
  markingProgressCall,
  markingTasks,
  openMarking,
} from '#shared/marking/marking.calls.ts'
import type { BundleId } from '#shared/kit/ids.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { examTeachers } from '#functions/exam/exam.store.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { courseTeachers, deskNow } from './desk.ts'
import { handler } from '../marking.api.ts'
import { bundlesOf } from '../queue.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

const seated = async (...args: Parameters<typeof seat>): Promise<Sitting> => {
  const of = await seat(...args)
  scan.allHere(of)
  return of
}
const tasks = async (token: string) => {
  forgetAll()
  return (await send(handler, markingTasks, {}, token)).data!
}

describe('who marks', () => {
  it('is no head teacher who teaches another course', async () => {
    const of = await seated(1)
    const [first, second] = of.teachers
    await asFunction('exam-api', async () => {
      const [row] = await examTeachers.getMany([{ examId: of.paper.examId, teacherId: first!.caller.teacherId! }])
      const { classId } = row!.teaches[0]!
      await examTeachers.putMany([{ ...row!, teaches: [{ classId, isHead: true }] }])
    })
    // Named by hand a colleague of another course may: they are told apart from those of this one.
    const told = (await send(handler, arrangement, { paperId: of.paper.paperId }, of.manager.token)).data!
    expect(told.teachers.map((t) => t.userId)).not.toContain(first!.userId)
    expect(told.others.map((t) => t.userId)).toEqual([first!.userId])
    const able = courseTeachers(await deskNow(of.paper.paperId)).map((t) => t.userId)
    expect(able).not.toContain(first!.userId)
    expect(able).toContain(second!.userId)
    await open(of)
    expect(await tasks(first!.token)).toEqual([])
    expect((await claim(of, first!.token)).status).toBe(refused.notMarker.status)
  })

  it('are two where every answer is marked twice, or marking does not open', async () => {
    const of = await seated(1, { markers: 2 }, 1)
    const at = { paperId: of.paper.paperId }
    const { short } = (await send(handler, arrangement, at, of.manager.token)).data!
    expect(short).toEqual([{ questionId: of.essay.questionId, number: '2', needs: 2, has: 1 }])
    expect((await send(handler, openMarking, at, of.manager.token)).status).toBe(refused.tooFewMarkers.status)
    const enough = await seated(1, { markers: 2 }, 2)
    const opened = await send(handler, openMarking, { paperId: enough.paper.paperId }, enough.manager.token)
    expect(opened.status).toBe(0)
  })
})

describe('what waits', () => {
  it('is lent to an arbitrator ahead, an answer at a time: as many as one bundle has', async () => {
    const of = await seated(5, { markers: 2, tolerance: 0 }, 2)
    await open(of)
    const [one, two] = of.teachers
    for (const [who, given] of [
      [one, 300],
      [two, 900],
    ] as const) {
      const got = (await claim(of, who!.token)).data!
      for (const a of got.answers) await submit(of, who!.token, got, a.studentId, points(given))
      await finish(of, who!.token, got)
    }
    await until(async () =>
      expect((await bundlesOf(of.paper.paperId)).filter((b) => b.role === 'final').length).toBe(5),
    )
    const lent: string[] = []
    const besides: BundleId[] = []
    for (let n = 0; n < 5; n++) {
      const { data } = await send(
        handler,
        claimBundle,
        { paperId: of.paper.paperId, questionId: of.essay.questionId, role: 'final', besides },
        of.manager.token,
      )
      expect(data!.answers.length).toBe(1)
      lent.push(data!.answers[0]!.studentId)
      besides.push(data!.bundle.bundleId)
    }
    expect(new Set(lent).size).toBe(5)
  })

  it('is told when it all lies in the hands of others, and offered again when they give it back', async () => {
    const of = await seated(3, {}, 2)
    await open(of)
    const [one, two] = of.teachers
    const mine = async (token: string) => (await tasks(token)).map((t) => [t.left, t.held, t.free])
    await until(async () => expect(await mine(two!.token)).toEqual([[3, false, 3]]))
    const got = (await claim(of, one!.token)).data!
    expect(got.answers).toHaveLength(3)
    await until(async () => expect(await mine(two!.token)).toEqual([[3, true, 0]]))
    // Who holds them goes on.
    expect(await mine(one!.token)).toEqual([[3, false, 3]])
    for (const a of got.answers.slice(0, 2)) await submit(of, one!.token, got, a.studentId, points(300))
    expect((await mine(two!.token))[0]![1]).toBe(true)
  })

  it('does not hold the other mark of an answer that one has marked', async () => {
    const of = await seated(3, { markers: 2, tolerance: 0 }, 2)
    await open(of)
    const [one, two] = of.teachers
    const got = (await claim(of, one!.token)).data!
    for (const a of got.answers) await submit(of, one!.token, got, a.studentId, points(300))
    await finish(of, one!.token, got)
    await until(async () => {
      const mine = await tasks(one!.token)
      // Three answers wait for a second mark, and none of them for this marker.
      expect(mine.map((t) => [t.role, t.total - t.done, t.left])).toEqual([
        ['first', 0, 0],
        ['second', 3, 0],
      ])
    })
    expect((await claim(of, one!.token)).status).toBe(refused.nothingLeft.status)
    const others = await tasks(two!.token)
    expect(Math.max(...others.map((t) => t.left))).toBe(3)
    const second = (await claim(of, two!.token)).data!
    expect(second.bundle.role).toBe('second')
    for (const a of second.answers) await submit(of, two!.token, second, a.studentId, points(900))
    await finish(of, two!.token, second)
    // They differ: the manager arbitrates, and the monitor's figure leads there.
    await until(async () => {
      forgetAll()
      const { data } = await send(handler, markingProgressCall, { paperId: of.paper.paperId }, of.manager.token)
      expect(data).toMatchObject({ arbitrates: [of.essay.questionId], questions: [{ needFinal: 3 }] })
    })
    const marker = await send(handler, markingProgressCall, { paperId: of.paper.paperId }, one!.token)
    expect(marker.data!.arbitrates).toEqual([])
  })
})
