import { randomBytes } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstAws, clientOptions, localKey, localSecrets, temporaryFolder } from '../conformance.ts'
import { startS3 } from './S3.ts'
import { signText } from '../access/signature.ts'
import type { S3EventRecord } from '../events.ts'
import type { Running } from '../stores.types.ts'

const home = temporaryFolder()
const Bucket = `qinghe-post-${randomBytes(4).toString('hex')}`
const region = process.env.AWS_REGION ?? 'us-east-1'
const events: S3EventRecord[] = []
let allowed = true
let running: Running
let client: S3Client

beforeAll(async () => {
  running = await startS3({
    dataDir: home.folder,
    secretOf: localSecrets,
    onEvent: (event) => void events.push(event),
    authorise: ({ action }) => allowed || action !== 's3:PutObject',
  })
  client = new S3Client({ ...clientOptions(running.endpoint), forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket }))
})

afterAll(async () => {
  for (const Key of ['up/photo 照.jpg', 'up/exact']) await client.send(new DeleteObjectCommand({ Bucket, Key }))
  await client.send(new DeleteBucketCommand({ Bucket }))
  client.destroy()
  await running.close()
  home.remove()
})

type Condition = Record<string, string> | [string, string | number, string | number]

/** A form as the browser sends it: the policy built and signed by hand. */
async function post(
  fields: Record<string, string>,
  conditions: Condition[],
  options: { expires?: number; body?: string; name?: string; spoil?: boolean } = {},
): Promise<{ status: number; text: string; etag: string | null }> {
  const key = againstAws
    ? { accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '' }
    : localKey
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const date = at.slice(0, 8)
  const signing: Record<string, string> = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${key.accessKeyId}/${date}/${region}/s3/aws4_request`,
    'x-amz-date': at,
  }
  const token = againstAws ? process.env.AWS_SESSION_TOKEN : undefined
  if (token) signing['x-amz-security-token'] = token
  const all = [
    { bucket: Bucket },
    ...conditions,
    ...Object.entries(signing).map(([name, value]) => ({ [name]: value })),
  ]
  const expiration = new Date(Date.now() + (options.expires ?? 60_000)).toISOString()
  const policy = Buffer.from(JSON.stringify({ expiration, conditions: all })).toString('base64')
  const signature = signText(key.secretAccessKey, { date, region, service: 's3' }, policy)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...signing, policy })) form.append(name, value)
  form.append('x-amz-signature', options.spoil ? signature.replace(/./, (c) => (c === '0' ? '1' : '0')) : signature)
  form.append('file', new Blob([options.body ?? 'picture']), options.name ?? 'photo 照.jpg')
  const url = againstAws ? `https://s3.${region}.amazonaws.com/${Bucket}` : `${running.endpoint}/${Bucket}`
  const answer = await fetch(url, { method: 'POST', body: form })
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') }
}

const open: Condition[] = [
  ['starts-with', '$key', 'up/'],
  ['content-length-range', 1, 1000],
]

describe('a form post', () => {
  // Each case: AmazonS3 "Creating a POST Policy" and RESTObjectPOST
  it('stores the file under the key, with headers, metadata and tags', async () => {
    events.length = 0
    const tagging = '<Tagging><TagSet><Tag><Key>kind</Key><Value>photo</Value></Tag></TagSet></Tagging>'
    const fields = {
      key: 'up/${filename}',
      'Content-Type': 'image/jpeg',
      'x-amz-meta-room': 'scan',
      success_action_status: '201',
      tagging,
    }
    const more: Condition[] = [
      ['starts-with', '$Content-Type', 'image/'],
      { 'x-amz-meta-room': 'scan' },
      { success_action_status: '201' },
      ['starts-with', '$tagging', ''],
    ]
    const { status, text } = await post(fields, [...open, ...more])
    expect([status, text]).toEqual([201, expect.stringContaining('<Key>up/photo 照.jpg</Key>')])
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'up/photo 照.jpg' }))
    expect(await got.Body?.transformToString()).toBe('picture')
    expect(got).toMatchObject({ ContentType: 'image/jpeg', Metadata: { room: 'scan' } })
    const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket, Key: 'up/photo 照.jpg' }))
    expect(TagSet).toEqual([{ Key: 'kind', Value: 'photo' }])
    if (!againstAws) expect(events.map(({ eventName }) => eventName)).toEqual(['ObjectCreated:Post'])
    expect((await post({ key: 'up/exact' }, [{ key: 'up/exact' }])).status).toBe(204)
  })

  it('is refused outside its policy', async () => {
    const key = 'up/refused'
    const refused = async (status: number, part: string, ...ask: Parameters<typeof post>) => {
      const answer = await post(...ask)
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(part)])
    }
    await refused(403, 'Policy Condition failed', { key: 'down/x' }, open)
    await refused(403, 'Policy Condition failed', { key }, [{ key: 'up/other' }])
    await refused(403, 'Policy Condition failed', { key }, [...open, ['eq', '$x-amz-meta-a', '1']])
    await refused(403, 'Extra input fields', { key, 'x-amz-meta-a': '1' }, open)
    await refused(403, 'expired', { key }, open, { expires: -1000 })
    await refused(403, 'SignatureDoesNotMatch', { key }, open, { spoil: true })
    await refused(400, 'EntityTooLarge', { key }, open, { body: 'x'.repeat(1001) })
    await refused(400, 'EntityTooLarge', { key }, open, { body: 'x'.repeat(500_000) })
    await refused(400, 'EntityTooSmall', { key }, open, { body: '' })
    await refused(403, 'AccessDenied', { key }, [{ bucket: 'other' }, ...open])
    await expect(client.send(new GetObjectCommand({ Bucket, Key: key }))).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it.runIf(!againstAws)('is judged by the signer’s policy too', async () => {
    allowed = false
    expect(await post({ key: 'up/denied' }, open)).toMatchObject({
      status: 403,
      text: expect.stringContaining('AccessDenied'),
    })
    allowed = true
  })
})
