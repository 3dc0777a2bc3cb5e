/** A network that is gone for an hour, and a clock that is an hour wrong: no mark is lost. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { timeOfId } from '#shared/kit/ids.ts'
import type { PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { mayReplace } from '#shared/marking/marking.rules.ts'
import type { Mark } from '#shared/marking/marking.types.ts'
import type { Store } from '#web/kit/ports.ts'
import { Refusal, Trouble } from '#web/kit/refusals.ts'
import { openDesk } from './markingDesk.ts'
import { newAttempt, openOutbox } from './outbox.ts'
import type { Sent } from './outbox.ts'

const hour = 3_600_000
afterEach(() => void vi.useRealTimers())

/** A computer's store. */
const memory = (): Store => {
  const kept = new Map<string, string>()
  return {
    get: (k) => kept.get(k) ?? null,
    set: (k, v) => void kept.set(k, v),
    remove: (k) => void kept.delete(k),
    clear: () => kept.clear(),
  }
}
const until = (holds: () => void): Promise<void> => vi.waitFor(holds, 120_000)
const me = 'us' as UserId
const score = (n: number) => ({ kind: 'score' as const, score: n * 100 })

/** What a paper's answers know, by the rule of the server's own write; time goes by pauses alone. */
const server = (students: number) => {
  const stored = new Map<string, Mark>()
  const told: string[] = []
  let at = 0
  let gone: { from: number; to: number } | null = null
  let next = 0
  const bundle = (): ClaimedBundle => {
    const first = next
    next += 20
    return {
      bundle: { bundleId: `bu${first}`, role: 'first', epoch: 1, claimedUntil: at + hour / 2 },
      question: { questionId: 'qu', number: '1', unitType: 5, fullScore: 800, step: 100 },
      left: students - first,
      answers: Array.from({ length: 20 }, (_, i) => {
        const mine = stored.get(`st${first + i}`)
        return {
          ...{ studentId: `st${first + i}`, imageVersion: 1, images: [], likelyBlank: false, others: [] },
          ...(mine ? { mine: { value: mine.value, attemptId: mine.attemptId } } : {}),
        }
      }),
    } as unknown as ClaimedBundle
  }
  return {
    stored,
    told,
    now: () => at,
    cut: (from: number, to: number) => void (gone = { from, to }),
    begin: () => void (next = 0),
    claim: async () => {
      if (gone && at >= gone.from && at < gone.to) throw new Trouble(0, '/claim')
      if (next >= students) throw new Refusal(markingProblems.nothingLeft.status, '')
      return Promise.resolve(bundle())
    },
    send: async (m: Sent) => {
      if (gone && at >= gone.from && at < gone.to) throw new Trouble(0, '/score')
      const there = stored.get(m.studentId)
      const mark = { ...m, by: me, at } as unknown as Mark
      if (there?.attemptId !== m.attemptId) {
        if (there && m.over !== undefined && there.attemptId !== m.over)
          throw new Refusal(markingProblems.elsewhere.status, '', { attemptId: there.attemptId, value: there.value })
        if (there && !mayReplace(there, mark)) throw new Refusal(markingProblems.superseded.status, '')
        stored.set(m.studentId, mark)
      }
      told.push(m.studentId)
      // Its answer is lost on the way as the network goes: it is sent again, and is the same mark.
      if (gone && at + 1 === gone.from) {
        at++
        throw new Trouble(0, '/score')
      }
      return Promise.resolve()
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

const desk = (of: ReturnType<typeof server>, store: Store) => {
  let refused = 0
  const opened = openDesk({
    paperId: 'pa' as PaperId,
    questionId: 'qu' as QuestionId,
    claim: () => of.claim(),
    finish: async () => Promise.resolve({ done: true, left: 0 }),
    outbox: (settled, changed) =>
      openOutbox({
        store,
        owner: me,
        send: (m) => of.send(m),
        settled: (m, r) => {
          refused += r ? 1 : 0
          settled(m, r)
        },
        changed,
        pause: async () => Promise.resolve(),
        sessionOver: () => undefined,
      }),
    fetchAhead: () => undefined,
    pause: () => new Promise(() => undefined),
  })
  return { desk: opened, refused: () => refused }
}

/** The outbox of this computer, whose pauses are time that goes by. */
const box = (of: ReturnType<typeof server>, store: Store) => {
  const pauses: number[] = []
  const refused: Sent[] = []
  const opened = openOutbox({
    store,
    owner: me,
    send: (m) => of.send(m),
    settled: (m, r) => void (r && refused.push(m)),
    changed: () => undefined,
    pause: async (ms) => {
      pauses.push(ms)
      of.pass(ms)
      // As a timer does: other things go on before it.
      await new Promise((soon) => setTimeout(soon, 0))
    },
    sessionOver: () => undefined,
  })
  return { box: opened, pauses, refused }
}
const mark = (i: number, of: Partial<Sent> = {}): Sent =>
  ({
    ...{ studentId: `st${i}`, questionId: 'qu', role: 'first', epoch: 1, imageVersion: 1, over: null },
    ...{ attemptId: newAttempt(of.over ?? undefined), value: score(i % 9), ...of },
  }) as unknown as Sent

describe('a network that is gone for an hour', () => {
  it('costs none of two hundred marks, over a reload, and sends each once it is back, in order', async () => {
    const of = server(200)
    const store = memory()
    const waits = (): Sent[] => JSON.parse(store.get(`marking.outbox.${me}`) ?? '[]') as Sent[]
    of.cut(1, hour)
    const first = box(of, store)
    // The first one arrives, and the line goes before its answer is back.
    first.box.put(mark(0))
    await until(() => expect(of.told).toEqual(['st0']))
    for (let i = 1; i < 200; i++) first.box.put(mark(i))
    // One that was never sent is given anew before it is: it goes as its last mark alone.
    const again = mark(150, { over: waits()[150]!.attemptId, value: score(7) })
    first.box.put(again)
    await until(() => expect(first.box.offline()).toBe(true))
    const kept = waits()
    expect(kept.length).toBe(200)
    // The page is loaded again: what was given goes on from this computer's store.
    first.box.close()
    const second = box(of, store)
    await until(() => expect(waits()).toEqual([]))
    expect(of.now()).toBeGreaterThanOrEqual(hour)
    // The first was there already, and is the same mark.
    expect(of.told).toEqual(['st0', ...kept.map((m) => m.studentId)])
    for (const m of kept) expect([m.studentId, of.stored.get(m.studentId)?.value]).toEqual([m.studentId, m.value])
    expect(of.stored.get('st150')?.attemptId).toBe(again.attemptId)
    expect([first.refused, second.refused]).toEqual([[], []])
    // It asks at most every half a minute, and not more often while nothing comes.
    expect(Math.max(...second.pauses)).toBe(30_000)
    expect(first.pauses.length + second.pauses.length).toBeLessThan(140)
  })
})

describe.each([-hour, hour])('a desk whose clock is %i ms wrong', (wrong) => {
  it('gives its marks, over its own and over those of a computer that is right, and loses none', async () => {
    const of = server(20)
    const right = Date.now()
    const at = (offset: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: right + offset })
    /** The same marker at a computer; each gives all twenty. */
    const round = async (offset: number, points: number): Promise<void> => {
      at(offset)
      of.begin()
      const own = desk(of, memory())
      await until(() => expect(own.desk.state().entries.length).toBe(20))
      for (let i = 0; i < 20; i++) {
        if (own.desk.state().phase !== 'marking') own.desk.back()
        while (own.desk.state().at > i) own.desk.back()
        while (own.desk.state().at < i) own.desk.next()
        own.desk.mark(score(points))
      }
      await until(() => expect(own.desk.state().waiting).toBe(0))
      own.desk.close()
      expect([own.refused(), own.desk.state().clashes, own.desk.state().notice]).toEqual([0, [], null])
      expect([...of.stored.values()].map((m) => m.value)).toEqual(Array.from({ length: 20 }, () => score(points)))
    }
    await round(wrong, 3)
    await round(0, 4)
    await round(wrong, 5)
    // Ids sort by when they were given, by any of the clocks: each is later than the one whose place it took.
    const times = [...of.stored.values()].map((m) => timeOfId(m.attemptId))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(right + Math.max(0, wrong))
  })
})
