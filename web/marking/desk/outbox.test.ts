import { describe, expect, it } from 'vitest'
import { composeId, timeOfId } from '#shared/kit/ids.ts'
import type { Store } from '#web/kit/ports.ts'
import { Refusal, Trouble } from '#web/kit/refusals.ts'
import { backOff, newAttempt, openOutbox, queued } from './outbox.ts'
import type { Sent } from './outbox.ts'

const mark = (studentId: string, score: number): Sent =>
  ({
    studentId,
    questionId: 'qu',
    role: 'first',
    attemptId: newAttempt(),
    value: { kind: 'score', score },
  }) as unknown as Sent

const memory = (): Store => {
  const kept = new Map<string, string>()
  return {
    get: (k) => kept.get(k) ?? null,
    set: (k, v) => void kept.set(k, v),
    remove: (k) => void kept.delete(k),
    clear: () => kept.clear(),
  }
}

const outbox = (store: Store, send: (m: Sent) => Promise<unknown>) => {
  const settled: [string, string | null][] = []
  const box = openOutbox({
    store,
    owner: 'us',
    send,
    settled: (m, r) => settled.push([m.studentId, r?.message ?? null]),
    changed: () => undefined,
    pause: () => Promise.resolve(),
    sessionOver: () => undefined,
  })
  return { box, settled }
}
const quiet = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 50 && !holds(); i++) await Promise.resolve()
}

describe('the outbox', () => {
  it('sends the same attempt until it is answered, in the order given', async () => {
    const tried: string[] = []
    let down = 3
    const { box, settled } = outbox(memory(), async (m) => {
      tried.push(m.attemptId)
      if (down-- > 0) throw new Trouble(0, '/x')
    })
    const [a, b] = [mark('a', 1), mark('b', 2)]
    box.put(a)
    box.put(b)
    await quiet(() => box.waiting().length === 0)
    expect(tried).toEqual([a.attemptId, a.attemptId, a.attemptId, a.attemptId, b.attemptId])
    expect(settled).toEqual([
      ['a', null],
      ['b', null],
    ])
    expect(box.offline()).toBe(false)
  })

  it('keeps what waits over a restart, and says what was refused', async () => {
    const store = memory()
    const first = outbox(store, () => new Promise(() => undefined))
    first.box.put(mark('a', 1))
    first.box.close()
    const second = outbox(store, async () => {
      throw new Refusal(26006, '已被收回')
    })
    await quiet(() => second.box.waiting().length === 0)
    expect(second.settled).toEqual([['a', '已被收回']])
  })

  it('keeps only the last mark of an answer, but never drops one that is on its way', () => {
    const [old, next] = [mark('a', 1), mark('a', 2)]
    expect(queued([old], next)).toEqual([next])
    expect(queued([old], next, new Set([old.attemptId]))).toEqual([old, next])
    // Never sent, no server has it: the new one is given over what that one was.
    const [before] = [mark('a', 0).attemptId]
    const chain = { ...next, over: old.attemptId }
    expect(queued([{ ...old, over: before }], chain)).toEqual([{ ...next, over: before }])
    expect(queued([{ ...old, over: null }], chain)).toEqual([{ ...next, over: null }])
  })

  it('makes attempt ids that grow, and waits longer after each failure', () => {
    const ids = Array.from({ length: 20 }, () => newAttempt())
    expect([...ids].sort()).toEqual(ids)
    // A mark from a computer whose clock is an hour ahead is replaced by one that comes after it.
    const ahead = composeId('attempt', timeOfId(ids.at(-1)!) + 3_600_000, new Uint8Array(10).fill(255))
    expect(newAttempt(ahead) > ahead).toBe(true)
    expect([0, 1, 2, 9].map(backOff)).toEqual([1000, 2000, 4000, 30_000])
  })
})
