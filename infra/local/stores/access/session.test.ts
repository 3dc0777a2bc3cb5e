import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstAws, clientOptions, localKey, localSecrets, refusalOf, temporaryFolder } from '../conformance.ts'
import { allows } from './policy.ts'
import { startS3 } from '../s3/S3.ts'
import { startSts } from './sts.ts'
import type { PolicyDocument } from './policy.ts'
import type { Running } from '../stores.types.ts'
import type { RunningSts } from './sts.ts'

const home = temporaryFolder()
const Bucket = 'uploads'
const role: PolicyDocument = {
  Statement: { Effect: 'Allow', Action: ['s3:PutObject', 's3:ListBucket'], Resource: '*' },
}
let sts: RunningSts
let s3: Running

describe.runIf(!againstAws)('an upload under temporary credentials', () => {
  beforeAll(async () => {
    sts = await startSts({ secretOf: localSecrets })
    s3 = await startS3({
      dataDir: home.folder,
      buckets: [Bucket],
      secretOf: (accessKeyId) => sts.credentialsOf(accessKeyId) ?? localSecrets(accessKeyId),
      authorise: ({ accessKeyId, action, resource, context }) => {
        const session = sts.credentialsOf(accessKeyId)
        if (!session) return accessKeyId === localKey.accessKeyId
        const request = { action, resource, conditionContext: context }
        // IAM User Guide "Session policies": both must allow
        return allows([role], request) && (session.policy === null || allows([session.policy], request))
      },
    })
  })
  afterAll(async () => {
    await s3.close()
    await sts.close()
    home.remove()
  })

  it('reaches its own prefix and nothing else', async () => {
    // STS API_AssumeRole, parameter Policy
    const Policy = JSON.stringify({
      Statement: [
        { Effect: 'Allow', Action: ['s3:PutObject', 's3:GetObject'], Resource: `arn:aws:s3:::${Bucket}/ab/*` },
        {
          Effect: 'Allow',
          Action: 's3:ListBucket',
          Resource: `arn:aws:s3:::${Bucket}`,
          Condition: { StringLike: { 's3:prefix': 'ab/*' } },
        },
      ],
    })
    const RoleArn = 'arn:aws:iam::000000000000:role/upload'
    const ask = new AssumeRoleCommand({ RoleArn, RoleSessionName: 'one-upload', Policy })
    const { Credentials: issued } = await new STSClient(clientOptions(sts.endpoint)).send(ask)
    const client = new S3Client({
      ...clientOptions(s3.endpoint, {
        accessKeyId: issued?.AccessKeyId ?? '',
        secretAccessKey: issued?.SecretAccessKey ?? '',
        sessionToken: issued?.SessionToken,
      }),
      forcePathStyle: true,
    })
    const denied = { name: 'AccessDenied', status: 403 }
    await client.send(new PutObjectCommand({ Bucket, Key: 'ab/1.jpg', Body: 'x' }))
    expect(await refusalOf(client.send(new PutObjectCommand({ Bucket, Key: 'ac/1.jpg', Body: 'x' })))).toEqual(denied)
    // The session allows reading, the role does not.
    expect(await refusalOf(client.send(new GetObjectCommand({ Bucket, Key: 'ab/1.jpg' })))).toEqual(denied)
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'ab/' }))).KeyCount).toBe(1)
    expect(await refusalOf(client.send(new ListObjectsV2Command({ Bucket })))).toEqual(denied)
    client.destroy()
  })
})
