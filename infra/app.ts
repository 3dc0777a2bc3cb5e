import { App } from 'aws-cdk-lib'
import { domains as allDomains } from './domains.ts'
import { traitsOf } from './partition.ts'
import { AlarmStack } from './stacks/AlarmStack.ts'
import { ApiStack } from './stacks/ApiStack.ts'
import { DataStack } from './stacks/DataStack.ts'
import { FirewallStack } from './stacks/FirewallStack.ts'
import { JobStack } from './stacks/JobStack.ts'
import { WebStack } from './stacks/WebStack.ts'
import type { Domain } from './domains.ts'

/**
 * The whole cloud. Context: `partition` (aws, aws-cn; otherwise read off the region), `account` and `region`, `demo`
 * (1), `domains` (branded ones, by commas), `certificate`, `webAclArn`, `mailFrom` (mails by SES from this address), `sms`
 * (`sns`). Without the last two, or in China, messages go through the parameter MessengerUrl.
 */
export const buildApp = (context?: Record<string, unknown>, domains: readonly Domain[] = allDomains): App => {
  const app = new App({ analyticsReporting: false, ...(context ? { context } : {}) })
  const get = (key: string): string | undefined => {
    const value: unknown = app.node.tryGetContext(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [account, region] = [get('account'), get('region')]
  const traits = traitsOf(get('partition') ?? (region?.startsWith('cn-') ? 'aws-cn' : 'aws'))
  const demo = get('demo') === '1'
  const domainNames = get('domains')?.split(',') ?? []
  const env = { ...(account ? { account } : {}), ...(region ? { region } : {}) }

  const data = new DataStack(app, 'QingheData', {
    env,
    domains,
    origins: domainNames.length > 0 ? domainNames.map((d) => `https://${d}`) : ['*'],
  })
  const messages = { ...optional('mailFrom', get('mailFrom')), sms: get('sms') === 'sns' }
  if (!traits.sendsMessages && (messages.mailFrom || messages.sms))
    throw new Error('SES and SMS by SNS are not in the aws-cn partition: give MessengerUrl an SMS and mail gateway')
  const api = new ApiStack(app, 'QingheApi', { env, domains, data, demo, messages })
  const jobs = new JobStack(app, 'QingheJobs', { env, domains, data, demo })
  new WebStack(app, 'QingheWeb', {
    env,
    data,
    api: api.api,
    traits,
    domainNames,
    ...optional('certificate', get('certificate')),
    ...optional('webAclArn', get('webAclArn')),
  })
  if (traits.edgeFirewall) {
    new FirewallStack(app, 'QingheFirewall', { env: { ...(account ? { account } : {}), region: 'us-east-1' } })
  }
  new AlarmStack(app, 'QingheAlarms', { env, domains, api, jobs })
  return app
}

const optional = <K extends string>(key: K, value: string | undefined): { [P in K]?: string } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string }

if (import.meta.main) {
  const app = buildApp()
  // The local cloud asks for speed: its synthesis is checked by the tests, not at every start.
  if (process.env['CDK_VALIDATION'] !== 'false') (await import('./kit/checks.ts')).addChecks(app)
  app.synth()
}
