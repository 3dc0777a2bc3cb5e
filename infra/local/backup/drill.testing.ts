/** What a drill needs beside the copy: the stores past every policy, a way to lose everything, and to see what is lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { BatchWriteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import type { ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { sharedTables } from '#shared/kit/tables.ts'
import { domains } from '../../domains.ts'
import type { Cloud } from '../Cloud.ts'
import { textOf } from './backup.ts'
import type { Stores } from './backup.ts'

export const storesOf = (cloud: Cloud): Stores => {
  const of = { region: 'us-east-1', credentials: cloud.root }
  const names = [...domains.map((d) => d.room as string), ...sharedTables]
  return {
    dynamo: new DynamoDBClient({ ...of, endpoint: cloud.endpoints.dynamo }),
    s3: new S3Client({ ...of, endpoint: cloud.endpoints.s3, forcePathStyle: true }),
    tables: Object.fromEntries(names.map((name) => [name, `qinghe-${name}`])),
    bucket: cloud.envOf('platform-api')['DATA_BUCKET']!,
  }
}

export const wipe = async ({ dynamo, s3, bucket: Bucket, tables }: Stores): Promise<void> => {
  for (const table of Object.values(tables))
    for (;;) {
      const { Items = [] } = await dynamo.send(
        new ScanCommand({ TableName: table, Limit: 25, ProjectionExpression: 'pk, sk' }),
      )
      if (Items.length === 0) break
      const requests = Items.map((Key) => ({ DeleteRequest: { Key } }))
      await dynamo.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }))
    }
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }))
    if (Contents.length === 0) break
    await Promise.all(Contents.map(({ Key }) => s3.send(new DeleteObjectCommand({ Bucket, Key }))))
  }
}

type Keyed = { pk: { S: string }; sk: { S: string } }

/** The rows of a copy that are not in the stores, or not as they were: by table and key. Others may be there as well. */
export const lostRows = async ({ dynamo, tables }: Stores, dir: string): Promise<string[]> => {
  const lost: string[] = []
  for (const [name, table] of Object.entries(tables)) {
    const there = new Map<string, string>()
    const keyOf = ({ pk, sk }: Keyed): string => `${name} ${pk.S} ${sk.S}`
    let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey']
    do {
      const page = await dynamo.send(new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey }))
      for (const row of page.Items ?? []) there.set(keyOf(row as Keyed), textOf(row))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    const lines = gunzipSync(readFileSync(join(dir, 'tables', `${name}.jsonl.gz`))).toString('utf8')
    for (const line of lines.split('\n')) {
      if (line === '') continue
      const key = keyOf(JSON.parse(line) as Keyed)
      const now = there.get(key)
      if (now !== line) lost.push(`${now === undefined ? 'gone' : 'other'}: ${key}`)
    }
  }
  return lost
}
