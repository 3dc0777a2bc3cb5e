/**
 * One Lambda a domain: a middy chain of logger, metrics, edge, route, caller, input, tool, scope, proof (`serve.chain.ts`), and the
 * call's handler at its end. Everything that a call promises is kept here, once.
 */
import middy from '@middy/core'
import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { Metrics } from '@aws-lambda-powertools/metrics'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type * as z from 'zod'
import { holesOf } from '#shared/kit/call.ts'
import type { AnyCall, Call, ObjectKind } from '#shared/kit/call.ts'
import type { Room } from '#shared/kit/problem.ts'
import { metricsNamespace } from './count.ts'
import { asEditor } from './editor.ts'
import {
  answer,
  entrusted,
  known,
  measured,
  parsed,
  proved,
  routed,
  shaped,
  throughEdge,
  within,
} from './serve.chain.ts'
import type { AskedEvent } from './serve.chain.ts'
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

/**
 * Whether the caller may use a tool of the exam to which these objects belong: null is a no. `grantedIn` is that exam
 * where the tool was given to the caller by name or by type, who then acts in it as its manager does.
 */
export type ToolGate = (
  of: { tool: string; object: ObjectKind; ids: readonly string[] },
  caller: Caller,
) => Promise<{ grantedIn?: string } | null>

export type Implementation = {
  call: AnyCall
  run: (context: Context<never, never>) => Promise<unknown>
}

/** A handler is a function of a call. Public calls have no caller. */
export const implement = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  run: (context: Context<z.output<I>>) => Promise<z.input<O>>,
): Implementation => ({ call: call as unknown as AnyCall, run: run as Implementation['run'] })

export type Route = Implementation & { pattern: RegExp; holes: string[] }

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '([^/]+)')}/?$`)

/** Behind the edge the list ends with the viewer, then the edge itself; what stands before is the viewer's own claim. */
const viewerOf = (forwarded: string | undefined, sourceIp: string): string =>
  forwarded?.split(',').at(-2)?.trim() || sourceIp

const cookiesOf = (event: APIGatewayProxyEventV2): Record<string, string> =>
  Object.fromEntries(
    (event.cookies ?? []).flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
    }),
  ) as Record<string, string>

/** Runs the call's handler and shapes what it answers. */
const handle = async (event: AskedEvent): Promise<APIGatewayProxyStructuredResultV2> => {
  const { route, caller, input, elsewhere } = event.asked
  const { sourceIp } = event.requestContext.http
  const set: string[] = []
  const context = {
    input,
    caller,
    cookies: cookiesOf(event),
    setCookie: (name: string, value: string, days: number) =>
      void set.push(
        `${name}=${value}; Path=${route.call.path}; Max-Age=${days * 86_400}; HttpOnly; Secure; SameSite=Lax`,
      ),
    ip: process.env['EDGE_SECRET'] ? viewerOf(event.headers['x-forwarded-for'], sourceIp) : sourceIp,
    agent: event.headers['user-agent'] ?? '',
    requestId: event.requestContext.requestId,
  } as Context<never, never>
  const act = () => route.run(context)
  const data = await (caller ? asEditor({ userId: caller.userId, userName: caller.userName }, act) : act())
  // The output schema is the only thing that leaves: fields that it does not name stay here.
  const given = {
    ...answer(200, 0, route.call.output().parse(data), ''),
    ...(set.length > 0 ? { cookies: set } : {}),
  }
  return elsewhere ? { ...given, headers: { ...given.headers, 'multi-device': '1' } } : given
}

export type Served = (event: APIGatewayProxyEventV2, context?: unknown) => Promise<APIGatewayProxyStructuredResultV2>

/**
 * The Lambda of a domain's API: its calls are those that its handlers are of. That each call of the room's files has one is
 * asked by the house (`infra/local/house/calls.test.ts`): here no file can be looked for.
 * @throws at start when a call has two handlers, names an object kind without a resolver, or a tool without a gate.
 */
export const serve = (
  room: Room,
  implementations: readonly Implementation[],
  resolvers: Resolvers = {},
  gate?: ToolGate,
): Served & { readonly calls: readonly AnyCall[] } => {
  const logger = new Logger({ serviceName: room })
  const metrics = new Metrics({ namespace: metricsNamespace(), serviceName: room })
  const exact = new Map<string, Route>()
  const holed: Route[] = []
  const calls = new Set<AnyCall>()
  for (const implementation of implementations) {
    const { call } = implementation
    const { scope } = call
    const name = `${call.method} ${call.path}`
    if (calls.has(call)) throw new Error(`${room}: ${name} has two handlers`)
    calls.add(call)
    if (scope.kind === 'on' && !resolvers[scope.object])
      throw new Error(`${room}: ${name} needs a ${scope.object} resolver`)
    if (call.tool && (scope.kind !== 'on' || !gate))
      throw new Error(`${room}: ${name} needs objects and a gate of tools`)
    const route: Route = { ...implementation, pattern: patternOf(call.path), holes: holesOf(call.path) }
    if (route.holes.length === 0) exact.set(name, route)
    else holed.push(route)
  }
  const find = (method: string, path: string): Route | undefined =>
    exact.get(`${method} ${path.length > 1 ? path.replace(/\/{2,}/g, '/').replace(/\/$/, '') : path}`) ??
    holed.find((r) => r.call.method === method && r.pattern.test(path))

  const served = middy<AskedEvent, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .use(measured(logger, metrics))
    .use(shaped(logger, metrics))
    .use(throughEdge)
    .use(routed(find, logger))
    .use(known(logger))
    .use(parsed)
    .use(entrusted(gate))
    .use(within(resolvers))
    .use(proved)
    .handler(handle) as unknown as Served
  return Object.assign(served, { calls: [...calls] })
}
