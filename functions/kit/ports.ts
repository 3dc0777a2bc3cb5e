/** The clock, the ids and chance, as ports: the only place where they enter. A seed replaces all three (demo, tests). */
import { randomBytes } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { IdKind } from '#shared/kit/ids.ts'

export type Ports = { now: () => number; random: (bytes: number) => Uint8Array }

const real: Ports = { now: () => Date.now(), random: (n) => randomBytes(n) }
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
export const newId = <T extends string>(kind: IdKind): T => composeId(kind, ports.now(), ports.random(10)) as T
export const randomText = (bytes: number): string => Buffer.from(ports.random(bytes)).toString('base64url')
