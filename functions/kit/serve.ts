/**
 * One Lambda a domain: a middy chain of logger, metrics, caller, user type, scope, parse, run, shape. Everything that a
 * call promises is kept here, once.
 */
import { timingSafeEqual } from 'node:crypto'
import middy from '@middy/core'
import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type * as z from 'zod'
import { holesOf, privateHeader } from '#shared/kit/call.ts'
import type { AnyCall, Call, ObjectKind } from '#shared/kit/call.ts'
import { commonProblems, sessionProblems } from '#shared/kit/problem.ts'
import type { Room } from '#shared/kit/problem.ts'
import { admits } from '#shared/kit/userType.ts'
import { metricsNamespace } from './count.ts'
import { asEditor } from './editor.ts'
import { Crash } from './faults.ts'
import { now } from './ports.ts'
import { asError, Barred, Refused } from './refusal.ts'
import { authenticate, isFresh, sessions } from './session.ts'
import type { Caller } from './session.ts'

export type { Caller } from './session.ts'

export type Context<I, C = Caller> = {
  input: I
  caller: C
  /** The address that the edge saw. */
  ip: string
  /** What the client says it is. */
  agent: string
  requestId: string
  cookies: Readonly<Record<string, string>>
  /** Goes to this call and to no other, for so many days; no script of the page reads it. */
  setCookie: (name: string, value: string, days: number) => void
}

/** Answers whether the caller may act on all of these objects. An object that does not exist is a "no". */
export type Resolver = (ids: readonly string[], caller: Caller) => Promise<boolean>
export type Resolvers = Partial<Record<ObjectKind, Resolver>>

export type Implementation = {
  call: AnyCall
  run: (context: Context<never, never>) => Promise<unknown>
}

/** A handler is a function of a call. Public calls have no caller. */
export const implement = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  run: (context: Context<z.output<I>>) => Promise<z.input<O>>,
): Implementation => ({ call: call as unknown as AnyCall, run: run as Implementation['run'] })

type Route = Implementation & { pattern: RegExp; holes: string[] }

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '([^/]+)')}/?$`)

const rawInput = (event: APIGatewayProxyEventV2, route: Route): unknown => {
  const values: Record<string, unknown> = {}
  const method = event.requestContext.http.method
  if (method === 'GET' || method === 'DELETE') {
    Object.assign(values, event.queryStringParameters)
    // What names a person comes beside the address.
    for (const [name, value] of new URLSearchParams(event.headers[privateHeader] ?? '')) values[name] = value
  } else if (event.body) {
    const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body
    try {
      const body: unknown = JSON.parse(text)
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new SyntaxError('no object')
      Object.assign(values, body)
    } catch {
      throw new Refused(commonProblems.badInput, { detail: '请求内容不是有效的JSON' })
    }
  }
  const found = route.pattern.exec(event.rawPath)
  route.holes.forEach((hole, i) => {
    try {
      values[hole] = decodeURIComponent(found?.[i + 1] ?? '')
    } catch {
      throw new Refused(commonProblems.badInput, { detail: '请求地址不正确' })
    }
  })
  return values
}

const answer = (
  statusCode: number,
  status: number,
  data: unknown,
  message: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ status, data, message }),
})

/** Behind the edge the list ends with the viewer, then the edge itself; what stands before is the viewer's own claim. */
const viewerOf = (forwarded: string | undefined, sourceIp: string): string =>
  forwarded?.split(',').at(-2)?.trim() || sourceIp

/** Whether a request came through the edge: with the secret of now, or with the one before while it is being changed. */
const cameByEdge = (given: string | undefined, secret: string): boolean => {
  const same = (wanted: string | undefined): boolean => {
    const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted ?? '')]
    return b.length > 0 && a.length === b.length && timingSafeEqual(a, b)
  }
  return [secret, process.env['EDGE_SECRET_BEFORE']].map(same).some(Boolean)
}

const cookiesOf = (event: APIGatewayProxyEventV2): Record<string, string> =>
  Object.fromEntries(
    (event.cookies ?? []).flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
    }),
  ) as Record<string, string>

const letIn = (call: AnyCall, caller: Caller): boolean => {
  if (call.stages && caller.userType !== -1 && !call.stages.includes(caller.stage)) return false
  if (caller.stage === 4 && caller.userType !== -1 && call.universityTypes)
    return call.universityTypes.includes(caller.userType)
  return admits(call.userTypes, caller.userType)
}

/** A session that still owes the security check or a new password reaches only what is meant for it. */
const owes = (call: AnyCall, { pending }: Caller): void => {
  if (pending === undefined || call.early === 'security' || call.early === pending) return
  throw new Refused(pending === 'security' ? sessionProblems.securityNeeded : sessionProblems.passwordMustChange)
}

/** A live session alone does not do for acts of weight: whoever sits at it may be somebody else. */
const proves = async (call: AnyCall, caller: Caller): Promise<void> => {
  if (!call.fresh) return
  if (caller.pretendedBy) throw new Refused(sessionProblems.proofPretended)
  const session = await sessions.get(caller)
  if (!session || !isFresh(session, now())) throw new Refused(sessionProblems.proofNeeded)
}

const parse = (call: AnyCall, raw: unknown): unknown => {
  const parsed = call.input().safeParse(raw)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((i) => ({ path: i.path.join('.'), message: i.message }))
  // What a schema has no words of its own for is English: that is for whoever reads `issues`, not for the screen.
  const told = issues.find((i) => /[\u4e00-\u9fff]/.test(i.message))
  throw new Refused(commonProblems.badInput, { detail: told?.message ?? '输入不正确' }, { issues })
}

export type Served = (event: APIGatewayProxyEventV2, context?: unknown) => Promise<APIGatewayProxyStructuredResultV2>

/**
 * The Lambda of a domain's API.
 * @throws at start when a call has no handler or two, or names an object kind without a resolver.
 */
export const serve = (
  room: Room,
  calls: readonly (readonly [string, AnyCall])[],
  implementations: readonly Implementation[],
  resolvers: Resolvers = {},
): Served => {
  const logger = new Logger({ serviceName: room })
  const metrics = new Metrics({ namespace: metricsNamespace(), serviceName: room })
  const exact = new Map<string, Route>()
  const holed: Route[] = []
  for (const [name, call] of calls) {
    const own = implementations.filter((i) => i.call === call)
    if (own.length !== 1) throw new Error(`${room}: call ${name} has ${own.length} handlers`)
    const { scope } = call
    if (scope.kind === 'on' && !resolvers[scope.object])
      throw new Error(`${room}: ${name} needs a ${scope.object} resolver`)
    const route: Route = { ...own[0]!, pattern: patternOf(call.path), holes: holesOf(call.path) }
    if (route.holes.length === 0) exact.set(`${call.method} ${call.path}`, route)
    else holed.push(route)
  }
  const find = (method: string, path: string): Route | undefined =>
    exact.get(`${method} ${path.length > 1 ? path.replace(/\/{2,}/g, '/').replace(/\/$/, '') : path}`) ??
    holed.find((r) => r.call.method === method && r.pattern.test(path))

  const run = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { method, path, sourceIp } = event.requestContext.http
    const secret = process.env['EDGE_SECRET']
    if (secret && !cameByEdge(event.headers['x-qinghe-edge'], secret)) return answer(403, 403, null, '没有权限')
    const route = find(method, event.rawPath || path)
    if (!route) return answer(404, 404, null, '接口不存在')
    const { call } = route
    logger.appendKeys({ call: `${call.method} ${call.path}` })
    let caller: Caller | null = null
    let elsewhere = false
    if (call.scope.kind !== 'public') {
      const found = await authenticate(event.headers['authorization'])
      if (!found) throw new Barred(401)
      caller = found.caller
      elsewhere = found.elsewhere
      logger.appendKeys({ sessionId: caller.sessionId, userId: caller.userId, tenant: caller.tenant })
      owes(call, caller)
      if (!letIn(call, caller)) throw new Barred(403)
    }
    const input = parse(call, rawInput(event, route))
    if (call.scope.kind === 'on') {
      const named = (call.scope.ids as (i: unknown) => string | readonly string[] | undefined)(input)
      const ids = named === undefined ? [] : typeof named === 'string' ? [named] : named
      if (!(await resolvers[call.scope.object]!([...new Set(ids)], caller!))) throw new Barred(403)
    }
    const set: string[] = []
    if (caller) await proves(call, caller)
    const context = {
      input,
      caller,
      cookies: cookiesOf(event),
      setCookie: (name: string, value: string, days: number) =>
        void set.push(`${name}=${value}; Path=${call.path}; Max-Age=${days * 86_400}; HttpOnly; Secure; SameSite=Lax`),
      ip: secret ? viewerOf(event.headers['x-forwarded-for'], sourceIp) : sourceIp,
      agent: event.headers['user-agent'] ?? '',
      requestId: event.requestContext.requestId,
    } as Context<never, never>
    const act = () => route.run(context)
    const data = await (caller ? asEditor({ userId: caller.userId, userName: caller.userName }, act) : act())
    // The output schema is the only thing that leaves: fields that it does not name stay here.
    const given = { ...answer(200, 0, call.output().parse(data), ''), ...(set.length > 0 ? { cookies: set } : {}) }
    return elsewhere ? { ...given, headers: { ...given.headers, 'multi-device': '1' } } : given
  }

  const shape = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const began = performance.now()
    try {
      return await run(event)
    } catch (error) {
      if (error instanceof Crash) throw error
      if (error instanceof Refused) return answer(200, error.problem.status, error.data, error.message)
      if (error instanceof Barred) return answer(error.httpStatus, error.httpStatus, null, error.message)
      logger.error('call failed', asError(error))
      metrics.addMetric('failed', MetricUnit.Count, 1)
      return answer(500, 500, null, '系统繁忙，请稍后再试或刷新页面')
    } finally {
      metrics.addMetric('duration', MetricUnit.Milliseconds, performance.now() - began)
      logger.resetKeys()
    }
  }
  // Of calls that run at once in one process, which only the local cloud does, the first tells the figures of all:
  // the middleware of the package warns of each that has none left.
  const publish = (): void => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
  }
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .use({ after: publish, onError: publish })
    .handler(shape) as unknown as Served
}
