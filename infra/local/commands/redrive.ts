/**
 * `npm run redrive -- --stage prod [--profile P]`: hands on again what ended in the queues of a stage, after its cause has
 * been mended. Under the operator's credentials; infra/RUNBOOK.md (set-aside) says when.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { partitionOf } from '../../partition.ts'
import { isStage } from '../../stages.ts'
import { readKept } from '../deploy/settings.ts'
import { redriveChanges, redriveEvents } from '../redrive/redrive.ts'
import { servicesOf } from '../redrive/services.ts'
import { root } from '../root.ts'
import { asCommand } from './asCommand.ts'

const usage = 'npm run redrive -- --stage dev|stage|prod [--profile NAME]\n'

await asCommand(import.meta.url, async (argv, { out, err }) => {
  const { values } = parseArgs({
    args: [...argv],
    options: { stage: { type: 'string' }, profile: { type: 'string' }, file: { type: 'string' } },
  })
  if (!isStage(values.stage)) {
    err(usage)
    return 2
  }
  const kept = readKept(values.file ? resolve(values.file) : join(root, 'infra', 'deployments', `${values.stage}.json`))
  const { region, account } = kept
  if (!region || !account) {
    err(`infra/deployments/${values.stage}.json names no region or account: deploy first\n`)
    return 2
  }
  const profile = values.profile ?? kept.profile
  if (profile) process.env['AWS_PROFILE'] = profile
  const suffix = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'
  const { env } = process
  const services = servicesOf({
    region,
    account,
    endpoints: {
      sqs: env['AWS_ENDPOINT_URL_SQS'] ?? `https://sqs.${region}.${suffix}`,
      streams: env['AWS_ENDPOINT_URL_DYNAMODB_STREAMS'] ?? `https://streams.dynamodb.${region}.${suffix}`,
      lambda: env['AWS_ENDPOINT_URL_LAMBDA'] ?? `https://lambda.${region}.${suffix}`,
    },
    at: () => new Date(),
  })
  const prefix = `qinghe-${values.stage}-`
  const outcomes = [
    ...(await redriveChanges(services, `${prefix}missed-changes`, prefix)),
    ...(await redriveEvents(services, `${prefix}missed-events`, prefix)),
  ]
  for (const { state, what, says } of outcomes) out(`${state.padEnd(8)} ${what}: ${says}\n`)
  const left = outcomes.filter((o) => o.state === 'failed').length
  out(`${outcomes.length} messages, ${left} stay\n`)
  return left === 0 ? 0 : 1
})
