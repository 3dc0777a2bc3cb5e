import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DescribeExecutionCommand, SFNClient, SendTaskSuccessCommand, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import * as z from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JobId } from '#shared/kit/ids.ts'
import { all, each, job, person, step, until, when } from '#shared/kit/job.ts'
import type { FlowNode, JobState, StepEvent } from '#shared/kit/job.ts'
import { machineOf } from '../kit/Machine.ts'
import { startStepFunctions } from './states/StepFunctions.ts'
import { handClock, LAMBDA, makeRig } from './states/states.rig.ts'
import type { Rig } from './states/states.rig.ts'
import type { StatesClock } from './states/states.types.ts'
import { startS3 } from './stores/s3/S3.ts'
import type { StepFunctions } from './states/StepFunctions.ts'
import type { Running } from './stores/stores.types.ts'

const any = () => z.unknown()
const workFunctionArn = 'arn:aws:lambda:us-east-1:000000000000:function:qinghe-exam-work'
const keys = { accessKeyId: 'test', secretAccessKey: 'test' }

let dataDir: string
let s3: Running
let states: StepFunctions
let sfn: SFNClient
let client: S3Client
let answer: (event: StepEvent) => unknown
const seen: StepEvent[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'qinghe-machine-'))
  s3 = await startS3({ dataDir, secretOf: () => ({ secretAccessKey: 'test' }), buckets: ['data'] })
  client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
  states = await startStepFunctions({
    dataDir,
    region: 'us-east-1',
    accountId: '000000000000',
    partition: 'aws',
    s3: client,
    invoke: (_arn, payload) => {
      const event = payload as unknown as StepEvent
      seen.push(event)
      return Promise.resolve().then(() => ({ payload: (answer(event) ?? null) as never }))
    },
  })
  sfn = new SFNClient({ endpoint: states.endpoint, region: 'us-east-1', credentials: keys })
})
afterAll(async () => {
  await states.close()
  await s3.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let count = 0
const start = async (flow: readonly FlowNode[], by: (event: StepEvent) => unknown) => {
  answer = by
  seen.length = 0
  const made = job(`exam.try${count++}`, { title: 'a trial', input: any, flow })
  const { stateMachineArn } = states.createStateMachine({
    name: made.name.replace('.', '-'),
    definition: machineOf(made, { partition: 'aws', workFunctionArn, bucket: 'data' }) as never,
  })
  const state: JobState = { jobId: 'j' as JobId, tenant: 'p', startedBy: 'u', input: { n: 1 }, out: {} }
  const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(state) }))
  return executionArn
}
const ended = async (executionArn: string | undefined) => {
  for (;;) {
    const found = await sfn.send(new DescribeExecutionCommand({ executionArn }))
    if (found.status !== 'RUNNING') {
      return {
        status: found.status,
        error: found.error,
        out: found.output ? (JSON.parse(found.output) as JobState).out : {},
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const run = async (flow: readonly FlowNode[], by: (event: StepEvent) => unknown) => ended(await start(flow, by))

describe('the state machine of a job', () => {
  it('hands each step the state, and puts its answer under its name', async () => {
    const { status, out } = await run([step('first', any), step('second', any)], (e) => ({
      was: e.step,
      n: Object.keys(e.state.out),
    }))
    expect(status).toBe('SUCCEEDED')
    expect(out).toEqual({ first: { was: 'first', n: [] }, second: { was: 'second', n: ['first'] } })
    expect(seen[0]).toMatchObject({
      job: expect.stringMatching(/^exam\.try/) as string,
      step: 'first',
      state: { jobId: 'j', input: { n: 1 } },
    })
  })

  it('maps over a manifest in batches, and keeps the state', async () => {
    const items = Array.from({ length: 7 }, (_, i) => ({ i }))
    await client.send(
      new PutObjectCommand({ Bucket: 'data', Key: 'ab/m.jsonl', Body: items.map((i) => JSON.stringify(i)).join('\n') }),
    )
    const flow = [step('list', any), each('mark', { from: 'list', item: any, batch: 3 }), step('sum', any)]
    const { status, out } = await run(flow, (e) => (e.step === 'list' ? { manifestKey: 'ab/m.jsonl' } : { of: e.step }))
    expect(status).toBe('SUCCEEDED')
    expect(out).toEqual({ list: { manifestKey: 'ab/m.jsonl' }, mark: {}, sum: { of: 'sum' } })
    const batches = seen.filter((e) => e.step === 'mark')
    expect(batches.map((e) => e.items?.length).sort()).toEqual([1, 3, 3])
    expect(batches.flatMap((e) => e.items)).toEqual(expect.arrayContaining(items))
    expect(batches[0]?.state.out).toEqual({ list: { manifestKey: 'ab/m.jsonl' } })
  })

  it.each([true, false])('chooses by a field: %s', async (wanted) => {
    const flow = [step('look', any), when('isNew', { from: 'look', field: 'fresh', then: [step('make', any)] })]
    const { status, out } = await run(flow, (e) => (e.step === 'look' ? { fresh: wanted } : {}))
    expect(status).toBe('SUCCEEDED')
    expect(Object.keys(out)).toEqual(wanted ? ['look', 'make'] : ['look'])
  })

  it('runs branches side by side and merges their answers', async () => {
    const flow = [step('a', any), all('both', [step('b', any)], [step('c', any), step('d', any)]), step('e', any)]
    const { out } = await run(flow, (e) => ({ of: e.step }))
    expect(Object.keys(out).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('waits for a moment, and for a person', async () => {
    const flow = [step('plan', any), until('night', { from: 'plan', field: 'at' }), person('nod', any), step('go', any)]
    const arn = await start(flow, (e) => (e.step === 'plan' ? { at: '2020-01-01T00:00:00Z' } : { of: e.step }))
    let token: string | undefined
    while (!token) {
      token = seen.find((e) => e.step === 'nod')?.taskToken
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: JSON.stringify({ yes: true }) }))
    const { status, out } = await ended(arn)
    expect(status).toBe('SUCCEEDED')
    expect(out['nod']).toEqual({ yes: true })
  })

  it('tries a failed step again, but never a refused one', async () => {
    let tries = 0
    const failing = (name: string, times: number) => () => {
      if (tries++ < times) throw Object.assign(new Error('no'), { name })
      return {}
    }
    expect((await run([step('a', any)], failing('Oops', 1))).status).toBe('SUCCEEDED')
    expect(tries).toBe(2)
    tries = 0
    expect(await run([step('a', any)], failing('Refused', 1))).toMatchObject({ status: 'FAILED', error: 'Refused' })
    expect(tries).toBe(1)
  })

  describe('under a clock a thousand times as fast', () => {
    const clockOf = (pace: number) => ({
      now: () => performance.now() * pace,
      after: (ms: number, wake: () => void) => {
        const timer = setTimeout(wake, ms / pace)
        return () => clearTimeout(timer)
      },
    })
    let rig: Rig | undefined
    afterEach(() => rig?.dispose())
    /** A job that maps over three items, one a child. */
    const mapped = async (
      more: { timeoutSeconds?: number; tolerant?: boolean },
      child: (e: StepEvent) => unknown,
      clock: StatesClock = clockOf(1000),
    ) => {
      await client.send(
        new PutObjectCommand({ Bucket: 'data', Key: 'ab/three.jsonl', Body: '{"i":0}\n{"i":1}\n{"i":2}' }),
      )
      const work = (payload: unknown): unknown => {
        const event = payload as StepEvent
        return event.step === 'mark' ? child(event) : { manifestKey: 'ab/three.jsonl' }
      }
      rig = await makeRig({ 'qinghe-exam-work': work }, { clock, s3: client })
      const flow = [step('list', any), each('mark', { from: 'list', item: any, batch: 1, ...more })]
      const definition = machineOf(job('exam.slow', { title: '', input: any, flow }), {
        partition: 'aws-cn',
        workFunctionArn: `${LAMBDA}:qinghe-exam-work`,
        bucket: 'data',
      })
      return (await rig.run(definition, { input: {}, out: {} })).status
    }
    const failing = (name: string) => Object.assign(new Error('no'), { name })

    it('lets a child take the fourteen minutes that it asked for', async () => {
      // The three run side by side: none has more than these.
      const clock = handClock()
      let moved = false
      const slow = () => {
        if (!moved) clock.move(830_000)
        moved = true
      }
      expect(await mapped({ timeoutSeconds: 840 }, slow, clock)).toBe('SUCCEEDED')
      expect(rig!.calls['qinghe-exam-work']).toBe(4)
    })

    it('calls a step again that goes on, however often', async () => {
      let left = 60
      const goesOn = () => {
        if (left-- > 0) throw failing('GoesOn')
      }
      expect(await mapped({ timeoutSeconds: 900 }, goesOn)).toBe('SUCCEEDED')
    })

    it('tries longer where there is a crowd than where something is wrong', async () => {
      const tried: Record<string, number> = {}
      const first = (name: string, times: number) => (e: StepEvent) => {
        const key = `${name}${JSON.stringify(e.items)}`
        tried[key] = (tried[key] ?? 0) + 1
        if (tried[key] <= times) throw failing(name)
      }
      // Its waits fill most of a child's five minutes: what the machine itself takes must be small beside the rest.
      expect(await mapped({}, first('Lambda.TooManyRequestsException', 14), clockOf(50))).toBe('SUCCEEDED')
      await rig!.dispose()
      expect(await mapped({}, first('Oops', 4))).toBe('FAILED')
    })

    it('goes on without what fails for good, where that is tolerated', async () => {
      const poison = (e: StepEvent) => {
        if (JSON.stringify(e.items).includes('1')) throw failing('Runtime.ExitError')
      }
      expect(await mapped({ tolerant: true }, poison)).toBe('SUCCEEDED')
      await rig!.dispose()
      expect(await mapped({}, poison)).toBe('FAILED')
    })
  })

  it('refuses flows that no machine can be made of', () => {
    const place = { partition: 'aws', workFunctionArn, bucket: 'data' }
    const of = (...flow: FlowNode[]) => machineOf(job('exam.odd', { title: '', input: any, flow }), place)
    expect(() => of()).toThrow('without steps')
    expect(() => of(step('a', any), all('both', [step('a', any)]))).toThrow('two nodes called a')
    expect(() => of(step('a b', any))).toThrow('no name')
  })
})
