/**
 * Faults in the AWS SDK's middleware stack, so that every store call of a pipeline can be made to fail in each way that
 * real stores fail. Off unless a test switches a plan on.
 */
/** `resent`: applied, the answer lost, and sent again by the SDK's own retry, as one call to the code above. */
export type FaultKind =
  'resent' | 'failBefore' | 'appliedButFailed' | 'throttle' | 'serverError' | 'slow' | 'crashBefore' | 'crashAfter'
export const faultKinds: readonly FaultKind[] = [
  'resent',
  'failBefore',
  'appliedButFailed',
  'throttle',
  'serverError',
  'slow',
  'crashBefore',
  'crashAfter',
]

/** The process would have died here: nothing may catch it and go on. */
export class Crash extends Error {
  override name = 'Crash'
}

export type StoreCall = { client: string; command: string; index: number }
export type FaultPlan = (call: StoreCall) => FaultKind | null

let plan: FaultPlan | null = null
let index = 0
const seen: StoreCall[] = []

/** Switches a plan on and answers the store calls made until `stop`. */
export const withFaults = (next: FaultPlan): { calls: readonly StoreCall[]; stop: () => void } => {
  plan = next
  index = 0
  seen.length = 0
  return {
    calls: seen,
    stop: () => {
      plan = null
    },
  }
}

/** Runs without faults: for what a test reads itself in the midst of a plan. */
export const spared = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = plan
  plan = null
  try {
    return await run()
  } finally {
    plan = before
  }
}

/** A failure as the SDK reports it; a plain time-out is ambiguous: the write may have happened. */
const failure = (kind: FaultKind): Error => {
  const names: Record<FaultKind, [string, number]> = {
    resent: ['TimeoutError', 0],
    failBefore: ['TimeoutError', 0],
    appliedButFailed: ['TimeoutError', 0],
    throttle: ['ProvisionedThroughputExceededException', 400],
    serverError: ['InternalServerError', 500],
    slow: ['TimeoutError', 0],
    crashBefore: ['Crash', 0],
    crashAfter: ['Crash', 0],
  }
  const [name, status] = names[kind]
  if (name === 'Crash') return new Crash(kind)
  const error = new Error(`injected: ${kind}`)
  error.name = name
  return Object.assign(error, { $metadata: { httpStatusCode: status || undefined }, $fault: 'server' })
}

type Next = (args: { request: unknown; input: unknown }) => Promise<{ response: unknown; output: unknown }>
type Stack = {
  add: (
    middleware: (next: Next, context: { commandName?: string; clientName?: string }) => Next,
    options: { step: 'initialize'; name: string; priority: 'high' },
  ) => void
}

/**
 * Adds the faults to a client. They sit before the SDK's own retries, so that one planned fault is one failed call as
 * the code above sees it after the SDK has given up.
 */
export const faulty = <C extends { middlewareStack: unknown }>(client: C): C => {
  ;(client.middlewareStack as Stack).add(
    (next, context) => async (args) => {
      if (!plan) return next(args)
      const call = { client: context.clientName ?? '', command: context.commandName ?? '', index: index++ }
      seen.push(call)
      const kind = plan(call)
      if (!kind) return next(args)
      if (kind === 'slow') {
        await new Promise((done) => setTimeout(done, 50))
        return next(args)
      }
      if (kind === 'resent') {
        await next(args)
        return next(args)
      }
      if (kind === 'appliedButFailed' || kind === 'crashAfter') await next(args)
      throw failure(kind)
    },
    { step: 'initialize', name: 'faults', priority: 'high' },
  )
  return client
}
