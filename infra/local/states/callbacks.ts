import { randomBytes } from 'node:crypto'
import { ApiError, StateFailure } from './failure.ts'
import type { Journal } from './journal.ts'
import type { Json } from './states.types.ts'

interface Waiter {
  resolve(output: Json): void
  reject(failure: StateFailure): void
  beat(): void
}

type Outcome = { output: Json } | { error: string; cause: string }

const PREFIX = 'AQCEAAAA'

/** Tokens that tasks wait for. An answer is on disk before its caller is told so. */
export class Callbacks {
  readonly #journal: Journal
  readonly #waiters = new Map<string, Waiter>()
  readonly #machines = new Map<string, string>()
  /** tokens whose task ended without an answer */
  readonly #unanswered = new Set<string>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  newToken(): string {
    return PREFIX + randomBytes(96).toString('base64')
  }

  /** Opens a token (again, after a restart) and answers its outcome. */
  wait(token: string, execution: string, machineArn: string, durable: boolean, beat: () => void): Promise<Json> {
    if (durable) {
      this.#journal.openToken({ token, execution, machineArn })
      const known = this.#journal.token(token)?.outcome
      if (known) {
        const outcome = JSON.parse(known) as Outcome
        return 'output' in outcome
          ? Promise.resolve(outcome.output)
          : Promise.reject(new StateFailure(outcome.error, outcome.cause))
      }
    }
    this.#machines.set(token, machineArn)
    return new Promise((resolve, reject) => this.#waiters.set(token, { resolve, reject, beat }))
  }

  /**
   * Ends the wait. The row stays until the execution ends: were it gone before the task's frame moved on, a kill
   * between the two would leave the task waiting for an answer that had come.
   */
  close(token: string): void {
    if (this.#waiters.delete(token)) this.#unanswered.add(token)
    this.#machines.delete(token)
  }

  /** The state machine whose task waits for the token; '*' when none does. */
  machineOf(token: string): string {
    return this.#machines.get(token) ?? this.#journal.token(token)?.machineArn ?? '*'
  }

  /**
   * The task that waits; undefined for one that a restart has not reached yet. Throws ApiError InvalidToken for what
   * is no token, TaskTimedOut for a task that is closed.
   */
  #open(token: string): Waiter | undefined {
    if (!token.startsWith(PREFIX)) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'")
    const waiter = this.#waiters.get(token)
    if (waiter) return waiter
    const row = this.#unanswered.has(token) ? undefined : this.#journal.token(token)
    if (!row || row.outcome !== null)
      throw new ApiError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'")
    return undefined
  }

  answer(token: string, outcome: Outcome): void {
    const waiter = this.#open(token)
    this.#journal.answerToken(token, JSON.stringify(outcome))
    this.#waiters.delete(token)
    if (!waiter) return
    if ('output' in outcome) waiter.resolve(outcome.output)
    else waiter.reject(new StateFailure(outcome.error, outcome.cause))
  }

  beat(token: string): void {
    this.#open(token)?.beat()
  }
}
