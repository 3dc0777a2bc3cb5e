import {
  GetExecutionHistoryCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { afterEach, describe, expect, it } from 'vitest'
import { handClock, INVOKE, LAMBDA, makeRig, task, until } from './states.rig.ts'
import type { Handler, Rig } from './states.rig.ts'
import type { StepFunctionsOptions } from './StepFunctions.ts'
import type { JsonObject, StatesClock } from './states.types.ts'

let rig: Rig
afterEach(() => rig.dispose())

async function rigOf(functions: Record<string, Handler>, more: Partial<StepFunctionsOptions> = {}): Promise<void> {
  rig = await makeRig(functions, more)
}

/** A clock that does not wait, and remembers how long it should have. */
function swiftClock(): { clock: StatesClock; waits: number[] } {
  let now = 1_800_000_000_000
  const waits: number[] = []
  const clock: StatesClock = {
    now: () => now,
    after(ms, wake) {
      let off = false
      waits.push(ms)
      setImmediate(() => {
        if (off) return
        now += ms
        wake()
      })
      return () => void (off = true)
    },
  }
  return { clock, waits }
}

const single = (state: JsonObject) => ({ StartAt: 'T', States: { T: state, C: { Type: 'Pass', End: true } } })
const failing = (name: string) => () => {
  throw Object.assign(new Error('it broke'), { name })
}

describe('ASL Task with functions (Developer guide, "Invoke an AWS Lambda function")', () => {
  it('lambda:invoke answers Payload, StatusCode and ExecutedVersion, and passes the qualifier', async () => {
    await rigOf({ echo: (payload, qualifier) => ({ ...payload, qualifier: qualifier ?? null }) })
    const args = { FunctionName: `${LAMBDA}:echo`, Qualifier: 'live', Payload: { a: '{% $states.input.n %}' } }
    const ended = await rig.run(single({ Type: 'Task', Resource: INVOKE, Arguments: args, End: true }), { n: 3 })
    expect(JSON.parse(ended.output ?? '')).toEqual({
      ExecutedVersion: 'live',
      Payload: { a: 3, qualifier: 'live' },
      StatusCode: 200,
    })
  })

  it('a function by its ARN takes the input and answers its result', async () => {
    await rigOf({ echo: (payload) => [payload] })
    const ended = await rig.run(single({ Type: 'Task', Resource: `${LAMBDA}:echo:7`, End: true }), { n: 3 })
    expect(JSON.parse(ended.output ?? '')).toEqual([{ n: 3 }])
  })

  it("an error has the function's error type as name and a JSON document as cause", async () => {
    await rigOf({ bad: failing('MarkRefused') })
    const ended = await rig.run(single(task('bad')))
    expect(ended).toMatchObject({ status: 'FAILED', error: 'MarkRefused' })
    expect(JSON.parse(ended.cause ?? '')).toMatchObject({
      errorType: 'MarkRefused',
      errorMessage: 'it broke',
      trace: expect.any(Array),
    })
    const missing = await rig.run(single(task('none')))
    expect(missing.error).toBe('Lambda.ResourceNotFoundException')
  })

  it('a result above 256 KiB is States.DataLimitExceeded', async () => {
    await rigOf({ big: () => 'x'.repeat(262_143) })
    expect((await rig.run(single(task('big')))).error).toBe('States.DataLimitExceeded')
  })
})

describe('ASL Errors: Retry and Catch', () => {
  it('waits IntervalSeconds · BackoffRate^n up to MaxDelaySeconds, then catches with Assign and Output', async () => {
    const { clock, waits } = swiftClock()
    await rigOf({ bad: failing('Busy') }, { clock })
    const state = task(
      'bad',
      {},
      {
        Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 2, MaxAttempts: 4, BackoffRate: 3, MaxDelaySeconds: 20 }],
        Catch: [
          {
            ErrorEquals: ['States.TaskFailed'],
            Next: 'C',
            Output: { e: '{% $states.errorOutput.Error %}', n: '{% $states.context.State.RetryCount %}' },
          },
        ],
      },
    )
    const ended = await rig.run(single(state))
    expect(waits).toEqual([2000, 6000, 18000, 20000])
    expect(rig.calls['bad']).toBe(5)
    expect(JSON.parse(ended.output ?? '')).toEqual({ e: 'Busy', n: 4 })
  })

  it('a retry that succeeds leaves no trace in the output', async () => {
    const { clock } = swiftClock()
    let left = 2
    await rigOf({ shaky: () => (left-- > 0 ? failing('Busy')() : 'ok') }, { clock })
    const ended = await rig.run(single(task('shaky', {}, { Retry: [{ ErrorEquals: ['States.ALL'] }] })))
    expect(ended.output).toBe('"ok"')
  })

  it('a Parallel is retried as a whole', async () => {
    const { clock } = swiftClock()
    let left = 1
    await rigOf({ good: () => 1, shaky: () => (left-- > 0 ? failing('Busy')() : 2) }, { clock })
    const branch = (name: string) => ({ StartAt: 'B', States: { B: task(name) } })
    const state = {
      Type: 'Parallel',
      Branches: [branch('good'), branch('shaky')],
      Retry: [{ ErrorEquals: ['Busy'] }],
      End: true,
    }
    const ended = await rig.run(single(state as JsonObject))
    expect(ended.output).toBe('[1,2]')
    expect(rig.calls).toEqual({ good: 2, shaky: 2 })
  })

  it('an uncaught error in Output can be caught as States.QueryEvaluationError', async () => {
    await rigOf({ good: () => 1 })
    const state = task(
      'good',
      {},
      { Output: '{% $none %}', Catch: [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'C' }] },
    )
    const ended = await rig.run(single(state))
    expect(JSON.parse(ended.output ?? '')).toMatchObject({ Error: 'States.QueryEvaluationError' })
  })

  it('TimeoutSeconds of a task is States.Timeout', async () => {
    const { clock } = swiftClock()
    await rigOf({ stuck: () => new Promise(() => {}) }, { clock })
    const state = task(
      'stuck',
      {},
      { TimeoutSeconds: '{% 5 %}', Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'C' }] },
    )
    expect(JSON.parse((await rig.run(single(state))).output ?? '')).toMatchObject({ Error: 'States.Timeout' })
  })
})

describe('Developer guide, "Wait for a Callback with Task Token"', () => {
  const callback = (rest: JsonObject = {}) =>
    single({
      ...{ Type: 'Task', Resource: `${INVOKE}.waitForTaskToken`, End: true },
      Arguments: { FunctionName: `${LAMBDA}:ask`, Payload: { token: '{% $states.context.Task.Token %}' } },
      ...rest,
    })

  async function asked(definition: object): Promise<{ taskToken: string; executionArn: string }> {
    const stateMachineArn = await rig.create(definition)
    const { executionArn = '' } = await rig.client.send(new StartExecutionCommand({ stateMachineArn }))
    await rig.service.idle()
    return { taskToken: tokens.at(-1) ?? '', executionArn }
  }
  let tokens: string[] = []
  const ask = (payload: JsonObject) => {
    tokens.push(String(payload['token']))
    return 'asked'
  }
  afterEach(() => void (tokens = []))

  it('API SendTaskSuccess ends the task once; a second answer is TaskTimedOut', async () => {
    await rigOf({ ask })
    const { taskToken, executionArn } = await asked(callback())
    const answer = new SendTaskSuccessCommand({ taskToken, output: '{"ok":true}' })
    await rig.client.send(answer)
    expect(await rig.ended(executionArn)).toMatchObject({ status: 'SUCCEEDED', output: '{"ok":true}' })
    await expect(rig.client.send(answer)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  })

  it('API SendTaskFailure fails the task; an answer survives a restart, the request is not sent again', async () => {
    await rigOf({ ask })
    const { taskToken, executionArn } = await asked(callback())
    await new Promise((resolve) => setTimeout(resolve, 20))
    await rig.restart()
    await rig.service.idle()
    expect(rig.calls['ask']).toBe(1)
    await rig.client.send(new SendTaskFailureCommand({ taskToken, error: 'No', cause: 'refused' }))
    expect(await rig.ended(executionArn)).toMatchObject({ status: 'FAILED', error: 'No', cause: 'refused' })
  })

  it('API SendTaskHeartbeat keeps the task; without beats it is States.HeartbeatTimeout', async () => {
    const clock = handClock()
    await rigOf({ ask }, { clock })
    const { taskToken, executionArn } = await asked(callback({ HeartbeatSeconds: 1 }))
    clock.move(600)
    await rig.client.send(new SendTaskHeartbeatCommand({ taskToken }))
    clock.move(600)
    expect((await rig.ended(executionArn)).status).toBe('RUNNING')
    clock.move(600)
    await until(() => rig.events.some((event) => event.detail.status === 'FAILED'))
    expect(await rig.ended(executionArn)).toMatchObject({ error: 'States.HeartbeatTimeout' })
  })

  it('a function may answer before it returns', async () => {
    await rigOf({
      ask: async (payload) => {
        await rig.client.send(new SendTaskSuccessCommand({ taskToken: String(payload['token']), output: '7' }))
        return 'late'
      },
    })
    expect((await rig.run(callback())).output).toBe('7')
  })
})

describe('Developer guide, "Start executions from a task"', () => {
  const start = (resource: string, stateMachineArn: string) =>
    single({
      ...{ Type: 'Task', Resource: `arn:aws-cn:states:::states:${resource}`, End: true },
      Arguments: { StateMachineArn: stateMachineArn, Input: { n: '{% $states.input.n %}' } },
    })

  it('startExecution.sync:2 answers the output as JSON; a failed child is States.TaskFailed', async () => {
    await rigOf({ inc: (payload) => Number(payload['n']) + 1, bad: failing('Bad') })
    const child = await rig.create(single(task('inc')))
    const ended = await rig.run(start('startExecution.sync:2', child), { n: 1 })
    expect(JSON.parse(ended.output ?? '')).toMatchObject({
      Output: 2,
      Status: 'SUCCEEDED',
      Input: { n: 1 },
      StateMachineArn: child,
    })
    const broken = await rig.run(start('startExecution.sync:2', await rig.create(single(task('bad')))), { n: 1 })
    expect(broken.error).toBe('States.TaskFailed')
    expect(JSON.parse(broken.cause ?? '')).toMatchObject({ Error: 'Bad', Status: 'FAILED' })
  })

  it('startExecution does not wait; a stopped parent stops the child that it waits for', async () => {
    await rigOf({})
    const slow = await rig.create({ StartAt: 'W', States: { W: { Type: 'Wait', Seconds: 100, End: true } } })
    const free = await rig.run(start('startExecution', slow), { n: 1 })
    expect(JSON.parse(free.output ?? '')).toMatchObject({ ExecutionArn: expect.stringContaining(':execution:') })
    const parent = await rig.create(start('startExecution.sync:2', slow))
    const { executionArn } = await rig.client.send(
      new StartExecutionCommand({ stateMachineArn: parent, input: '{"n":1}' }),
    )
    await rig.service.idle()
    await rig.client.send(new StopExecutionCommand({ executionArn }))
    await rig.service.idle()
    expect(rig.events.filter((event) => event.detail.status === 'ABORTED').length).toBe(2)
  })
})

describe('around the executions', () => {
  it('EventBridge detail "Step Functions Execution Status Change": RUNNING, then the end', async () => {
    await rigOf({ echo: (payload) => payload })
    await rig.run(single(task('echo')), { n: 1 })
    expect(rig.events.map((event) => event.detail.status)).toEqual(['RUNNING', 'SUCCEEDED'])
    expect(rig.events[1]).toMatchObject({
      source: 'aws.states',
      'detail-type': 'Step Functions Execution Status Change',
      detail: {
        input: '{"n":1}',
        output: '{"n":1}',
        error: null,
        startDate: expect.any(Number),
        stopDate: expect.any(Number),
      },
    })
  })

  it('history names the task, its arguments and its failure', async () => {
    await rigOf({ bad: failing('Bad') })
    const { executionArn } = await rig.run(single(task('bad')))
    const { events = [] } = await rig.client.send(new GetExecutionHistoryCommand({ executionArn }))
    const types = [
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskFailed',
      'ExecutionFailed',
    ]
    expect(events.map((event) => event.type)).toEqual(types)
    expect(events[4]?.taskFailedEventDetails).toMatchObject({
      resourceType: 'lambda',
      resource: 'invoke',
      error: 'Bad',
    })
  })

  it('an unknown key is UnrecognizedClientException, a denied action AccessDeniedException', async () => {
    const asked: string[] = []
    await rigOf(
      {},
      {
        secretOf: (id) => (id === 'AKIDTEST' ? 'secret' : undefined),
        authorise: ({ action, resource }) => {
          asked.push(`${action} ${resource.slice(resource.lastIndexOf(':') + 1)}`)
          return action !== 'states:StartExecution'
        },
      },
    )
    const stateMachineArn = await rig.create(single({ Type: 'Pass', End: true }))
    const denied = rig.client.send(new StartExecutionCommand({ stateMachineArn }))
    await expect(denied).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(asked.map((line) => line.replace(/\d+$/, 'n'))).toEqual([
      'states:CreateStateMachine machine-n',
      'states:StartExecution machine-n',
    ])
    const credentials = { accessKeyId: 'AKIDOTHER', secretAccessKey: 'x' }
    const stranger = new SFNClient({
      endpoint: rig.service.endpoint,
      region: 'cn-north-1',
      credentials,
      maxAttempts: 1,
    })
    const refused = stranger.send(new StartExecutionCommand({ stateMachineArn }))
    await expect(refused).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
    stranger.destroy()
  })

  it('other integrations are those given at start', async () => {
    const resource = {
      Type: 'Task',
      Resource: 'arn:aws-cn:states:::aws-sdk:dynamodb:updateItem',
      Arguments: { Key: 1 },
      End: true,
    }
    const fail = () => Promise.reject(Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' }))
    await rigOf({}, { tasks: { 'aws-sdk:dynamodb:updateItem': fail } })
    expect((await rig.run(single(resource))).error).toBe('DynamoDb.ConditionalCheckFailedException')
  })
})
