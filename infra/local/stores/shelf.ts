import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { link, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** One file of an object's bytes: an object put whole has one, one made of parts has one a part. */
export type Segment = { file: string; size: number }

/**
 * The files behind the objects. A name is a hash, so that no key can lead outside the folder; bytes come in by rename,
 * and a file that a reader still holds is removed when the last one lets go.
 */
export class Shelf {
  readonly #files: string
  readonly #incoming: string
  readonly #readers = new Map<string, number>()
  readonly #leaving = new Set<string>()

  constructor(folder: string) {
    this.#files = join(folder, 'files')
    this.#incoming = join(folder, 'incoming')
    rmSync(this.#incoming, { recursive: true, force: true })
    mkdirSync(this.#incoming, { recursive: true })
    for (let index = 0; index < 256; index++) {
      const part = join(this.#files, index.toString(16).padStart(2, '0'))
      if (!existsSync(part)) mkdirSync(part, { recursive: true })
    }
  }

  /** A path for bytes that are still coming. What is left there is swept at the next start. */
  incoming(): string {
    return join(this.#incoming, randomUUID())
  }

  /** Moves received bytes to their place and names it. */
  keep(incoming: string, bucket: string, key: string): string {
    const file = this.#name(bucket, key)
    renameSync(incoming, this.#path(file))
    return file
  }

  /** A second name for the same bytes, without a copy: files are never changed once kept. */
  async share(file: string, bucket: string, key: string): Promise<string> {
    const other = this.#name(bucket, key)
    await link(this.#path(file), this.#path(other))
    return other
  }

  /** Reads `length` bytes from `start` over segments; the caller pins and unpins. */
  read(segments: readonly Segment[], start: number, length: number): Readable {
    const pieces: Array<{ path: string; from: number; to: number }> = []
    let at = 0
    for (const { file, size } of segments) {
      const from = Math.max(start - at, 0)
      const to = Math.min(start + length - at, size)
      if (from < to) pieces.push({ path: this.#path(file), from, to: to - 1 })
      at += size
    }
    const open = (piece: (typeof pieces)[number]): Readable =>
      createReadStream(piece.path, { start: piece.from, end: piece.to, highWaterMark: 256 * 1024 })
    const [only] = pieces
    if (!only) return Readable.from([])
    if (pieces.length === 1) return open(only)
    return Readable.from(
      (async function* () {
        for (const piece of pieces) yield* open(piece) as AsyncIterable<Buffer>
      })(),
      { objectMode: false },
    )
  }

  pin(segments: readonly Segment[]): void {
    for (const { file } of segments) this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1)
  }

  unpin(segments: readonly Segment[]): void {
    for (const { file } of segments) {
      const left = (this.#readers.get(file) ?? 1) - 1
      if (left > 0) this.#readers.set(file, left)
      else {
        this.#readers.delete(file)
        if (this.#leaving.delete(file)) void this.#remove(file)
      }
    }
  }

  /** Removes files that no row names any more; those being read go later. */
  async discard(segments: readonly Segment[]): Promise<void> {
    for (const { file } of segments) {
      if (this.#readers.has(file)) this.#leaving.add(file)
      else await this.#remove(file)
    }
  }

  /** Removes what a killed process left: files of no row. `known` is asked once per file, at start only. */
  sweep(known: (file: string) => boolean): number {
    let swept = 0
    for (const part of readdirSync(this.#files)) {
      for (const name of readdirSync(join(this.#files, part))) {
        if (known(name)) continue
        rmSync(join(this.#files, part, name), { force: true })
        swept++
      }
    }
    return swept
  }

  /** Bytes of a kept file; throws when it is gone. */
  size(file: string): number {
    return statSync(this.#path(file)).size
  }

  #name(bucket: string, key: string): string {
    return createHash('sha256').update(`${bucket}\0${key}\0${randomUUID()}`).digest('hex')
  }

  #path(file: string): string {
    return join(this.#files, file.slice(0, 2), file)
  }

  async #remove(file: string): Promise<void> {
    await unlink(this.#path(file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
