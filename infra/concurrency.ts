/**
 * How many of an account's concurrent executions the functions that no person waits for may take.
 *
 * An account and region has one pool (1 000 by default), and a call that finds it empty is refused: five batches of
 * scans would take it whole, and sign-in with it. So work functions are capped, and the caps add up to half: the other
 * half is the API's and the stream readers' alone. That is the API's reservation; a cap of its own would only
 * bound it. 500 take a mark in 60 ms 8 000 times a second, and a sign-in with its hash in 200 ms 2 500 times.
 *
 * A cap is also a guarantee: work that has one is never starved by other work. What is throttled at its cap is tried
 * again with jitter (`kit/Machine.ts`), so a cap costs time and loses nothing.
 */
import type { FunctionKind } from './domains.ts'
import type { Room } from '#shared/kit/problem.ts'

/** An account's pool where the deployment's context `concurrency` does not say another. */
export const usualConcurrency = 1000
/** What Lambda always leaves unreserved. */
const leastUnreserved = 100

/** Thousandths of the pool. */
const shares: Partial<Record<Room, number>> = {
  // 0.2 to 0.8 s a page: 320 read 640 pages a second, half as much again as a province's 417. A batch maps 64 wide, so
  // five batches at once stay below it.
  scan: 320,
  // Publishing and zips map 40 wide.
  analysis: 70,
  // Opening maps 40 wide.
  marking: 50,
  // Prints map 8 wide.
  card: 20,
  // Imports map 10 wide.
  school: 20,
  // An operator's orders.
  identity: 5,
  // Creating a joint exam maps 4 wide.
  exam: 5,
}
/** Rooms with timers and events only. */
const fewest = 10

/**
 * The cap of a function, or none. In an account with too small a pool (a new one has 10, one for development perhaps
 * 100) nothing is reserved: Lambda would refuse it.
 */
export const capOf = (room: Room, kind: FunctionKind, pool = usualConcurrency): number | undefined =>
  kind === 'work' && pool >= 2 * leastUnreserved
    ? Math.max(1, Math.floor(((shares[room] ?? fewest) * pool) / 1000))
    : undefined
