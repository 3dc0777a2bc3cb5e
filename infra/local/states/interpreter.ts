import { Cancelled, sleep } from './cancel.ts'
import { evaluate, evaluateNumber, evaluateText } from './expressions.ts'
import type { Scope } from './expressions.ts'
import { limited, StateFailure } from './failure.ts'
import { runMap } from './mapState.ts'
import { runParallel } from './parallelState.ts'
import { errorMatches, pickRetrier, retryDelay } from './retry.ts'
import { runTask } from './taskState.ts'
import { isoTime, pathUnder, record, save } from './thread.ts'
import type { StateWork, Thread } from './thread.ts'
import type { Frame, Json, JsonObject, StateDefinition } from './states.types.ts'

interface Step {
  output: Json
  assigned: JsonObject
  /** undefined at the end */
  next: string | undefined
}

function freshFrame(thread: Thread, state: string, input: Json, variables: JsonObject): Frame {
  const now = thread.run.engine.clock.now()
  return { state, input, variables, entered: now, retries: [], retryCount: 0, attempt: now }
}

/**
 * Runs the states of a thread to their end and answers the output. A thread that an earlier process left is taken up
 * at the state where it was. Throws StateFailure when it fails and Cancelled when it was stopped.
 */
export async function runThread(thread: Thread, input: Json): Promise<Json> {
  const { run } = thread
  const restored = run.restored.get(thread.path)
  run.restored.delete(thread.path)
  if (restored?.done) return restored.output ?? null
  return run.engine.activity.during(async () => {
    let frame = restored ?? freshFrame(thread, thread.flow.StartAt, input, {})
    let resumed = restored !== undefined
    for (;;) {
      thread.cancel.check()
      const definition = thread.flow.States[frame.state]
      if (!definition) throw new StateFailure('States.Runtime', `There is no state '${frame.state}'`)
      if (!resumed) {
        save(thread, frame)
        if (thread.durable) run.engine.paid(thread.recorded ? 'step' : 'transition')
        recordEntered(thread, frame, definition)
      }
      resumed = false
      const step = await runState(thread, frame, definition)
      thread.cancel.check()
      recordExited(thread, frame, definition, step)
      if (step.next === undefined) {
        save(thread, { ...freshFrame(thread, frame.state, null, {}), done: true, output: step.output })
        return step.output
      }
      frame = freshFrame(thread, step.next, step.output, { ...frame.variables, ...step.assigned })
    }
  })
}

function recordEntered(thread: Thread, frame: Frame, definition: StateDefinition): void {
  if (!thread.recorded) return
  record(thread, `${definition.Type}StateEntered`, {
    stateEnteredEventDetails: {
      name: frame.state,
      input: JSON.stringify(frame.input),
      inputDetails: { truncated: false },
    },
  })
}

function recordExited(thread: Thread, frame: Frame, definition: StateDefinition, step: Step): void {
  if (!thread.recorded) return
  const assigned = Object.entries(step.assigned).map(([name, value]) => [name, JSON.stringify(value)] as const)
  record(thread, `${definition.Type}StateExited`, {
    stateExitedEventDetails: {
      name: frame.state,
      output: JSON.stringify(step.output),
      outputDetails: { truncated: false },
      ...(assigned.length > 0 ? { assignedVariables: Object.fromEntries(assigned) } : {}),
    },
  })
}

function contextOf(thread: Thread, frame: Frame): JsonObject {
  return {
    Execution: thread.execution,
    StateMachine: thread.machine,
    State: { Name: frame.state, EnteredTime: isoTime(frame.entered), RetryCount: frame.retryCount },
    ...(thread.map ? { Map: thread.map } : {}),
    ...(frame.token ? { Task: { Token: frame.token } } : {}),
  }
}

function workOf(thread: Thread, frame: Frame, definition: StateDefinition): StateWork {
  const variables = { ...thread.outer, ...frame.variables }
  const scope = { states: { input: frame.input, context: contextOf(thread, frame) }, variables }
  return { thread, name: frame.state, definition, frame, scope }
}

/** One state with its retries and catchers. */
async function runState(thread: Thread, frame: Frame, definition: StateDefinition): Promise<Step> {
  const { engine } = thread.run
  for (;;) {
    if (frame.backingOff) {
      await sleep(engine.clock, Math.max(0, (frame.until ?? 0) - engine.clock.now()), thread.cancel)
      frame.backingOff = undefined
      frame.until = undefined
      frame.attempt = engine.clock.now()
      save(thread, frame)
    }
    try {
      return await attempt(workOf(thread, frame, definition))
    } catch (error) {
      if (error instanceof Cancelled) throw error
      const failure = asFailure(error)
      // a failed attempt's branches and items are not those of the next
      if (definition.Type === 'Parallel' || definition.Type === 'Map') forgetInside(thread, frame)
      const picked = pickRetrier(definition.Retry, failure.error, frame.retries)
      if (picked) {
        const spent = frame.retries[picked.index] ?? 0
        while (frame.retries.length <= picked.index) frame.retries.push(0)
        frame.retries[picked.index] = spent + 1
        frame.retryCount++
        frame.until = engine.clock.now() + retryDelay(picked.retrier, spent, Math.random())
        frame.backingOff = true
        for (const field of ['token', 'submitted', 'child', 'mapRun', 'etag'] as const) delete frame[field]
        save(thread, frame)
        continue
      }
      const catcher = definition.Catch?.find((entry) => errorMatches(entry.ErrorEquals, failure.error))
      if (!catcher) throw failure
      const errorOutput: JsonObject = { Error: failure.error, Cause: failure.causeText }
      const { scope } = workOf(thread, frame, definition)
      const caught: Scope = { ...scope, states: { ...scope.states, errorOutput } }
      return leave(thread, caught, { output: catcher.Output, assign: catcher.Assign }, errorOutput, catcher.Next)
    }
  }
}

/** Drops what the branches or iterations of the state have written. */
function forgetInside(thread: Thread, frame: Frame): void {
  if (!thread.durable) return
  const under = pathUnder(thread, frame.state)
  thread.run.engine.journal.dropUnder(thread.run.row.arn, under)
  for (const path of thread.run.restored.keys()) if (path.startsWith(under)) thread.run.restored.delete(path)
}

function asFailure(error: unknown): StateFailure {
  if (error instanceof StateFailure) return error
  return new StateFailure('States.Runtime', error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** Evaluates Output and Assign (both over the variables as they were) and checks the limits. */
async function leave(
  thread: Thread,
  scope: Scope,
  fields: { output: Json | undefined; assign: JsonObject | undefined },
  fallback: Json,
  next: string | undefined,
): Promise<Step> {
  try {
    const output = fields.output === undefined ? fallback : await evaluate(fields.output, 'Output', scope)
    const assigned = fields.assign === undefined ? {} : ((await evaluate(fields.assign, 'Assign', scope)) as JsonObject)
    limited(output, "state's output")
    limited(assigned, 'assigned variables')
    return { output, assigned, next }
  } catch (error) {
    if (error instanceof StateFailure && error.error === 'States.QueryEvaluationError')
      record(thread, 'EvaluationFailed', {
        evaluationFailedEventDetails: { error: error.error, cause: error.causeText, state: stateName(scope) },
      })
    throw error
  }
}

function stateName(scope: Scope): string {
  return String(((scope.states.context as JsonObject)['State'] as JsonObject)['Name'])
}

async function attempt(work: StateWork): Promise<Step> {
  const { thread, definition, frame, scope } = work
  const next = definition.End ? undefined : definition.Next
  const fields = { output: definition.Output, assign: definition.Assign }
  switch (definition.Type) {
    case 'Pass':
    case 'Succeed':
      return leave(thread, scope, fields, frame.input, next)
    case 'Fail': {
      const error = await evaluateText(definition.Error, 'Error', scope)
      throw new StateFailure(error ?? '', (await evaluateText(definition.Cause, 'Cause', scope)) ?? '')
    }
    case 'Wait':
      await wait(work)
      return leave(thread, scope, fields, frame.input, next)
    case 'Choice':
      return choose(work)
    case 'Task':
    case 'Parallel':
    case 'Map': {
      const result = limited(await composite(work), "state's result")
      // the task may have set its token, which the context shows
      const states = { input: frame.input, context: contextOf(thread, frame), result }
      return leave(thread, { states, variables: scope.variables }, fields, result, next)
    }
  }
}

async function composite(work: StateWork): Promise<Json> {
  if (work.definition.Type === 'Task') return runTask(work)
  const result = await (work.definition.Type === 'Parallel' ? runParallel(work) : runMap(work))
  forgetInside(work.thread, work.frame)
  return result
}

async function wait({ thread, definition, frame, scope }: StateWork): Promise<void> {
  const { clock, activity } = thread.run.engine
  if (frame.until === undefined) {
    const seconds = await evaluateNumber(definition.Seconds, 'Seconds', scope, { least: 0, most: 99_999_999 })
    if (seconds !== undefined) frame.until = frame.entered + seconds * 1000
    else {
      const text = await evaluateText(definition.Timestamp, 'Timestamp', scope)
      const time = Date.parse(text ?? '')
      if (!/^\d{4}-\d\d-\d\dT/.test(text ?? '') || Number.isNaN(time))
        throw new StateFailure(
          'States.QueryEvaluationError',
          `The field 'Timestamp' must be an ISO 8601 time, but was ${text}`,
        )
      frame.until = time
    }
    save(thread, frame)
  }
  const left = frame.until - clock.now()
  if (left > 0) await activity.parked(() => sleep(clock, left, thread.cancel))
}

async function choose({ thread, definition, frame, scope }: StateWork): Promise<Step> {
  for (const [at, rule] of (definition.Choices ?? []).entries()) {
    const field = `Choices[${at}]/Condition`
    const chosen = await evaluate(rule.Condition, field, scope)
    if (typeof chosen !== 'boolean')
      throw new StateFailure(
        'States.QueryEvaluationError',
        `The JSONata expression '${String(rule.Condition).slice(2, -2).trim()}' specified for the field '${field}' returned an unexpected result type. Expected 'boolean', but was '${typeof chosen}' for value: ${JSON.stringify(chosen)}`,
      )
    if (chosen) return leave(thread, scope, { output: rule.Output, assign: rule.Assign }, frame.input, rule.Next)
  }
  if (definition.Default === undefined)
    throw new StateFailure(
      'States.NoChoiceMatched',
      `Failed to transition out of the state '${frame.state}'. No choice rule matched and there is no Default.`,
    )
  return leave(thread, scope, { output: definition.Output, assign: definition.Assign }, frame.input, definition.Default)
}
