/**
 * `npm run backup -- save|restore|compare DIRECTORY --stage prod [--profile P]`: all tables and objects of a
 * stage as files with digests, and back into empty stores, under the operator’s credentials.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { sharedTables } from '#shared/kit/tables.ts'
import { domains } from '../../domains.ts'
import { isStage } from '../../stages.ts'
import { compare, restoreAll, saveAll } from '../backup/backup.ts'
import { readKept } from '../deploy/settings.ts'
import { root } from '../root.ts'

const stop = (line: string): never => {
  console.error(line)
  process.exit(2)
}
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { stage: { type: 'string' }, profile: { type: 'string' }, file: { type: 'string' } },
})
const [act, directory] = positionals
if (!['save', 'restore', 'compare'].includes(act ?? '') || directory === undefined || !isStage(values.stage))
  stop('npm run backup -- save|restore|compare DIRECTORY --stage dev|stage|prod [--profile NAME]')
const settings = readKept(
  values.file ? resolve(values.file) : join(root, 'infra', 'deployments', `${values.stage}.json`),
)
if (!settings.region || !settings.dataBucket)
  stop(`infra/deployments/${values.stage}.json names no region or bucket: deploy first`)
const profile = values.profile ?? settings.profile
if (profile) process.env['AWS_PROFILE'] = profile

const names = [...domains.map((d) => d.room as string), ...sharedTables]
const stores = {
  dynamo: new DynamoDBClient({ region: settings.region!, maxAttempts: 8 }),
  s3: new S3Client({
    region: settings.region!,
    maxAttempts: 8,
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  }),
  tables: Object.fromEntries(names.map((name) => [name, `qinghe-${values.stage}-${name}`])),
  bucket: settings.dataBucket!,
}
const dir = resolve(directory!)
if (act === 'save') {
  const { tables, objects } = await saveAll(stores, dir)
  const rows = Object.values(tables).reduce((sum, t) => sum + t.rows, 0)
  console.log(`${rows} rows of ${names.length} tables and ${objects.count} objects are in ${dir}`)
} else {
  const faults = await (act === 'restore' ? restoreAll : compare)(stores, dir)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
  console.log('Everything is as it was saved.')
}
