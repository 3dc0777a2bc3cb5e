/**
 * Faults in the AWS SDK's middleware stack, so that every store call of a pipeline can be made to fail in each way that
 * real stores fail. Off unless a test switches a plan on.
 */
/**
 * `resent`: applied, the answer lost, and sent again by the SDK's own retry, as one call to the code above. `conflict`:
 * another transaction holds one of the rows. `partial`: a part of a batch or of a page was left for another time.
 */
export type FaultKind =
  | 'resent'
  | 'failBefore'
  | 'appliedButFailed'
  | 'throttle'
  | 'conflict'
  | 'partial'
  | 'serverError'
  | 'slow'
  | 'crashBefore'
  | 'crashAfter'
export const faultKinds: readonly FaultKind[] = [
  'resent',
  'failBefore',
  'appliedButFailed',
  'throttle',
  'conflict',
  'partial',
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

const named = (name: string, status: number, kind: FaultKind, more: object = {}): Error =>
  Object.assign(new Error(`injected: ${kind}`), {
    name,
    $metadata: { httpStatusCode: status || undefined },
    $fault: status === 400 ? 'client' : 'server',
    ...more,
  })

/** A cancelled transaction names the reason of each of its writes: here of the last one. */
const cancelled = (kind: FaultKind, input: unknown, code: string): Error => {
  const { TransactItems = [] } = input as { TransactItems?: unknown[] }
  const CancellationReasons = TransactItems.map((_, i) => ({ Code: i === TransactItems.length - 1 ? code : 'None' }))
  return named('TransactionCanceledException', 400, kind, { CancellationReasons })
}

export const transactWrites = 'TransactWriteItemsCommand'
export const singleWrites: readonly string[] = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']

/** A failure as the SDK reports it; a plain time-out is ambiguous: the write may have happened. Null: none of this call. */
const failure = (kind: FaultKind, command: string, input: unknown): Error | null => {
  switch (kind) {
    case 'crashBefore':
    case 'crashAfter':
      return new Crash(kind)
    case 'throttle':
      return command === transactWrites
        ? cancelled(kind, input, 'ThrottlingError')
        : named('ProvisionedThroughputExceededException', 400, kind)
    case 'conflict':
      if (command === transactWrites) return cancelled(kind, input, 'TransactionConflict')
      return singleWrites.includes(command) ? named('TransactionConflictException', 400, kind) : null
    case 'serverError':
      return named('InternalServerError', 500, kind)
    case 'resent':
    case 'failBefore':
    case 'appliedButFailed':
    case 'slow':
    case 'partial':
      return named('TimeoutError', 0, kind)
    default:
      return kind satisfies never
  }
}

type Tables = Record<string, unknown[] | { Keys: unknown[] }>
/** The first half of a table's part, and the rest; of one alone nothing is taken. */
const halved = (asked: Tables): { taken: Tables; rest: Tables } => {
  const part = (of: 'taken' | 'rest'): Tables =>
    Object.fromEntries(
      Object.entries(asked).flatMap(([table, own]): [string, Tables[string]][] => {
        const all = Array.isArray(own) ? own : own.Keys
        const middle = Math.floor(all.length / 2)
        const half = of === 'taken' ? all.slice(0, middle) : all.slice(middle)
        return half.length === 0 ? [] : [[table, Array.isArray(own) ? half : { ...own, Keys: half }]]
      }),
    )
  return { taken: part('taken'), rest: part('rest') }
}

type Next = (args: { request: unknown; input: unknown }) => Promise<{ response: unknown; output: unknown }>
/** A batch of which a part is left over, a page of a query that ends after its first row; other calls go through whole. */
const partly = async (command: string, args: Parameters<Next>[0], next: Next): ReturnType<Next> => {
  const input = args.input as { RequestItems?: Tables; Limit?: number }
  if (command === 'QueryCommand') return next({ ...args, input: { ...input, Limit: 1 } })
  const left = command === 'BatchWriteItemCommand' ? 'UnprocessedItems' : 'UnprocessedKeys'
  if (!command.startsWith('Batch') || !input.RequestItems) return next(args)
  const { taken, rest } = halved(input.RequestItems)
  if (Object.keys(taken).length === 0) return { response: {}, output: { Responses: {}, [left]: rest, $metadata: {} } }
  const answer = await next({ ...args, input: { ...input, RequestItems: taken } })
  return { ...answer, output: { ...(answer.output as object), [left]: rest } }
}

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
      if (kind === 'partial') return partly(call.command, args, next)
      const error = failure(kind, call.command, args.input)
      if (!error) return next(args)
      if (kind === 'appliedButFailed' || kind === 'crashAfter') await next(args)
      throw error
    },
    { step: 'initialize', name: 'faults', priority: 'high' },
  )
  return client
}
