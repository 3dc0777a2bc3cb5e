import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateStateMachineCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import { afterEach, describe, expect, it } from 'vitest'
import { startStepFunctions } from './StepFunctions.ts'
import { ACCOUNT, INVOKE, LAMBDA, makeRig, REGION, ROLE, task, until } from './states.rig.ts'
import type { Handler, Rig } from './states.rig.ts'
import type { JsonObject } from './states.types.ts'

let rig: Rig | undefined
afterEach(async () => {
  await rig?.dispose()
  rig = undefined
})

/** A function that hangs until `open` is called, and works from then on. */
function gate(work: Handler): { handler: Handler; open(): void } {
  let closed = true
  return { handler: (payload) => (closed ? new Promise(() => {}) : work(payload)), open: () => void (closed = false) }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 30))

async function begin(on: Rig, definition: object, input: object = {}): Promise<string> {
  const stateMachineArn = await on.create(definition)
  const { executionArn = '' } = await on.client.send(
    new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }),
  )
  return executionArn
}

describe('a killed process resumes', () => {
  it('at the state where it was, with its variables; what was done is not done again', async () => {
    const second = gate((payload) => payload['n'])
    rig = await makeRig({ first: () => 5, second: second.handler })
    const executionArn = await begin(rig, {
      StartAt: 'A',
      States: {
        A: task('first', {}, { Assign: { v: '{% $states.result.Payload * 2 %}' }, Next: 'B' }),
        B: task('second', { n: '{% $v %}' }, { Output: ['{% $states.result.Payload %}', '{% $states.input %}'] }),
      },
    })
    await until(() => rig?.calls['second'] === 1)
    await settle()
    second.open()
    await rig.restart()
    expect(await rig.ended(executionArn)).toMatchObject({ status: 'SUCCEEDED', output: '[10,5]' })
    expect(rig.calls).toEqual({ first: 1, second: 2 })
    expect(rig.events.map((event) => event.detail.status)).toEqual(['RUNNING', 'SUCCEEDED'])
  })

  it('an execution that was answered but not yet under way', async () => {
    rig = await makeRig({ first: () => 1 })
    const stateMachineArn = await rig.create({ StartAt: 'A', States: { A: task('first') } })
    const { executionArn = '' } = await rig.client.send(new StartExecutionCommand({ stateMachineArn }))
    await rig.restart()
    expect((await rig.ended(executionArn)).status).toBe('SUCCEEDED')
  })

  it('inside Parallel and inline Map, keeping finished branches and iterations', async () => {
    const slow = gate(() => 'slow')
    rig = await makeRig({ quick: (payload) => payload['i'] ?? 'quick', slow: slow.handler })
    const map = {
      Type: 'Map',
      Items: [{ i: 1 }, { i: 2 }, { i: 3 }],
      ItemProcessor: { StartAt: 'I', States: { I: task('quick') } },
      End: true,
    }
    const executionArn = await begin(rig, {
      StartAt: 'P',
      States: {
        P: {
          Type: 'Parallel',
          Branches: [
            { StartAt: 'Q', States: { Q: task('quick') } },
            { StartAt: 'M', States: { M: map } },
            { StartAt: 'S', States: { S: task('slow') } },
          ],
          End: true,
        },
      },
    })
    await until(() => rig?.calls['quick'] === 4 && rig.calls['slow'] === 1)
    await settle()
    slow.open()
    await rig.restart()
    expect((await rig.ended(executionArn)).output).toBe('["quick",[1,2,3],"slow"]')
    expect(rig.calls).toEqual({ quick: 4, slow: 2 })
  })

  it.each(['EXPRESS', 'STANDARD'])(
    'inside a distributed map, running only the children without a result (%s)',
    async (type) => {
      const late = gate((payload) => payload['i'])
      rig = await makeRig({ work: (payload) => (Number(payload['i']) < 40 ? payload['i'] : late.handler(payload)) })
      const executionArn = await begin(rig, {
        StartAt: 'M',
        States: {
          M: {
            Type: 'Map',
            Items: '{% $map([0..49], function($i) {{"i": $i}}) %}',
            ItemProcessor: {
              ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: type },
              StartAt: 'W',
              States: { W: task('work') },
            },
            End: true,
          },
        },
      })
      await until(() => rig?.calls['work'] === 50)
      await settle()
      late.open()
      await rig.restart()
      const ended = await rig.ended(executionArn)
      expect(JSON.parse(ended.output ?? '')).toEqual(Array.from({ length: 50 }, (_, i) => i))
      expect(rig.calls['work']).toBe(60)
    },
  )

  it('in a Wait, until its time; in a retry delay, with its count', async () => {
    let left = 1
    rig = await makeRig({
      shaky: () => {
        if (left-- > 0) throw Object.assign(new Error('busy'), { name: 'Busy' })
        return 'ok'
      },
    })
    const waiting = await begin(rig, {
      StartAt: 'W',
      States: { W: { Type: 'Wait', Seconds: 1, Output: '{% $millis() %}', End: true } },
    })
    const retried = await begin(rig, {
      StartAt: 'T',
      States: {
        T: task(
          'shaky',
          {},
          {
            Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 1, MaxAttempts: 1 }],
            Output: '{% $states.context.State.RetryCount %}',
          },
        ),
      },
    })
    await until(() => rig?.calls['shaky'] === 1)
    await settle()
    await rig.restart()
    await until(() => rig?.events.filter((event) => event.detail.status === 'SUCCEEDED').length === 2)
    const wait = await rig.ended(waiting)
    expect(Number(wait.output) - (wait.startDate?.getTime() ?? 0)).toBeGreaterThanOrEqual(1000)
    expect((await rig.ended(retried)).output).toBe('1')
  })

  it('with an answer to a token that came just before, and with a child that it waits for', async () => {
    let token = ''
    rig = await makeRig({ ask: (payload) => void (token = String(payload['token'])) })
    const child = await rig.create({
      StartAt: 'Ask',
      States: {
        Ask: {
          ...{ Type: 'Task', Resource: `${INVOKE}.waitForTaskToken`, End: true },
          Arguments: { FunctionName: `${LAMBDA}:ask`, Payload: { token: '{% $states.context.Task.Token %}' } },
        },
      },
    })
    const parent = await begin(rig, {
      StartAt: 'P',
      States: {
        P: {
          ...{ Type: 'Task', Resource: 'arn:aws-cn:states:::states:startExecution.sync:2', End: true },
          Arguments: { StateMachineArn: child, Input: {} },
          Output: '{% $states.result.Output %}',
        },
      },
    })
    await until(() => token !== '')
    await settle()
    await rig.restart()
    await rig.client.send(new SendTaskSuccessCommand({ taskToken: token, output: '"yes"' }))
    await rig.restart()
    expect((await rig.ended(parent)).output).toBe('"yes"')
    expect(rig.calls['ask']).toBe(1)
    expect(rig.events.filter((event) => event.detail.status === 'RUNNING').length).toBe(2)
  })

  it('after kill -9 of a real process, in the middle of a distributed map', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'states-kill-'))
    const log = join(dataDir, 'calls.log')
    writeFileSync(log, '')
    const child = fork(new URL('./killed.child.ts', import.meta.url), [dataDir, log], { execArgv: [] })
    const { endpoint } = await new Promise<{ endpoint: string }>((resolve) =>
      child.once('message', (message) => resolve(message as { endpoint: string })),
    )
    const client = new SFNClient({ endpoint, region: REGION, credentials: { accessKeyId: 'A', secretAccessKey: 'S' } })
    const definition = {
      ...{ QueryLanguage: 'JSONata', StartAt: 'M' },
      States: {
        M: {
          Type: 'Map',
          Items: '{% $map([0..99], function($i) {{"i": $i}}) %}',
          ItemProcessor: {
            ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' },
            StartAt: 'W',
            States: { W: task('work') },
          },
          End: true,
        },
      },
    }
    const made = await client.send(
      new CreateStateMachineCommand({ name: 'killed', definition: JSON.stringify(definition), roleArn: ROLE }),
    )
    await client.send(new StartExecutionCommand({ stateMachineArn: made.stateMachineArn, name: 'one' }))
    await until(() => readFileSync(log, 'utf8').split('\n').length > 60)
    await settle()
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    client.destroy()

    const again: number[] = []
    const outputs: (string | null)[] = []
    const service = await startStepFunctions({
      ...{ dataDir, region: REGION, accountId: ACCOUNT, partition: 'aws-cn' },
      invoke(_arn, payload) {
        const { i } = payload as JsonObject & { i: number }
        again.push(i)
        return Promise.resolve({ payload: i })
      },
      onStatusChange: (event) => void outputs.push(event.detail.output),
    })
    await service.idle()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
    expect(JSON.parse(outputs.at(-1) ?? '')).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(again.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 60))
  })
})
