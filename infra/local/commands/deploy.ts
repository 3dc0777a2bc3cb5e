/**
 * `npm run deploy`: asks what it needs, says what it does, and does it: the whole of a first deployment and of every
 * later one. `--check` names every step and what is missing, without an account. `--yes` asks nothing. See
 * infra/README.md.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { partitionOf } from '../../partition.ts'
import { needsOf } from '../../requirements.ts'
import type { SettingName } from '../../requirements.ts'
import { isStage } from '../../stages.ts'
import { printed, regionsOf, stepsOf, told } from '../deploy/plan.ts'
import { accountOf, concurrencyOf, invoke, variableOf } from '../deploy/service.ts'
import { contextOf, flags, keep, merged, parsedOf, readKept } from '../deploy/settings.ts'
import type { Kept } from '../deploy/settings.ts'
import { publishSite } from '../publish.ts'
import { root } from '../root.ts'
import { buildSpa } from '../spa.ts'

const say = (line: string): void => console.log(line)
const stop = (line: string): never => {
  console.error(line)
  process.exit(1)
}
const fewExecutions =
  'For an exam day ask for more: Service Quotas → AWS Lambda → Concurrent executions (3 000 for a county, days ahead).'
const secretOf = (): string => randomBytes(24).toString('base64url')

const options = (() => {
  try {
    return parsedOf(process.argv.slice(2))
  } catch (error) {
    return stop((error as Error).message)
  }
})()
const mayAsk = !options.yes && !options.check && process.stdin.isTTY === true
const lines = mayAsk ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
const ask = async (setting: SettingName): Promise<string> => (await lines!.question(`${flags[setting].asks}: `)).trim()

// Which stage: everything that is kept hangs on it.
const stage = options.given.stage ?? (mayAsk ? await ask('stage') : undefined)
const file = options.file ? resolve(options.file) : join(root, 'infra', 'deployments', `${stage ?? 'none'}.json`)
const before = isStage(stage) || options.file ? readKept(file) : {}
let settings: Kept = merged(before, { ...options.given, ...(stage === undefined ? {} : { stage }) })

// A stage stays where it is: elsewhere it would be another one, without the data.
for (const setting of ['account', 'region'] as const)
  if (before.established && before[setting] !== settings[setting])
    stop(`${settings.stage} is in ${setting} ${before[setting]}: another one wants another stage`)

if (options.check) {
  const steps = stepsOf(settings)
  say(printed(steps))
  if (steps.some((s) => s.state === 'missing')) stop('\nNot ready: the lines with ✗ say what is missing.')
  say('\nThe templates, by CDK’s own rules for the region and by cdk-nag:')
  const out = mkdtempSync(join(tmpdir(), 'qinghe-check-'))
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object }
  const done = spawnSync(process.execPath, [join(root, 'infra', 'app.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CDK_OUTDIR: out,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...contextOf(settings), 'aws:cdk:bundling-stacks': [] }),
    },
  })
  rmSync(out, { recursive: true, force: true })
  if (done.status !== 0) stop('The templates are refused.')
  say('✓ nothing to object to. Ready: the same command without --check deploys.')
  process.exit(0)
}

// The one region and profile of everything that is called from here; what the shell says otherwise is said and not used.
const settle = (): void => {
  const { region, profile } = settings
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION'])
    if (region && process.env[name] && process.env[name] !== region)
      say(`${name}=${process.env[name]} is not used: ${region}`)
  if (region) Object.assign(process.env, { AWS_REGION: region, AWS_DEFAULT_REGION: region })
  if (!profile) return
  // Keys in the environment would win over a profile.
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete process.env[name]
  process.env['AWS_PROFILE'] = profile
}
settle()

// What is missing is asked for; the account is whose credentials these are.
const whose = settings.region ? await accountOf(settings.region).catch((error: Error) => error) : undefined
if (typeof whose === 'string' && !settings.account) settings = { ...settings, account: whose }
if (mayAsk && !before.stage) {
  for (const setting of ['region', 'profile', 'domains', 'budget'] as const) {
    if (settings[setting] !== undefined) continue
    const answer = await ask(setting)
    if (answer !== '') settings = { ...settings, [setting]: answer }
  }
  settle()
}
for (let needs = needsOf(settings); mayAsk && needs.length > 0; needs = needsOf(settings)) {
  const [need] = needs
  say(told(need!))
  settings = { ...settings, [need!.setting]: await ask(need!.setting) }
}
const needs = needsOf(settings)
if (needs.length > 0) stop(['Not ready:', ...needs.map(told)].join('\n  '))
settle()
const region = settings.region!

say(printed(stepsOf(settings)))
const account = typeof whose === 'string' ? whose : await accountOf(region).catch((error: Error) => error)
if (typeof account !== 'string') stop(`There are no credentials that work: ${account.message}`)
if (account !== settings.account)
  stop(`The credentials are for the account ${String(account)}, not for ${settings.account}.`)
const suffix = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'
const lambdaThere = () => ({
  region,
  endpoint: process.env['AWS_ENDPOINT_URL_LAMBDA'] ?? `https://lambda.${region}.${suffix}`,
  at: new Date(),
})
// A new account runs ten at once: the caps of a usual one would be refused. What the account says goes before what is kept.
const allowed = await concurrencyOf(lambdaThere()).catch((error: Error) => error)
if (typeof allowed === 'number') {
  if (options.given.concurrency !== undefined && Number(options.given.concurrency) > allowed)
    stop(
      `--concurrency ${options.given.concurrency}: the account runs ${allowed} functions at once; raise the quota first.`,
    )
  if (options.given.concurrency === undefined) settings = { ...settings, concurrency: String(allowed) }
  say(`The account runs ${allowed} functions at once.${allowed < 1000 ? ` ${fewExecutions}` : ''}`)
} else
  say(
    `How many functions the account runs at once is not known (${allowed.message}): ${settings.concurrency ?? '1000'}.`,
  )
if (mayAsk) {
  const answer = await lines!.question(`Deploy ${settings.stage} to ${settings.account} in ${region}? (yes) `)
  if (answer.trim() !== 'yes') stop('Nothing was deployed.')
}
keep(file, settings)

const scratch = mkdtempSync(join(tmpdir(), 'qinghe-deploy-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const cdk = (words: string[], more: Record<string, string> = {}): void => {
  const context = Object.entries(contextOf(settings)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const done = spawnSync(
    process.execPath,
    [process.env['QINGHE_CDK'] ?? join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...words, ...context],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...more } },
  )
  if (done.status === 0) return
  stop(`cdk ${words[0]} ended with ${done.status}. What was kept is in ${file}: the same command goes on from here.`)
}
type Outputs = Record<string, Record<string, string> | undefined>
const deploy = (stacks: string[], parameters: Record<string, string> = {}): Outputs => {
  const outputs = join(scratch, 'outputs.json')
  cdk([
    'deploy',
    ...stacks,
    '--outputs-file',
    outputs,
    ...(mayAsk ? [] : ['--require-approval', 'never']),
    ...Object.entries(parameters).flatMap(([name, value]) => [
      '--parameters',
      `qinghe-${settings.stage}-${name}=${value}`,
    ]),
  ])
  return JSON.parse(readFileSync(outputs, 'utf8')) as Outputs
}

for (const where of regionsOf(settings)) {
  if (settings.bootstrapped?.includes(where)) continue
  cdk(['bootstrap', `aws://${settings.account}/${where}`])
  settings = { ...settings, bootstrapped: [...(settings.bootstrapped ?? []), where] }
  keep(file, settings)
}

mkdirSync(join(root, '.cache'), { recursive: true })
const webDir = options.screens ? resolve(options.screens) : await buildSpa()

if (regionsOf(settings).includes('us-east-1') && partitionOf(region) === 'aws' && !settings.webAclArn) {
  const arn = deploy(['QingheFirewall', '--exclusively'])[`qinghe-${settings.stage}-firewall`]?.['WebAclArn']
  if (arn === undefined) stop('the firewall told no ARN')
  settings = { ...settings, webAclArn: arn }
  keep(file, settings)
}

// Secrets live in the stacks alone. Until a deployment has succeeded both sides get them anew; later they stay. Beside a
// new one the API hears the one before, which is read from its functions, until the edge sends the new one everywhere; the
// deployment after that hears the new one alone. What was cut off between the two sides is finished with what the API has.
const first = !settings.established
const fresh = first || options.rotate
const inApi = (variable: string): Promise<string> =>
  variableOf(`qinghe-${settings.stage}-platform-api`, variable, lambdaThere()).then(
    (value) => value ?? '',
    (error: Error) => stop(`${variable} could not be read, and without it requests would be refused: ${error.message}`),
  )
const secrets = async (): Promise<{ edge?: string; edgeBefore?: string }> => {
  if (first) return { edge: process.env['EDGE_SECRET'] ?? secretOf() }
  if (settings.rotating) return { edge: await inApi('EDGE_SECRET'), edgeBefore: await inApi('EDGE_SECRET_BEFORE') }
  const given = process.env['EDGE_SECRET'] ?? (options.rotate ? secretOf() : undefined)
  return given === undefined ? { edgeBefore: '' } : { edge: given, edgeBefore: await inApi('EDGE_SECRET') }
}
const { edge, edgeBefore } = await secrets()
const canary = fresh || settings.rotating ? secretOf() : undefined
if (!first && edge !== undefined) {
  settings = { ...settings, rotating: true }
  keep(file, settings)
}
const readerSecret = process.env['READER_SECRET']
const messengerSecret = process.env['MESSENGER_SECRET']
const outputs = deploy(['--all'], {
  ...(edge ? { 'api:EdgeSecret': edge, 'web:EdgeSecret': edge } : {}),
  ...(edgeBefore !== undefined ? { 'api:EdgeSecretBefore': edgeBefore } : {}),
  ...(canary ? { 'alarms:CanaryPassword': canary } : {}),
  ...(settings.messengerUrl
    ? { 'api:MessengerUrl': settings.messengerUrl, 'jobs:MessengerUrl': settings.messengerUrl }
    : {}),
  ...(settings.readerUrl ? { 'api:ReaderUrl': settings.readerUrl, 'jobs:ReaderUrl': settings.readerUrl } : {}),
  ...(readerSecret ? { 'jobs:ReaderSecret': readerSecret } : {}),
  ...(messengerSecret ? { 'api:MessengerSecret': messengerSecret, 'jobs:MessengerSecret': messengerSecret } : {}),
})
if (settings.rotating) {
  const { rotating: _, ...settled } = settings
  settings = settled
  keep(file, settings)
}
const web = outputs[`qinghe-${settings.stage}-web`]
if (!web?.['SiteBucketName']) stop('the deployment named no bucket for the screens')

const dataBucket = outputs[`qinghe-${settings.stage}-data`]?.['DataBucketName']
if (dataBucket !== undefined && dataBucket !== settings.dataBucket) {
  settings = { ...settings, dataBucket }
  keep(file, settings)
}

const s3 = new S3Client({ region, forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined })
const files = await publishSite(webDir, s3, web!['SiteBucketName']!)
say(`${files} files of the screens are in ${web!['SiteBucketName']}: ${web!['Address'] ?? ''}`)

const order = (payload: object): Promise<unknown> =>
  invoke(`qinghe-${settings.stage}-identity-work`, payload, lambdaThere())
if (canary) await order({ order: 'openCanary', password: canary })
if (options.root) {
  const password = process.env['ROOT_PASSWORD'] ?? (await lines?.question('Password of the first administrator: '))
  if (!password) stop('the first administrator needs ROOT_PASSWORD')
  const made = (await order({ order: 'openRoot', accountName: options.root, password })) as { done: boolean }
  say(made.done ? `${options.root} may sign in.` : `${options.root} was there already.`)
}
if (first) {
  settings = { ...settings, established: true }
  keep(file, settings)
  if (settings.stage !== 'dev') deploy(['QingheData', '--exclusively'])
}

say(`\nDeployed. Commit ${file.replace(`${root}/`, '')}: it holds no secret. What is left to you:`)
for (const s of stepsOf(settings)) if (s.state === 'yours') for (const line of s.more ?? [s.says]) say(`→ ${line}`)
if (web!['PointDomainsAt']) say(`→ the distribution: ${web!['PointDomainsAt']}`)
if (!first && edge !== undefined)
  say('→ once more without --rotate-secrets when it has settled: then the old secret opens nothing')
if (first && !options.root) say('→ the first administrator: npm run deploy -- --stage … --root NAME')
lines?.close()
