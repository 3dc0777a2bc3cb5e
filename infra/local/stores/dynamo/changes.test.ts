import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamoCall, provisionTables, streamArnOf } from '../../dynamoTables.ts'
import { openChanges } from './changes.ts'
import type { Changes } from './changes.ts'
import { startDynamo } from './dynamo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-changes-'))
let dynamo: Awaited<ReturnType<typeof startDynamo>>
let changes: Changes
const table = (physicalId: string) => ({
  ...{ stack: 'S', id: physicalId, type: 'AWS::DynamoDB::Table', metadata: {}, physicalId },
  properties: {
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
})
const call = (operation: string, body: object) => dynamoCall(dynamo.endpoint, `DynamoDB_20120810.${operation}`, body)
const put = (pk: string, sk = 's', more: object = {}, to = 'trial') =>
  call('PutItem', { TableName: to, Item: { pk: { S: pk }, sk: { S: sk }, ...more } })

const streams = 'DynamoDBStreams_20120810'
type Described = { StreamDescription: { Shards: { ShardId: string }[] } }
const placeOf = async (name: string) => {
  const StreamArn = await streamArnOf(dynamo.endpoint, name)
  const { StreamDescription } = await dynamoCall<Described>(dynamo.endpoint, `${streams}.DescribeStream`, { StreamArn })
  return { table: name, streamArn: StreamArn, shardId: StreamDescription.Shards[0]!.ShardId }
}
/** The same by the service's own calls. */
const byCalls = async (name: string) => {
  const { streamArn, shardId } = await placeOf(name)
  const { ShardIterator } = await dynamoCall<object & { ShardIterator: string }>(
    dynamo.endpoint,
    `${streams}.GetShardIterator`,
    { StreamArn: streamArn, ShardId: shardId, ShardIteratorType: 'TRIM_HORIZON' },
  )
  const { Records } = await dynamoCall<{ Records: object[] }>(dynamo.endpoint, `${streams}.GetRecords`, {
    ShardIterator,
    Limit: 1000,
  })
  return Records.map((record) => ({ ...record, eventSourceARN: streamArn }))
}
const read = async (name: string, of: { prefixes?: string[]; after?: string; limit?: number } = {}) => {
  const found = changes.read({
    ...(await placeOf(name)),
    prefixes: of.prefixes ?? null,
    after: of.after,
    limit: of.limit ?? 1000,
  })
  return {
    ...found,
    records: found.changes.map((c) => JSON.parse(c.text) as { dynamodb: { Keys: { pk: { S: string } } } }),
  }
}
const keysOf = ({ records }: Awaited<ReturnType<typeof read>>): string[] => records.map((r) => r.dynamodb.Keys.pk.S)

beforeAll(async () => {
  dynamo = await startDynamo({ dataDir })
  await provisionTables(dynamo.endpoint, [table('trial'), table('other'), table('busy')])
  changes = openChanges(dataDir)
})
afterAll(async () => {
  changes.close()
  await dynamo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the changes of a table', () => {
  it('are the records that GetRecords gives: made, changed and gone, of every kind of value', async () => {
    const values = {
      text: { S: '引号"反斜\\杠\n换行\u0001' },
      number: { N: '-12.50' },
      bytes: { B: 'AAEC' },
      list: { L: [{ NULL: true }, { BOOL: false }, { M: { deep: { SS: ['a', 'b'] } } }] },
    }
    await put('script#1', '题"一\\', values)
    await put('script#1', '题"一\\', { ...values, number: { N: '3' } })
    await call('DeleteItem', { TableName: 'trial', Key: { pk: { S: 'script#1' }, sk: { S: '题"一\\' } } })
    await call('TransactWriteItems', {
      TransactItems: [1, 2, 3].map((n) => ({
        Put: { TableName: 'trial', Item: { pk: { S: `count#${n}` }, sk: { S: 'x' } } },
      })),
    })
    const { records, upTo } = await read('trial')
    expect(records).toEqual(await byCalls('trial'))
    expect(records).toHaveLength(6)
    // All of them are read then, and nothing is behind them.
    expect(await read('trial', { after: upTo! })).toMatchObject({ records: [], upTo })
  })

  it('are those alone that are heard of, in pieces, and of the others it is known that they are passed', async () => {
    expect(await read('busy')).toMatchObject({ records: [], upTo: undefined })
    // In the text of its keys this one looks like another.
    for (const [pk, sk] of [
      ['count#1', '"pk":{"S":"script#0'],
      ['script#1', 'a'],
      ['count#2', 'script#2'],
      ['bundles"x#1', 'a'],
      ['scripted', 'a'],
      ['script#2', 'a'],
      ['count#3', 'a'],
    ] as const)
      await put(pk, sk, {}, 'busy')
    await put('script#9', 'of another table', {}, 'other')
    const heard = ['script#', 'bundles"x#']
    const all = await read('busy', { prefixes: heard })
    expect(keysOf(all)).toEqual(['script#1', 'bundles"x#1', 'script#2'])
    const first = await read('busy', { prefixes: heard, limit: 2 })
    expect(keysOf(first)).toEqual(['script#1', 'bundles"x#1'])
    const rest = await read('busy', { prefixes: heard, limit: 2, after: first.upTo! })
    expect(keysOf(rest)).toEqual(['script#2'])
    // What is not heard of, and stands last, need not be looked at again.
    expect(rest.upTo).toBe(all.upTo)
    expect(Number(all.upTo)).toBeGreaterThan(Number(all.changes.at(-1)!.sequence))
    expect(await read('busy', { prefixes: ['journal#'] })).toMatchObject({ records: [], upTo: all.upTo })
  })
})
