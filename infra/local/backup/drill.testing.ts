/** What a drill needs beside the copy: the stores past every policy, and a way to lose everything. */
import { BatchWriteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { sharedTables } from '#shared/kit/tables.ts'
import { domains } from '../../domains.ts'
import type { Cloud } from '../Cloud.ts'
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
