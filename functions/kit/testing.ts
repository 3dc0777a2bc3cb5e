/**
 * How handlers and jobs are tested: in this process, against the real local stand-ins that the test run's local cloud
 * has started. Nothing of ours is mocked. Each test works in tenants of its own, so that they do not see each other.
 */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JobState, FlowNode, StepEvent } from '#shared/kit/job.ts'
import type { AnyCall, InputOf, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { askedBy } from '#shared/kit/piece.ts'
import { spared } from './faults.ts'
import { getObject } from './objects.ts'
import { newId, now, randomOf, usePorts } from './ports.ts'
import { Refused } from './refusal.ts'
import { accessTokenMs, issuer, sessions, signingKeys } from './session.ts'
import type { Caller, Session } from './session.ts'
import { dynamo } from './clients.ts'
import { GoesOn, runStep } from './work.ts'
import type { Work } from './work.ts'
import type { Served } from './serve.ts'
import { inPieces } from './turns.ts'

type TestCloud = {
  address: string
  /** The account's own key, past every policy: where the test is to do what no role may. */
  root?: { accessKeyId: string; secretAccessKey: string }
  envs: Record<string, Record<string, string>>
}

/** The test run's local cloud. */
export const testCloud = (): TestCloud => {
  const text = process.env['QINGHE_TEST_CLOUD']
  if (!text) throw new Error('no local cloud: run these tests through the "stores" project of vitest')
  return JSON.parse(text) as TestCloud
}

/** Takes on the environment (tables, bucket, credentials) of a function, e.g. 'exam-api' or 'scan-work'. */
export const actAs = (functionId: string): void => {
  const { envs } = testCloud()
  const found = envs[functionId]
  if (!found) throw new Error(`no function ${functionId} in the local cloud`)
  // What only another function has is not this one's.
  for (const name of Object.values(envs).flatMap(Object.keys)) if (!(name in found)) delete process.env[name]
  Object.assign(process.env, found)
}

/** Runs with the rights of another function and goes back. */
export const asFunction = async <T>(functionId: string, run: () => Promise<T>): Promise<T> => {
  const before = { ...process.env }
  actAs(functionId)
  try {
    return await run()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

/** Runs with the account's own key: with all rights, as no role of ours has them. */
export const asRoot = async <T>(run: () => Promise<T>): Promise<T> => {
  const { root } = testCloud()
  if (!root) throw new Error('this test cloud keeps its own key to itself')
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: root.accessKeyId, AWS_SECRET_ACCESS_KEY: root.secretAccessKey })
  try {
    return await run()
  } finally {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
  }
}

const testKey = (async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return { kid: `test-${newId('attempt').slice(3, 20)}`, pair }
})()
let keyStored = false

/** An access token of a test's caller; it lives as long as any other. */
export const testToken = async (caller: Caller): Promise<string> => {
  const { kid, pair } = await testKey
  const seconds = Math.floor(now() / 1000)
  return new SignJWT({ who: caller })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenMs / 1000)
    .sign(pair.privateKey)
}

/** Sessions are made one after another: the environment is one, and of two at once each would leave the other's behind. */
let sessionsMade: Promise<unknown> = Promise.resolve()

/**
 * A live session of a made-up user: the caller, and the token that the API takes it by. The person has just shown to be
 * there, unless `provedAt` says when.
 */
export const testCaller = async ({
  provedAt = now(),
  ...of
}: Partial<Caller> & Pick<Caller, 'userType' | 'tenant'> & { provedAt?: number }): Promise<{
  caller: Caller
  token: string
}> => {
  const caller: Caller = {
    sessionId: newId('session'),
    accountId: newId('account'),
    userId: newId('user'),
    userName: '测试用户',
    stage: 1,
    ...(of.tenant.startsWith('s:') ? { schoolId: of.tenant.slice(2) as NonNullable<Caller['schoolId']> } : {}),
    ...of,
  }
  const { kid, pair } = await testKey
  const session: Session = {
    schema: 1,
    sessionId: caller.sessionId,
    accountId: caller.accountId,
    userId: caller.userId,
    refreshHash: '-',
    provedAt,
    rotatedAt: now(),
    createdAt: now(),
    expiresAt: now() + 3_600_000,
    version: 1,
  }
  const making = async (): Promise<void> => {
    if (!keyStored) {
      keyStored = true
      await signingKeys.create({
        schema: 1,
        kid,
        publicJwk: { ...(await exportJWK(pair.publicKey)) },
        wrapped: '-',
        createdAt: now(),
        version: 1,
      })
    }
    await sessions.create(session)
  }
  const made = sessionsMade.then(() => asFunction('identity-api', making))
  sessionsMade = made.catch(() => undefined)
  await made
  return { caller, token: await testToken(caller) }
}

/**
 * Where the calls of one test file come from: files run side by side in one cloud, some of them in another time, and what
 * an address may do is counted by the address.
 */
const ownAddress = `10.${[...randomOf(3)].join('.')}`

/** Sends a call to a served domain in this process as the gateway would, and answers status and envelope. */
export const send = async <C extends AnyCall>(
  served: Served,
  call: C,
  input: SentOf<C> | InputOf<C>,
  token?: string,
  from: { ip?: string; agent?: string; cookies?: readonly string[] } = {},
): Promise<{ http: number; elsewhere?: boolean; cookies?: string[] } & Envelope<OutputOf<C>>> => {
  const values = input as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, hole: string) => encodeURIComponent(String(values[hole])))
  const reads = call.method === 'GET'
  const query = Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined && v !== null)
      .map(([k, v]) => [k, Array.isArray(v) ? v.join(',') : String(v)]),
  )
  const answer = await served(
    {
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: '',
      headers: {
        'user-agent': from.agent ?? 'test',
        // The edge's own address comes last.
        ...(from.ip ? { 'x-forwarded-for': `${from.ip}, 10.0.0.1` } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(process.env['EDGE_SECRET'] ? { 'x-qinghe-edge': process.env['EDGE_SECRET'] } : {}),
      },
      ...(reads ? { queryStringParameters: query } : { body: JSON.stringify(values) }),
      ...(from.cookies ? { cookies: [...from.cookies] } : {}),
      isBase64Encoded: false,
      requestContext: {
        accountId: 'test',
        apiId: 'test',
        domainName: 'test',
        domainPrefix: 'test',
        http: { method: call.method, path, protocol: 'HTTP/1.1', sourceIp: from.ip ?? ownAddress, userAgent: 'test' },
        requestId: newId('attempt'),
        routeKey: '$default',
        stage: '$default',
        time: '',
        timeEpoch: now(),
      },
    },
    { functionName: 'test', awsRequestId: 'test', getRemainingTimeInMillis: () => 30_000 },
  )
  const envelope = JSON.parse(answer.body ?? '{}') as Envelope<OutputOf<C>>
  const elsewhere = answer.headers?.['multi-device'] === '1'
  return {
    http: answer.statusCode ?? 200,
    ...envelope,
    ...(elsewhere ? { elsewhere } : {}),
    ...(answer.cookies ? { cookies: answer.cookies } : {}),
  }
}

/**
 * Walks a job's flow in this process with the retries of the state machine, so that faults can be put under its steps.
 * `attempts` is how often a part is tried; a `Refused` is never tried again.
 */
export const driveJob = async (
  works: readonly Work[],
  state: JobState & { job: string },
  attempts = 4,
): Promise<JobState> => {
  const found = works.find((w) => w.job.name === state.job)
  if (!found) throw new Error(`no such job: ${state.job}`)
  let current: JobState = { ...state }
  const tried = async (event: StepEvent): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runStep(works, event)
      } catch (error) {
        if (error instanceof GoesOn) attempt--
        else if (error instanceof Refused || attempt >= attempts) throw error
      }
    }
  }
  const walk = async (flow: readonly FlowNode[]): Promise<void> => {
    for (const node of flow) {
      const event = { job: state.job, step: node.name, state: current }
      if (node.kind === 'step') {
        current = { ...current, out: { ...current.out, [node.name]: await tried(event) } }
      } else if (node.kind === 'each') {
        const { manifestKey } = current.out[node.from] as { manifestKey: string }
        // The state machine's own read, not the worker's.
        const text = (await spared(() => getObject(manifestKey))).toString('utf8')
        const items = text === '' ? [] : text.split('\n').map((l) => JSON.parse(l) as unknown)
        for (const piece of inPieces(items, node.batch))
          await tried({ ...event, items: piece }).catch((error: unknown) => {
            if (!node.tolerant || error instanceof Refused || attempts === 1) throw error
          })
        current = { ...current, out: { ...current.out, [node.name]: {} } }
      } else if (node.kind === 'when') {
        const flag = (current.out[node.from] as Record<string, unknown>)[node.field]
        await walk(flag === true ? node.then : node.otherwise)
      } else if (node.kind === 'all') {
        for (const branch of node.branches) await walk(branch)
      }
    }
  }
  await walk(found.job.flow)
  return current
}

/**
 * Runs at one moment: what a function remembers for seconds it remembers here, however long the calls take. What
 * counts the reads of a call stands in it.
 */
export const atOneMoment = async <T>(run: () => Promise<T>): Promise<T> => {
  const at = now()
  const back = usePorts({ now: () => at })
  try {
    return await run()
  } finally {
    back()
  }
}

type UnitsMiddleware = {
  add: (of: unknown, at: object) => void
  remove: (name: string) => void
}

/** The database's read and write units that a test's own role uses while `run` runs, as the store counts them. */
export const unitsDuring = async <T>(run: () => Promise<T>): Promise<{ result: T; read: number; write: number }> => {
  const used = { read: 0, write: 0 }
  const stack = dynamo().middlewareStack as unknown as UnitsMiddleware
  type Consumed = { CapacityUnits?: number }
  type Args = { input: Record<string, unknown> }
  type Answer = { output: { ConsumedCapacity?: Consumed | Consumed[] } }
  const counting =
    (next: (args: Args) => Promise<Answer>, { commandName = '' }: { commandName?: string }) =>
    async (args: Args): Promise<Answer> => {
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } })
      const units = [answer.output.ConsumedCapacity ?? []].flat().reduce((n, c) => n + (c.CapacityUnits ?? 0), 0)
      used[/Get|Query/.test(commandName) ? 'read' : 'write'] += units
      return answer
    }
  stack.add(counting, { step: 'initialize', name: 'unitsDuring' })
  try {
    return { result: await run(), ...used }
  } finally {
    stack.remove('unitsDuring')
  }
}

/** Fetches what is behind a signed address, as a screen does. */
export const lookAt = (address: string): Promise<Response> => {
  const { url, range } = askedBy(address)
  return fetch(url, range ? { headers: { range } } : {})
}
