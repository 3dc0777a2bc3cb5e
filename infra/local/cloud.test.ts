import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from '../domains.ts'
import { startCloud } from './Cloud.ts'
import type { Cloud } from './Cloud.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-cloud-'))
let cloud: Cloud

beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
})
afterAll(async () => {
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Clients under one function's own credentials, as its code has them. */
const as = (functionId: string) => {
  const env = cloud.envOf(functionId)
  const common = {
    region: env['AWS_REGION']!,
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID']!, secretAccessKey: env['AWS_SECRET_ACCESS_KEY']! },
    maxAttempts: 1,
  }
  return {
    env,
    dynamo: new DynamoDBClient({ ...common, endpoint: env['AWS_ENDPOINT_URL_DYNAMODB']! }),
    s3: new S3Client({ ...common, endpoint: env['AWS_ENDPOINT_URL_S3']!, forcePathStyle: true }),
    states: new SFNClient({ ...common, endpoint: env['AWS_ENDPOINT_URL_SFN']! }),
    sts: new STSClient({ ...common, endpoint: env['AWS_ENDPOINT_URL_STS']! }),
  }
}
const item = { pk: { S: 'a' }, sk: { S: 'b' } }

describe('the local cloud', () => {
  it('runs every function of every room, each with an environment and a key of its own', () => {
    expect(cloud.functions.map((f) => f.id)).toEqual(expect.arrayContaining(domains.map((d) => `${d.room}-api`)))
    const keys = cloud.functions.map((f) => cloud.envOf(f.id)['AWS_ACCESS_KEY_ID'])
    expect(new Set(keys).size).toBe(cloud.functions.length)
    expect(cloud.envOf('platform-api')).toMatchObject({
      TABLE: 'qinghe-platform',
      QINGHE_ENV: 'local',
      QINGHE_DEMO: '1',
    })
    expect(cloud.envOf('platform-api')).not.toHaveProperty('EDGE_SECRET')
  })

  it('answers calls through the gateway, under the headers of the distribution', async () => {
    const r = await fetch(`${cloud.address}/timestamp`)
    expect(r.status).toBe(200)
    expect(await r.json()).toMatchObject({ status: 0, data: expect.any(Number) as number })
    expect(r.headers.get('content-security-policy')).toContain(`connect-src 'self' blob: http://127.0.0.1:`)
    expect((await fetch(`${cloud.address}/api/not/known`)).status).toBe(404)
  })

  it('judges every act by the synthesised policy of the role', async () => {
    const { dynamo, env } = as('identity-api')
    await dynamo.send(new PutItemCommand({ TableName: env['TABLE'], Item: item }))
    expect((await dynamo.send(new GetItemCommand({ TableName: env['TABLE'], Key: item }))).Item).toEqual(item)
    // The trail takes a record only beside its effect, in one transaction, and under a tenant's day.
    const record = (pk: string) => {
      const Put = { TableName: env['TABLE_AUDIT'], Item: { ...item, pk: { S: pk } } }
      return { alone: new PutItemCommand(Put), within: new TransactWriteItemsCommand({ TransactItems: [{ Put }] }) }
    }
    await dynamo.send(record('s:1#2026-11-22').within)

    const other = as('scan-api')
    const denied = [
      dynamo.send(record('s:1#2026-11-22').alone),
      dynamo.send(record('chain#s:1').within),
      dynamo.send(new GetItemCommand({ TableName: env['TABLE_AUDIT'], Key: item })),
      dynamo.send(new ScanCommand({ TableName: env['TABLE'] })),
      other.dynamo.send(new GetItemCommand({ TableName: env['TABLE'], Key: item })),
      other.dynamo.send(new PutItemCommand({ TableName: env['TABLE_SESSION'], Item: item })),
    ]
    for (const act of denied) await expect(act).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(cloud.denials.join('\n')).toContain('scan-api may not dynamodb:PutItem')
  })

  it('has the indexes of the one key shape', async () => {
    const { dynamo, env } = as('identity-api')
    await dynamo.send(
      new PutItemCommand({ TableName: env['TABLE'], Item: { ...item, gsi2pk: { S: 'x' }, gsi2sk: { S: 'y' } } }),
    )
    const found = await dynamo.send(
      new QueryCommand({
        TableName: env['TABLE'],
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :x',
        ExpressionAttributeValues: { ':x': { S: 'x' } },
      }),
    )
    expect(found.Count).toBe(1)
  })

  it("keeps a room within its part of the bucket, and an upload's credentials within its session policy", async () => {
    const { s3, env } = as('identity-api')
    const at = (Key: string) => ({ Bucket: env['DATA_BUCKET'], Key })
    await s3.send(new PutObjectCommand({ ...at('ab/p/identity/x'), Body: 'x' }))
    for (const key of ['ab/p/platform/x', 'abc/p/identity/x', 'identity/x']) {
      await expect(s3.send(new PutObjectCommand({ ...at(key), Body: 'x' }))).rejects.toMatchObject({
        name: 'AccessDenied',
      })
    }
    const platform = as('platform-api')
    expect(await (await platform.s3.send(new GetObjectCommand(at('ab/p/identity/x')))).Body?.transformToString()).toBe(
      'x',
    )

    const role = { RoleArn: platform.env['UPLOAD_ROLE_ARN'], RoleSessionName: 'upload' }
    await expect(as('identity-api').sts.send(new AssumeRoleCommand(role))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    const mine = `arn:aws:s3:::${env['DATA_BUCKET']}/ab/p/uploads/roster/mine`
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:PutObject', Resource: mine }],
    })
    const { Credentials: c } = await platform.sts.send(new AssumeRoleCommand({ ...role, Policy }))
    const browser = new S3Client({
      endpoint: env['AWS_ENDPOINT_URL_S3']!,
      region: env['AWS_REGION']!,
      forcePathStyle: true,
      credentials: {
        accessKeyId: c!.AccessKeyId!,
        secretAccessKey: c!.SecretAccessKey!,
        sessionToken: c!.SessionToken!,
      },
    })
    await browser.send(new PutObjectCommand({ ...at('ab/p/uploads/roster/mine'), Body: 'x' }))
    for (const key of ['ab/p/uploads/roster/other', 'ab/p/identity/x']) {
      await expect(browser.send(new PutObjectCommand({ ...at(key), Body: 'x' }))).rejects.toMatchObject({
        name: 'AccessDenied',
      })
    }
  })

  it("starts a room's own machines only, and comes to rest when they have ended", async () => {
    const owner = domains.find((d) => d.jobs.length > 0)!
    const stateMachineArn = `${cloud.envOf('platform-api')['MACHINE_PREFIX']}${owner.jobs[0]!.name.replace('.', '-')}`
    const start = (functionId: string) =>
      as(functionId).states.send(
        new StartExecutionCommand({ stateMachineArn, name: `by-${functionId}`, input: '{"out":{}}' }),
      )
    await expect(start('identity-api')).rejects.toMatchObject({ name: 'AccessDeniedException' })
    await start(`${owner.room}-api`)
    await cloud.waitIdle()
    expect(cloud.denials.filter((d) => d.startsWith(owner.room))).toEqual([])
  })

  it('comes to rest', async () => {
    await cloud.waitIdle()
  })
})
