/** The clock, the ids and chance, as ports: the only place where they enter. A seed replaces all three (demo, tests). */
import { randomBytes } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { IdKind } from '#shared/kit/ids.ts'

export type Ports = {
  now: () => number
  random: (bytes: number) => Uint8Array
  pause: (ms: number) => Promise<void>
}

const real: Ports = {
  now: () => Date.now(),
  random: (n) => randomBytes(n),
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
}
let ports: Ports = real

/** Replaces the ports and answers what puts the old ones back. */
export const usePorts = (other: Partial<Ports>): (() => void) => {
  const before = ports
  ports = { ...ports, ...other }
  return () => {
    ports = before
  }
}

/** UTC milliseconds. */
export const now = (): number => ports.now()
export const randomOf = (bytes: number): Uint8Array => ports.random(bytes)
/** The caller names the brand: `newId<ExamId>('exam')`. */
export const newId = <T extends string>(kind: IdKind): T =>
  composeId(kind, ports.now(), ports.random(10)) as string as T
export const randomText = (bytes: number): string => Buffer.from(ports.random(bytes)).toString('base64url')

/** Waits. */
export const pause = (ms: number): Promise<void> => ports.pause(ms)
/**
 * How long to wait before the try after the `tries`-th: full jitter, so that writers who met once do not meet again.
 * Between nothing and 20 ms at first, half a second at most.
 */
export const jittered = (tries: number): number => {
  const share = Buffer.from(ports.random(4)).readUInt32LE(0) / 2 ** 32
  return share * Math.min(500, 10 * 2 ** tries)
}
