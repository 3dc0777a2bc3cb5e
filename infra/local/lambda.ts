import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WriteStream } from 'node:fs'
import { clientsEntry } from './build.ts'
import type { BuiltEntry } from './build.ts'
import type { LocalFunction } from './inventory.ts'
import type { PolicyDocument } from './stores/access/policy.ts'
import type { Access } from './stores/stores.types.ts'
import type { Effort, FromWorker, Invocation, ToWorker, WorkerData } from './lambda.types.ts'

type Waiting = { event: string; done: (outcome: Invocation) => void; over: AbortSignal | undefined }
type Running = Omit<Waiting, 'over'> & { id: string; since: number; timer: NodeJS.Timeout }
type Instance = { worker: Worker; ready: boolean; running: Running | null; gone: boolean; idleSince: number }

/** An idle worker ends after so long; the last one of a function later, since another takes its time to start. */
const idleMs = { spare: 60_000, last: 600_000, sweep: 15_000 }

/** What has run for so long waits more than it works: another may run beside it. */
const slowMs = 500

const failure = (errorType: string, errorMessage: string): Invocation => ({
  ok: false,
  error: { errorType, errorMessage, trace: [] },
})

/**
 * One function's workers. As in Lambda a worker has one event at a time, keeps its module between events, and is thrown
 * away when it runs out of time or dies. More workers are started while events wait, one more than there are cores, since
 * each waits for the store: of still more each would have to learn by itself what another knows already (sessions, desks,
 * bundles). Beside what is slow more of them run.
 */
class FunctionPool {
  readonly #of: LocalFunction
  readonly #envOf: (functionId: string) => Record<string, string>
  readonly #entry: Promise<BuiltEntry>
  readonly #log: WriteStream
  readonly #most: number
  /** So many run side by side, those that are slow apart. */
  readonly #wide: number
  /** Looks again at what waits once something may have become slow. */
  #again: NodeJS.Timeout | undefined
  readonly #took: LambdaOptions['took']
  readonly #near: LambdaOptions['near']
  /** The built module that makes the clients of the stores; of functions that are built each alone, none is theirs. */
  readonly #clients: Promise<string | null>
  readonly #instances = new Set<Instance>()
  readonly #queue: Waiting[] = []
  #closed = false

  constructor(of: LocalFunction, entry: Promise<BuiltEntry>, log: WriteStream, options: LambdaOptions) {
    this.#of = of
    this.#envOf = options.envOf
    this.#took = options.took
    this.#near = options.near
    this.#clients = options.built.then((built) => {
      const clients = built.get(clientsEntry)
      return clients && 'url' in clients ? clients.url : null
    })
    this.#clients.catch(() => undefined)
    this.#entry = entry
    this.#log = log
    this.#most = of.id.endsWith('-api') ? 4 : 2
    this.#wide = Math.min(this.#most, availableParallelism() + 1)
  }

  get busy(): boolean {
    return this.#queue.length > 0 || [...this.#instances].some((i) => i.running !== null)
  }

  async invoke(event: string, over?: AbortSignal): Promise<Invocation> {
    const [entry, clients] = await Promise.all([this.#entry, this.#clients])
    if ('problem' in entry) return failure('Runtime.ImportModuleError', entry.problem)
    if (this.#closed) return failure('ServiceException', 'the local cloud is closing')
    return new Promise((done) => {
      this.#queue.push({ event, done, over })
      this.#pump(entry.url, clients)
    })
  }

  /**
   * A caller who was told that no process answers is not answered any more: as a throttled call, theirs was never
   * begun.
   */
  #forget(): void {
    while (this.#queue[0]?.over?.aborted)
      this.#queue.shift()!.done(failure('TooManyRequestsException', 'Rate Exceeded.'))
  }

  #pump(url: string, clients: string | null): void {
    this.#forget()
    let room = this.#room()
    for (const instance of this.#instances) {
      if (this.#queue.length === 0) return
      if (room > 0 && instance.ready && instance.running === null) {
        this.#give(instance, this.#queue.shift()!)
        room--
      }
      this.#forget()
    }
    const starting = [...this.#instances].filter((i) => !i.ready).length
    if (this.#queue.length > starting && room > starting && this.#instances.size < this.#most) this.#start(url, clients)
    if (this.#queue.length > 0 && !this.#closed)
      this.#again ??= setTimeout(() => {
        this.#again = undefined
        this.#pump(url, clients)
      }, slowMs)
  }

  /** How many more may be given something. */
  #room(): number {
    const slow = performance.now() - slowMs
    return this.#wide - [...this.#instances].filter(({ running }) => running !== null && running.since > slow).length
  }

  #give(instance: Instance, { event, done }: Waiting): void {
    const id = randomUUID()
    const seconds = this.#of.timeoutMs / 1000
    const timer = setTimeout(() => {
      this.#end(
        instance,
        failure('Sandbox.Timedout', `RequestId: ${id} Error: Task timed out after ${seconds.toFixed(2)} seconds`),
      )
    }, this.#of.timeoutMs)
    instance.running = { id, event, done, since: performance.now(), timer }
    const message: ToWorker = { id, event, deadline: Date.now() + this.#of.timeoutMs }
    instance.worker.postMessage(message)
  }

  #start(url: string, clients: string | null): void {
    const { entry, name, arn, memory } = this.#of
    const workerData: WorkerData = {
      module: url,
      entry,
      functionName: name,
      functionArn: arn,
      memory,
      metered: this.#took !== undefined,
      near:
        this.#near && clients !== null
          ? { clients, port: this.#near.port, policies: this.#near.policiesOf(this.#of) }
          : null,
    }
    const worker = new Worker(new URL('./runtime.ts', import.meta.url), {
      workerData,
      env: this.#envOf(this.#of.id),
      execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.max(256, memory) },
    })
    worker.stdout.pipe(this.#log, { end: false })
    worker.stderr.pipe(this.#log, { end: false })
    const instance: Instance = { worker, ready: false, running: null, gone: false, idleSince: performance.now() }
    this.#instances.add(instance)
    worker.on('message', (message: FromWorker) => this.#hear(instance, message, url, clients))
    worker.on('error', (error) => this.#end(instance, failure('Runtime.ExitError', error.message)))
    worker.on('exit', (code) =>
      this.#end(instance, failure('Runtime.ExitError', `Runtime exited with error: exit status ${code}`)),
    )
  }

  #hear(instance: Instance, message: FromWorker, url: string, clients: string | null): void {
    if (message.kind === 'wrote') return message.tables.forEach((table) => this.#near?.wrote(table))
    if (message.kind === 'denied') return this.#near?.refused(message.access)
    if (message.kind === 'ready') {
      instance.ready = true
      instance.idleSince = performance.now()
      this.#took?.(this.#of, { cpu: message.cpu, wait: 0 }, true)
    } else if (message.kind === 'initFailed') {
      // Every event that waits would fail at the same place.
      for (const waiting of this.#queue.splice(0)) waiting.done({ ok: false, error: message.error })
      this.#end(instance, { ok: false, error: message.error })
      return
    } else {
      this.#took?.(this.#of, message.effort, false)
      const running = instance.running
      if (running?.id !== message.id) return
      instance.running = null
      instance.idleSince = performance.now()
      clearTimeout(running.timer)
      running.done(
        message.kind === 'result' ? { ok: true, payload: message.payload } : { ok: false, error: message.error },
      )
    }
    this.#pump(url, clients)
  }

  #end(instance: Instance, outcome: Invocation): void {
    if (instance.gone) return
    instance.gone = true
    this.#instances.delete(instance)
    void instance.worker.terminate()
    const running = instance.running
    if (running) {
      clearTimeout(running.timer)
      running.done(outcome)
    } else if (!instance.ready && this.#instances.size === 0) {
      for (const waiting of this.#queue.splice(0)) waiting.done(outcome)
    }
    if (this.#queue.length > 0 && !this.#closed) {
      void Promise.all([this.#entry, this.#clients]).then(
        ([entry, clients]) => 'url' in entry && this.#pump(entry.url, clients),
      )
    }
  }

  /** Ends workers that nothing has been given to for long: each holds some seventy megabytes. */
  retire(at: number, { spare, last }: typeof idleMs): void {
    const idle = [...this.#instances].filter((i) => i.ready && i.running === null)
    let left = this.#instances.size
    for (const instance of idle.sort((a, b) => a.idleSince - b.idleSince)) {
      if (at - instance.idleSince < (left > 1 ? spare : last)) continue
      left--
      this.#end(instance, failure('Runtime.ExitError', 'idle'))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    for (const waiting of this.#queue.splice(0)) waiting.done(failure('ServiceException', 'the local cloud is closing'))
    await Promise.all(
      [...this.#instances].map(async (instance) => {
        instance.gone = true
        if (instance.running) {
          clearTimeout(instance.running.timer)
          instance.running.done(failure('ServiceException', 'the local cloud is closing'))
        }
        await instance.worker.terminate()
      }),
    )
  }
}

export type Lambda = {
  /**
   * Calls a function by its ARN with JSON, waits for its answer; throws for a function that is not there. What is `over`
   * while it waits for a worker is never begun.
   */
  invoke: (functionArn: string, event: string, over?: AbortSignal) => Promise<Invocation>
  busy: () => boolean
  close: () => Promise<void>
}

export type LambdaOptions = {
  functions: readonly LocalFunction[]
  /** Asked whenever a worker starts. */
  envOf: (functionId: string) => Record<string, string>
  built: Promise<Map<string, BuiltEntry>>
  logDir: string
  /** Told what each call took, and what a worker's start did. */
  took?: (of: LocalFunction, effort: Effort, starting: boolean) => void
  /**
   * The database's own port, to which functions go straight, judged in their own threads. Not of those that are metered: a
   * meter sees requests of HTTP clients.
   */
  near?: {
    port: number
    policiesOf: (of: LocalFunction) => readonly PolicyDocument[]
    wrote: (table: string) => void
    refused: (access: Access) => void
  }
  /** How long idle workers are kept, and how often that is looked at, ms. */
  idle?: typeof idleMs
}

export const startLambda = (options: LambdaOptions): Lambda => {
  mkdirSync(options.logDir, { recursive: true })
  const logs: WriteStream[] = []
  const pools = new Map(
    options.functions.map((f) => {
      const log = createWriteStream(join(options.logDir, `${f.id}.log`), { flags: 'a' })
      log.setMaxListeners(0)
      logs.push(log)
      const entry = options.built.then((built) => built.get(f.entry) ?? { problem: `there is no ${f.entry}` })
      return [f.arn, new FunctionPool(f, entry, log, options)]
    }),
  )
  const { idle = idleMs } = options
  const sweeping = setInterval(() => {
    for (const pool of pools.values()) pool.retire(performance.now(), idle)
  }, idle.sweep).unref()
  return {
    async invoke(functionArn, event, over) {
      const pool = pools.get(functionArn)
      if (!pool) throw new Error(`no function ${functionArn}`)
      return pool.invoke(event, over)
    },
    busy: () => [...pools.values()].some((p) => p.busy),
    async close() {
      clearInterval(sweeping)
      await Promise.all([...pools.values()].map((p) => p.close()))
      for (const log of logs) log.end()
    },
  }
}
