/**
 * What the store's refusals mean. A transaction is cancelled for many reasons and only one of them says anything about
 * the rows: a condition that failed. The others (another transaction on the same row, a throttled partition) pass.
 */
import { jittered, pause } from './ports.ts'

const reasonsOf = (error: Error): string[] =>
  ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).flatMap(({ Code }) =>
    Code === undefined || Code === 'None' ? [] : [Code],
  )
const isCancelled = (error: Error): boolean => error.name === 'TransactionCanceledException'

/** The rows are not as the write expects them: that, and nothing else. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ConditionalCheckFailedException' ||
    (isCancelled(error) && reasonsOf(error).includes('ConditionalCheckFailed')))

/** Names of exceptions without their ending, and codes of reasons. */
const passing = new Set([
  'TransactionConflict',
  'TransactionInProgress',
  'Throttling',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'InternalServerError',
])

/** Refused for now: the same request may go through a moment later. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (!isCancelled(error)) return passing.has(error.name.replace(/Exception$/, ''))
  const reasons = reasonsOf(error)
  return reasons.length > 0 && reasons.every((reason) => passing.has(reason))
}

/** So often a write is sent: some two seconds in all, less than an API call has. */
const mostTries = 9

/**
 * Sends a write until it is answered for good. It must be harmless when it was applied and is sent again: a put or an
 * update that knows its own write id, a transaction with its token.
 */
export const persistently = async <T>(send: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isPassing(error) || tries === mostTries) throw error
    }
    await pause(jittered(tries))
  }
}

/** Sends what a batch has left over until `send` says that nothing is left. */
export const untilWhole = async (what: string, send: () => Promise<boolean>): Promise<void> => {
  for (let tries = 1; tries <= mostTries; tries++) {
    if (await send()) return
    if (tries < mostTries) await pause(jittered(tries))
  }
  throw new Error(`${what} were left over by the store, again and again`)
}
