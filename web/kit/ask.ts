/** The client of a call. */
import type { QueryKey } from '@tanstack/react-query'
import { MutationCache, QueryCache, QueryClient, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { privateHeader } from '#shared/kit/call.ts'
import type { AnyCall, InputOf, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { announce } from './announce.ts'
import type { Asked } from './announce.ts'
import { encodeRequest } from './encode.ts'
import { Refusal, SessionOver, Trouble } from './refusals.ts'
import { undoable } from './notices.ts'
import { lineBack, subscribeLine } from './line.ts'
import { accessToken, isSignedIn, noteMultiDevice, refreshSession } from './session.ts'
import { wired } from './wires.ts'

export { Refusal, SessionOver, Trouble } from './refusals.ts'
export type { InputOf, OutputOf, SentOf }

export type AskOptions = {
  /** A refused rule's message is not shown as a toast: the caller shows it. */
  hideMessage?: boolean
  /** Nothing at all is announced: the caller deals with every error. */
  quiet?: boolean
  signal?: AbortSignal
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as { status?: unknown }).status === 'number'

const once = async (call: AnyCall, input: unknown, token: string | null, signal?: AbortSignal): Promise<Response> => {
  const { method, url, body, private: kept } = encodeRequest(call, input)
  const patience = AbortSignal.timeout(call.timeoutMs ?? 60_000)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (kept !== undefined) headers[privateHeader] = kept
  if (token) headers['authorization'] = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(url, { method, headers, body, signal: signal ? AbortSignal.any([signal, patience]) : patience })
  } catch (error) {
    if (signal?.aborted) throw error
    if (!patience.aborted) void lineBack()
    throw new Trouble(patience.aborted ? 408 : 0, call.path)
  }
}

/** An answer whose body is not read holds its connection, and counts as under way, until memory is tidied. */
const unread = (response: Response): void => void response.arrayBuffer().catch(() => undefined)

/** Said at once, at any call: the end of the session takes the screens away, and their queries with them. */
const over = (): SessionOver => {
  const error = new SessionOver('session over')
  announce(error)
  return error
}

const answered = async <C extends AnyCall>(call: C, input: unknown, signal?: AbortSignal): Promise<OutputOf<C>> => {
  const signedIn = call.scope.kind !== 'public'
  const wasSignedIn = signedIn && isSignedIn()
  const token = signedIn ? await accessToken() : null
  if (wasSignedIn && token === null) throw over()
  let response = await once(call, input, token, signal)
  if (response.status === 401 && wasSignedIn) {
    unread(response)
    const again = await refreshSession()
    if (again === null) throw over()
    response = await once(call, input, again, signal)
  }
  if (!response.ok) unread(response)
  if (response.status === 401) throw signedIn ? over() : new SessionOver('not signed in')
  if (response.headers.get('multi-device') === '1') noteMultiDevice()
  if (!response.ok) throw new Trouble(response.status, call.path)
  const envelope: unknown = await response.json().catch(() => null)
  if (!isEnvelope(envelope)) throw new Trouble(response.status, call.path)
  if (envelope.status !== 0) throw new Refusal(envelope.status, envelope.message, envelope.data)
  return envelope.data as OutputOf<C>
}

/** A `fresh` call that is refused for want of a proof is sent once more when the person has given it. */
const answer = async <C extends AnyCall>(call: C, input: unknown, signal?: AbortSignal): Promise<OutputOf<C>> => {
  try {
    return await answered(call, input, signal)
  } catch (error) {
    const wanted = error instanceof Refusal && error.status === sessionProblems.proofNeeded.status
    if (!wanted || !(await wired().prove?.())) throw error
    return answered(call, input, signal)
  }
}

/**
 * Asks a call once. Errors are announced as the specification says (unless `quiet`) and thrown: `Refusal` a refused
 * rule, `Trouble` the network or an HTTP failure, `SessionOver` a session at its end.
 */
export const ask = async <C extends AnyCall>(
  call: C,
  input: SentOf<C>,
  options: AskOptions = {},
): Promise<OutputOf<C>> => {
  try {
    return await answer(call, input, options.signal)
  } catch (error) {
    if (!options.quiet) announce(error, { input, hideMessage: options.hideMessage })
    throw error
  }
}

type Meta = Asked & { feeds?: readonly string[]; quiet?: boolean }

/** Only what was not answered is asked again: no answer, a gateway's failure, too many requests. */
const worthAgain = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof Trouble && (error.code === 0 || error.code === 429 || error.code >= 502)

const say = (error: unknown, meta: unknown, there: unknown = null): void => {
  const m = (meta ?? {}) as Meta
  // Over what is there already nothing is shown in its place.
  if (!m.quiet) announce(error, { ...m, inPlace: m.inPlace === true && there === undefined })
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => say(error, query.meta, query.state.data) }),
  mutationCache: new MutationCache({
    onError: (error, variables, _context, mutation) => say(error, { ...mutation.meta, input: variables }),
  }),
  defaultOptions: {
    queries: { retry: worthAgain, staleTime: 15_000, gcTime: 600_000, refetchOnWindowFocus: false },
    // A save that meets no line fails in sight, with what was typed kept; it does not wait without a word.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What failed for want of a line is asked again when that is back.
subscribeLine((line) => {
  if (line !== 'there') return
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof Trouble && state.error.code === 0,
  })
})

export const keyOf = (call: AnyCall, input: unknown): QueryKey => [call.method, call.path, input]

/** Marks stale every query that feeds on one of these names. */
export const refresh = (names: readonly string[]): Promise<void> =>
  queries.invalidateQueries({
    predicate: (q) => ((q.meta as Meta | undefined)?.feeds ?? []).some((f) => names.includes(f)),
  })

/** An act that a rule refuses met what is not shown yet: what it would have changed is read again. Its words are said beside. */
const afterRefusal = (call: AnyCall, error: unknown): void => {
  if (error instanceof Refusal && call.refreshes?.length) void refresh(call.refreshes)
}

/** A job that ended may have changed all that is shown. */
export const refreshAll = (): Promise<void> => queries.invalidateQueries()

export type UseAskOptions = {
  hideMessage?: boolean
  /** Where there is no answer yet, the caller shows a refusal in its place: it is not said beside it as well. */
  inPlace?: boolean
  quiet?: boolean
  /** How long the answer counts as fresh, ms (default 15 s). */
  freshMs?: number
  /** Asked again at this interval, ms; of an answer, for as long as it wants it. */
  everyMs?: number | undefined | ((answer: unknown) => number | undefined)
}

/** What a call needs to be a query: how its answer is fetched and cached, for `useAsk` and for fetching ahead. */
export const queryOf = <C extends AnyCall>(call: C, input: SentOf<C>, options: UseAskOptions = {}) => ({
  queryKey: keyOf(call, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => answer(call, input, signal),
  meta: {
    input,
    feeds: call.feeds,
    hideMessage: options.hideMessage,
    inPlace: options.inPlace,
    quiet: options.quiet,
  },
  staleTime: options.freshMs ?? 15_000,
})

/**
 * A call as a query. `input` undefined: not asked yet. The old rows stay while new ones load (`isPlaceholderData`).
 * Errors are announced and stand in `error`.
 */
export const useAsk = <C extends AnyCall>(call: C, input: SentOf<C> | undefined, options: UseAskOptions = {}) => {
  const { everyMs } = options
  return useQuery<OutputOf<C>>({
    ...queryOf(call, input as SentOf<C>, options),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: typeof everyMs === 'function' ? (query) => everyMs(query.state.data) ?? false : (everyMs ?? false),
  })
}

export type UseActOptions<C> = {
  hideMessage?: boolean
  quiet?: boolean
  onDone?: (output: OutputOf<C>, input: SentOf<C>) => void
}

/**
 * A call that changes something: `act.mutate(input)` or `await act.mutateAsync(input)`. Never asked twice. When it has
 * succeeded, or a rule has refused it, queries that feed on its `refreshes` are stale.
 */
export const useAct = <C extends AnyCall>(call: C, options: UseActOptions<C> = {}) =>
  useMutation<OutputOf<C>, Error, SentOf<C>>({
    mutationKey: [call.path],
    mutationFn: (input) => answer(call, input),
    meta: { hideMessage: options.hideMessage, quiet: options.quiet },
    onSuccess: async (output, input) => {
      const stale = call.refreshes ?? []
      options.onDone?.(output, input)
      if (stale.length) await refresh(stale)
    },
    onError: (error) => afterRefusal(call, error),
  })

/** `useAct` outside a component: asks, announces, refreshes. */
export const act = async <C extends AnyCall>(call: C, input: SentOf<C>, options: AskOptions = {}) => {
  try {
    const output = await ask(call, input, options)
    if (call.refreshes?.length) await refresh(call.refreshes)
    return output
  } catch (error) {
    afterRefusal(call, error)
    throw error
  }
}

/** Of a call that takes `undo`: does it, says so, and offers to take it back for ten seconds. */
export const undoDelete = async <C extends AnyCall & { input: () => { _zod: { input: { undo?: boolean } } } }>(
  call: C,
  input: Omit<SentOf<C>, 'undo'>,
  said: string,
): Promise<void> => {
  await act(call, input as SentOf<C>)
  undoable(said, () => act(call, { ...input, undo: true } as unknown as SentOf<C>))
}
