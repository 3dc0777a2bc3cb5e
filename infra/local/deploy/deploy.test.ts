import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3 } from '../stores/s3/S3.ts'
import { projectRoot } from '../synthesis.ts'
import type { Running } from '../stores/stores.types.ts'

/**
 * The command as a person starts it. In AWS's place: a program that notes what the CDK would have been told and answers
 * with the outputs of the stacks, STS and Lambda as two paths of a server, and the local S3.
 */
const dir = mkdtempSync(join(tmpdir(), 'qinghe-deploy-'))
const file = join(dir, 'prod.json')
const log = join(dir, 'cdk.log')
const cdk = join(dir, 'cdk.mjs')
const webDir = join(dir, 'web')
const account = '111111111111'
/** What Lambda says of the account, and of the API's functions. */
const there = { executions: 10, variables: {} as Record<string, string> }
const orders: { path: string; body: { order: string; password?: string } }[] = []
const services = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.includes('/invocations')) {
      orders.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) as never })
      return void response.end('{"done":true}')
    }
    if (request.url === '/2016-08-19/account-settings')
      return void response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: there.executions } }))
    if (request.url === '/2015-03-31/functions/qinghe-prod-platform-api/configuration')
      return void response.end(JSON.stringify({ Environment: { Variables: there.variables } }))
    response.setHeader('content-type', 'text/xml')
    response.end(
      `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
    )
  })
})
let s3: Running

beforeAll(async () => {
  mkdirSync(webDir)
  for (const name of ['index.html', 'a.js']) writeFileSync(join(webDir, name), 'x')
  const outputs = {
    'qinghe-prod-firewall': { WebAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/q/1' },
    'qinghe-prod-web': {
      SiteBucketName: 'site',
      Address: 'https://a.example.com',
      PointDomainsAt: 'd1.cloudfront.net',
    },
  }
  writeFileSync(
    cdk,
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
     const words = process.argv.slice(2)
     appendFileSync(${JSON.stringify(log)}, JSON.stringify({ words, region: process.env.AWS_REGION, profile: process.env.AWS_PROFILE ?? '', key: process.env.AWS_ACCESS_KEY_ID ?? '' }) + '\\n')
     if (words.includes('--all') && existsSync(${JSON.stringify(join(dir, 'fail'))})) process.exit(1)
     const at = words.indexOf('--outputs-file')
     if (at > 0) writeFileSync(words[at + 1], ${JSON.stringify(JSON.stringify(outputs))})`,
  )
  await new Promise<void>((done) => services.listen(0, '127.0.0.1', done))
  s3 = await startS3({ dataDir: join(dir, 's3'), secretOf: () => ({ secretAccessKey: 's' }), buckets: ['site'] })
})
afterAll(async () => {
  services.closeAllConnections()
  await new Promise((done) => services.close(done))
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})

type Told = { words: string[]; region: string; profile: string; key: string }
const started = async (...args: string[]): Promise<{ code: number | null; said: string; told: Told[] }> => {
  rmSync(log, { force: true })
  const endpoint = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'infra/local/commands/deploy.ts'), '--file', file, '--screens', webDir, ...args],
    {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: dir,
        // What the shell says of a region is not where the stage is.
        AWS_REGION: 'us-west-2',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 's',
        AWS_ENDPOINT_URL_STS: endpoint,
        AWS_ENDPOINT_URL_LAMBDA: endpoint,
        AWS_ENDPOINT_URL_S3: s3.endpoint,
        QINGHE_CDK: cdk,
        ROOT_PASSWORD: 'a-root-password',
        NODE_NO_WARNINGS: '1',
      },
    },
  )
  let said = ''
  const hear = (chunk: Buffer): void => void (said += chunk.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  const told = existsSync(log)
    ? readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Told)
    : []
  return { code, said, told }
}
const contextOf = ({ words }: Told): Record<string, string> =>
  Object.fromEntries(words.flatMap((w, i) => (words[i - 1] === '-c' ? [w.split(/=(.*)/s).slice(0, 2)] : [])))
const parametersOf = ({ words }: Told): Record<string, string> =>
  Object.fromEntries(words.flatMap((w, i) => (words[i - 1] === '--parameters' ? [w.split(/=(.*)/s).slice(0, 2)] : [])))

const certificate = 'arn:aws:acm:us-east-1:111111111111:certificate/1-2'
const all = [
  ...['--stage', 'prod', '--region', 'eu-central-1', '--alarm-email', 'night@example.com', '--budget', '300'],
  ...['--domains', 'a.example.com', '--certificate', certificate],
]

describe('npm run deploy', () => {
  it('--check names every step of a first deployment and all that is missing, without an account', async () => {
    const { code, said, told } = await started('--check')
    expect(code).toBe(1)
    for (const step of ['settings', 'credentials', 'bootstrap', 'screens', 'firewall', 'stacks', 'protect', 'publish'])
      expect(said).toMatch(new RegExp(`\\d [✓·✗→] ${step} `))
    for (const word of ['--stage', '--region', '--account', '--alarm-email', 'first administrator', 'confirm the sub'])
      expect(said).toContain(word)
    expect(told).toEqual([])
  })

  it('asks nothing without a terminal: it says what is missing, and does nothing', async () => {
    const { code, said, told } = await started('--stage', 'prod', '--region', 'cn-north-1', '--yes')
    expect([code, told, existsSync(file)]).toEqual([1, [], false])
    for (const word of ['--domains', '--certificate', '--icp', '--public-api']) expect(said).toContain(word)
    expect((await started('--colour', 'red')).said).toContain("Unknown option '--colour'")
    expect((await started('-c', 'colour=red')).said).toContain('there is no setting colour')
  })

  it('goes on where a first deployment failed, and ends with everything in place', async () => {
    writeFileSync(join(dir, 'fail'), '')
    const failed = await started(...all, '--yes')
    expect(failed.code).toBe(1)
    expect(failed.said).toContain('the same command goes on from here')
    expect(failed.told.map(({ words }) => words.slice(0, 2))).toEqual([
      ['bootstrap', 'aws://111111111111/eu-central-1'],
      ['bootstrap', 'aws://111111111111/us-east-1'],
      ['deploy', 'QingheFirewall'],
      ['deploy', '--all'],
    ])
    expect(orders).toEqual([])
    rmSync(join(dir, 'fail'))

    const { code, said, told } = await started('--stage', 'prod', '--yes', '--root', 'first_admin')
    expect([code, said.includes('AWS_REGION=us-west-2 is not used: eu-central-1')]).toEqual([0, true])
    expect(told.map(({ words }) => words.slice(0, 2))).toEqual([
      ['deploy', '--all'],
      ['deploy', 'QingheData'],
    ])
    for (const one of told) expect(one.region).toBe('eu-central-1')
    const [whole, data] = told as [Told, Told]
    expect(contextOf(whole)).toEqual({
      stage: 'prod',
      // What a new account has.
      concurrency: '10',
      region: 'eu-central-1',
      account,
      alarmEmail: 'night@example.com',
      budget: '300',
      domains: 'a.example.com',
      certificate,
      webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/q/1',
    })
    expect(contextOf(data)['established']).toBe('1')
    const parameters = parametersOf(whole)
    expect(parameters['qinghe-prod-api:EdgeSecret']).toMatch(/^[\w-]{32,}$/)
    expect(parameters['qinghe-prod-web:EdgeSecret']).toBe(parameters['qinghe-prod-api:EdgeSecret'])
    // The failed one made secrets, too: both sides have the new ones.
    const earlier = parametersOf(failed.told.at(-1)!)
    expect(earlier['qinghe-prod-api:EdgeSecret']).not.toBe(parameters['qinghe-prod-api:EdgeSecret'])
    expect(orders.map((o) => [o.path, o.body])).toEqual([
      [
        '/2015-03-31/functions/qinghe-prod-identity-work/invocations',
        { order: 'openCanary', password: parameters['qinghe-prod-alarms:CanaryPassword'] },
      ],
      [
        '/2015-03-31/functions/qinghe-prod-identity-work/invocations',
        { order: 'openRoot', accountName: 'first_admin', password: 'a-root-password' },
      ],
    ])
    const client = new S3Client({
      ...{ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    })
    expect(await client.send(new HeadObjectCommand({ Bucket: 'site', Key: 'index.html' }))).toMatchObject({
      CacheControl: 'no-cache',
    })
    client.destroy()
    const kept = readFileSync(file, 'utf8')
    for (const secret of Object.values(parameters)) expect(kept).not.toContain(secret)
    expect(said).toContain('d1.cloudfront.net')
  })

  it('remembers: a later deployment has the same domains, certificate and firewall, and keeps the secrets', async () => {
    orders.length = 0
    const { code, told } = await started('--stage', 'prod', '--yes', '--warm', 'marking:40000:20000')
    expect([code, told.length, orders]).toEqual([0, 1, []])
    expect(contextOf(told[0]!)).toMatchObject({
      domains: 'a.example.com',
      certificate,
      webAclArn: expect.stringContaining('webacl') as string,
      warm: 'marking:40000:20000',
      established: '1',
    })
    // The secret before the present one opens nothing any more.
    expect(parametersOf(told[0]!)).toEqual({ 'qinghe-prod-api:EdgeSecretBefore': '' })
    there.variables = { EDGE_SECRET: 'the-secret-that-stands-in-the-api' }
    const rotated = await started('--stage', 'prod', '--yes', '--rotate-secrets', '--warm', 'none')
    const fresh = parametersOf(rotated.told[0]!)
    expect(Object.keys(fresh).sort()).toEqual([
      'qinghe-prod-alarms:CanaryPassword',
      'qinghe-prod-api:EdgeSecret',
      'qinghe-prod-api:EdgeSecretBefore',
      'qinghe-prod-web:EdgeSecret',
    ])
    // It was not typed: it is read where it is kept.
    expect(fresh['qinghe-prod-api:EdgeSecretBefore']).toBe('the-secret-that-stands-in-the-api')
    expect(fresh['qinghe-prod-api:EdgeSecret']).toBe(fresh['qinghe-prod-web:EdgeSecret'])
    expect(rotated.said).toContain('once more without --rotate-secrets')
    expect(contextOf(rotated.told[0]!)['warm']).toBeUndefined()
  })

  it('finishes an exchange of secrets that was cut off with what the API has, and makes none beside it', async () => {
    writeFileSync(join(dir, 'fail'), '')
    const cut = await started('--stage', 'prod', '--yes', '--rotate-secrets')
    expect([cut.code, JSON.parse(readFileSync(file, 'utf8'))]).toMatchObject([1, { rotating: true }])
    rmSync(join(dir, 'fail'))
    // The API's stack had succeeded, the edge still sends the old one.
    there.variables = {
      EDGE_SECRET: 'the-new-one-that-the-edge-has-not',
      EDGE_SECRET_BEFORE: 'the-secret-that-the-edge-sends',
    }
    for (const flags of [['--rotate-secrets'], []]) {
      writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), rotating: true }))
      const { code, told } = await started('--stage', 'prod', '--yes', ...flags)
      expect(code).toBe(0)
      expect(parametersOf(told[0]!)).toMatchObject({
        'qinghe-prod-api:EdgeSecret': 'the-new-one-that-the-edge-has-not',
        'qinghe-prod-web:EdgeSecret': 'the-new-one-that-the-edge-has-not',
        'qinghe-prod-api:EdgeSecretBefore': 'the-secret-that-the-edge-sends',
      })
      expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('rotating')
    }
  })

  it('takes the account’s own number of executions, and no larger one that is asked for', async () => {
    const small = await started('--stage', 'prod', '--yes')
    expect(contextOf(small.told[0]!)['concurrency']).toBe('10')
    expect(small.said).toContain('The account runs 10 functions at once. For an exam day ask for more')
    const more = await started('--stage', 'prod', '--yes', '--concurrency', '3000')
    expect([more.code, more.told]).toEqual([1, []])
    expect(more.said).toContain('raise the quota first')
    there.executions = 3000
    const raised = await started('--stage', 'prod', '--yes')
    expect(contextOf(raised.told[0]!)['concurrency']).toBe('3000')
    const less = await started('--stage', 'prod', '--yes', '--concurrency', '1000')
    expect(contextOf(less.told[0]!)['concurrency']).toBe('1000')
  })

  it('takes a profile for everything, and moves no stage elsewhere', async () => {
    mkdirSync(join(dir, '.aws'), { recursive: true })
    writeFileSync(join(dir, '.aws', 'credentials'), '[school]\naws_access_key_id=p\naws_secret_access_key=s\n')
    const { code, told } = await started('--stage', 'prod', '--yes', '--profile', 'school')
    expect([code, told.map(({ profile, key }) => [profile, key])]).toEqual([0, [['school', '']]])
    const moved = await started('--stage', 'prod', '--yes', '--region', 'eu-west-1')
    expect([moved.code, moved.told]).toEqual([1, []])
    expect(moved.said).toContain('another one wants another stage')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(account, '222222222222'))
    const other = await started('--stage', 'prod', '--yes')
    expect([other.code, other.told]).toEqual([1, []])
    expect(other.said).toContain('The credentials are for the account 111111111111, not for 222222222222')
  })
})
