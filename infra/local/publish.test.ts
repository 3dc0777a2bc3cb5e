import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { publishSite } from './publish.ts'
import { startS3 } from './stores/s3/S3.ts'

it('puts the SPA into its bucket as the distribution is to serve it, index.html last', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qinghe-publish-'))
  const put: string[] = []
  const s3 = await startS3({
    dataDir: dir,
    secretOf: () => ({ secretAccessKey: 's' }),
    buckets: ['site'],
    onEvent: (event) => put.push(event.s3.object.key),
  })
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
  })
  const web = join(dir, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  await expect(publishSite(web, client, 'site')).rejects.toThrow('no index.html')
  for (const file of ['index.html', 'assets/a-1.js', 'assets/a-1.js.br', 'favicon.ico'])
    writeFileSync(join(web, file), 'x')
  expect(await publishSite(web, client, 'site')).toBe(3)
  expect(put.at(-1)).toBe('index.html')
  const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket: 'site', Key }))
  expect(await head('assets/a-1.js')).toMatchObject({
    ContentType: 'text/javascript; charset=utf-8',
    CacheControl: 'public, max-age=31536000, immutable',
  })
  expect(await head('index.html')).toMatchObject({ ContentType: 'text/html; charset=utf-8', CacheControl: 'no-cache' })
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})
