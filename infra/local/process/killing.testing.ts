/** Kills at seeded moments, and clients that outlive them: what is not answered is asked again, word for word. */
import { submitMark } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { Refusal, signInAs } from '#infra/demo/client.ts'
import type { Client, Uploaded } from '#infra/demo/client.ts'
import type { Dice } from '#infra/demo/paper/seed.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { ProcessCloud } from './processCloud.testing.ts'

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export type Mark = InputOf<typeof submitMark>
export type Kill = { phase: string; afterAsks: number; delay: number; withDatabase: boolean; late: boolean }

type Lasting = <T>(what: string, run: (client: Client) => Promise<T>) => Promise<T>

/** What clients were told: the other half of every check. */
export class Witness {
  readonly cloud: ProcessCloud
  readonly #dice: Dice
  readonly kills: Kill[] = []
  /** Marks whose answer arrived. */
  readonly marks: Mark[] = []
  readonly uploads: Uploaded[] = []
  /** Attempts that did not answer the same again (I2). */
  readonly doubled: string[] = []
  /** Asks that were sent again because no answer came. */
  repeated = 0
  /** Answers 5xx of a cloud that was not killed since: none is expected. */
  readonly broken: string[] = []
  #asks = 0
  #planned: Kill[] = []
  #killing = Promise.resolve()

  constructor(cloud: ProcessCloud, dice: Dice) {
    this.cloud = cloud
    this.#dice = dice
  }

  /** Runs a phase during which the process is killed `kills` times, each within the first `asks` questions of a part of it. */
  async phase<T>(name: string, kills: number, asks: number, run: () => Promise<T>): Promise<T> {
    const width = Math.max(1, Math.floor(asks / Math.max(1, kills)))
    this.#asks = 0
    this.#planned = Array.from({ length: kills }, (_, i) => ({
      phase: name,
      afterAsks: i * width + 1 + this.#dice.int(width),
      delay: this.#dice.int(60),
      withDatabase: this.#dice.chance(0.5),
      late: false,
    }))
    const result = await run()
    // A phase that was shorter than planned is killed at its very end.
    for (const kill of this.#planned.splice(0)) this.#kill({ ...kill, late: true, delay: 0 })
    await this.#killing
    await this.cloud.up
    return result
  }

  #kill(kill: Kill): void {
    this.kills.push(kill)
    this.#killing = this.#killing.then(async () => {
      await pause(kill.delay)
      await this.cloud.kill(kill.withDatabase)
    })
  }

  #asked(): void {
    this.#asks++
    while (this.#planned[0] && this.#planned[0].afterAsks <= this.#asks) this.#kill(this.#planned.shift()!)
  }

  /** Now and then a mark is sent once more, and once with another payload under the same attempt (I2). */
  async #acknowledged(lasting: Lasting, mark: Mark): Promise<void> {
    this.marks.push(mark)
    if (!this.#dice.chance(0.15)) return
    const again = await lasting('again', (of) => of.ask(submitMark, mark))
    if (JSON.stringify(again.value) !== JSON.stringify(mark.value))
      this.doubled.push(`${mark.attemptId} answers another`)
    const other = { ...mark, value: { kind: 'problem' as const, reason: 'other' as const } }
    const refused = await lasting('conflict', (of) =>
      of.ask(submitMark, other).then(
        () => 0,
        (error: unknown) => {
          if (error instanceof Refusal && error.http < 500) return error.status
          throw error
        },
      ),
    )
    if (refused !== markingProblems.conflict.status)
      this.doubled.push(`${mark.attemptId} took another payload: ${refused}`)
  }

  /** A client that signs in again after each restart and asks again what was not answered. */
  async signIn(accountName: string, password: string): Promise<Client> {
    const { cloud } = this
    let own: { of: number; client: Promise<Client> } | null = null
    const connected = async (): Promise<Client> => {
      const { address } = await cloud.up
      if (own?.of !== cloud.starts) own = { of: cloud.starts, client: signInAs(address, accountName, password) }
      return own.client
    }
    const lasting: Lasting = async (what, run) => {
      for (let attempt = 0; ; attempt++) {
        const before = cloud.starts
        try {
          return await run(await connected())
        } catch (error) {
          if (error instanceof Refusal && error.http < 500) throw error
          // The kill may be seen before it is known: its clients are the first to notice.
          await pause(50)
          await this.#killing
          await cloud.up
          if (cloud.starts === before) this.broken.push(`${what}: ${String(error)}`)
          if (attempt > 8 || this.broken.length > 8) throw error
          own = null
          this.repeated++
        }
      }
    }
    const { user } = await lasting('signIn', (of) => Promise.resolve(of))
    const client: Client = {
      user,
      ask: async (call, input) => {
        this.#asked()
        const answer = await lasting(call.path, (of) => of.ask(call, input))
        if ((call as unknown) === submitMark) await this.#acknowledged(lasting, input as unknown as Mark)
        return answer
      },
      upload: async (family, files) => {
        this.#asked()
        const sent = await lasting('upload', (of) => of.upload(family, files))
        this.uploads.push(...sent)
        return sent
      },
      // Each look at the job is a question, so that kills fall into its run.
      job: async (uuid, seconds = 300) => {
        const end = performance.now() + seconds * 1000
        while (performance.now() < end) {
          const status = await client.ask(asyncStatus, { uuid: uuid as never })
          if (status.status === 40) return status
          if (status.status === 30) throw new Error(`${status.title}: ${status.message}`)
          await pause(150)
        }
        throw new Error(`I25: job ${uuid} took longer than ${seconds} s`)
      },
      download: (url) => lasting('download', (of) => of.download(url)),
    }
    return client
  }
}
