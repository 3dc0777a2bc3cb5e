import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { pagesCode } from '../kit/chinaEdge.ts'
import { startS3 } from './stores/s3/S3.ts'

type Answer = { statusCode: number; headers: Record<string, string>; body?: string }

it("China's function answers the published document at every path, with the screens' headers", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qinghe-pages-'))
  const s3 = await startS3({ dataDir: dir, secretOf: () => ({ secretAccessKey: 's' }), buckets: ['site'] })
  const env = {
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    SITE_BUCKET: 'site',
    HEADERS: JSON.stringify({ 'content-security-policy': "default-src 'self'" }),
  }
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' }
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  const put = (Body: string) => client.send(new PutObjectCommand({ Bucket: 'site', Key: 'index.html', Body }))
  await put('<p>one</p>')
  // Lambda runs it as CommonJS, with the SDK of its runtime and the function's own credentials.
  const own = createRequire(import.meta.url)
  const sdk = own('@aws-sdk/client-s3') as { S3Client: new (of: object) => unknown }
  class Credentialed extends (sdk.S3Client as unknown as typeof S3Client) {
    constructor(of: object) {
      super({ ...of, endpoint: s3.endpoint, region: 'us-east-1', credentials })
    }
  }
  const exports: { handler?: (event: object) => Promise<Answer> } = {}
  const at = { now: 1_000_000 }
  runInNewContext(pagesCode, {
    exports,
    require: () => ({ ...sdk, S3Client: Credentialed }),
    process: { env },
    Date: { now: () => at.now },
    JSON,
  })
  const ask = (headers: Record<string, string> = {}) => exports.handler!({ rawPath: '/exam/ex_1', headers })
  const first = await ask()
  expect(first).toMatchObject({ statusCode: 200, body: '<p>one</p>' })
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  })
  expect(await ask({ 'if-none-match': first.headers['etag']! })).toMatchObject({ statusCode: 304 })
  // Screens that were published since are there within seconds, without a deployment.
  await put('<p>two</p>')
  at.now += 6_000
  expect((await ask({ 'if-none-match': first.headers['etag']! })).body).toBe('<p>two</p>')
  client.destroy()
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})
