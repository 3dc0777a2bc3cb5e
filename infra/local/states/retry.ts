import type { Retrier } from './states.types.ts'

/** Errors that no wildcard matches (States language, "Error names"). */
const UNMATCHED_BY_ALL = new Set(['States.DataLimitExceeded', 'States.Runtime'])
const TIMEOUTS = new Set(['States.Timeout', 'States.HeartbeatTimeout'])

/** Whether an ErrorEquals list matches an error's name. */
export function errorMatches(errorEquals: readonly string[], error: string): boolean {
  return errorEquals.some((name) => {
    if (name === error) return true
    if (name === 'States.ALL') return !UNMATCHED_BY_ALL.has(error)
    if (name === 'States.TaskFailed') return !UNMATCHED_BY_ALL.has(error) && !TIMEOUTS.has(error)
    return name === 'States.Timeout' && error === 'States.HeartbeatTimeout'
  })
}

/**
 * Delay before retry number `attempt` (from 0), in milliseconds:
 * IntervalSeconds · BackoffRate^attempt, cut at MaxDelaySeconds; with FULL jitter, a uniform part of it.
 * @param random uniform in [0, 1)
 */
export function retryDelay(retrier: Retrier, attempt: number, random: number): number {
  const grown = (retrier.IntervalSeconds ?? 1) * Math.pow(retrier.BackoffRate ?? 2, attempt)
  const seconds = Math.min(grown, retrier.MaxDelaySeconds ?? Infinity, 31_622_400)
  return Math.round(seconds * 1000 * (retrier.JitterStrategy === 'FULL' ? random : 1))
}

/** The retrier that takes the error: the first that matches; undefined when its attempts are spent. */
export function pickRetrier(
  retriers: readonly Retrier[] | undefined,
  error: string,
  spent: readonly number[],
): { index: number; retrier: Retrier } | undefined {
  const index = retriers?.findIndex((retrier) => errorMatches(retrier.ErrorEquals, error)) ?? -1
  const retrier = retriers?.[index]
  if (!retrier || (spent[index] ?? 0) >= (retrier.MaxAttempts ?? 3)) return undefined
  return { index, retrier }
}

/**
 * Whether a map run has failed: more failed items than ToleratedFailureCount, or a larger share of all items
 * than ToleratedFailurePercentage. With neither given, one failure is too many.
 */
export function exceedsTolerance(
  failed: number,
  total: number,
  tolerance: { count?: number; percentage?: number },
): boolean {
  if (failed === 0) return false
  if (tolerance.count === undefined && tolerance.percentage === undefined) return true
  if (tolerance.count !== undefined && failed > tolerance.count) return true
  return tolerance.percentage !== undefined && failed * 100 > tolerance.percentage * total
}
