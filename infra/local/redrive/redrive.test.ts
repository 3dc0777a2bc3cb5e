import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shardOf } from '#functions/marking/marking.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { startCloud } from '../Cloud.ts'
import { redriveChanges, redriveEvents } from './redrive.ts'
import { standFor } from './redrive.testing.ts'
import { servicesOf } from './services.ts'
import type { Cloud } from '../Cloud.ts'
import type { Services } from './redrive.ts'
import type { Stand } from './redrive.testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-redrive-'))
const changes = 'qinghe-missed-changes'
let cloud: Cloud
let stand: Stand
let services: Services
let rows: DynamoDBDocumentClient

beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, demo: false, quiet: true })
  stand = await standFor(cloud)
  const { accessKeyId, secretAccessKey } = cloud.root
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey })
  const credentials = { accessKeyId, secretAccessKey }
  rows = DynamoDBDocumentClient.from(
    new DynamoDBClient({ region: 'us-east-1', endpoint: cloud.endpoints.dynamo, credentials }),
  )
  services = servicesOf({
    region: 'us-east-1',
    account: '000000000000',
    endpoints: { sqs: stand.endpoint, lambda: stand.endpoint, streams: cloud.endpoints.dynamo },
    at: () => new Date(),
  })
})
afterAll(async () => {
  rows.destroy()
  await stand.close()
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const paperId = newId('paper')
/** A student whose journal lies in this shard. */
const studentIn = (wanted: (shard: number) => boolean): string => {
  for (;;) {
    const id = newId('student')
    if (wanted(shardOf(id))) return id
  }
}
/** Heads that are written at once lie in one batch of the stream. */
const putHeads = (studentIds: readonly string[]) =>
  rows.send(
    new TransactWriteCommand({
      TransactItems: studentIds.map((studentId) => ({
        Put: {
          TableName: 'qinghe-marking',
          Item: {
            ...{ pk: `script#${paperId}#${studentId}`, sk: 'head', schema: 1, paperId, studentId },
            ...{ examId: newId('exam'), owner: 's:sc_00000000000000000000000000', state: 'present' },
            ...{ imageVersion: 1, complete: true, version: 1 },
          },
        },
      })),
    }),
  )
const toldOf = async (studentId: string): Promise<number> => {
  const asked = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :of)',
    ExpressionAttributeValues: { ':pk': `journal#${paperId}#${shardOf(studentId)}`, ':of': studentId },
  }
  return (await rows.send(new QueryCommand({ TableName: 'qinghe-audit', ...asked }))).Count ?? 0
}
const redriven = async () => {
  stand.free()
  return (await redriveChanges(services, changes, 'qinghe-')).map((o) => o.state)
}

describe('a change that its reader cannot follow', () => {
  it('is tried so often, lies in the queue then, holds up no other, and is told again after the mend', async () => {
    const held = studentIn(() => true)
    const others = Array.from({ length: 3 }, () => studentIn((shard) => shard !== shardOf(held)))
    // The end of its chain is no row that the code knows: every entry there throws.
    const broken = { pk: `journal-head#${paperId}`, sk: String(shardOf(held)) }
    await rows.send(new PutCommand({ TableName: 'qinghe-audit', Item: { ...broken, schema: 9 } }))
    await putHeads([others[0]!, held, ...others.slice(1)])
    // Those before it and behind it do not wait until it is given up, which takes eleven tries.
    await expect
      .poll(async () => [...(await Promise.all(others.map(toldOf))), stand.left(changes).length], {
        timeout: 120_000,
        interval: 200,
      })
      .toEqual([1, 1, 1, 0])
    await expect.poll(() => stand.left(changes).length, { timeout: 120_000, interval: 200 }).toBe(1)
    expect(stand.left(changes)[0]).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 11 },
      DDBStreamBatchInfo: { batchSize: 1 },
    })
    expect(await toldOf(held)).toBe(0)

    // Not mended: it fails as before and stays.
    expect(await redriven()).toEqual(['failed'])
    expect(stand.left(changes)).toHaveLength(1)
    await rows.send(new DeleteCommand({ TableName: 'qinghe-audit', Key: broken }))
    expect(await redriven()).toEqual(['told'])
    expect(stand.left(changes)).toEqual([])
    expect(await toldOf(held)).toBe(1)
    const last = stand.invoked.at(-1)!
    expect(last.name).toBe('marking-stream')
    expect((last.event as { Records: unknown[] }).Records).toHaveLength(1)
  })

  it('that the stream holds no more is made up for from the rows, once for all messages of its reader', async () => {
    const message = (reader: string, at: string) => ({
      requestContext: { functionArn: `arn:aws:lambda:us-east-1:000000000000:function:qinghe-${reader}` },
      DDBStreamBatchInfo: {
        streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/qinghe-marking/stream/2026-01-01T00:00:00.000',
        shardId: 'shardId-00000000000000000000-00000000',
        startSequenceNumber: at,
        endSequenceNumber: at,
      },
    })
    for (const [reader, at] of [
      ['marking-stream', '1'],
      ['marking-projector', '2'],
      ['exam-stream', '3'],
      ['scan-stream', '4'],
      ['school-stream', '5'],
      ['scan-projector', '6'],
    ] as const)
      stand.send(changes, message(reader, at))
    stand.invoked.splice(0)
    expect(await redriven()).toEqual(Array(6).fill('rebuilt'))
    expect(stand.invoked).toEqual([
      { name: 'marking-work', event: { schedule: 'verifyJournal', recount: true } },
      { name: 'exam-work', event: { schedule: 'purgeLeft' } },
      { name: 'scan-work', event: { schedule: 'recountDue' } },
      { name: 'school-work', event: { schedule: 'followDue' } },
    ])
    expect(stand.left(changes)).toEqual([])
    await cloud.waitIdle()
    expect(cloud.denials).toEqual([])
  })
})

describe('an event that its function did not take', () => {
  it('is told again where it is the end of an execution; a timer comes again by itself', async () => {
    const events = 'qinghe-missed-events'
    const end = {
      'detail-type': 'Step Functions Execution Status Change',
      detail: { name: 'nothing-of-ours', status: 'SUCCEEDED' },
    }
    stand.send(events, end)
    stand.send(events, { schedule: 'verifyAudit' })
    stand.invoked.splice(0)
    expect((await redriveEvents(services, events, 'qinghe-')).map((o) => o.state)).toEqual(['told', 'told'])
    expect(stand.invoked).toEqual([{ name: 'platform-work', event: end }])
    expect(stand.left(events)).toEqual([])
  })
})
