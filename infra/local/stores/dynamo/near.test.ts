/** The near way and the way over the guard: one request, one answer; and what is told of writes. */
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startGuard } from '../access/guard.ts'
import { clientOptions, localSecrets, otherKey, temporaryFolder } from '../conformance.ts'
import type { Running } from '../stores.types.ts'
import { startDynamo } from './dynamo.ts'
import { hearWrites, nearBeside } from './near.testing.ts'

const home = temporaryFolder()
const TableName = 'near'
const told: string[] = []
const judging = {
  secretOf: localSecrets,
  authorise: ({ action, resource }: { action: string; resource: string }) =>
    action !== 'dynamodb:Scan' && !resource.endsWith('/locked'),
  hashKeyOf: () => 'pk',
}
let dynamo: Awaited<ReturnType<typeof startDynamo>>
let guard: Running
let ear: Awaited<ReturnType<typeof hearWrites>>
let way: ReturnType<typeof nearBeside>

beforeAll(async () => {
  dynamo = await startDynamo({ dataDir: home.folder })
  guard = await startGuard({ ...judging, target: dynamo.endpoint })
  ear = await hearWrites((table) => told.push(table))
  way = nearBeside(judging, { port: dynamo.port, told: ear.port })
  const [S, HASH, RANGE] = ['S', 'HASH', 'RANGE'] as const
  await new DynamoDBClient(clientOptions(guard.endpoint)).send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: S })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: HASH },
        { AttributeName: 'sk', KeyType: RANGE },
      ],
    }),
  )
})
afterAll(async () => {
  await ear.close()
  await guard.close()
  await dynamo.close()
  home.remove()
})
afterEach(() => void vi.unstubAllEnvs())

/** The two clients of one key. */
const both = (credentials = otherKey): [DynamoDBClient, DynamoDBClient] => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId)
  const options = clientOptions(guard.endpoint, credentials)
  return [new DynamoDBClient(options), new DynamoDBClient({ ...options, ...way() })]
}

/** What came of a request, as a caller sees it. */
const outcome = (sent: Promise<object>): Promise<unknown> =>
  sent.then(
    (answer) => ({ ...answer, $metadata: undefined }),
    (error: Error & { $metadata?: { httpStatusCode?: number }; CancellationReasons?: unknown; Item?: unknown }) => [
      error.name,
      error.message,
      error.$metadata?.httpStatusCode,
      error.CancellationReasons,
      error.Item,
    ],
  )

const key = (pk: string, sk = 'a') => ({ pk: { S: pk }, sk: { S: sk } })
const names = { '#n': 'n' }

it('answers and refuses the same', async () => {
  const long = '青禾'.repeat(60_000)
  const expecting = (n: string) => ({
    ConditionExpression: '#n = :n',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':n': { N: n } },
  })
  const asked = (client: DynamoDBClient): (() => Promise<object>)[] => [
    () => client.send(new PutItemCommand({ TableName, Item: { ...key('p'), n: { N: '1' }, long: { S: long } } })),
    () => client.send(new GetItemCommand({ TableName, Key: key('p'), ConsistentRead: true })),
    () => client.send(new GetItemCommand({ TableName, Key: key('none') })),
    () => client.send(new PutItemCommand({ TableName, Item: key('p'), ...expecting('2') })),
    () =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: key('p'),
          UpdateExpression: 'SET #n = :m',
          ...expecting('1'),
          ExpressionAttributeValues: { ':n': { N: '1' }, ':m': { N: '1' } },
          ReturnValues: 'UPDATED_NEW',
        }),
      ),
    () =>
      client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: key('q') } },
            { Put: { TableName, Item: key('p'), ...expecting('3') } },
          ],
        }),
      ),
    () =>
      client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': { S: 'p' } },
        }),
      ),
    () => client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'no sort key' } } })),
    () => client.send(new ScanCommand({ TableName })),
    () => client.send(new GetItemCommand({ TableName: 'locked', Key: key('p') })),
  ]
  const [far, near] = both()
  const [ways, stranger] = [[asked(far), asked(near)] as const, both({ accessKeyId: 'UNKNOWN', secretAccessKey: 'x' })]
  const seen: unknown[] = []
  for (const [i, ask] of ways[0].entries()) {
    const answer = await outcome(ask())
    expect(await outcome(ways[1][i]!()), `request ${i}`).toEqual(answer)
    seen.push(Array.isArray(answer) ? (answer[0] as string) : 'answered')
  }
  expect(seen).toEqual([
    ...['answered', 'answered', 'answered', 'ConditionalCheckFailedException', 'answered'],
    ...['TransactionCanceledException', 'answered', 'ValidationException'],
    ...['AccessDeniedException', 'AccessDeniedException'],
  ])
  const get = (client: DynamoDBClient) => outcome(client.send(new GetItemCommand({ TableName, Key: key('p') })))
  expect(await get(stranger[1])).toEqual(await get(stranger[0]))
})

it('is asked by many at once, tells the tables that were written to, and says so when the database is gone', async () => {
  const [, near] = both()
  const many = Array.from({ length: 40 }, (_, i) => String(i))
  await Promise.all(
    many.map((n) => near.send(new PutItemCommand({ TableName, Item: { ...key(`m${n}`), n: { N: n } } }))),
  )
  const got = await Promise.all(many.map((n) => near.send(new GetItemCommand({ TableName, Key: key(`m${n}`) }))))
  expect(got.map((g) => g.Item?.['n']?.N)).toEqual(many)
  await expect.poll(() => told).toContain(TableName)
  const nowhere = nearBeside(judging, { port: 1, told: ear.port })
  const lost = new DynamoDBClient({ ...clientOptions(guard.endpoint, otherKey), maxAttempts: 1, ...nowhere() })
  await expect(lost.send(new GetItemCommand({ TableName, Key: key('m1') }))).rejects.toThrow('ECONNREFUSED')
})
