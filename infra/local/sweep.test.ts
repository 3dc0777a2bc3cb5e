import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dynamoCall, provisionTables } from './dynamoTables.ts'
import { startDynamo } from './stores/dynamo/dynamo.ts'
import { sweep } from './sweep.ts'
import type { Resource } from './template.ts'

it('deletes the rows whose time is past, and no others', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-sweep-'))
  const dynamo = await startDynamo({ dataDir })
  try {
    const key = [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ]
    const table = (id: string, ttl: boolean) =>
      ({
        id,
        physicalId: id,
        type: 'AWS::DynamoDB::Table',
        properties: {
          KeySchema: key,
          AttributeDefinitions: key.map((k) => ({ AttributeName: k.AttributeName, AttributeType: 'S' })),
          ...(ttl ? { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } } : {}),
        },
      }) as unknown as Resource
    const resources = [table('kept', false), table('swept', true)]
    await provisionTables(dynamo.endpoint, resources)
    const call = <T>(operation: string, body: object) =>
      dynamoCall<T>(dynamo.endpoint, `DynamoDB_20120810.${operation}`, body)
    const put = (TableName: string, sk: string, ttl?: number) =>
      call('PutItem', {
        TableName,
        Item: { pk: { S: 'a' }, sk: { S: sk }, ...(ttl === undefined ? {} : { ttl: { N: String(ttl) } }) },
      })
    for (let i = 0; i < 30; i++) await put('swept', `old${i}`, 999)
    await put('swept', 'now', 1000)
    await put('swept', 'later', 1001)
    await put('swept', 'for ever')
    await put('kept', 'old', 1)
    expect(await sweep(dynamo.endpoint, resources, 1_000_500)).toBe(31)
    const left = async (TableName: string) =>
      (await call<{ Items: { sk: { S: string } }[] }>('Scan', { TableName })).Items.map((i) => i.sk.S).sort()
    expect(await left('swept')).toEqual(['for ever', 'later'])
    expect(await left('kept')).toEqual(['old'])
    expect(await sweep(dynamo.endpoint, resources, 1_000_500)).toBe(0)
  } finally {
    await dynamo.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
