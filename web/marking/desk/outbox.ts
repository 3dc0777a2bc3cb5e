/**
 * Marks that were given and not yet acknowledged. They lie on this computer until the server has them, are sent one
 * after the other in the order in which they were given, and again under the same attempt id until they are answered.
 */
import { composeId, timeOfId } from '#shared/kit/ids.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import type { submitMark } from '#shared/marking/marking.calls.ts'
import type { SentOf } from '#web/kit/ask.ts'
import { now, randomId } from '#web/kit/ports.ts'
import type { Store } from '#web/kit/ports.ts'
import { Refusal, SessionOver, Trouble } from '#web/kit/refusals.ts'

export type Sent = SentOf<typeof submitMark>

const ofOneAnswer = (a: Sent, b: Sent): boolean =>
  a.studentId === b.studentId && a.questionId === b.questionId && a.role === b.role

/**
 * A new mark takes the place of one of the same answer that still waits, unless that one was sent: the server may have it,
 * and it is told first. What the other was given over, the new one is then.
 */
export const queued = (waiting: readonly Sent[], next: Sent, tried: ReadonlySet<string> = new Set()): Sent[] => {
  const dropped = waiting.find((w) => ofOneAnswer(w, next) && !tried.has(w.attemptId))
  const over = dropped && next.over === dropped.attemptId ? { over: dropped.over } : {}
  return [...waiting.filter((w) => w !== dropped), { ...next, ...over }]
}

let lastMs = 0
/**
 * Attempt ids of one marker are sorted by time, also when the clock is set back, and after the attempt that this one takes
 * the place of: it may have been given on a computer whose clock is ahead.
 */
export const newAttempt = (over?: string): AttemptId => {
  lastMs = Math.max(now(), lastMs + 1, over ? timeOfId(over) + 1 : 0)
  const hex = randomId().replaceAll('-', '')
  const bytes = Uint8Array.from({ length: 10 }, (_, i) => parseInt(hex.slice(i * 2, i * 2 + 2), 16))
  return composeId('attempt', lastMs, bytes)
}

/** How long to wait after the nth failure in a row, ms. */
export const backOff = (failures: number): number => Math.min(30_000, 1000 * 2 ** Math.min(failures, 5))

export type OutboxPorts = {
  store: Store
  /** Whose marks: another user of this computer has an outbox of his own. */
  owner: string
  send: (mark: Sent) => Promise<unknown>
  /** A mark was acknowledged, or refused with a reason. */
  settled: (mark: Sent, refusal: Refusal | null) => void
  /** What waits, or whether the network is there, has changed. */
  changed: () => void
  /** Resolves after that long, or sooner when the network is back. */
  pause: (ms: number) => Promise<void>
  sessionOver: (error: unknown) => void
}

export type Outbox = {
  put: (mark: Sent) => void
  waiting: () => readonly Sent[]
  offline: () => boolean
  close: () => void
}

export const openOutbox = (ports: OutboxPorts): Outbox => {
  const key = `marking.outbox.${ports.owner}`
  let open = true
  let failures = 0
  let running = false
  const waiting = (): Sent[] => {
    try {
      return JSON.parse(ports.store.get(key) ?? '[]') as Sent[]
    } catch {
      return []
    }
  }
  // What waits from before may have been sent by the page that gave it.
  const tried = new Set<string>(waiting().map((w) => w.attemptId))
  const keep = (marks: readonly Sent[]): void => {
    if (marks.length === 0) ports.store.remove(key)
    else ports.store.set(key, JSON.stringify(marks))
    ports.changed()
  }
  const answered = (mark: Sent, refusal: Refusal | null): void => {
    failures = 0
    tried.delete(mark.attemptId)
    keep(waiting().filter((w) => w.attemptId !== mark.attemptId))
    ports.settled(mark, refusal)
  }
  const sendOne = async (mark: Sent): Promise<void> => {
    tried.add(mark.attemptId)
    try {
      await ports.send(mark)
      answered(mark, null)
    } catch (error) {
      if (error instanceof Refusal) return answered(mark, error)
      // Not let in: sending it again would never help.
      if (error instanceof Trouble && error.code === 403)
        return answered(mark, new Refusal(403, '没有权限评阅这份答卷'))
      if (error instanceof SessionOver) ports.sessionOver(error)
      failures++
      ports.changed()
      await ports.pause(backOff(failures - 1))
    }
  }
  const run = async (): Promise<void> => {
    if (running) return
    running = true
    for (let next = waiting()[0]; open && next; next = waiting()[0]) await sendOne(next)
    running = false
  }
  void run()
  return {
    put: (mark) => {
      keep(queued(waiting(), mark, tried))
      void run()
    },
    waiting,
    offline: () => failures > 0,
    close: () => {
      open = false
    },
  }
}
