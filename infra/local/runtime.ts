/** A worker's inside: what Lambda's runtime is to a handler. Its environment is the function's own. */
import { parentPort, workerData } from 'node:worker_threads'
import { effortMeter, ownCpu } from './effort.ts'
import type { FromWorker, LambdaError, ToWorker, WorkerData } from './lambda.types.ts'

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

try {
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
