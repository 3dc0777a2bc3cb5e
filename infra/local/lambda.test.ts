import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { clientsEntry } from './build.ts'
import { dynamoCall } from './dynamoTables.ts'
import { startLambda } from './lambda.ts'
import type { Lambda, LambdaOptions } from './lambda.ts'
import { startDynamo } from './stores/dynamo/dynamo.ts'
import type { Access } from './stores/stores.types.ts'

const logDir = mkdtempSync(join(tmpdir(), 'qinghe-lambda-'))
const started: Lambda[] = []
afterAll(async () => {
  await Promise.all(started.map((l) => l.close()))
  rmSync(logDir, { recursive: true, force: true })
})

/** A function whose module is this text. */
const functionOf = (
  source: string,
  {
    timeoutMs = 5000,
    modules = {},
    ...options
  }: Partial<LambdaOptions> & { timeoutMs?: number; modules?: Record<string, string> } = {},
) => {
  const of = {
    id: 'x-api',
    name: 'qinghe-x-api',
    arn: 'arn:x',
    entry: 'x',
    timeoutMs,
    memory: 256,
    environment: {},
    roleArn: '',
  }
  const built = Object.entries({ ...modules, x: source }).map(
    ([entry, text]) => [entry, { url: `data:text/javascript,${encodeURIComponent(text)}` }] as const,
  )
  const lambda = startLambda({
    functions: [of],
    envOf: () => ({ TABLE: 'qinghe-x' }),
    built: Promise.resolve(new Map(built)),
    logDir,
    ...options,
  })
  started.push(lambda)
  return (event: unknown, over?: AbortSignal) => lambda.invoke('arn:x', JSON.stringify(event), over)
}

describe('lambda', () => {
  it('gives a handler its event, its context and its own environment, and keeps its module', async () => {
    const call = functionOf(`
      let n = 0
      export const handler = async (e, c) => ({ e, n: ++n, name: c.functionName, left: c.getRemainingTimeInMillis() > 1000, env: process.env.TABLE, path: process.env.HOME })
    `)
    expect(await call({ a: 1 })).toEqual({
      ok: true,
      payload: JSON.stringify({ e: { a: 1 }, n: 1, name: 'qinghe-x-api', left: true, env: 'qinghe-x' }),
    })
    expect(await call(2)).toMatchObject({ payload: expect.stringContaining('"n":2') as string })
  })

  it('surfaces what a handler throws, and what a module throws at its start', async () => {
    const thrown = await functionOf(
      `export const handler = () => { class Refused extends Error { name = 'Refused' }; throw new Refused('no') }`,
    )({})
    expect(thrown).toMatchObject({ ok: false, error: { errorType: 'Refused', errorMessage: 'no' } })
    const broken = functionOf(`throw new TypeError('at the start')`)
    expect(await Promise.all([broken({}), broken({})])).toEqual(
      [1, 2].map(() => expect.objectContaining({ ok: false }) as unknown),
    )
    expect(await broken({})).toMatchObject({ error: { errorType: 'TypeError', errorMessage: 'at the start' } })
    expect(await functionOf(`export const other = 1`)({})).toMatchObject({
      error: { errorType: 'Runtime.HandlerNotFound' },
    })
  })

  it('ends a worker that runs out of time or out of life, and starts another', async () => {
    const call = functionOf(
      `export const handler = (e) => e === 'hang' ? new Promise(() => {}) : e === 'spin' ? (() => { for (;;); })() : e === 'exit' ? process.exit(3) : 'well'`,
      { timeoutMs: 2000 },
    )
    expect(await call('well')).toEqual({ ok: true, payload: '"well"' })
    expect(await call('hang')).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } })
    expect(await call('spin')).toMatchObject({
      error: { errorMessage: expect.stringContaining('2.00 seconds') as string },
    })
    expect(await call('exit')).toMatchObject({ error: { errorType: 'Runtime.ExitError' } })
    expect(await call('well')).toEqual({ ok: true, payload: '"well"' })
  })

  it('ends idle workers: spare ones soon, the last one of a function later', async () => {
    const named = `const id = Math.random()
      export const handler = async (ms) => { await new Promise((done) => setTimeout(done, ms)); return id }`
    /** Who answers of several: on a busy machine the first of them may be done before another one has started. */
    const workers = async (call: ReturnType<typeof functionOf>): Promise<Set<unknown>> => {
      for (;;) {
        const answered = new Set((await Promise.all([1, 2, 3].map(() => call(1000)))).map((o) => o.ok && o.payload))
        if (answered.size > 1) return answered
      }
    }
    const spares = functionOf(named, { idle: { spare: 200, last: 60_000, sweep: 50 } })
    const before = await workers(spares)
    await new Promise((done) => setTimeout(done, 600))
    const after = await workers(spares)
    expect([...after].filter((id) => before.has(id))).toHaveLength(1)

    const last = functionOf(named, { idle: { spare: 100, last: 200, sweep: 50 } })
    const first = await last(0)
    await new Promise((done) => setTimeout(done, 600))
    expect(await last(0)).not.toEqual(first)

    const kept = functionOf(named, { idle: { spare: 60_000, last: 60_000, sweep: 50 } })
    const there = await workers(kept)
    await new Promise((done) => setTimeout(done, 300))
    expect([...(await workers(kept))].filter((id) => there.has(id)).length).toBeGreaterThan(1)
  })

  it('runs more of them beside what is slow, so that who waits holds up no other', async () => {
    const call = functionOf(`export const handler = (e) => e === 'well' ? e : new Promise(() => {})`, {
      timeoutMs: 100_000,
    })
    let ended = 0
    for (let n = 0; n < 3; n++) void call('hang').then(() => ended++)
    expect(await call('well')).toEqual({ ok: true, payload: '"well"' })
    expect(ended).toBe(0)
  })

  it('gives a worker one event at a time', async () => {
    const call = functionOf(`
      let within = 0
      export const handler = async () => { const n = ++within; await new Promise((r) => setTimeout(r, 5)); within--; return n }
    `)
    const answers = await Promise.all(Array.from({ length: 40 }, () => call({})))
    expect(answers.every((a) => a.ok && a.payload === '1')).toBe(true)
  })

  it('never begins what was given up while it waited for a worker', async () => {
    const call = functionOf(`
      let begun = 0
      export const handler = async (e) => { begun++; await new Promise((r) => setTimeout(r, 60)); return e === 'how many' ? begun : 0 }
    `)
    const patience = new AbortController()
    const first = Array.from({ length: 4 }, () => call('first'))
    const given = Array.from({ length: 8 }, () => call('late', patience.signal))
    patience.abort()
    for (const answer of await Promise.all(given))
      expect(answer).toMatchObject({ error: { errorType: 'TooManyRequestsException' } })
    await Promise.all(first)
    const counts = await Promise.all(Array.from({ length: 4 }, () => call('how many')))
    // At most the four that came first, and these.
    const begun = counts.reduce((sum, c) => sum + (c.ok ? Number(c.payload) : 0), 0)
    expect(begun).toBeLessThanOrEqual(4 * 5)
    expect(counts.every((c) => c.ok)).toBe(true)
  })

  it('lets a function go straight to the database, judged by its role in its own thread', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-lambda-near-'))
    const database = await startDynamo({ dataDir })
    const [wrote, refused]: [string[], Access[]] = [[], []]
    const TableName = 'near'
    try {
      await dynamoCall(database.endpoint, 'DynamoDB_20120810.CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      })
      const clients = 'export const reachDynamo = (by) => { globalThis.way = by() }'
      const source = `export const handler = async ({ operation, body, key }) => {
        const sent = { headers: { 'x-amz-target': 'DynamoDB_20120810.' + operation }, body: JSON.stringify(body) }
        const signed = await way.signer.sign(sent)
        if (key) signed.headers.authorization = signed.headers.authorization.replace('OWN', key)
        const { response } = await way.requestHandler.handle(signed)
        return [response.statusCode, JSON.parse(Buffer.from(response.body).toString('utf8'))]
      }`
      const call = functionOf(source, {
        envOf: () => ({ AWS_ACCESS_KEY_ID: 'OWN', AWS_SECRET_ACCESS_KEY: 'secret' }),
        modules: { [clientsEntry]: clients },
        near: {
          port: database.port,
          policiesOf: () => [
            { Statement: { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:GetItem'], Resource: '*' } },
          ],
          wrote: (table) => void wrote.push(table),
          refused: (access) => void refused.push(access),
        },
      })
      const asked = async (operation: string, body: object, key?: string): Promise<unknown> => {
        const outcome = await call({ operation, body: { TableName, ...body }, key })
        return outcome.ok ? JSON.parse(outcome.payload) : outcome.error
      }
      const Item = { pk: { S: 'a' }, n: { N: '1' } }
      expect(await asked('PutItem', { Item })).toEqual([200, {}])
      expect(await asked('GetItem', { Key: { pk: { S: 'a' } } })).toEqual([200, { Item }])
      await expect.poll(() => wrote).toEqual([TableName])
      expect(await asked('Scan', {})).toMatchObject([
        400,
        { __type: expect.stringContaining('AccessDenied') as string },
      ])
      expect(refused).toMatchObject([{ accessKeyId: 'OWN', action: 'dynamodb:Scan' }])
      expect(await asked('GetItem', { Key: { pk: { S: 'a' } } }, 'OTHER')).toMatchObject([
        400,
        { __type: expect.stringContaining('UnrecognizedClient') as string },
      ])
    } finally {
      await Promise.all(started.splice(0).map((l) => l.close()))
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
