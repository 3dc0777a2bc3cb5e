import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import { root } from '../root.ts'

export type Running = {
  address: string
  s3: string
  root: { accessKeyId: string; secretAccessKey: string }
  envs: Record<string, Record<string, string>>
}

type Said = { running?: Running; idle?: true; invoked?: true }

const portOf = (url: string): string => new URL(url).port

/**
 * The local cloud as a process of its own, on one data folder and, from its first start on, the same ports. Killed
 * without warning it is started again at once; who asks for `up` waits until it answers.
 */
export class ProcessCloud {
  readonly #dataDir: string
  #child: ChildProcess | null = null
  #up: Promise<Running>
  #ports: readonly [string, string] = ['0', '0']
  /** How often it was started: a client sees by it that its server is another one. */
  starts = 0
  /** Seconds that each start took. */
  readonly startSeconds: number[] = []

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#up = this.#start()
  }

  get up(): Promise<Running> {
    return this.#up
  }

  async #start(): Promise<Running> {
    const began = performance.now()
    const child = fork(fileURLToPath(new URL('./cloud.child.ts', import.meta.url)), [this.#dataDir, ...this.#ports], {
      cwd: root,
      // A group of its own, so that its database can be killed along with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    this.#child = child
    let complaints = ''
    child.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)))
    const running = await new Promise<Running>((resolve, reject) => {
      child.on('message', (said: Said) => said.running && resolve(said.running))
      child.once('exit', (code, signal) => reject(new Error(`the cloud ended (${code ?? signal}): ${complaints}`)))
    })
    this.#ports = [portOf(running.address), portOf(running.s3)]
    this.starts++
    this.startSeconds.push((performance.now() - began) / 1000)
    return running
  }

  async #end(withDatabase: boolean): Promise<void> {
    const child = this.#child
    if (!child?.pid || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(withDatabase ? -child.pid : child.pid, 'SIGKILL')
    await gone
  }

  /** Kills the process, `withDatabase` its database too (otherwise an orphan that the next start must end), and starts it again. */
  kill(withDatabase: boolean): Promise<Running> {
    this.#up = this.#up.then(async () => {
      await this.#end(withDatabase)
      return this.#start()
    })
    // A test that waits for `up` is told; there may be none.
    this.#up.catch(() => undefined)
    return this.#up
  }

  async #order(order: object, answered: (said: Said) => boolean): Promise<void> {
    await this.#up
    const child = this.#child!
    await new Promise<void>((resolve, reject) => {
      child.on('message', (said: Said) => answered(said) && resolve())
      child.once('exit', () => reject(new Error('the cloud ended')))
      child.send(order)
    })
  }

  /** Resolves when no execution, event, stream or function has anything more to do by itself. */
  idle(): Promise<void> {
    return this.#order({ idle: true }, (said) => said.idle === true)
  }

  invoke(functionId: string, event: unknown): Promise<void> {
    return this.#order({ invoke: functionId, event }, (said) => said.invoked === true)
  }

  async close(): Promise<void> {
    await this.#up.catch(() => undefined)
    await this.#end(true)
  }
}
