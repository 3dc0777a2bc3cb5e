import type { StatesClock } from './states.types.ts'

export type CancelReason = 'closed' | 'stopped' | 'timeout' | 'sibling'

export class Cancelled extends Error {
  readonly reason: CancelReason
  constructor(reason: CancelReason) {
    super(`cancelled: ${reason}`)
    this.reason = reason
  }
}

/** A tree of cancellations. Lighter than AbortSignal, whose listener lists are walked on every add. */
export class Cancel {
  reason: CancelReason | undefined
  readonly #listeners = new Set<(reason: CancelReason) => void>()

  cancel(reason: CancelReason): void {
    if (this.reason) return
    this.reason = reason
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener(reason)
  }

  /** Calls `listener` on cancellation (at once if it has happened); the answer takes it back. */
  onCancel(listener: (reason: CancelReason) => void): () => void {
    if (this.reason) {
      listener(this.reason)
      return () => {}
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Throws Cancelled if this was cancelled. */
  check(): void {
    if (this.reason) throw new Cancelled(this.reason)
  }

  /** A cancellation that follows this one; call `release` when its work is done. */
  child(): { cancel: Cancel; release: () => void } {
    const child = new Cancel()
    return { cancel: child, release: this.onCancel((reason) => child.cancel(reason)) }
  }

  /** Settles as the promise does, or throws Cancelled first. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const release = this.onCancel((reason) => reject(new Cancelled(reason)))
      promise.then(
        (value) => (release(), resolve(value)),
        (error: unknown) => (release(), reject(error)),
      )
    })
  }
}

const LONGEST_TIMER = 2 ** 31 - 1

/** Waits `ms` on the clock, or throws Cancelled. */
export function sleep(clock: StatesClock, ms: number, cancel: Cancel): Promise<void> {
  return new Promise((resolve, reject) => {
    let wake = () => {}
    const release = cancel.onCancel((reason) => (wake(), reject(new Cancelled(reason))))
    if (!cancel.reason) wake = clock.after(ms, () => (release(), resolve()))
  })
}

/**
 * The clock of the machine. A timer may fire a millisecond early by the wall clock and holds no more than
 * 2³¹ − 1 ms: it is set again until the time has come.
 */
export const systemClock: StatesClock = {
  now: () => Date.now(),
  after(ms, wake) {
    const until = Date.now() + ms
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      timer = setTimeout(
        () => {
          const rest = until - Date.now()
          if (rest > 0) arm(rest)
          else wake()
        },
        Math.min(left, LONGEST_TIMER),
      )
    }
    arm(Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
