/**
 * What a call of a function takes, as a bill would count it. Time on the wall says little here: the machine does other
 * work, and the stores are next door. So the processor's time of the call's own thread is taken, and beside it the time
 * that its requests would take in the cloud: each as long as its service takes there, those that run at once at once,
 * one that is sent after an answer after it.
 */
import { channel } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { Effort } from './lambda.types.ts'

/** What a request takes in its own region, ms: the middle of what each service is known for. */
export const latencies = { dynamo: 5, s3: 25, other: 25 } as const

/** The processor's time of this thread, ms. */
export const ownCpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Begins to meter a call; what that answers ends it. One call at a time, as a worker has them. */
export const effortMeter = (env: Readonly<Record<string, string | undefined>>): (() => () => Effort) => {
  const portOf = (name: string): string => new URL(env[name] ?? 'http://none').port
  const known = new Map<string, number>([
    [portOf('AWS_ENDPOINT_URL_DYNAMODB'), latencies.dynamo],
    [portOf('AWS_ENDPOINT_URL_S3'), latencies.s3],
  ])
  /** When the last answer would have come, ms since the call began. */
  let answered = 0
  const sentAt = new WeakMap<ClientRequest, number>()
  channel('http.client.request.start').subscribe((message) => {
    sentAt.set((message as { request: ClientRequest }).request, answered)
  })
  channel('http.client.response.finish').subscribe((message) => {
    const { request } = message as { request: ClientRequest }
    const port = String(request.getHeader('host') ?? '').split(':')[1] ?? ''
    answered = Math.max(answered, (sentAt.get(request) ?? answered) + (known.get(port) ?? latencies.other))
  })
  return () => {
    answered = 0
    const before = ownCpu()
    return () => ({ cpu: ownCpu() - before, wait: answered })
  }
}
