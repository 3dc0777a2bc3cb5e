import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dynamoCall, provisionTables } from './dynamoTables.ts'
import { fits, rateOf, startEvents } from './events.ts'
import { startDynamo } from './stores/dynamo/dynamo.ts'
import { startStreams } from './streams.ts'
import type { Resource } from './template.ts'

const resource = (type: string, properties: Record<string, unknown>, physicalId = 'x'): Resource => ({
  stack: 'S',
  id: 'X',
  type,
  properties,
  metadata: {},
  physicalId,
})
/** A queue that keeps what is sent to it. */
const kept = () => {
  const sent: { queue: string; message: object }[] = []
  return { sent, send: (queue: string, message: object) => void sent.push({ queue, message }) }
}
const soon = async (test: () => boolean): Promise<void> => {
  for (let i = 0; i < 6000 && !test(); i++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(test()).toBe(true)
}

describe('rules', () => {
  it('matches patterns as EventBridge does, and stops at what it does not know', () => {
    const event = { source: 'aws.states', detail: { status: 'FAILED', arn: 'arn:qinghe-a' } }
    expect(
      fits({ source: ['aws.states'], detail: { status: ['DONE', 'FAILED'], arn: [{ prefix: 'arn:qinghe-' }] } }, event),
    ).toBe(true)
    expect(fits({ detail: { status: ['DONE'] } }, event)).toBe(false)
    expect(fits({ detail: { gone: [{ exists: false }], status: [{ 'anything-but': ['DONE'] }] } }, event)).toBe(true)
    expect(() => fits({ source: [{ cidr: 'x' }] }, event)).toThrow('cidr')
    expect(rateOf('rate(5 minutes)')).toBe(300_000)
    expect(() => rateOf('cron(0 1 * * ? *)')).toThrow('cron')
  })

  it('delivers to the targets, and again when a target fails', async () => {
    const got: string[] = []
    const rule = resource('AWS::Events::Rule', { EventPattern: { source: ['a'] }, Targets: [{ Arn: 'arn:f' }] })
    const bus = startEvents(
      [rule],
      (arn, event) => {
        got.push(`${arn} ${event}`)
        return Promise.resolve(got.length > 1)
      },
      kept(),
    )
    void bus.put({ source: 'b' })
    void bus.put({ source: 'a' })
    expect(bus.busy()).toBe(true)
    await soon(() => !bus.busy())
    expect(got).toEqual(Array(2).fill('arn:f {"source":"a"}'))
    bus.close()
  })

  it('says that an event was taken only once it was', async () => {
    const rule = resource('AWS::Events::Rule', { EventPattern: { source: ['a'] }, Targets: [{ Arn: 'arn:f' }] })
    let take = (_taken: boolean): void => undefined
    const bus = startEvents([rule], () => new Promise((resolve) => (take = resolve)), kept())
    let told = ''
    const putting = bus.put({ source: 'a' }).then(
      () => (told = 'taken'),
      () => (told = 'not taken'),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told).toBe('')
    take(true)
    await putting
    expect(told).toBe('taken')
    // One that is on its way when the cloud closes is not: its sender puts it again.
    const cut = bus.put({ source: 'a' }).catch(() => (told = 'not taken'))
    bus.close()
    take(false)
    await cut
    expect(told).toBe('not taken')
  })
})

describe('an event that no target takes', () => {
  it('ends in the queue of its target', async () => {
    const target = { Arn: 'arn:f', DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:missed-events' } }
    const rule = resource('AWS::Events::Rule', { EventPattern: { source: ['a'] }, Targets: [target] })
    const queues = kept()
    const bus = startEvents([rule], () => Promise.resolve(false), queues, 1)
    await bus.put({ source: 'a', detail: { name: 'x' } })
    expect(queues.sent).toEqual([
      { queue: target.DeadLetterConfig.Arn, message: { source: 'a', detail: { name: 'x' } } },
    ])
    bus.close()
  })
})

describe('streams', () => {
  it('hands on each change in order, again after a failure, and goes on after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-stream-'))
    const dynamo = await startDynamo({ dataDir })
    const resources = [
      resource(
        'AWS::DynamoDB::Table',
        {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        },
        'trial',
      ),
      resource('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/trial/stream/local',
        FunctionName: 'arn:aws:lambda:us-east-1:000000000000:function:reader',
        BatchSize: 10,
        FilterCriteria: {
          Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"k"},{"prefix":"l"}]}}}}' }],
        },
      }),
    ]
    await provisionTables(dynamo.endpoint, resources)
    await provisionTables(dynamo.endpoint, resources)
    const put = (pk: string) =>
      dynamoCall(dynamo.endpoint, 'DynamoDB_20120810.PutItem', { TableName: 'trial', Item: { pk: { S: pk } } })
    const got: string[] = []
    let failures = 1
    const start = (options = {}) =>
      startStreams(
        dataDir,
        dynamo.endpoint,
        resources,
        (_, event) => {
          if (failures-- > 0)
            return Promise.resolve({ ok: false, error: { errorType: 'E', errorMessage: '', trace: [] } })
          const { Records } = JSON.parse(event) as {
            Records: { eventName: string; dynamodb: { Keys: { pk: { S: string } } } }[]
          }
          got.push(...Records.map((r) => `${r.eventName} ${r.dynamodb.Keys.pk.S}`))
          return Promise.resolve({ ok: true, payload: 'null' })
        },
        kept(),
        options,
      )
    let streams = start()
    const wanted = Array.from({ length: 25 }, (_, i) => `INSERT k${i}`)
    for (let i = 0; i < 25; i++) {
      await put(`k${i}`)
      // Ours to hear are the k's: what else is written is passed over, a whole batch of it as well.
      await put(`count#${i}`)
    }
    for (let i = 0; i < 12; i++) await put(`journal#${i}`)
    await soon(() => got.length >= 25)
    expect(got).toEqual(wanted)
    await streams.close()
    await put('late')
    streams = start({ pauseMs: 600_000 })
    await soon(() => got.length >= 26)
    expect(got).toEqual([...wanted, 'INSERT late'])
    const now = performance.now()
    streams.wrote('trial')
    await soon(() => !streams.busy(now))
    // It sleeps for ten minutes now, unless it is told of a write to its table.
    await put('k told')
    streams.wrote('another')
    streams.wrote('trial')
    await soon(() => got.length >= 27)
    await streams.close()
    const other = resource('AWS::Lambda::EventSourceMapping', {
      ...resources.at(-1)!.properties,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    })
    expect(() => startStreams(dataDir, dynamo.endpoint, [other], () => Promise.reject(new Error()), kept())).toThrow(
      'does not know the filter',
    )
    await dynamo.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('tries what is not taken so often, in halves, and sends its place to the queue: what is behind it goes on', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-stream-'))
    const dynamo = await startDynamo({ dataDir })
    const queue = 'arn:aws:sqs:us-east-1:000000000000:missed-changes'
    const resources = [
      resource(
        'AWS::DynamoDB::Table',
        {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        },
        'trial',
      ),
      resource('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/trial/stream/local',
        FunctionName: 'arn:aws:lambda:us-east-1:000000000000:function:reader',
        BatchSize: 10,
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 2,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: queue } },
      }),
    ]
    await provisionTables(dynamo.endpoint, resources)
    for (let i = 0; i < 12; i++)
      await dynamoCall(dynamo.endpoint, 'DynamoDB_20120810.PutItem', {
        TableName: 'trial',
        Item: { pk: { S: `k${i}` } },
      })
    type Told = { dynamodb: { SequenceNumber: string; Keys: { pk: { S: string } } } }
    const got = new Set<string>()
    const poison: string[] = []
    let throws = 0
    const queues = kept()
    const streams = startStreams(
      dataDir,
      dynamo.endpoint,
      resources,
      (_, event) => {
        const { Records } = JSON.parse(event) as { Records: Told[] }
        const batchItemFailures: { itemIdentifier: string }[] = []
        for (const { dynamodb } of Records) {
          const pk = dynamodb.Keys.pk.S
          if (pk === 'k4') {
            poison.push(dynamodb.SequenceNumber)
            batchItemFailures.push({ itemIdentifier: dynamodb.SequenceNumber })
          } else if (pk !== 'k7') got.add(pk)
        }
        // One of them ends the function itself: only cutting in halves finds it.
        if (Records.some((r) => r.dynamodb.Keys.pk.S === 'k7') && ++throws)
          return Promise.resolve({ ok: false, error: { errorType: 'E', errorMessage: '', trace: [] } })
        return Promise.resolve({ ok: true, payload: JSON.stringify({ batchItemFailures }) })
      },
      queues,
    )
    await soon(() => queues.sent.length === 2 && got.size === 10)
    expect([...got].sort()).toEqual(['k0', 'k1', 'k10', 'k11', 'k2', 'k3', 'k5', 'k6', 'k8', 'k9'])
    const [first] = queues.sent
    expect(first).toMatchObject({
      queue,
      message: {
        requestContext: { condition: 'RetryAttemptsExhausted' },
        DDBStreamBatchInfo: { startSequenceNumber: poison[0], endSequenceNumber: poison[0], batchSize: 1 },
      },
    })
    expect(throws).toBeLessThan(12)
    // Taken is taken: after a restart nothing of it comes again.
    const before = poison.length
    await streams.close()
    const again = startStreams(dataDir, dynamo.endpoint, resources, () => Promise.reject(new Error('again')), queues)
    const now = performance.now()
    await soon(() => !again.busy(now))
    expect([poison.length, queues.sent.length]).toEqual([before, 2])
    await again.close()
    await dynamo.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
