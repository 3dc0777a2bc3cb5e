/**
 * A call is one value. The handler's types, the client, the route, the role check, the tenant check, OpenAPI and the
 * tests of the permission matrix are all derived from it.
 */
import type * as z from 'zod'
import type { People } from './people.ts'
import type { Problem } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type ObjectKind =
  | 'school'
  | 'area'
  | 'grade'
  | 'class'
  | 'course'
  | 'student'
  | 'exam'
  | 'paper'
  | 'card'
  | 'template'
  | 'batch'
  | 'script'
  | 'job'

export type Scope<I> =
  | { readonly kind: 'public' }
  /** Only the caller's own account, session or result. */
  | { readonly kind: 'self' }
  /** A list: the handler filters by the caller's tenants. */
  | { readonly kind: 'caller' }
  /** One or more objects named by the input; every id is checked by the kind's resolver. */
  | { readonly kind: 'on'; readonly object: ObjectKind; readonly ids: (input: I) => Ids }

type Ids = string | readonly string[] | undefined

/**
 * The objects that a call acts on: the field of the input that names them (one id or a list), or, where they lie
 * deeper, a function with its parameter's type written out.
 */
export const on: {
  <K extends string>(object: ObjectKind, field: K): Scope<{ readonly [P in K]?: Ids }>
  <I>(object: ObjectKind, ids: (input: I) => Ids): Scope<I>
} = <I>(object: ObjectKind, ids: string | ((input: I) => Ids)): Scope<I> => ({
  kind: 'on',
  object,
  ids: typeof ids === 'string' ? (input) => (input as Record<string, Ids>)[ids] : ids,
})
export const publicly = { kind: 'public' } as const
export const self = { kind: 'self' } as const
export const caller = { kind: 'caller' } as const

/** Who may call. `[]` with a scope that is not public: every signed-in user. */
export type CallSpec<I extends z.ZodType, O extends z.ZodType> = People & {
  summary: string
  scope: Scope<z.output<I>>
  input: () => I
  output: () => O
  problems?: readonly Problem[]
  /** Names of the queries that are stale after this call. A query's own name is its first word here. */
  refreshes?: readonly string[]
  /** What this query is called in other calls' `refreshes`. */
  feeds?: readonly string[]
  /** A GET that changes something: a mutation in the client, never retried. */
  effect?: boolean
  /**
   * May be asked by a session that still owes something: 'security' the check at sign-in (and so the password too),
   * 'password' the change of a first password.
   */
  early?: 'security' | 'password'
  /**
   * Wants to know that the person is still there: a password or a code of the last five minutes, of this session. Without
   * it the call is refused as `proofNeeded`; the client asks for the password and sends the call once more.
   */
  fresh?: boolean
  /**
   * The tool of an exam that this call belongs to, by its code: who may use it is asked before the scope. `needed`: without
   * it the call is refused; otherwise the tool only lets its holder see the exam as its manager does.
   */
  tool?: { readonly code: string; readonly needed: boolean }
  /** The client's patience in ms (default 60 000). The server answers within 30 s or starts a job. */
  timeoutMs?: number
  /** Calls of the local scanner helper live outside the API. */
  host?: 'scanner'
}

export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Readonly<CallSpec<I, O>> & {
  readonly method: Method
  readonly path: string
  readonly isCall: true
}

/** A call of any input: what registries hold. */
// Scopes are contravariant in their input, so a registry may not call them without parsing first.
export type AnyCall = Omit<Call, 'scope'> & { readonly scope: Scope<never> }

export type InputOf<C> = C extends { input: () => infer I } ? (I extends z.ZodType ? z.output<I> : never) : never
export type SentOf<C> = C extends { input: () => infer I } ? (I extends z.ZodType ? z.input<I> : never) : never
/** What a handler answers: before the output schema has read it. */
export type AnswerOf<C> = C extends { output: () => infer O } ? (O extends z.ZodType ? z.input<O> : never) : never
export type OutputOf<C> = C extends { output: () => infer O } ? (O extends z.ZodType ? z.output<O> : never) : never

/** A schema is made when it is first asked for, and then kept: making one anew takes more time than a mark. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Declares a call: `call('POST /api/exam/plan/delete', {…})`. Path holes are `:name`, filled from the input's field. */
export const call = <I extends z.ZodType, O extends z.ZodType>(
  route: `${Method} /${string}`,
  spec: CallSpec<I, O>,
): Call<I, O> => {
  const [method, path] = route.split(' ') as [Method, string]
  return {
    ...spec,
    input: once(spec.input),
    output: once(spec.output),
    method,
    path: path.replace(/\/{2,}/g, '/'),
    isCall: true,
  }
}

export const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && (value as { isCall?: unknown }).isCall === true

/** All calls of a module `import * as calls`, with their names. */
export const callsOf = (module: Readonly<Record<string, unknown>>): [string, AnyCall][] =>
  Object.entries(module).filter((e): e is [string, AnyCall] => isCall(e[1]))

export const changes = (c: Pick<AnyCall, 'method' | 'effect'>): boolean => c.method !== 'GET' || c.effect === true

/**
 * Fields that name a person, and what is typed to find one: of a GET they go in a header of ours and not in the address,
 * which ends up in the logs of the edge. A query of an older page or of a partner is heard as before.
 */
export const isPrivateField = (name: string): boolean =>
  /^(name|text|keyword|phone|email|idCard|accountName|userName|studentName|studentNumber|studentNum|parentName)$/.test(
    name,
  )
/** The header that carries them, written as a query is. */
export const privateHeader = 'x-qinghe-query'

/** Names of the holes of a path. */
export const holesOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1]!)
