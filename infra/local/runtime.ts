/** A worker's inside: what Lambda's runtime is to a handler. Its environment is the function's own. */
import { parentPort, workerData } from 'node:worker_threads'
import { effortMeter, ownCpu } from './effort.ts'
import type { FromWorker, LambdaError, ToWorker, WorkerData } from './lambda.types.ts'

import { allows } from './stores/access/policy.ts'
import { hashKeyOf } from './stores/dynamo/dynamoAccess.ts'
import { gathered, nearDynamo } from './stores/dynamo/near.ts'
import type { Access } from './stores/stores.types.ts'

const port = parentPort!
const data = workerData as WorkerData
const say = (message: FromWorker): void => port.postMessage(message)
const meter = data.metered ? effortMeter(process.env) : () => () => ({ cpu: 0, wait: 0 })

const errorOf = (error: unknown): LambdaError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] }

/** Lambda refuses answers above 6 MB. */
const mostBytes = 6 * 1024 * 1024 + 100 * 1024

type Handler = (event: unknown, context: unknown) => unknown

const invoke = async (handler: Handler, message: ToWorker): Promise<void> => {
  const context = {
    functionName: data.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memory),
    awsRequestId: message.id,
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, message.deadline - Date.now()),
  }
  const effort = meter()
  try {
    const payload = JSON.stringify((await handler(JSON.parse(message.event), context)) ?? null)
    if (Buffer.byteLength(payload) > mostBytes) {
      const error = new Error('Response payload size exceeded maximum allowed payload size (6291556 bytes).')
      error.name = 'Function.ResponseSizeTooLarge'
      throw error
    }
    say({ kind: 'result', id: message.id, payload, effort: effort() })
  } catch (error) {
    say({ kind: 'failed', id: message.id, error: errorOf(error), effort: effort() })
  }
}

/** The clients of this worker go straight to the database: the thread of the cloud, which all workers share, is spared them. */
const goNear = async ({ clients, port: database, policies }: NonNullable<WorkerData['near']>): Promise<void> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env
  const authorise = (access: Access): boolean => {
    const { action, resource, context } = access
    const allowed = allows(policies, { action, resource, ...(context ? { conditionContext: context } : {}) })
    if (!allowed) say({ kind: 'denied', access })
    return allowed
  }
  const judging = {
    secretOf: (accessKeyId: string) => (accessKeyId === AWS_ACCESS_KEY_ID ? { secretAccessKey } : null),
    authorise,
    hashKeyOf,
  }
  const { reachDynamo } = (await import(clients)) as { reachDynamo: (by: ReturnType<typeof nearDynamo>) => void }
  reachDynamo(
    nearDynamo(
      judging,
      database,
      gathered((tables) => say({ kind: 'wrote', tables })),
    ),
  )
}

try {
  if (data.near) await goNear(data.near)
  const module = (await import(data.module)) as { handler?: Handler }
  const { handler } = module
  if (typeof handler !== 'function') {
    const error = new Error(`${data.entry} exports no handler`)
    error.name = 'Runtime.HandlerNotFound'
    throw error
  }
  port.on('message', (message: ToWorker) => void invoke(handler, message))
  say({ kind: 'ready', cpu: ownCpu() })
} catch (error) {
  say({ kind: 'initFailed', error: errorOf(error) })
}
