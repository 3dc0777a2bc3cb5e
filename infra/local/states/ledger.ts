import { randomUUID } from 'node:crypto'
import { Cancel, Cancelled } from './cancel.ts'
import { ApiError, PAYLOAD_LIMIT, StateFailure } from './failure.ts'
import { isoTime, record } from './thread.ts'
import type { Child, Engine, Run, Thread } from './thread.ts'
import type {
  ExecutionRow,
  ExecutionStatus,
  Frame,
  Json,
  JsonObject,
  Machine,
  MachineDefinition,
  StatusChange,
} from './states.types.ts'

/** An execution that ended longer ago is not redriven, milliseconds. */
const REDRIVABLE_MS = 14 * 86_400_000

/** Express executions end after five minutes at the latest. */
const EXPRESS_SECONDS = 300

interface Live {
  run: Run
  root: Thread
  done: Promise<ExecutionRow>
  /** last message to the event bus; the next waits for it */
  told: Promise<void>
}

/** The name rule of executions and state machines. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || !/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]{1,80}$/.test(name))
    throw new ApiError('InvalidName', `Invalid Name: '${String(name)}'`)
  return name
}

function checkInput(input: string): string {
  if (Buffer.byteLength(input) > PAYLOAD_LIMIT)
    throw new ApiError(
      'ValidationException',
      `Value at 'input' failed to satisfy constraint: length must be at most ${PAYLOAD_LIMIT}`,
    )
  try {
    JSON.parse(input)
  } catch (error) {
    throw new ApiError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${(error as Error).message}'`)
  }
  return input
}

/** The executions: starts, ends and resumes them, and tells the event bus. */
export class Ledger {
  readonly #engine: Engine
  readonly #tell: ((event: StatusChange) => void | Promise<void>) | undefined
  readonly #live = new Map<string, Live>()
  readonly #definitions = new Map<string, MachineDefinition>()

  constructor(engine: Engine, tell: ((event: StatusChange) => void | Promise<void>) | undefined) {
    this.#engine = engine
    this.#tell = tell
  }

  #define(text: string): MachineDefinition {
    let definition = this.#definitions.get(text)
    if (!definition) {
      if (this.#definitions.size > 500) this.#definitions.clear()
      this.#definitions.set(text, (definition = JSON.parse(text) as MachineDefinition))
    }
    return definition
  }

  /**
   * Starts an execution. A Standard one of the same name and input that still runs is answered again; any other of
   * that name is ExecutionAlreadyExists.
   */
  start(machine: Machine, name: string | undefined, input: string, join = false): Child {
    const { partition, region, accountId, journal, clock } = this.#engine
    const express = machine.type === 'EXPRESS'
    const own = checkName(name ?? randomUUID())
    checkInput(input)
    const kind = express ? 'express' : 'execution'
    const arn = `arn:${partition}:states:${region}:${accountId}:${kind}:${machine.name}:${own}${express ? `:${randomUUID()}` : ''}`
    const existing = express ? undefined : journal.execution(arn)
    if (existing) {
      const live = this.#live.get(arn)
      if (join || (live && existing.input === input))
        return { row: existing, done: live?.done ?? Promise.resolve(existing), stop: () => this.#cancel(arn) }
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`)
    }
    const row: ExecutionRow = {
      ...{ arn, machineArn: machine.arn, machineName: machine.name, roleArn: machine.roleArn, name: own },
      ...{ status: 'RUNNING', input, output: null, error: null, cause: null },
      start: Math.floor(clock.now()),
      stop: null,
      definition: machine.definition,
    }
    if (!express) journal.insertExecution(row)
    const live = this.#launch(row, new Map(), express)
    return { row, done: live.done, stop: () => this.#cancel(arn) }
  }

  #cancel(arn: string): void {
    this.#live.get(arn)?.run.cancel.cancel('stopped')
  }

  /** Stops a running execution: ABORTED, with the error and cause given. */
  async stop(arn: string, error: string | null, cause: string | null): Promise<ExecutionRow> {
    const live = this.#live.get(arn)
    if (!live) return this.describe(arn)
    live.run.row.error = error
    live.run.row.cause = cause
    live.run.cancel.cancel('stopped')
    return live.done
  }

  /** Throws ApiError ExecutionDoesNotExist. */
  describe(arn: string): ExecutionRow {
    const row = this.#engine.journal.execution(arn)
    if (!row) throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
    return row
  }

  /** Whether an execution may be taken up again where it stopped. */
  isRedrivable(row: ExecutionRow): boolean {
    const open = row.status === 'RUNNING' || row.status === 'SUCCEEDED' || row.definition === null
    return !open && (row.stop ?? 0) > this.#engine.clock.now() - REDRIVABLE_MS
  }

  /**
   * Takes up a Standard execution that did not succeed, at the state where it stopped and with fresh retries. What a map
   * or a branch had finished is done again.
   */
  redrive(arn: string): number {
    const { journal, clock } = this.#engine
    const row = this.describe(arn)
    if (!this.isRedrivable(row))
      throw new ApiError('ExecutionNotRedrivable', `The RedriveExecution request cannot be completed: '${arn}'`)
    const frames = journal.frames(arn)
    const stopped = frames.get('')
    const now = clock.now()
    if (stopped) {
      const { state, input, variables } = stopped
      frames.set('', { state, input, variables, entered: now, retries: [], retryCount: 0, attempt: now })
    }
    journal.reopenExecution(arn)
    const again: ExecutionRow = { ...row, status: 'RUNNING', output: null, error: null, cause: null, stop: null }
    this.#launch(again, frames, false, true)
    return now
  }

  /** Takes up what an earlier process left: running executions, and ends that were not told. */
  resume(): void {
    const { journal } = this.#engine
    for (const row of journal.unsettled()) {
      if (row.status === 'RUNNING') this.#launch(row, journal.frames(row.arn), false)
      else void this.#announce(row, Promise.resolve())
    }
  }

  /** Leaves every execution where it is. */
  close(): void {
    for (const live of this.#live.values()) live.run.cancel.cancel('closed')
  }

  #launch(row: ExecutionRow, restored: Map<string, Frame>, express: boolean, again = false): Live {
    const engine = this.#engine
    const redrives = express ? 0 : engine.journal.redrives(row.arn).count + (again ? 1 : 0)
    const definition = this.#define(row.definition ?? '{}')
    const lastEventId = express ? 0 : engine.journal.lastEventId(row.arn)
    const run: Run = { engine, row, definition, cancel: new Cancel(), restored, lastEventId }
    const root: Thread = {
      run,
      path: '',
      flow: definition,
      outer: {},
      cancel: run.cancel,
      durable: !express,
      recorded: !express,
      lastEvent: lastEventId,
      execution: {
        Id: row.arn,
        Input: JSON.parse(row.input) as Json,
        Name: row.name,
        RoleArn: row.roleArn,
        StartTime: isoTime(row.start),
        RedriveCount: redrives,
      },
      machine: { Id: row.machineArn, Name: row.machineName },
    }
    const silent = express || (lastEventId > 0 && !again)
    const told = silent ? Promise.resolve() : this.#announce({ ...row }, Promise.resolve())
    if (again) record(root, 'ExecutionRedriven', { executionRedrivenEventDetails: { redriveCount: redrives } })
    if (lastEventId === 0)
      record(root, 'ExecutionStarted', {
        executionStartedEventDetails: { input: row.input, inputDetails: { truncated: false }, roleArn: row.roleArn },
      })
    const live: Live = { run, root, told, done: engine.activity.during(() => this.#drive(run, root, express)) }
    this.#live.set(row.arn, live)
    return live
  }

  async #drive(run: Run, root: Thread, express: boolean): Promise<ExecutionRow> {
    const { clock } = this.#engine
    // the first state waits until the start is answered and known here
    await Promise.resolve()
    const seconds = Math.min(run.definition.TimeoutSeconds ?? Infinity, express ? EXPRESS_SECONDS : Infinity)
    const from = (express ? null : this.#engine.journal.redrives(run.row.arn).at) ?? run.row.start
    const left = from + seconds * 1000 - clock.now()
    const disarm = Number.isFinite(left) ? clock.after(Math.max(0, left), () => run.cancel.cancel('timeout')) : () => {}
    try {
      const input = root.execution['Input'] ?? null
      const output = await this.#engine.activity.parked(() => this.#engine.runThread(root, input))
      return this.#end(run, root, express, 'SUCCEEDED', { output: JSON.stringify(output) })
    } catch (error) {
      if (run.cancel.reason === 'closed') return run.row
      if (error instanceof Cancelled && error.reason === 'timeout')
        return this.#end(run, root, express, 'TIMED_OUT', {})
      if (error instanceof Cancelled)
        return this.#end(run, root, express, 'ABORTED', { error: run.row.error, cause: run.row.cause })
      const failure =
        error instanceof StateFailure ? error : new StateFailure('States.Runtime', String((error as Error).stack))
      return this.#end(run, root, express, 'FAILED', { error: failure.error, cause: failure.causeText })
    } finally {
      disarm()
    }
  }

  #end(
    run: Run,
    root: Thread,
    express: boolean,
    status: ExecutionStatus,
    outcome: Partial<ExecutionRow>,
  ): ExecutionRow {
    const { journal, clock } = this.#engine
    const row = run.row
    const told = this.#live.get(row.arn)?.told ?? Promise.resolve()
    Object.assign(row, outcome, { status, stop: Math.floor(clock.now()) })
    const error: JsonObject = {
      ...(row.error === null ? {} : { error: row.error }),
      ...(row.cause === null ? {} : { cause: row.cause }),
    }
    if (status === 'SUCCEEDED')
      record(root, 'ExecutionSucceeded', {
        executionSucceededEventDetails: { output: row.output ?? '', outputDetails: { truncated: false } },
      })
    else if (status === 'FAILED') record(root, 'ExecutionFailed', { executionFailedEventDetails: error })
    else if (status === 'TIMED_OUT') record(root, 'ExecutionTimedOut', { executionTimedOutEventDetails: error })
    else record(root, 'ExecutionAborted', { executionAbortedEventDetails: error })
    this.#live.delete(row.arn)
    if (!express) {
      journal.endExecution(row)
      void this.#announce(row, told)
    }
    return row
  }

  async #announce(row: ExecutionRow, before: Promise<void>): Promise<void> {
    const { activity, journal } = this.#engine
    const ended = row.status !== 'RUNNING'
    await activity.during(async () => {
      await before
      try {
        await this.#tell?.(this.#event(row))
      } catch (error) {
        // an end that was not taken is told again at the next start
        console.error(`states: the event bus refused ${row.status} of ${row.arn}: ${(error as Error).message}`)
        return
      }
      if (ended) journal.announced(row.arn)
    })
  }

  #event(row: ExecutionRow): StatusChange {
    const { accountId, region } = this.#engine
    return {
      version: '0',
      id: randomUUID(),
      source: 'aws.states',
      'detail-type': 'Step Functions Execution Status Change',
      account: accountId,
      region,
      time: isoTime(row.stop ?? row.start),
      resources: [row.arn],
      detail: {
        executionArn: row.arn,
        stateMachineArn: row.machineArn,
        name: row.name,
        status: row.status,
        input: row.input,
        output: row.output,
        error: row.error,
        cause: row.cause,
        startDate: row.start,
        stopDate: row.stop,
      },
    }
  }
}
