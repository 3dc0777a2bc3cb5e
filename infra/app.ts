import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { domains as allDomains } from './domains.ts'
import { partitionOf, traitsOf } from './partition.ts'
import { needsOf } from './requirements.ts'
import { stageOf } from './stage.ts'
import { AlarmStack } from './stacks/AlarmStack.ts'
import { ApiStack } from './stacks/ApiStack.ts'
import { DataStack } from './stacks/DataStack.ts'
import { FirewallStack } from './stacks/FirewallStack.ts'
import { JobStack } from './stacks/JobStack.ts'
import { WebStack } from './stacks/WebStack.ts'
import type { Domain } from './domains.ts'
import type { Settings } from './requirements.ts'

const assemblies = join(import.meta.dirname, '..', '.cache', 'assemblies')
let swept = false
/**
 * Where an app is synthesised without the CDK's command line, which names a folder. A test's process is ended without a
 * word, so that those of an hour ago go when the next one begins.
 */
const assemblyFolder = (): string => {
  mkdirSync(assemblies, { recursive: true })
  if (!swept) {
    swept = true
    for (const name of readdirSync(assemblies)) {
      const folder = join(assemblies, name)
      // Another process may be doing the same.
      const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (Date.now() - made > 3_600_000) rmSync(folder, { recursive: true, force: true })
    }
  }
  return mkdtempSync(join(assemblies, 'app-'))
}

/**
 * The whole cloud. Context: `stage` (dev, stage, prod; without one, the bare names of the local cloud), the settings of
 * `requirements.ts`, `partition` (otherwise read off the region), `established` (1 once a deployment has succeeded) and
 * `demo` (1). Throws for a stage whose settings lack something.
 */
export const buildApp = (context?: Record<string, unknown>, domains: readonly Domain[] = allDomains): App => {
  const outdir = process.env['CDK_OUTDIR'] ?? assemblyFolder()
  const app = new App({ analyticsReporting: false, outdir, ...(context ? { context } : {}) })
  const get = (key: keyof Settings | 'partition' | 'demo'): string | undefined => {
    const value: unknown = app.node.tryGetContext(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [account, region] = [get('account'), get('region')]
  const traits = traitsOf(get('partition') ?? partitionOf(region))
  const demo = get('demo') === '1'
  const domainNames = get('domains')?.split(',') ?? []
  const messages = { ...optional('mailFrom', get('mailFrom')), sms: get('sms') === 'sns' }
  const stage = stageOf(app)
  const settings: Settings = {
    stage: stage ?? undefined,
    account,
    region,
    domains: get('domains'),
    certificate: get('certificate'),
    alarmEmail: get('alarmEmail'),
    budget: get('budget'),
    icp: get('icp'),
    publicApi: get('publicApi'),
    mailFrom: get('mailFrom'),
    sms: get('sms'),
  }
  // What the partition lacks is refused in every synthesis; what a person must bring, where it would be deployed.
  const needs = needsOf(settings).filter((n) => stage !== null || n.setting === 'messengerUrl')
  if (needs.length > 0)
    throw new Error(['not ready to deploy:', ...needs.map((n) => `${n.setting}: ${n.what}. ${n.todo}`)].join('\n  '))

  const props = (name: string, at = region) => ({
    env: { ...(account ? { account } : {}), ...(at ? { region: at } : {}) },
    ...(stage === null ? {} : { stackName: `qinghe-${stage}-${name}` }),
  })
  const data = new DataStack(app, 'QingheData', {
    ...props('data'),
    domains,
    origins: domainNames.length > 0 ? domainNames.map((d) => `https://${d}`) : ['*'],
  })
  const api = new ApiStack(app, 'QingheApi', { ...props('api'), domains, data, demo, messages })
  const jobs = new JobStack(app, 'QingheJobs', { ...props('jobs'), domains, data, demo, messages })
  const web = new WebStack(app, 'QingheWeb', {
    ...props('web'),
    data,
    api: api.api,
    traits,
    domainNames,
    ...optional('certificate', get('certificate')),
    ...optional('webAclArn', get('webAclArn')),
  })
  if (traits.edgeFirewall) new FirewallStack(app, 'QingheFirewall', props('firewall', 'us-east-1'))
  new AlarmStack(app, 'QingheAlarms', {
    ...props('alarms'),
    ...{ domains, data, api, jobs, traits, address: web.address },
    concurrency: Number(get('concurrency') ?? 1000),
    ...optional('email', get('alarmEmail')),
    ...optional('budget', get('budget')),
  })
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
