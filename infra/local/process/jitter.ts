/**
 * Other orders of what runs side by side, to find a test (or a call) that holds only while jobs are slow,
 * or quick. `QINGHE_JITTER=2000` begins what the cloud begins by itself (each step of a job, each batch of a stream, each
 * event) up to so many ms later; `QINGHE_DAWDLE=300` does so for half of the calls that come over the gateway, and for one
 * in five of the requests that tests send to the database themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const most = (variable: string): number => Number(process.env[variable] ?? 0)

/** Waits by chance, up to what the variable says; `share` of the calls wait at all. */
export const jitter = (variable: 'QINGHE_JITTER' | 'QINGHE_DAWDLE', share = 1): (() => Promise<unknown>) => {
  const ms = most(variable)
  return () => (ms > 0 && Math.random() < share ? sleep(Math.random() * ms) : Promise.resolve())
}
