/** SQS and Lambda before a local cloud, in their own protocols as far as the redrive speaks them: for tests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { domains } from '../../domains.ts'
import type { Cloud } from '../Cloud.ts'

export type Stand = {
  readonly endpoint: string
  /** Puts a message into a queue. */
  readonly send: (queue: string, message: object) => void
  /** What is in a queue. */
  readonly left: (queue: string) => unknown[]
  /** Functions that were invoked, with their events. */
  readonly invoked: { name: string; event: object }[]
  /** Every message can be received again, as when its time in other hands is over. */
  readonly free: () => void
  readonly close: () => Promise<void>
}

export const standFor = async (cloud: Cloud): Promise<Stand> => {
  const sent: { queue: string; message: object }[] = []
  const removed = new Set<string>()
  const held = new Set<string>()
  const invoked: Stand['invoked'] = []
  /** Messages by their receipts: the queue, and where in it. */
  const inQueue = (queue: string) =>
    [...cloud.missed(queue), ...sent.filter((s) => s.queue === queue).map((s) => s.message)]
      .map((message, i) => ({ message, receipt: `${queue}/${i}` }))
      .filter((m) => !removed.has(m.receipt))
  const answers = async (path: string, target: string, body: string): Promise<unknown> => {
    const [, name] = /\/functions\/([^/]+)\/invocations$/.exec(decodeURIComponent(path)) ?? []
    if (name) {
      const event = JSON.parse(body) as object
      const id = name.split(':').at(-1)!.replace('qinghe-', '')
      invoked.push({ name: id, event })
      return cloud.invoke(id, event)
    }
    if (path.startsWith('/2015-03-31/event-source-mappings/')) {
      const reader = /[?&]FunctionName=[^&]*%3Aqinghe-(\w+)-stream/.exec(path)?.[1]
      const heard = domains.find((d) => d.room === reader)?.streams ?? []
      const S = heard.map((prefix) => ({ prefix }))
      const Filters = [{ Pattern: JSON.stringify({ dynamodb: { Keys: { pk: { S } } } }) }]
      return { EventSourceMappings: reader ? [{ FilterCriteria: { Filters } }] : [] }
    }
    const asked = JSON.parse(body) as { QueueUrl: string; ReceiptHandle: string }
    const queue = asked.QueueUrl.split('/').at(-1)!
    if (target === 'AmazonSQS.DeleteMessage') {
      removed.add(asked.ReceiptHandle)
      return {}
    }
    if (target !== 'AmazonSQS.ReceiveMessage') throw new Error(`not known here: ${target}`)
    const some = inQueue(queue).filter((m) => !held.has(m.receipt))
    for (const { receipt } of some) held.add(receipt)
    return { Messages: some.map((m) => ({ Body: JSON.stringify(m.message), ReceiptHandle: m.receipt })) }
  }
  const server = createServer((request, response) => {
    void (async () => {
      const { authorization = '', 'x-amz-target': target = '' } = request.headers
      if (!/^AWS4-HMAC-SHA256 Credential=/.test(authorization)) throw new Error('not signed')
      return answers(request.url ?? '', String(target), await text(request))
    })().then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: Error) => {
        response.setHeader('x-amz-function-error', 'Unhandled')
        response.end(JSON.stringify({ errorMessage: error.message }))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (queue, message) => void sent.push({ queue, message }),
    left: (queue) => inQueue(queue).map((m) => m.message),
    invoked,
    free: () => held.clear(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
