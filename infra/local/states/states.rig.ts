import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn'
import { startStepFunctions } from './StepFunctions.ts'
import type { StepFunctions, StepFunctionsOptions } from './StepFunctions.ts'
import type { Invoke, Json, JsonObject, StatesClock, StatusChange } from './states.types.ts'

export const REGION = 'cn-north-1'
export const ACCOUNT = '000000000000'
export const ROLE = process.env['QINGHE_CONFORMANCE_ROLE'] ?? `arn:aws-cn:iam::${ACCOUNT}:role/states`
export const INVOKE = 'arn:aws-cn:states:::lambda:invoke'
export const LAMBDA = `arn:aws-cn:lambda:${REGION}:${ACCOUNT}:function`
const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret' }

export type Handler = (payload: JsonObject, qualifier?: string) => unknown

/** A stand-in in a directory of its own, with functions by name and a client. */
export interface Rig {
  service: StepFunctions
  client: SFNClient
  events: StatusChange[]
  calls: Record<string, number>
  dataDir: string
  /** Ends the service as a kill would, and starts another over the same data. */
  restart(): Promise<void>
  dispose(): Promise<void>
  create(definition: object, type?: 'STANDARD' | 'EXPRESS'): Promise<string>
  /** Starts a machine made of the definition and waits for its end. */
  run(definition: object, input?: Json): Promise<DescribeExecutionOutput>
  ended(executionArn: string): Promise<DescribeExecutionOutput>
}

let machineCount = 0

export async function makeRig(
  functions: Record<string, Handler>,
  more: Partial<StepFunctionsOptions> = {},
): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'states-'))
  const events: StatusChange[] = []
  const calls: Record<string, number> = {}
  const invoke: Invoke = async (arn, payload, { qualifier }) => {
    const name = arn.slice(arn.lastIndexOf(':') + 1)
    calls[name] = (calls[name] ?? 0) + 1
    const handler = functions[name]
    if (!handler)
      throw Object.assign(new Error(`Function not found: ${arn}`), { name: 'Lambda.ResourceNotFoundException' })
    return { payload: ((await handler(payload as JsonObject, qualifier)) ?? null) as Json }
  }
  const start = () =>
    startStepFunctions({
      ...{ dataDir, region: REGION, accountId: ACCOUNT, partition: 'aws-cn', invoke },
      onStatusChange: (event) => void events.push(event),
      ...more,
    })
  const connect = (service: StepFunctions) =>
    new SFNClient({ endpoint: service.endpoint, region: REGION, credentials, disableHostPrefix: true, maxAttempts: 1 })
  const service = await start()
  const rig: Rig = {
    ...{ service, events, calls, dataDir, client: connect(service) },
    async restart() {
      rig.client.destroy()
      await rig.service.close({ lose: true })
      rig.service = await start()
      rig.client = connect(rig.service)
    },
    async dispose() {
      rig.client.destroy()
      await rig.service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    async create(definition, type = 'STANDARD') {
      const name = `machine-${++machineCount}`
      const text = JSON.stringify({ QueryLanguage: 'JSONata', ...definition })
      const made = await rig.client.send(new CreateStateMachineCommand({ name, definition: text, roleArn: ROLE, type }))
      return made.stateMachineArn ?? ''
    },
    async run(definition, input = {}) {
      const stateMachineArn = await rig.create(definition)
      const started = await rig.client.send(
        new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }),
      )
      return rig.ended(started.executionArn ?? '')
    },
    async ended(executionArn) {
      await rig.service.idle()
      return rig.client.send(new DescribeExecutionCommand({ executionArn }))
    },
  }
  return rig
}

/** A clock that stands until it is moved: what is due then wakes, and the machine’s own time counts for nothing. */
export const handClock = (): StatesClock & { move: (ms: number) => void } => {
  let at = Date.now()
  const waiting = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => at,
    after: (ms, wake) => {
      const one = { at: at + ms, wake }
      waiting.add(one)
      return () => void waiting.delete(one)
    },
    move(ms) {
      at += ms
      for (const one of [...waiting].filter((w) => w.at <= at)) if (waiting.delete(one)) one.wake()
    },
  }
}

/** One state that calls a function with a payload. */
export function task(name: string, payload: Json = '{% $states.input %}', rest: JsonObject = {}): JsonObject {
  return {
    Type: 'Task',
    Resource: INVOKE,
    Arguments: { FunctionName: `${LAMBDA}:${name}`, Payload: payload },
    Output: '{% $states.result.Payload %}',
    ...('Next' in rest ? {} : { End: true }),
    ...rest,
  }
}

/** Waits until a condition holds; throws after two minutes. */
export async function until(condition: () => boolean): Promise<void> {
  for (let at = 0; at < 24_000; at++) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the condition did not come to hold')
}
