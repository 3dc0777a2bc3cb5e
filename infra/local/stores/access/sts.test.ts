import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstAws, clientOptions, localSecrets, otherKey, refusalOf } from '../conformance.ts'
import { startSts } from './sts.ts'
import type { RunningSts } from './sts.ts'

const RoleArn = process.env.QINGHE_CONFORMANCE_ROLE ?? 'arn:aws:iam::000000000000:role/upload'
const policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::b/ab/*' }],
}
let running: RunningSts
let client: STSClient
let now = Date.now

beforeAll(async () => {
  running = await startSts({
    secretOf: localSecrets,
    now: () => now(),
    authorise: (access) => access.accessKeyId !== otherKey.accessKeyId,
  })
  client = new STSClient(clientOptions(running.endpoint))
})

afterAll(async () => {
  client.destroy()
  await running.close()
})

describe('temporary credentials', () => {
  it('are issued for a role under a session policy, and say who they are', async () => {
    // STS API_AssumeRole, API_GetCallerIdentity
    const answer = await client.send(
      new AssumeRoleCommand({
        RoleArn,
        RoleSessionName: 'upload-1',
        DurationSeconds: 900,
        Policy: JSON.stringify(policy),
      }),
    )
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '', Expiration } = answer.Credentials ?? {}
    expect((Expiration as Date).getTime() - Date.now()).toBeGreaterThan(890_000)
    expect(answer.AssumedRoleUser?.Arn).toMatch(/:assumed-role\/.+\/upload-1$/)
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
    const { endpoint, region } = clientOptions(running.endpoint)
    const session = new STSClient({ region, endpoint, credentials })
    expect((await session.send(new GetCallerIdentityCommand({}))).Arn).toBe(answer.AssumedRoleUser?.Arn)
    if (againstAws) return
    expect(running.credentialsOf(AccessKeyId)).toMatchObject({
      roleArn: RoleArn,
      sessionName: 'upload-1',
      policy,
      sessionToken: SessionToken,
    })
    const bare = new STSClient({ region, endpoint, credentials: { ...credentials, sessionToken: 'other' } })
    expect(await refusalOf(bare.send(new GetCallerIdentityCommand({})))).toEqual({
      name: 'InvalidClientTokenId',
      status: 403,
    })
    now = () => Date.now() + 901_000
    expect(running.credentialsOf(AccessKeyId)).toBeNull()
    now = Date.now
  })

  it('are refused with a policy that is none, a time too short, and a caller who may not', async () => {
    // STS API_AssumeRole, "Errors"
    const ask = (more: object, by = client) =>
      refusalOf(by.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'upload-1', ...more })))
    expect(await ask({ Policy: '{"Version"' })).toMatchObject({
      status: 400,
      name: expect.stringMatching(/^MalformedPolicyDocument/),
    })
    expect(await ask({ DurationSeconds: 10 })).toEqual({ name: 'ValidationError', status: 400 })
    if (againstAws) return
    expect(await ask({}, new STSClient(clientOptions(running.endpoint, otherKey)))).toEqual({
      name: 'AccessDenied',
      status: 403,
    })
  })
})
