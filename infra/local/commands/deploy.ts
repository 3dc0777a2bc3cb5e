/**
 * `npm run deploy -- -c region=… -c account=… [-c domains=… -c certificate=…]`: the stacks by the CDK, then the SPA into
 * its bucket. EDGE_SECRET (32 characters or more) is needed the first time; later its absence keeps what is there.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { publishSite } from '../publish.ts'
import { root } from '../root.ts'
import { buildSpa } from '../spa.ts'

const args = process.argv.slice(2)
const secret = process.env['EDGE_SECRET']
const outputs = join(root, '.cache', 'outputs.json')
mkdirSync(join(root, '.cache'), { recursive: true })

const webDir = await buildSpa()
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk'),
    'deploy',
    '--all',
    '--outputs-file',
    outputs,
    ...(secret ? ['QingheApi', 'QingheWeb'].flatMap((stack) => ['--parameters', `${stack}:EdgeSecret=${secret}`]) : []),
    ...args,
  ],
  { cwd: root, stdio: 'inherit' },
)
if (done.status !== 0) process.exit(done.status ?? 1)

const { QingheWeb } = JSON.parse(readFileSync(outputs, 'utf8')) as {
  QingheWeb?: { SiteBucketName?: string; Address?: string }
}
if (!QingheWeb?.SiteBucketName) throw new Error('the deployment named no bucket for the screens')
const region = args.find((a) => a.startsWith('region='))?.slice('region='.length)
const files = await publishSite(webDir, new S3Client(region ? { region } : {}), QingheWeb.SiteBucketName)
console.log(`${files} files of the screens are in ${QingheWeb.SiteBucketName}: ${QingheWeb.Address ?? ''}`)
