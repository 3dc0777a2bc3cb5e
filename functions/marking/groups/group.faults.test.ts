/** A block is split while its claims are out, under every single fault: no mark is lost, and no answer is left in a hand. */
import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId, QuestionId } from '#shared/kit/ids.ts'
import { markingGroups, saveMarkingGroup } from '#shared/marking/groups/group.calls.ts'
import { claimBundle, finishBundle, submitMark } from '#shared/marking/marking.calls.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { StoreCall } from '#functions/kit/faults.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { fenceMs } from '../desk/desk.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { answers } from '../marking.store.ts'
import { forgetAll, open, points } from '../marking.steps.fixtures.ts'
import { bundlesOf } from '../queue.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

/** An open paper of two essays that lie on one crop. */
const ofTwo = async (count: number): Promise<{ of: Sitting; both: [QuestionId, QuestionId] }> => {
  const of = await seat(count, {}, 3, ['1班', '2班'])
  const second = { ...of.essay, questionId: newId<QuestionId>('question'), number: '3' }
  const { paperId } = of.paper
  await asFunction('exam-api', () => papers.edit({ paperId }, (p) => ({ ...p!, questions: [...p!.questions, second] })))
  const both: [QuestionId, QuestionId] = [of.essay.questionId, second.questionId]
  scan.readings.set(
    paperId,
    of.students.map((id) => {
      const reading = scan.readingOf(of, id)
      return { ...reading, blocks: reading.blocks.map((b) => ({ ...b, questionIds: both })) }
    }),
  )
  await open(of)
  return { of, both }
}

it('keeps every mark and every answer of a block that is split and joined while it is marked', async () => {
  const { of, both } = await ofTwo(60)
  const { paperId } = of.paper
  const [a, b, c] = of.teachers as [Sitting['teachers'][0], Sitting['teachers'][0], Sitting['teachers'][0]]
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs) })
  try {
    const version = async () => (await send(handler, markingGroups, { paperId }, of.manager.token)).data.version
    /** Both by the one; or the first by the one and the second by the other. */
    const joined = async (who: typeof a, v: number) =>
      send(
        handler,
        saveMarkingGroup,
        { paperId, lead: both[0], questionIds: both, markers: [who.userId], leaders: [], version: v },
        of.manager.token,
      )
    const split = async (who: typeof a, v: number) =>
      send(
        handler,
        saveMarkingGroup,
        { paperId, lead: both[0], questionIds: [both[1]], markers: [who.userId], leaders: [], version: v },
        of.manager.token,
      )
    const given: { questionId: QuestionId; studentId: string; attemptId: AttemptId; by: string }[] = []
    /** Takes a bundle of the question and marks its first answer. */
    const mark = async (who: typeof a, questionId: QuestionId): Promise<void> => {
      forgetAll()
      const got = await send(handler, claimBundle, { paperId, questionId }, who.token)
      expect([got.http, got.status]).toEqual([200, 0])
      const studentId = got.data.answers.find((x) => !x.mine)?.studentId ?? got.data.answers[0]!.studentId
      const { bundleId, role, epoch } = got.data.bundle
      const attemptId = newId<AttemptId>('attempt')
      const sent = {
        paperId,
        questionId,
        bundleId,
        role,
        epoch,
        studentId,
        imageVersion: 1,
        attemptId,
        value: points(500),
      }
      expect((await send(handler, submitMark, sent, who.token)).status).toBe(0)
      given.push({ questionId, studentId, attemptId, by: who.userId })
      // What is left of a bundle goes on: the next one has answers.
      if (got.data.answers.length === 1) await send(handler, finishBundle, { paperId, bundleId, epoch }, who.token)
    }
    const holds = async (told: string): Promise<void> => {
      for (const g of given) {
        const item = await answers.get({ paperId, studentId: g.studentId as never, questionId: g.questionId })
        const kept = [item?.first, ...(item?.past ?? []).map((p) => p.mark)].find((m) => m?.attemptId === g.attemptId)
        expect([told, kept?.by]).toEqual([told, g.by])
      }
      // Each answer lies in one bundle of its question, and no bundle in the hand of who marks that question no more.
      const all = await bundlesOf(paperId)
      for (const questionId of both) {
        const own = all.filter((x) => x.questionId === questionId)
        expect([told, own.flatMap((x) => x.studentIds).toSorted()]).toEqual([told, of.students.toSorted()])
      }
    }
    const strayed = async (may: Record<string, string>): Promise<string[]> =>
      (await bundlesOf(paperId)).flatMap((x) =>
        x.state === 'claimed' && x.holder !== may[x.questionId] ? [x.bundleId] : [],
      )
    // The second question goes from b to c and back: the first stays with a.
    expect((await joined(a, await version())).status).toBe(0)
    expect((await split(b, await version())).status).toBe(0)
    await mark(a, both[0])
    const calls: StoreCall[] = []
    await mark(b, both[1])
    const dry = withFaults((call) => {
      calls.push(call)
      return null
    })
    forgetAll()
    expect((await split(c, await version())).data.released).toBe(1)
    dry.stop()
    expect(await strayed({ [both[0]]: a.userId, [both[1]]: c.userId })).toEqual([])
    let [now, next] = [c, b]
    for (const { at, kind, told } of faultCases(calls, { every: 9 })) {
      await mark(now, both[1])
      const seen = await version()
      const before = (await bundlesOf(paperId)).find((x) => x.questionId === both[0] && x.state === 'claimed')
      forgetAll()
      const fault = withFaults(({ index }) => (index === at ? kind : null))
      const first = await split(next, seen).catch(() => null)
      fault.stop()
      // What was cut off is asked for again, over what is there then.
      if (first?.status !== 0) expect([told, (await split(next, await version())).status]).toEqual([told, 0])
      expect([told, await strayed({ [both[0]]: a.userId, [both[1]]: next.userId })]).toEqual([told, []])
      // The other question's claim was not touched.
      const after = (await bundlesOf(paperId)).find((x) => x.bundleId === before?.bundleId)
      expect([told, after?.holder, after?.epoch]).toEqual([told, a.userId, before?.epoch])
      await holds(told)
      ;[now, next] = [next, now]
    }
    // Joined again: who leaves the second question hands it back.
    await mark(now, both[1])
    expect((await joined(a, await version())).data.released).toBe(1)
    await mark(a, both[1])
    await holds('joined')
  } finally {
    back()
  }
}, 300_000)
