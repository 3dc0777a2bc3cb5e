import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { inTurns } from '#functions/kit/turns.ts'
import { cacheControlOf, typeOf } from './site.ts'

const width = 8

/**
 * Puts the built SPA into its bucket, index.html last: a tab never gets a page whose files are not there yet. Old files
 * stay: a tab opened yesterday still asks for them. Answers how many files were put.
 */
export const publishSite = async (webDir: string, s3: S3Client, bucket: string): Promise<number> => {
  const files = globSync('**/*', { cwd: webDir, withFileTypes: true })
    .filter((f) => f.isFile() && !['.br', '.gz'].includes(extname(f.name)))
    .map((f) => join(f.parentPath, f.name).slice(join(webDir, '/').length))
  const put = (file: string) =>
    s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: file,
        Body: readFileSync(join(webDir, file)),
        ContentType: typeOf(file),
        CacheControl: cacheControlOf(`/${file}`),
      }),
    )
  const rest = files.filter((f) => f !== 'index.html')
  if (rest.length === files.length) throw new Error(`there is no index.html in ${webDir}`)
  await inTurns(rest, width, put)
  await put('index.html')
  return files.length
}
