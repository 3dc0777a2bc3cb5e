import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSync } from 'node:sqlite'
import { againstAws, clientOptions, localSecrets, otherKey, refusalOf, temporaryFolder } from '../conformance.ts'
import { dynamoBinary, startDynamo } from './dynamo.ts'
import { startGuard } from '../access/guard.ts'
import type { Access, Running } from '../stores.types.ts'

const home = temporaryFolder()
const TableName = `qinghe-conformance-${randomBytes(4).toString('hex')}`
const asked: Access[] = []
let denies: (access: Access) => boolean = () => false
let dynamo: Awaited<ReturnType<typeof startDynamo>>
let guard: Running
let client: DynamoDBClient

beforeAll(async () => {
  dynamo = await startDynamo({ dataDir: home.folder })
  guard = await startGuard({
    target: dynamo.endpoint,
    secretOf: localSecrets,
    authorise: (access) => {
      asked.push(access)
      return !denies(access)
    },
    hashKeyOf: (_table, index) => (index === undefined ? 'pk' : 'gpk'),
  })
  client = new DynamoDBClient(clientOptions(guard.endpoint))
  const [S, HASH, RANGE] = ['S', 'HASH', 'RANGE'] as const
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'gpk'].map((AttributeName) => ({ AttributeName, AttributeType: S })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: HASH },
        { AttributeName: 'sk', KeyType: RANGE },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-group',
          KeySchema: [{ AttributeName: 'gpk', KeyType: HASH }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName })
})

afterAll(async () => {
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
  await guard.close()
  await dynamo.close()
  home.remove()
})

const key = (pk: string, sk = 'a') => ({ pk: { S: pk }, sk: { S: sk } })

describe('the table store', () => {
  it('writes under conditions and in transactions', async () => {
    // DynamoDB API_PutItem, API_UpdateItem, API_TransactWriteItems
    const fresh = { TableName, Item: { ...key('s:1'), n: { N: '1' } }, ConditionExpression: 'attribute_not_exists(pk)' }
    await client.send(new PutItemCommand(fresh))
    expect(await refusalOf(client.send(new PutItemCommand(fresh)))).toEqual({
      name: 'ConditionalCheckFailedException',
      status: 400,
    })
    const bump = {
      TableName,
      Key: key('s:1'),
      UpdateExpression: 'SET n = n + :one',
      ConditionExpression: 'n = :was',
      ExpressionAttributeValues: { ':one': { N: '1' }, ':was': { N: '1' } },
    }
    await client.send(new UpdateItemCommand(bump))
    const both = [{ Put: { TableName, Item: key('s:2') } }, { Update: bump }]
    expect(await refusalOf(client.send(new TransactWriteItemsCommand({ TransactItems: both })))).toMatchObject({
      name: 'TransactionCanceledException',
    })
    const got = await client.send(new GetItemCommand({ TableName, Key: key('s:1'), ConsistentRead: true }))
    expect(got.Item?.n).toEqual({ N: '2' })
    expect((await client.send(new GetItemCommand({ TableName, Key: key('s:2') }))).Item).toBeUndefined()
  })

  it('reads a partition in order, page by page', async () => {
    // DynamoDB API_BatchWriteItem, API_Query
    const Items = Array.from({ length: 25 }, (_, n) => ({
      ...key('page', String(n).padStart(2, '0')),
      gpk: { S: 'g' },
    }))
    await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: Items.map((Item) => ({ PutRequest: { Item } })) } }),
    )
    const ask = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'page' } },
      Limit: 20,
    }
    const first = await client.send(new QueryCommand(ask))
    const second = await client.send(new QueryCommand({ ...ask, ExclusiveStartKey: first.LastEvaluatedKey }))
    const order = [...(first.Items ?? []), ...(second.Items ?? [])].map(({ sk }) => sk?.S)
    expect(order).toEqual(Items.map(({ sk }) => sk.S))
  })
})

describe.runIf(!againstAws)('the guard', () => {
  const other = () => new DynamoDBClient(clientOptions(guard.endpoint, otherKey))

  it('asks of every table, index and transaction member, with the leading keys', async () => {
    const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
    const seen = async (call: Promise<unknown>): Promise<Array<Omit<Access, 'accessKeyId'>>> => {
      asked.length = 0
      await call.catch(() => undefined)
      return asked.map(({ action, resource, context }) => ({ action, resource, context }))
    }
    const leading = (...keys: string[]) => ({ 'dynamodb:LeadingKeys': keys })
    const within = (...keys: string[]) => ({
      ...leading(...keys),
      'dynamodb:EnclosingOperation': ['TransactWriteItems'],
    })
    const names = { ExpressionAttributeNames: { '#k': 'pk' }, ExpressionAttributeValues: { ':k': { S: 's:9' } } }
    expect(
      await seen(client.send(new QueryCommand({ TableName, KeyConditionExpression: '#k = :k', ...names }))),
    ).toEqual([{ action: 'dynamodb:Query', resource: arn, context: leading('s:9') }])
    const onIndex = {
      IndexName: 'by-group',
      KeyConditionExpression: 'gpk = :k',
      ExpressionAttributeValues: { ':k': { S: 'g' } },
    }
    expect(await seen(client.send(new QueryCommand({ TableName, ...onIndex })))).toEqual([
      { action: 'dynamodb:Query', resource: `${arn}/index/by-group`, context: leading('g') },
    ])
    const Keys = [key('s:1'), key('s:2')]
    expect(await seen(client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } })))).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: arn, context: leading('s:1', 's:2') },
    ])
    // DynamoDB Developer Guide "Using IAM with DynamoDB transactions": judged as the calls that it holds
    const TransactItems = [
      { Put: { TableName, Item: key('t:1') } },
      { ConditionCheck: { TableName: 'other', Key: key('t:2'), ConditionExpression: 'attribute_exists(pk)' } },
    ]
    expect(await seen(client.send(new TransactWriteItemsCommand({ TransactItems })))).toEqual([
      { action: 'dynamodb:PutItem', resource: arn, context: within('t:1') },
      { action: 'dynamodb:ConditionCheckItem', resource: arn.replace(TableName, 'other'), context: within('t:2') },
    ])
    expect(await seen(client.send(new ListTablesCommand({})))).toEqual([
      { action: 'dynamodb:ListTables', resource: '*', context: undefined },
    ])
  })

  it('refuses as AWS does', async () => {
    denies = ({ action, accessKeyId }) => action === 'dynamodb:Scan' && accessKeyId === otherKey.accessKeyId
    expect(await refusalOf(other().send(new ScanCommand({ TableName })))).toEqual({
      name: 'AccessDeniedException',
      status: 400,
    })
    denies = () => false
    expect((await other().send(new ScanCommand({ TableName }))).Count).toBeGreaterThan(0)
    const stranger = new DynamoDBClient(clientOptions(guard.endpoint, { accessKeyId: 'UNKNOWN', secretAccessKey: 'x' }))
    expect(await refusalOf(stranger.send(new ScanCommand({ TableName })))).toEqual({
      name: 'UnrecognizedClientException',
      status: 400,
    })
    const bare = await fetch(guard.endpoint, {
      method: 'POST',
      body: '{}',
      headers: { 'x-amz-target': 'DynamoDB_20120810.Scan' },
    })
    expect([bare.status, await bare.text()]).toEqual([400, expect.stringContaining('MissingAuthenticationToken')])
  })
})

describe.runIf(!againstAws)('the process', () => {
  it('has the stream indexes and uses them', () => {
    const { DatabaseSync: Database } = createRequire(import.meta.url)('node:sqlite') as {
      DatabaseSync: typeof DatabaseSync
    }
    const database = new Database(join(home.folder, 'dynamo.sqlite'), { readOnly: true })
    for (const column of ['table_name', 'shard_id']) {
      const plan = database
        .prepare(
          `EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE ${column} = ?`,
        )
        .all('x')
      expect(JSON.stringify(plan)).toContain(`_local_stream_by_${column}`)
    }
    database.close()
  })

  it('keeps its data when it is killed, and ends what a killed parent left', async () => {
    const folder = join(home.folder, 'killed')
    const first = await startDynamo({ dataDir: folder })
    const direct = new DynamoDBClient(clientOptions(first.endpoint))
    const [S, HASH] = ['S', 'HASH'] as const
    await direct.send(
      new CreateTableCommand({
        TableName: 'kept',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: S }],
        KeySchema: [{ AttributeName: 'pk', KeyType: HASH }],
      }),
    )
    await direct.send(new PutItemCommand({ TableName: 'kept', Item: { pk: { S: '1' } } }))
    // The first is still running, as after a kill of its parent: the second start must end it.
    const second = await startDynamo({ dataDir: folder })
    expect(() => process.kill(first.pid, 0)).toThrow('ESRCH')
    const again = new DynamoDBClient(clientOptions(second.endpoint))
    expect((await again.send(new GetItemCommand({ TableName: 'kept', Key: { pk: { S: '1' } } }))).Item).toEqual({
      pk: { S: '1' },
    })
    await second.close()
    expect(() => process.kill(second.pid, 0)).toThrow('ESRCH')
  })

  it('names the platform that has no binary, and what works without', () => {
    expect(() => dynamoBinary('plan9-mips')).toThrow(/^No database for plan9-mips: .*recognise.* work\.$/)
    expect(() => dynamoBinary('darwin-arm64')).toThrow(/darwin-arm64 is not here: npm start brings it/)
  })
})
