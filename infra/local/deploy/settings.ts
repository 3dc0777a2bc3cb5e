/** The settings of a stage as they are typed, kept and handed to the CDK. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { SettingName, Settings } from '../../requirements.ts'

/** Flags by setting, with what people are asked for it. */
export const flags: Readonly<Record<SettingName, { flag: string; asks: string }>> = {
  stage: { flag: 'stage', asks: 'Stage (dev, stage, prod)' },
  region: { flag: 'region', asks: 'Region, e.g. eu-central-1 or cn-north-1' },
  account: { flag: 'account', asks: "The account's twelve digits" },
  profile: { flag: 'profile', asks: 'Profile of the credentials (empty: the default ones)' },
  domains: { flag: 'domains', asks: 'Branded domains, by commas (empty: the distribution’s own name)' },
  certificate: { flag: 'certificate', asks: 'Certificate for the domains' },
  webAclArn: { flag: 'web-acl', asks: 'Firewall' },
  alarmEmail: { flag: 'alarm-email', asks: 'Who is told of alarms (e-mail)' },
  budget: { flag: 'budget', asks: 'USD a month after which costs are told' },
  icp: { flag: 'icp', asks: "Number of the root domain's ICP recordal" },
  publicApi: { flag: 'public-api', asks: '1 when the account may serve requests without credentials' },
  mailFrom: { flag: 'mail-from', asks: 'Address that mails are sent from by SES' },
  sms: { flag: 'sms', asks: '`sns` for messages to phones by SNS' },
  messengerUrl: { flag: 'messenger-url', asks: 'HTTPS messenger for codes and mails' },
  readerUrl: { flag: 'reader-url', asks: 'HTTPS reader of answers, proposing marks' },
  architecture: { flag: 'architecture', asks: 'arm64 or x86_64' },
  concurrency: { flag: 'concurrency', asks: "The account's quota of executions at once" },
  warm: { flag: 'warm', asks: 'Tables to warm, table:reads:writes by commas' },
}
const names = Object.keys(flags) as SettingName[]

/** What a stage's file holds: its settings, and how far deployments have come. */
export type Kept = Settings & {
  /** Regions where `cdk bootstrap` has been done. */
  readonly bootstrapped?: readonly string[]
  /** A deployment has succeeded: tables refuse to be deleted from then on. */
  readonly established?: boolean
  /** Where the objects are, for copies. */
  readonly dataBucket?: string
  /** Secrets are being exchanged: a deployment that failed at it is finished before anything else. */
  readonly rotating?: boolean
}

export type Asked = {
  readonly given: Settings
  readonly file: string | undefined
  /** Only say what there is to do. */
  readonly check: boolean
  /** Ask nothing. */
  readonly yes: boolean
  /** New secrets between the edge, the API and the canary. */
  readonly rotate: boolean
  /** Built screens, instead of building them. */
  readonly screens: string | undefined
  /** The first administrator's name; the password is ROOT_PASSWORD or asked for. */
  readonly root: string | undefined
}

/** The command line. `-c name=value` says the same as `--name value`. Throws for what it does not know. */
export const parsedOf = (args: string[]): Asked => {
  const { values } = parseArgs({
    args,
    strict: true,
    options: {
      ...Object.fromEntries(names.map((n) => [flags[n].flag, { type: 'string' as const }])),
      context: { type: 'string', short: 'c', multiple: true },
      file: { type: 'string' },
      screens: { type: 'string' },
      root: { type: 'string' },
      check: { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
      'rotate-secrets': { type: 'boolean' },
    },
  })
  const typed = values as Record<string, string | undefined>
  const given: Partial<Record<SettingName, string>> = {}
  for (const pair of (values['context'] as string[] | undefined) ?? []) {
    const [name = '', ...rest] = pair.split('=')
    if (!names.includes(name as SettingName)) throw new Error(`there is no setting ${name}: ${names.join(', ')}`)
    given[name as SettingName] = rest.join('=')
  }
  for (const name of names) {
    const value = typed[flags[name].flag]
    if (value !== undefined) given[name] = value
  }
  return {
    given,
    file: typed['file'],
    check: values['check'] === true,
    yes: values['yes'] === true,
    rotate: values['rotate-secrets'] === true,
    screens: typed['screens'],
    root: typed['root'],
  }
}

/** What is kept, with what was given over it; the word `none` takes a setting away. */
export const merged = (kept: Kept, given: Settings): Kept => {
  const all: Record<string, unknown> = { ...kept, ...given }
  return Object.fromEntries(Object.entries(all).filter(([, v]) => v !== 'none' && v !== '' && v !== undefined)) as Kept
}

export const readKept = (file: string): Kept =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {}

export const keep = (file: string, kept: Kept): void => {
  mkdirSync(dirname(file), { recursive: true })
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** What the app is told. The profile is the command's own. */
export const contextOf = (kept: Kept): Record<string, string> => ({
  ...Object.fromEntries(
    names.flatMap((n) =>
      n === 'profile' || n === 'messengerUrl' || n === 'readerUrl' || !kept[n] ? [] : [[n, kept[n]!]],
    ),
  ),
  ...(kept.established ? { established: '1' } : {}),
})
