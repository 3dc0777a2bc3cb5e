import type { S3Client } from '@aws-sdk/client-s3'
import type { Cancel } from './cancel.ts'
import type { Callbacks } from './callbacks.ts'
import { StateFailure } from './failure.ts'
import type { Journal } from './journal.ts'
import type {
  ExecutionRow,
  Flow,
  Frame,
  Invoke,
  Json,
  JsonObject,
  MachineDefinition,
  StatesClock,
} from './states.types.ts'
import type { StateDefinition } from './states.types.ts'

/** The service's limit for the history of a Standard execution. */
const HISTORY_LIMIT = 25_000

/** Runs one service integration (such as `aws-sdk:s3:putObject`) with its Arguments. */
export type CustomTask = (args: Json, caller: { executionArn: string; roleArn: string }) => Promise<Json>

/** Counts the work that moves by itself; what waits for time, people or its children does not. */
export class Activity {
  #active = 0
  #checking = false
  #waiters: (() => void)[] = []

  enter(): void {
    this.#active++
  }
  leave(): void {
    this.#active--
    // a finished child wakes its parent within microtasks: look again after them
    if (this.#active > 0 || this.#checking || this.#waiters.length === 0) return
    this.#checking = true
    setImmediate(() => {
      this.#checking = false
      if (this.#active > 0) return
      const waiters = this.#waiters
      this.#waiters = []
      for (const waiter of waiters) waiter()
    })
  }
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }
  async parked<T>(wait: () => Promise<T>): Promise<T> {
    this.leave()
    try {
      return await wait()
    } finally {
      this.enter()
    }
  }
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push(resolve)
      this.enter()
      this.leave()
    })
  }
}

/** A started child execution. */
export interface Child {
  row: ExecutionRow
  done: Promise<ExecutionRow>
  stop(): void
}

/** A state that an execution enters; one that a map's child does, or its start; the start of an Express child. */
export type Paid = 'step' | 'transition' | 'express'

/** What the interpreter needs of its surroundings. */
export interface Engine {
  journal: Journal
  clock: StatesClock
  invoke: Invoke
  s3: S3Client | undefined
  custom: Readonly<Record<string, CustomTask>>
  customNames: ReadonlySet<string>
  activity: Activity
  paid: (what: Paid) => void
  callbacks: Callbacks
  region: string
  accountId: string
  partition: string
  /** Starts a child; `join` takes one of that name that exists already. Throws ApiError. */
  startChild(machineArn: string, name: string, input: string, options: { join: boolean; standard: boolean }): Child
  /** Runs the states of a thread to their end; Parallel and Map call it for what is inside them. */
  runThread(thread: Thread, input: Json): Promise<Json>
}

/** An execution in memory. */
export interface Run {
  engine: Engine
  row: ExecutionRow
  definition: MachineDefinition
  cancel: Cancel
  /** frames left by an earlier process, taken by the threads that they belong to */
  restored: Map<string, Frame>
  lastEventId: number
}

/** One line of control. */
export interface Thread {
  run: Run
  path: string
  flow: Flow
  /** variables of the scopes around it; read only */
  outer: JsonObject
  cancel: Cancel
  /** whether its frames are written */
  durable: boolean
  /** whether its events are written */
  recorded: boolean
  lastEvent: number
  /** `$states.context.Execution` and `.StateMachine` */
  execution: JsonObject
  machine: JsonObject
  /** `$states.context.Map`, inside an inline map */
  map?: JsonObject
}

/** What a state's work sees. */
export interface StateWork {
  thread: Thread
  name: string
  definition: StateDefinition
  frame: Frame
  /** what an expression of this state sees, without result */
  scope: { states: { input: Json; context: JsonObject }; variables: JsonObject }
}

export function save(thread: Thread, frame: Frame): void {
  if (thread.durable) thread.run.engine.journal.saveFrame(thread.run.row.arn, thread.path, frame)
}

/** The path under which a state's branches or iterations keep their frames; ends in '.'. */
export function pathUnder(thread: Thread, state: string): string {
  return `${thread.path}/${encodeURIComponent(state)}.`
}

/** Adds an event to the history; a thread's events name the one before. */
export function record(thread: Thread, type: string, details: JsonObject = {}): void {
  if (!thread.recorded || thread.cancel.reason === 'closed') return
  const { run } = thread
  if (run.lastEventId >= HISTORY_LIMIT - 1 && !type.startsWith('Execution'))
    throw new StateFailure(
      'States.Runtime',
      `The execution reached the maximum number of history events (${HISTORY_LIMIT}).`,
    )
  const id = ++run.lastEventId
  run.engine.journal.saveEvent(run.row.arn, {
    ...details,
    id,
    previousEventId: thread.lastEvent,
    timestamp: run.engine.clock.now() / 1000,
    type,
  })
  thread.lastEvent = id
}

/** ISO 8601 in UTC, as the context object has it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
