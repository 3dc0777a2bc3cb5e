/** The services of an account, as the redrive asks them: SQS, the streams of DynamoDB, Lambda. */
import { invoke, signedFetch } from '../deploy/service.ts'
import type { Place, Services } from './redrive.ts'

export type Where = {
  readonly region: string
  readonly account: string
  readonly endpoints: { readonly sqs: string; readonly streams: string; readonly lambda: string }
  readonly at: () => Date
}

/** Seconds for which a message is hidden from other receivers. */
const inHands = 300

class Refused extends Error {}

const json = async <T>(where: Where, service: 'sqs' | 'streams', target: string, body: object): Promise<T> => {
  const answer = await signedFetch({
    service: service === 'sqs' ? 'sqs' : 'dynamodb',
    region: where.region,
    at: where.at(),
    url: new URL('/', where.endpoints[service]),
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text === '' ? '{}' : text) as T
  const { __type = '', message, Message } = JSON.parse(text || '{}') as Record<string, string>
  const refused = new Refused(message ?? Message ?? text)
  refused.name = __type.split('#').at(-1) ?? ''
  throw refused
}

type Found = { dynamodb: { SequenceNumber: string } }
/** Words of the service for what is not in the stream any more: its shard, or the place in it. */
const isGone = (error: unknown): boolean =>
  error instanceof Refused && ['TrimmedDataAccessException', 'ResourceNotFoundException'].includes(error.name)

export const servicesOf = (where: Where): Services => {
  const urlOf = (queue: string): string => `${where.endpoints.sqs}/${where.account}/${queue}`
  const stream = <T>(operation: string, body: object): Promise<T> =>
    json<T>(where, 'streams', `DynamoDBStreams_20120810.${operation}`, body)
  const changesAt = async ({ streamArn, shardId, startSequenceNumber, endSequenceNumber }: Place) => {
    const end = BigInt(endSequenceNumber)
    const records: Found[] = []
    let { ShardIterator: at } = await stream<{ ShardIterator?: string }>('GetShardIterator', {
      StreamArn: streamArn,
      ShardId: shardId,
      ShardIteratorType: 'AT_SEQUENCE_NUMBER',
      SequenceNumber: startSequenceNumber,
    })
    while (at !== undefined) {
      type Page = { Records?: Found[]; NextShardIterator?: string }
      const { Records = [], NextShardIterator } = await stream<Page>('GetRecords', { ShardIterator: at, Limit: 1000 })
      records.push(...Records.filter((r) => BigInt(r.dynamodb.SequenceNumber) <= end))
      // An open shard always has a next iterator, and its last page may be empty.
      const last = Records.at(-1)
      at = last === undefined || BigInt(last.dynamodb.SequenceNumber) >= end ? undefined : NextShardIterator
    }
    return records.at(-1)?.dynamodb.SequenceNumber === endSequenceNumber ? records : null
  }
  return {
    async receive(queue) {
      const asked = { QueueUrl: urlOf(queue), MaxNumberOfMessages: 10, VisibilityTimeout: inHands, WaitTimeSeconds: 1 }
      type Answer = { Messages?: { Body: string; ReceiptHandle: string }[] }
      const { Messages = [] } = await json<Answer>(where, 'sqs', 'AmazonSQS.ReceiveMessage', asked)
      return Messages.map((m) => ({ body: m.Body, receipt: m.ReceiptHandle }))
    },
    async remove(queue, { receipt }) {
      await json(where, 'sqs', 'AmazonSQS.DeleteMessage', { QueueUrl: urlOf(queue), ReceiptHandle: receipt })
    },
    changesAt: (place) =>
      changesAt(place).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      }),
    async heardBy(functionArn, streamArn) {
      const url = new URL('/2015-03-31/event-source-mappings/', where.endpoints.lambda)
      url.searchParams.set('EventSourceArn', streamArn)
      url.searchParams.set('FunctionName', functionArn)
      const answer = await signedFetch({ service: 'lambda', region: where.region, at: where.at(), url, method: 'GET' })
      if (!answer.ok) throw new Error(`the mappings of ${functionArn}: ${answer.status} ${await answer.text()}`)
      type Mapping = { FilterCriteria?: { Filters?: { Pattern: string }[] } }
      const { EventSourceMappings: of = [] } = (await answer.json()) as { EventSourceMappings?: Mapping[] }
      if (of.length === 0) throw new Error(`${functionArn} reads ${streamArn} no more`)
      const patterns = of.flatMap((m) => m.FilterCriteria?.Filters?.map((f) => f.Pattern) ?? [])
      if (patterns.length === 0) return null
      type Pattern = { dynamodb?: { Keys?: { pk?: { S?: { prefix: string }[] } } } }
      return patterns.flatMap((p) => (JSON.parse(p) as Pattern).dynamodb?.Keys?.pk?.S?.map((s) => s.prefix) ?? [])
    },
    invoke: (name, event) =>
      invoke(name, event, { region: where.region, endpoint: where.endpoints.lambda, at: where.at() }),
  }
}
