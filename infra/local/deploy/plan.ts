/** The steps of a deployment, in order, and how each stands; what is asked, done and printed follows it. */
import { partitionOf, traitsOf } from '../../partition.ts'
import { needsOf } from '../../requirements.ts'
import type { Need } from '../../requirements.ts'
import { flags } from './settings.ts'
import type { Kept } from './settings.ts'

export type StepName =
  | 'settings'
  | 'credentials'
  | 'bootstrap'
  | 'screens'
  | 'firewall'
  | 'stacks'
  | 'protect'
  | 'publish'
  | 'canary'
  | 'administrator'
  | 'afterwards'

export type Step = {
  readonly name: StepName
  readonly says: string
  /** done: by an earlier deployment. todo: this one does it. missing: a person must do it first. yours: afterwards. */
  readonly state: 'done' | 'todo' | 'missing' | 'yours'
  readonly more?: readonly string[]
}

/** The regions whose accounts must be bootstrapped: a firewall before CloudFront stands in us-east-1. */
export const regionsOf = (kept: Kept): string[] => {
  const own = kept.region ?? '<region>'
  return traitsOf(partitionOf(kept.region)).edgeFirewall && own !== 'us-east-1' ? [own, 'us-east-1'] : [own]
}

export const told = (need: Need): string => `--${flags[need.setting].flag}: ${need.what}. ${need.todo}`

export const stepsOf = (settings: Kept): Step[] => {
  const traits = traitsOf(partitionOf(settings.region))
  const needs = needsOf(settings)
  const first = !settings.established
  const fresh = regionsOf(settings).filter((r) => !settings.bootstrapped?.includes(r))
  const stage = settings.stage ?? '<stage>'
  const domains = (settings.domains ?? '').split(',').filter((d) => d !== '')
  return [
    {
      name: 'settings',
      says: `settings of the stage, kept in infra/deployments/${stage}.json`,
      state: needs.length > 0 ? 'missing' : 'done',
      more: needs.map(told),
    },
    {
      name: 'credentials',
      says: `credentials for the account ${settings.account ?? '<account>'} (${settings.profile ? `profile ${settings.profile}` : 'the default ones'})`,
      state: 'todo',
    },
    {
      name: 'bootstrap',
      says: `cdk bootstrap in ${regionsOf(settings).join(' and ')}`,
      state: fresh.length === 0 ? 'done' : 'todo',
    },
    {
      name: 'screens',
      says: 'build the screens, the functions and the layers (arm64, by the lock file)',
      state: 'todo',
    },
    traits.edgeFirewall
      ? {
          name: 'firewall',
          says: `stack qinghe-${stage}-firewall in us-east-1; its ARN is kept for the distribution`,
          state: settings.webAclArn ? 'done' : 'todo',
        }
      : { name: 'firewall', says: 'none before CloudFront in this partition: our own rate limits', state: 'done' },
    {
      name: 'stacks',
      says: `stacks qinghe-${stage}-data, -api, -jobs, -web, -alarms${first ? '; secrets between edge, API and canary are made' : ''}`,
      state: 'todo',
    },
    {
      name: 'protect',
      says: 'tables refuse to be deleted, once a deployment has succeeded',
      state: settings.stage === 'dev' || settings.established ? 'done' : 'todo',
    },
    { name: 'publish', says: 'the screens into their bucket, index.html last', state: 'todo' },
    { name: 'canary', says: "the canary's account is opened", state: first ? 'todo' : 'done' },
    {
      name: 'administrator',
      says: 'the first administrator: --root NAME, with ROOT_PASSWORD in the environment',
      state: first ? 'yours' : 'done',
    },
    {
      name: 'afterwards',
      says: 'what only people can do',
      state: 'yours',
      more: [
        `confirm the subscription in the mail to ${settings.alarmEmail ?? '<alarm-email>'}`,
        ...(domains.length > 0
          ? [`point ${domains.join(', ')} by CNAME at the distribution that the deployment prints`]
          : []),
        ...(settings.messengerUrl || settings.mailFrom || settings.sms
          ? []
          : ['no codes to phones or mails are sent: --messenger-url, or in aws --mail-from and --sms sns']),
        'for an exam of a province: raise Lambda’s quota of executions, give --concurrency and --warm (infra/RUNBOOK.md)',
      ],
    },
  ]
}

const marks = { done: '✓', todo: '·', missing: '✗', yours: '→' } as const

export const printed = (steps: readonly Step[]): string =>
  steps
    .flatMap((s, i) => [
      `${String(i + 1).padStart(2)} ${marks[s.state]} ${s.name.padEnd(14)} ${s.says}`,
      ...(s.more ?? []).map((line) => `${' '.repeat(20)}${line}`),
    ])
    .join('\n')
