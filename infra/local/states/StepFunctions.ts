import type { S3Client } from '@aws-sdk/client-s3'
import { Callbacks } from './callbacks.ts'
import { systemClock } from './cancel.ts'
import { serve } from './endpoint.ts'
import type { Guards } from './endpoint.ts'
import { ApiError } from './failure.ts'
import { runThread } from './interpreter.ts'
import { Journal } from './journal.ts'
import { Ledger } from './ledger.ts'
import { Machines } from './machines.ts'
import { operations } from './operations.ts'
import { Activity } from './thread.ts'
import type { CustomTask, Engine, Paid } from './thread.ts'
import type { Invoke, Json, JsonObject, MachineType, StatesClock, StatusChange } from './states.types.ts'

export interface StepFunctionsOptions extends Guards {
  /** holds `states.sqlite` */
  dataDir: string
  /** 0, the default, takes a free one */
  port?: number
  region: string
  accountId: string
  partition: string
  invoke: Invoke
  /** for ItemReader, ResultWriter and `aws-sdk:s3:putObject`; without it these are refused */
  s3?: S3Client
  /** other integrations by their name after `states:::`, such as `aws-sdk:dynamodb:updateItem` */
  tasks?: Readonly<Record<string, CustomTask>>
  onStatusChange?: (event: StatusChange) => void | Promise<void>
  clock?: StatesClock
  /** Told of what is paid for: a state that a Standard execution enters, an Express execution that begins. */
  onPaid?: (what: Paid) => void
}

export interface StateMachineInput {
  name: string
  /** ASL as JSON text or as an object */
  definition: string | JsonObject
  roleArn?: string
  type?: MachineType
}

export interface StepFunctions {
  endpoint: string
  port: number
  /** Lets go of everything; running executions go on at the next start. `lose` drops unwritten checkpoints, as a kill does. */
  close(options?: { lose?: boolean }): Promise<void>
  /** Resolves when nothing moves by itself: what runs, waits for a token or for time. */
  idle(): Promise<void>
  /** Creates the machine, or updates it when it exists; throws ApiError InvalidDefinition. */
  createStateMachine(input: StateMachineInput): { stateMachineArn: string }
}

function putObject(s3: S3Client): CustomTask {
  return async (args) => {
    const { Bucket, Key, Body, ContentType, ...rest } = args as Record<string, Json | undefined>
    const unknown = Object.keys(rest)[0]
    if (unknown) throw new Error(`putObject: the argument '${unknown}' is not supported`)
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    const answer = await s3.send(
      new PutObjectCommand({
        Bucket: String(Bucket),
        Key: String(Key),
        Body: typeof Body === 'string' ? Body : JSON.stringify(Body ?? null),
        ...(ContentType === undefined ? {} : { ContentType: String(ContentType) }),
      }),
    )
    return { ETag: answer.ETag ?? null }
  }
}

/** Starts the local Step Functions, and takes up what an earlier process left in `dataDir`. */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<StepFunctions> {
  const { s3, region, accountId, partition, invoke, clock = systemClock } = options
  const journal = new Journal(options.dataDir)
  const custom: Record<string, CustomTask> = {
    ...(s3 ? { 'aws-sdk:s3:putObject': putObject(s3) } : {}),
    ...options.tasks,
  }
  const engine: Engine = {
    ...{ journal, clock, invoke, s3, custom, region, accountId, partition, runThread },
    // s3:getObject stands for the readers and writers of distributed maps
    customNames: new Set([...Object.keys(custom), ...(s3 ? ['s3:getObject'] : [])]),
    activity: new Activity(),
    paid: (what) => options.onPaid?.(what),
    callbacks: new Callbacks(journal),
    startChild(machineArn, name, input, { join, standard }) {
      const machine = machines.get(machineArn)
      if (standard && machine.type !== 'STANDARD')
        throw new ApiError('StateMachineTypeNotSupported', `'${machineArn}' is not a Standard state machine`)
      return ledger.start(machine, name, input, join)
    },
  }
  const machines = new Machines(engine)
  const ledger = new Ledger(engine, options.onStatusChange)
  const { server, port } = await serve(options.port ?? 0, operations(engine, machines, ledger), options)
  ledger.resume()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    idle: () => engine.activity.idle(),
    async close({ lose = false } = {}) {
      journal.close(lose)
      ledger.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
    createStateMachine({ name, definition, roleArn, type = 'STANDARD' }) {
      const text = typeof definition === 'string' ? definition : JSON.stringify(definition)
      const role = roleArn ?? `arn:${partition}:iam::${accountId}:role/states`
      const arn = machines.arnOf(name)
      const existing = machines.list().find((machine) => machine.arn === arn)
      if (existing && existing.type !== type) machines.delete(arn)
      else if (existing) return { stateMachineArn: machines.update(arn, { definition: text, roleArn: role }).arn }
      return { stateMachineArn: machines.create({ name, definition: text, roleArn: role, type }).arn }
    },
  }
}
