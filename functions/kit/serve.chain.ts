/**
 * What every call passes, one middleware each: edge, route, caller, input, tool, scope, proof. Each adds to `event.asked` what it
 * found, and throws where the call ends; `shaped` makes of all that is thrown what the screen is told.
 */
import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { Logger } from '@aws-lambda-powertools/logger'
import type { Metrics } from '@aws-lambda-powertools/metrics'
import { MetricUnit } from '@aws-lambda-powertools/metrics'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { privateHeader } from '#shared/kit/call.ts'
import type { AnyCall, ObjectKind } from '#shared/kit/call.ts'
import { commonProblems, sessionProblems } from '#shared/kit/problem.ts'
import { admits } from '#shared/kit/userType.ts'
import { Crash } from './faults.ts'
import { now } from './ports.ts'
import { asError, Barred, Refused } from './refusal.ts'
import { authenticate, isFresh, sessions } from './session.ts'
import type { Caller } from './session.ts'
import type { Resolvers, Route, ToolGate } from './serve.ts'

/** What is known of a call, more with each step. */
export type Asked = {
  began: number
  route: Route
  caller: Caller | null
  /** The account is signed in on another device too. */
  elsewhere: boolean
  input: unknown
}
export type AskedEvent = APIGatewayProxyEventV2 & { asked: Asked }
type Result = APIGatewayProxyStructuredResultV2
type Link = MiddlewareObj<AskedEvent, Result>

export const answer = (
  statusCode: number,
  status: number,
  data: unknown,
  message: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ status, data, message }),
})

/** Whether a request came through the edge: with the secret of now, or with the one before while it is being changed. */
const cameByEdge = (given: string | undefined, secret: string): boolean => {
  const same = (wanted: string | undefined): boolean => {
    const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted ?? '')]
    return b.length > 0 && a.length === b.length && timingSafeEqual(a, b)
  }
  return [secret, process.env['EDGE_SECRET_BEFORE']].map(same).some(Boolean)
}

/** Only what came through the edge is heard; one machine has none. */
export const throughEdge: Link = {
  before: ({ event }) => {
    const secret = process.env['EDGE_SECRET']
    if (secret && !cameByEdge(event.headers['x-qinghe-edge'], secret)) throw new Barred(403)
  },
}

/** Which call it is. */
export const routed = (find: (method: string, path: string) => Route | undefined, logger: Logger): Link => ({
  before: ({ event }) => {
    const { method, path } = event.requestContext.http
    const route = find(method, event.rawPath || path)
    if (!route) throw new Barred(404)
    event.asked = { ...event.asked, route, caller: null, elsewhere: false, input: undefined }
    logger.appendKeys({ call: `${route.call.method} ${route.call.path}` })
  },
})

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

/** Who calls, and whether people of this type may. */
export const known = (logger: Logger): Link => ({
  before: async ({ event: { asked, headers } }) => {
    const { call } = asked.route
    if (call.scope.kind === 'public') return
    const found = await authenticate(headers['authorization'])
    if (!found) throw new Barred(401)
    const { caller } = Object.assign(asked, found)
    logger.appendKeys({ sessionId: caller.sessionId, userId: caller.userId, tenant: caller.tenant })
    owes(call, caller)
    if (!letIn(call, caller)) throw new Barred(403)
  },
})

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

const parse = (call: AnyCall, raw: unknown): unknown => {
  const parsed = call.input().safeParse(raw)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((i) => ({ path: i.path.join('.'), message: i.message }))
  // What a schema has no words of its own for is English: `issues` carries it, the screen does not show it.
  const told = issues.find((i) => /[\u4e00-\u9fff]/.test(i.message))
  throw new Refused(commonProblems.badInput, { detail: told?.message ?? '输入不正确' }, { issues })
}

export const parsed: Link = {
  before: ({ event }) => {
    event.asked.input = parse(event.asked.route.call, rawInput(event, event.asked.route))
  },
}

/** The objects that a call acts on; null where it names none by its scope. */
const namedBy = ({ route, input }: Asked): { object: ObjectKind; ids: string[] } | null => {
  const { scope } = route.call
  if (scope.kind !== 'on') return null
  const named = (scope.ids as (i: unknown) => string | readonly string[] | undefined)(input)
  return {
    object: scope.object,
    ids: [...new Set(named === undefined ? [] : typeof named === 'string' ? [named] : named)],
  }
}

/** Whether the caller holds the call's tool. Here and nowhere else: what the tool lets one see follows from the caller. */
export const entrusted = (gate: ToolGate | undefined): Link => ({
  before: async ({ event: { asked } }) => {
    const { tool } = asked.route.call
    const named = namedBy(asked)
    if (!tool || !named) return
    const held = await gate!({ tool: tool.code, ...named }, asked.caller!)
    if (!held && tool.needed) throw new Barred(403)
    if (held?.grantedIn !== undefined) asked.caller = { ...asked.caller!, grantedIn: held.grantedIn }
  },
})

/** Whether the caller may act on every object that the input names. */
export const within = (resolvers: Resolvers): Link => ({
  before: async ({ event: { asked } }) => {
    const named = namedBy(asked)
    if (named && !(await resolvers[named.object]!(named.ids, asked.caller!))) throw new Barred(403)
  },
})

/** A live session alone does not do for acts of weight: the person at the screen may be another. */
const proves = async (call: AnyCall, caller: Caller): Promise<void> => {
  if (!call.fresh) return
  if (caller.pretendedBy) throw new Refused(sessionProblems.proofPretended)
  const session = await sessions.get(caller)
  if (!session || !isFresh(session, now())) throw new Refused(sessionProblems.proofNeeded)
}

export const proved: Link = {
  before: async ({ event: { asked } }) => {
    if (asked.caller) await proves(asked.route.call, asked.caller)
  },
}

/** What is thrown, as the screen is told of it: a refusal has its number, a failure no details. */
export const shaped = (logger: Logger, metrics: Metrics): Link => ({
  onError: (request) => {
    const { error } = request
    if (error instanceof Crash) return
    if (error instanceof Refused) request.response = answer(200, error.problem.status, error.data, error.message)
    else if (error instanceof Barred) request.response = answer(error.httpStatus, error.httpStatus, null, error.message)
    else {
      logger.error('call failed', asError(error))
      metrics.addMetric('failed', MetricUnit.Count, 1)
      request.response = answer(500, 500, null, '系统繁忙，请稍后再试或刷新页面')
    }
  },
})

/** How long it took, however it ended. */
export const measured = (logger: Logger, metrics: Metrics): Link => {
  const end = ({ event: { asked } }: { event: AskedEvent }): void => {
    metrics.addMetric('duration', MetricUnit.Milliseconds, performance.now() - asked.began)
    logger.resetKeys()
    // Of calls that run at once in one process, which only the local cloud does, the first tells the figures of all:
    // the middleware of the package warns of each that has none left.
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
  }
  return {
    before: ({ event }) => {
      event.asked = { began: performance.now() } as Asked
    },
    after: end,
    onError: end,
  }
}
