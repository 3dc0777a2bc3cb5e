import { randomUUID } from 'node:crypto'
import { Cancelled } from './cancel.ts'
import type { Cancel } from './cancel.ts'
import { evaluate, evaluateNumber } from './expressions.ts'
import { ApiError, limited, StateFailure } from './failure.ts'
import { parseResource } from './resources.ts'
import type { Resource } from './resources.ts'
import { record, save } from './thread.ts'
import type { StateWork } from './thread.ts'
import type { ExecutionRow, Json, JsonObject } from './states.types.ts'

/** Runs a Task: a function, a child execution or a given integration, within its time-outs. */
export async function runTask(work: StateWork): Promise<Json> {
  const { thread, definition, frame } = work
  const { engine } = thread.run
  const resource = parseResource(definition.Resource, engine.customNames)
  if (!resource) throw new StateFailure('States.Runtime', `Resource '${definition.Resource}' is not supported`)
  if (resource.callback && !frame.token) {
    frame.token = engine.callbacks.newToken()
    save(thread, frame)
  }
  const scope = frame.token
    ? {
        ...work.scope,
        states: { ...work.scope.states, context: { ...work.scope.states.context, Task: { Token: frame.token } } },
      }
    : work.scope
  const seconds = await evaluateNumber(definition.TimeoutSeconds, 'TimeoutSeconds', scope, {
    least: 1,
    most: 99_999_999,
  })
  const heartbeat = await evaluateNumber(definition.HeartbeatSeconds, 'HeartbeatSeconds', scope, {
    least: 1,
    most: 99_999_999,
  })
  const args =
    definition.Arguments === undefined ? frame.input : await evaluate(definition.Arguments, 'Arguments', scope)
  limited(args, "task's arguments")
  const limits = armTimeouts(work, seconds, heartbeat)
  const names = { resourceType: resource.resourceType, resource: resource.resource }
  try {
    record(thread, 'TaskScheduled', {
      taskScheduledEventDetails: {
        ...names,
        region: engine.region,
        parameters: JSON.stringify(args),
        ...(seconds ? { timeoutInSeconds: seconds } : {}),
      },
    })
    record(thread, 'TaskStarted', { taskStartedEventDetails: names })
    const result = await limits.cancel.race(
      resource.callback ? awaitAnswer(work, resource, args, limits) : perform(work, resource, args, limits.cancel),
    )
    record(thread, 'TaskSucceeded', {
      taskSucceededEventDetails: { ...names, output: JSON.stringify(result), outputDetails: { truncated: false } },
    })
    return result
  } catch (error) {
    thread.cancel.check()
    const failure = error instanceof Cancelled ? new StateFailure(limits.expired(), '') : error
    if (failure instanceof StateFailure) {
      const late = error instanceof Cancelled
      record(thread, late ? 'TaskTimedOut' : 'TaskFailed', {
        [late ? 'taskTimedOutEventDetails' : 'taskFailedEventDetails']: {
          ...names,
          error: failure.error,
          cause: failure.causeText,
        },
      })
    }
    throw failure
  } finally {
    limits.release()
    if (frame.token && thread.cancel.reason !== 'closed') engine.callbacks.close(frame.token)
  }
}

interface Limits {
  cancel: Cancel
  beat(): void
  expired(): string
  release(): void
}

/** Cancels the attempt when TimeoutSeconds from its start, or HeartbeatSeconds from the last beat, have passed. */
function armTimeouts({ thread, frame }: StateWork, seconds: number | undefined, heartbeat: number | undefined): Limits {
  const { clock } = thread.run.engine
  const { cancel, release } = thread.cancel.child()
  let error = 'States.Timeout'
  let disarm = () => {}
  let disarmBeat = () => {}
  if (seconds !== undefined)
    disarm = clock.after(Math.max(0, frame.attempt + seconds * 1000 - clock.now()), () => cancel.cancel('timeout'))
  const beat = () => {
    disarmBeat()
    if (heartbeat === undefined) return
    disarmBeat = clock.after(heartbeat * 1000, () => {
      if (!cancel.reason) error = 'States.HeartbeatTimeout'
      cancel.cancel('timeout')
    })
  }
  beat()
  return { cancel, beat, expired: () => error, release: () => (release(), disarm(), disarmBeat()) }
}

/** Sends the request once, then waits for its token; an answer may overtake the request's own. */
async function awaitAnswer(work: StateWork, resource: Resource, args: Json, limits: Limits): Promise<Json> {
  const { thread, frame } = work
  const { engine, row } = thread.run
  const token = frame.token ?? ''
  const answer = engine.callbacks.wait(token, row.arn, row.machineArn, thread.durable, limits.beat)
  answer.catch(() => {})
  if (!frame.submitted) {
    const sent = perform(work, resource, args, limits.cancel).then((output) => {
      frame.submitted = true
      save(thread, frame)
      record(thread, 'TaskSubmitted', {
        taskSubmittedEventDetails: {
          resourceType: resource.resourceType,
          resource: resource.resource,
          output: JSON.stringify(output),
        },
      })
    })
    let answered = false
    await Promise.race([sent, answer.then(() => void (answered = true))])
    if (answered) {
      sent.catch(() => {})
      return answer
    }
  }
  return engine.activity.parked(() => limits.cancel.race(answer))
}

async function perform(work: StateWork, resource: Resource, args: Json, cancel: Cancel): Promise<Json> {
  const { row, engine } = work.thread.run
  const fields = (args ?? {}) as JsonObject
  switch (resource.kind) {
    case 'function':
      return callFunction(work, resource.name, args, undefined)
    case 'invoke': {
      const name = requiredText(fields, 'FunctionName')
      const qualifier = fields['Qualifier'] === undefined ? undefined : requiredText(fields, 'Qualifier')
      const arn = name.startsWith('arn:')
        ? name
        : `arn:${engine.partition}:lambda:${engine.region}:${engine.accountId}:function:${name}`
      const payload = await callFunction(work, arn, fields['Payload'] ?? {}, qualifier)
      return { ExecutedVersion: qualifier ?? '$LATEST', Payload: payload, StatusCode: 200 }
    }
    case 'execution':
    case 'executionSync':
      return startExecution(work, resource.kind === 'executionSync', fields, cancel)
    case 'custom': {
      const task = engine.custom[resource.name]
      if (!task) throw new StateFailure('States.Runtime', `Resource '${resource.name}' is not supported`)
      try {
        return await task(args, { executionArn: row.arn, roleArn: row.roleArn })
      } catch (error) {
        throw integrationFailure(resource.name, error)
      }
    }
  }
}

function requiredText(fields: JsonObject, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '')
    throw new StateFailure('States.Runtime', `The field '${name}' must be a string`)
  return value
}

/** `Service.ErrorName` with the message, as SDK integrations report. */
function integrationFailure(name: string, error: unknown): StateFailure {
  if (error instanceof StateFailure) return error
  const service = name.replace(/^aws-sdk:/, '').split(':')[0] ?? name
  const title = service === 'dynamodb' ? 'DynamoDb' : service.charAt(0).toUpperCase() + service.slice(1)
  const { name: type = 'Error', message = '' } = error as { name?: string; message?: string }
  return new StateFailure(`${title}.${type === 'Error' ? 'SdkClientException' : type}`, message)
}

async function callFunction(work: StateWork, arn: string, payload: Json, qualifier: string | undefined): Promise<Json> {
  const { engine, row } = work.thread.run
  const [, plainArn = arn, inArn] = /^(arn:[^:]+:lambda:[^:]*:[^:]*:function:[^:]+)(?::(.+))?$/.exec(arn) ?? []
  const version = qualifier ?? inArn
  try {
    const { payload: result } = await engine.invoke(plainArn, payload, {
      ...(version === undefined ? {} : { qualifier: version }),
      roleArn: row.roleArn,
      executionArn: row.arn,
    })
    return result ?? null
  } catch (error) {
    throw functionFailure(error)
  }
}

/** A thrown error as the function service reports it: its type by name, and a JSON document as cause. */
function functionFailure(thrown: unknown): StateFailure {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }) as Partial<Error>
  const name = error.name ?? 'Error'
  // errors of the service itself (throttling, a missing function) come as text
  if (name.startsWith('Lambda.') || name.startsWith('States.')) return new StateFailure(name, error.message ?? '')
  const trace = (error.stack ?? '').split('\n').map((line) => line.trim())
  return new StateFailure(
    name,
    JSON.stringify({ errorType: name, errorMessage: error.message ?? '', trace: trace.filter((line) => line !== '') }),
  )
}

/** An ended execution in the shape that `startExecution.sync:2` answers. */
function described(row: ExecutionRow): JsonObject {
  return {
    ExecutionArn: row.arn,
    Input: JSON.parse(row.input) as Json,
    InputDetails: { Included: true },
    Name: row.name,
    ...(row.output === null ? {} : { Output: JSON.parse(row.output) as Json, OutputDetails: { Included: true } }),
    ...(row.error === null ? {} : { Error: row.error }),
    ...(row.cause === null ? {} : { Cause: row.cause }),
    StartDate: row.start,
    StateMachineArn: row.machineArn,
    Status: row.status,
    ...(row.stop === null ? {} : { StopDate: row.stop }),
  }
}

async function startExecution(work: StateWork, sync: boolean, fields: JsonObject, cancel: Cancel): Promise<Json> {
  const { thread, frame } = work
  const { engine } = thread.run
  const machineArn = requiredText(fields, 'StateMachineArn')
  const input = fields['Input'] === undefined ? '{}' : JSON.stringify(fields['Input'])
  const own = fields['Name'] === undefined ? randomUUID() : requiredText(fields, 'Name')
  const join = frame.child !== undefined
  const name = frame.child ?? own
  // the note is written in the same transaction as the child's first row: see Journal.insertExecution
  frame.child = name
  save(thread, frame)
  let child
  try {
    child = engine.startChild(machineArn, name, input, { join, standard: sync })
  } catch (error) {
    frame.child = undefined
    save(thread, frame)
    if (error instanceof ApiError) throw new StateFailure(`StepFunctions.${error.type}Exception`, error.message)
    throw error
  }
  if (!sync) return { ExecutionArn: child.row.arn, StartDate: child.row.start }
  const release = cancel.onCancel((reason) => {
    if (reason !== 'closed') child.stop()
  })
  const ended = await engine.activity.parked(() => cancel.race(child.done)).finally(release)
  if (ended.status !== 'SUCCEEDED') throw new StateFailure('States.TaskFailed', JSON.stringify(described(ended)))
  return described(ended)
}
