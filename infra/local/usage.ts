/** What a bill counts, by who used it: a function, or people with their own credentials. */
import type { LocalFunction } from './inventory.ts'
import type { Effort } from './lambda.types.ts'
import type { Paid } from './states/thread.ts'
import type { Units } from './stores/access/guard.ts'
import type { Access } from './stores/stores.types.ts'

/** Requests to the object store by their two prices; calls; seconds of a GB, of which `started` for workers that began. */
export type Used = Units & { puts: number; gets: number; calls: number; gbSeconds: number; started: number }

export type Usage = {
  /** By function; `people` is all other callers. */
  by: Readonly<Record<string, Used>>
  /** Of Standard executions that are no map's children; of those that are, their starts too; Express ones that began. */
  steps: number
  transitions: number
  expresses: number
  /**
   * Seconds of the processor that no thread of ours has to its name: pictures are decoded, passwords hashed and bytes
   * packed beside it. The stand-ins' files are among them.
   */
  beside: number
}

/** A whole virtual processor is given to so many MB (Lambda Developer Guide, "Configure Lambda function memory"). */
const wholeMb = 1769
/** A function with less memory has less of a processor, and computes for longer. */
export const gbSecondsOf = (memory: number, { cpu, wait }: Effort): number =>
  ((cpu / Math.min(1, memory / wholeMb) + wait) / 1000) * (memory / 1024)

const people = 'people'
const none: Used = { ...{ read: 0, write: 0, puts: 0, gets: 0 }, ...{ calls: 0, gbSeconds: 0, started: 0 } }
/** What costs as much as a GET: it reads no bytes, or takes none away. */
const cheap = new Set(['s3:GetObject', 's3:HeadObject'])
/** What costs nothing. */
const free = new Set(['s3:DeleteObject', 's3:AbortMultipartUpload'])

export const usageDesk = (functionOf: ReadonlyMap<string, string>) => {
  const by = new Map<string, Used>()
  const paid = { step: 0, transition: 0, express: 0 }
  let threads = 0
  const used = (name: string): Used => {
    const known = by.get(name) ?? { ...none }
    by.set(name, known)
    return known
  }
  const usedBy = (accessKeyId: string): Used => used(functionOf.get(accessKeyId) ?? people)
  return {
    units: (accessKeyId: string, { read, write }: Units): void => {
      const own = usedBy(accessKeyId)
      own.read += read
      own.write += write
    },
    object: ({ accessKeyId, action }: Access): void => {
      if (free.has(action)) return
      usedBy(accessKeyId)[cheap.has(action) ? 'gets' : 'puts']++
    },
    called: (functionId: string): void => {
      used(functionId).calls++
    },
    effort: ({ id, memory }: LocalFunction, effort: Effort, starting: boolean): void => {
      used(id)[starting ? 'started' : 'gbSeconds'] += gbSecondsOf(memory, effort)
      threads += effort.cpu
    },
    states: (what: Paid): void => {
      paid[what]++
    },
    spent: (): Usage => {
      const [all, main] = [process.cpuUsage(), process.threadCpuUsage()]
      const besides = all.user + all.system - main.user - main.system - threads * 1000
      return {
        by: Object.fromEntries([...by].map(([name, own]) => [name, { ...own }])),
        ...{ steps: paid.step, transitions: paid.transition, expresses: paid.express, beside: besides / 1e6 },
      }
    },
  }
}
