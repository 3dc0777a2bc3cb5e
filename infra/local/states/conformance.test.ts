// Proves the stand-in against the pages that each case names; QINGHE_CONFORMANCE=aws runs the same cases against the
// real service (QINGHE_CONFORMANCE_ROLE: a role that it may assume; no other permission is needed).
import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StartSyncExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn'
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRig, ROLE } from './states.rig.ts'
import type { Rig } from './states.rig.ts'

const real = process.env['QINGHE_CONFORMANCE'] === 'aws'
let rig: Rig | undefined
let client: SFNClient
let count = 0
const made: string[] = []
const stamp = `conformance-${process.pid}`

beforeAll(async () => {
  if (!real) rig = await makeRig({})
  client = rig?.client ?? new SFNClient({})
})
afterAll(async () => {
  if (real) for (const stateMachineArn of made) await client.send(new DeleteStateMachineCommand({ stateMachineArn }))
  await rig?.dispose()
})

async function create(states: object, more: object = {}, type: 'STANDARD' | 'EXPRESS' = 'STANDARD'): Promise<string> {
  const definition = JSON.stringify({
    QueryLanguage: 'JSONata',
    StartAt: Object.keys(states)[0],
    States: states,
    ...more,
  })
  const name = `${stamp}-${++count}`
  const answer = await client.send(new CreateStateMachineCommand({ name, definition, roleArn: ROLE, type }))
  made.push(answer.stateMachineArn ?? '')
  return answer.stateMachineArn ?? ''
}

async function start(stateMachineArn: string, input: unknown = {}, name?: string): Promise<string> {
  const answer = await client.send(new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input), name }))
  return answer.executionArn ?? ''
}

async function ended(executionArn: string): Promise<DescribeExecutionOutput> {
  for (;;) {
    const answer = await client.send(new DescribeExecutionCommand({ executionArn }))
    if (answer.status !== 'RUNNING') return answer
    await new Promise((resolve) => setTimeout(resolve, real ? 500 : 10))
  }
}

async function outcome(states: object, input: unknown = {}): Promise<unknown> {
  const answer = await ended(await start(await create(states), input))
  return answer.status === 'SUCCEEDED'
    ? (JSON.parse(answer.output ?? 'null') as unknown)
    : { status: answer.status, error: answer.error, cause: answer.cause }
}

const pass = { P: { Type: 'Pass', End: true } }
const slow = { W: { Type: 'Wait', Seconds: 60, End: true } }

describe('state machines', () => {
  it('API CreateStateMachine: idempotent for the same request, StateMachineAlreadyExists for another', async () => {
    const name = `${stamp}-same`
    const definition = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'P', States: pass })
    const first = await client.send(new CreateStateMachineCommand({ name, definition, roleArn: ROLE }))
    made.push(first.stateMachineArn ?? '')
    const second = await client.send(new CreateStateMachineCommand({ name, definition, roleArn: ROLE }))
    expect(second.stateMachineArn).toBe(first.stateMachineArn)
    const other = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'W', States: slow })
    const again = client.send(new CreateStateMachineCommand({ name, definition: other, roleArn: ROLE }))
    await expect(again).rejects.toMatchObject({ name: 'StateMachineAlreadyExists' })
  })

  it('API UpdateStateMachine, DescribeStateMachine, ListStateMachines, DeleteStateMachine', async () => {
    const stateMachineArn = await create(pass)
    const definition = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'W', States: slow })
    const before = await client.send(new DescribeStateMachineCommand({ stateMachineArn }))
    expect(before).toMatchObject({ status: 'ACTIVE', type: 'STANDARD', roleArn: ROLE })
    expect(before.creationDate).toBeInstanceOf(Date)
    const updated = await client.send(new UpdateStateMachineCommand({ stateMachineArn, definition }))
    expect(updated.updateDate).toBeInstanceOf(Date)
    const after = await client.send(new DescribeStateMachineCommand({ stateMachineArn }))
    expect(after.definition).toBe(definition)
    expect(after.revisionId).not.toBe(before.revisionId)
    const listed = await client.send(new ListStateMachinesCommand({ maxResults: 1000 }))
    expect(listed.stateMachines?.map((machine) => machine.stateMachineArn)).toContain(stateMachineArn)
    if (real) return
    await client.send(new DeleteStateMachineCommand({ stateMachineArn }))
    const gone = client.send(new DescribeStateMachineCommand({ stateMachineArn }))
    await expect(gone).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' })
  })

  it('API CreateStateMachine: InvalidDefinition for a missing target and for an unknown field', async () => {
    await expect(create({ P: { Type: 'Pass', Next: 'Nowhere' } })).rejects.toMatchObject({ name: 'InvalidDefinition' })
    const unknown = create({ P: { Type: 'Pass', End: true, Colour: 'red' } })
    await expect(unknown).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining('Colour'),
    })
  })
})

describe('executions', () => {
  it('API StartExecution: the same name and input of a running execution answer it; other input is refused', async () => {
    const machine = await create(slow)
    const first = await start(machine, { a: 1 }, 'one')
    expect(await start(machine, { a: 1 }, 'one')).toBe(first)
    await expect(start(machine, { a: 2 }, 'one')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
    const stopped = await client.send(
      new StopExecutionCommand({ executionArn: first, error: 'Enough', cause: 'for the test' }),
    )
    expect(stopped.stopDate).toBeInstanceOf(Date)
    expect(await ended(first)).toMatchObject({ status: 'ABORTED', error: 'Enough', cause: 'for the test' })
    await expect(start(machine, { a: 1 }, 'one')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  })

  it('API StartExecution: InvalidExecutionInput, InvalidName, StateMachineDoesNotExist', async () => {
    const stateMachineArn = await create(pass)
    const bad = client.send(new StartExecutionCommand({ stateMachineArn, input: '{' }))
    await expect(bad).rejects.toMatchObject({ name: 'InvalidExecutionInput' })
    await expect(start(stateMachineArn, {}, 'a b')).rejects.toMatchObject({ name: 'InvalidName' })
    await expect(start(`${stateMachineArn}-none`)).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' })
    const none = client.send(
      new DescribeExecutionCommand({ executionArn: `${stateMachineArn.replace('stateMachine', 'execution')}:none` }),
    )
    await expect(none).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' })
  })

  it('API ListExecutions: newest first, in pages, by status', async () => {
    const stateMachineArn = await create(pass)
    const arns: string[] = []
    for (let at = 0; at < 3; at++) {
      arns.push(await start(stateMachineArn))
      await ended(arns[at] ?? '')
    }
    const one = await client.send(
      new ListExecutionsCommand({ stateMachineArn, maxResults: 2, statusFilter: 'SUCCEEDED' }),
    )
    const two = await client.send(
      new ListExecutionsCommand({ stateMachineArn, maxResults: 2, nextToken: one.nextToken }),
    )
    expect([...(one.executions ?? []), ...(two.executions ?? [])].map((row) => row.executionArn)).toEqual(
      arns.reverse(),
    )
    const failed = await client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'FAILED' }))
    expect(failed.executions).toEqual([])
  })

  it('API GetExecutionHistory: linked events with the details of each type, also backwards', async () => {
    const executionArn = await start(await create({ P: { Type: 'Pass', Output: { b: 2 }, End: true } }), { a: 1 })
    await ended(executionArn)
    const { events = [] } = await client.send(new GetExecutionHistoryCommand({ executionArn }))
    expect(events.map((event) => [event.id, event.previousEventId, event.type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, expect.any(Number), 'PassStateEntered'],
      [3, 2, 'PassStateExited'],
      [4, 3, 'ExecutionSucceeded'],
    ])
    expect(events[1]?.stateEnteredEventDetails).toMatchObject({ name: 'P', input: '{"a":1}' })
    expect(events[3]?.executionSucceededEventDetails?.output).toBe('{"b":2}')
    expect(events[0]?.timestamp).toBeInstanceOf(Date)
    const back = await client.send(new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1 }))
    expect(back.events?.[0]?.type).toBe('ExecutionSucceeded')
  })

  it('API StartSyncExecution: answers the end of an Express execution; Standard is StateMachineTypeNotSupported', async () => {
    const stateMachineArn = await create(
      { P: { Type: 'Pass', Output: '{% $states.input.a + 1 %}', End: true } },
      {},
      'EXPRESS',
    )
    const answer = await client.send(new StartSyncExecutionCommand({ stateMachineArn, input: '{"a":1}' }))
    expect(answer).toMatchObject({ status: 'SUCCEEDED', output: '2' })
    const standard = client.send(new StartSyncExecutionCommand({ stateMachineArn: await create(pass) }))
    await expect(standard).rejects.toMatchObject({ name: 'StateMachineTypeNotSupported' })
  })

  it('API SendTaskSuccess: InvalidToken', async () => {
    const answer = client.send(new SendTaskSuccessCommand({ taskToken: 'no token', output: '{}' }))
    await expect(answer).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  it('ASL Timeouts: TimeoutSeconds of the machine ends it as TIMED_OUT', async () => {
    const answer = await ended(await start(await create(slow, { TimeoutSeconds: 1 })))
    expect(answer.status).toBe('TIMED_OUT')
  })
})

describe('states language', () => {
  it('ASL Pass, "Transforming data": Output; Assign sees the variables as they were', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { x: 1, y: '{% $states.input.n * 2 %}' }, Next: 'B' },
      B: { Type: 'Pass', Assign: { x: '{% $x + 1 %}' }, Output: { x: '{% $x %}', y: '{% $y %}' }, Next: 'C' },
      C: { Type: 'Pass', Output: ['{% $x %}', { deep: '{% $states.input %}' }, 'text', '{% $y %}'], End: true },
    }
    expect(await outcome(states, { n: 21 })).toEqual([2, { deep: { x: 1, y: 42 } }, 'text', 42])
  })

  it('ASL Context object: $states.context', async () => {
    const output = {
      name: '{% $states.context.State.Name %}',
      own: '{% $contains($states.context.Execution.Id, $states.context.Execution.Name) %}',
      input: '{% $states.context.Execution.Input.a %}',
      retries: '{% $states.context.State.RetryCount %}',
      start: '{% $toMillis($states.context.Execution.StartTime) <= $toMillis($states.context.State.EnteredTime) %}',
    }
    const states = { P: { Type: 'Pass', Output: output, End: true } }
    expect(await outcome(states, { a: 5 })).toEqual({ name: 'P', own: true, input: 5, retries: 0, start: true })
  })

  it('ASL Choice: the first true Condition, its Assign and Output; Default; States.NoChoiceMatched', async () => {
    const states = {
      C: {
        Type: 'Choice',
        Choices: [
          {
            Condition: '{% $states.input.n > 10 %}',
            Next: 'End',
            Assign: { size: 'big' },
            Output: { was: '{% $states.input.n %}' },
          },
          { Condition: '{% $states.input.n > 5 %}', Next: 'End', Assign: { size: 'middle' } },
        ],
        Default: 'End',
        Assign: { size: 'small' },
      },
      End: { Type: 'Pass', Output: ['{% $size %}', '{% $states.input %}'], End: true },
    }
    expect(await outcome(states, { n: 11 })).toEqual(['big', { was: 11 }])
    expect(await outcome(states, { n: 6 })).toEqual(['middle', { n: 6 }])
    expect(await outcome(states, { n: 1 })).toEqual(['small', { n: 1 }])
    const { Default: _, Assign: __, ...strict } = states.C
    expect(await outcome({ ...states, C: strict }, { n: 1 })).toMatchObject({
      status: 'FAILED',
      error: 'States.NoChoiceMatched',
    })
  })

  it('ASL Choice: a Condition that is no boolean is States.QueryEvaluationError', async () => {
    const states = { C: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'S' }] }, S: { Type: 'Succeed' } }
    expect(await outcome(states)).toMatchObject({
      error: 'States.QueryEvaluationError',
      cause: expect.stringContaining('boolean'),
    })
  })

  it('ASL Wait: Seconds and Timestamp as expressions', async () => {
    const states = {
      A: { Type: 'Wait', Seconds: '{% $states.input.s %}', Next: 'B' },
      B: { Type: 'Wait', Timestamp: '{% $states.input.t %}', Output: 'waited', End: true },
    }
    expect(await outcome(states, { s: 0, t: '2020-01-01T00:00:00Z' })).toBe('waited')
  })

  it('ASL Succeed and Fail, with expressions', async () => {
    expect(await outcome({ S: { Type: 'Succeed', Output: '{% $states.input.a %}' } }, { a: 'done' })).toBe('done')
    const states = { F: { Type: 'Fail', Error: "{% 'E' & $states.input.n %}", Cause: 'plain' } }
    expect(await outcome(states, { n: 1 })).toEqual({ status: 'FAILED', error: 'E1', cause: 'plain' })
  })

  it('ASL Parallel: Arguments, ordered results, outer variables; a failed branch is caught', async () => {
    const branch = (states: object) => ({ StartAt: Object.keys(states)[0], States: states })
    const states = {
      A: { Type: 'Pass', Assign: { k: 10 }, Next: 'B' },
      B: {
        Type: 'Parallel',
        Arguments: { n: '{% $states.input.n + 1 %}' },
        Branches: [
          branch({
            X: { Type: 'Pass', Assign: { own: '{% $states.input.n %}' }, Next: 'Y' },
            Y: { Type: 'Pass', Output: '{% $own * $k %}', End: true },
          }),
          branch({ Z: { Type: 'Pass', Output: '{% $states.input.n %}', End: true } }),
        ],
        Output: { sum: '{% $sum($states.result) %}', list: '{% $states.result %}' },
        End: true,
      },
    }
    expect(await outcome(states, { n: 1 })).toEqual({ sum: 22, list: [20, 2] })
    const failing = {
      P: {
        Type: 'Parallel',
        Branches: [branch({ F: { Type: 'Fail', Error: 'Bad', Cause: 'why' } }), branch(slow)],
        Catch: [
          {
            ErrorEquals: ['Bad'],
            Next: 'C',
            Assign: { e: '{% $states.errorOutput.Error %}' },
            Output: '{% $states.errorOutput %}',
          },
        ],
        End: true,
      },
      C: { Type: 'Pass', Output: ['{% $e %}', '{% $states.input %}'], End: true },
    }
    expect(await outcome(failing)).toEqual(['Bad', { Error: 'Bad', Cause: 'why' }])
  })

  it('ASL Map (inline): Items, ItemSelector, MaxConcurrency, context.Map.Item, outer variables', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { k: 10 }, Next: 'M' },
      M: {
        Type: 'Map',
        Items: '{% $states.input.xs %}',
        ItemSelector: { at: '{% $states.context.Map.Item.Index %}', x: '{% $states.context.Map.Item.Value %}' },
        MaxConcurrency: 2,
        ItemProcessor: {
          StartAt: 'P',
          States: {
            P: { Type: 'Pass', Output: '{% $states.input.x * $k + $states.context.Map.Item.Index %}', End: true },
          },
        },
        End: true,
      },
    }
    expect(await outcome(states, { xs: [1, 2, 3] })).toEqual([10, 21, 32])
    expect(await outcome(states, { xs: [] })).toEqual([])
  })

  it('ASL Errors: an undefined expression is States.QueryEvaluationError', async () => {
    const states = { P: { Type: 'Pass', Output: '{% $states.input.none %}', End: true } }
    expect(await outcome(states)).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' })
  })

  it('Developer guide, "JSONata functions provided by Step Functions"', async () => {
    const output = {
      partition: '{% $partition([1, 2, 3, 4, 5], 2) %}',
      range: '{% $range(1, 9, 2) %}',
      hash: "{% $hash('input data', 'SHA-1') %}",
      random: '{% $random(7) = $random(7) and $random() < 1 %}',
      uuid: '{% $length($uuid()) %}',
      parse: `{% $parse('{"a": [1]}').a %}`,
    }
    expect(await outcome({ P: { Type: 'Pass', Output: output, End: true } })).toEqual({
      partition: [[1, 2], [3, 4], [5]],
      range: [1, 3, 5, 7, 9],
      hash: 'aaff4a450a104cd177d28d18d74485e8cae074b7',
      random: true,
      uuid: 36,
      parse: [1],
    })
  })

  it('Quotas: an output above 256 KiB is States.DataLimitExceeded, which States.ALL does not catch', async () => {
    const states = {
      P: {
        Type: 'Map',
        Items: '{% [1..20] %}',
        ItemProcessor: {
          StartAt: 'Q',
          States: { Q: { Type: 'Pass', Output: "{% $pad('', 20000, 'x') %}", End: true } },
        },
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'C' }],
        End: true,
      },
      C: { Type: 'Pass', End: true },
    }
    expect(await outcome(states)).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' })
  })
})
