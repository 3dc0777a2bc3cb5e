/**
 * The files in an uploaded zip, read by ranges straight from the store: no copy on disk, one member in memory. Nothing in
 * a zip is believed: neither its paths nor its sizes.
 */
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { Entry } from 'yauzl'
import { openObject } from '#functions/kit/objects.ts'
import { asError } from '#functions/kit/refusal.ts'
import { FileProblem } from './fileProblem.ts'

export const zipLimits = {
  members: 5000,
  /** Bytes of one member, and of all together. */
  member: 300_000_000,
  total: 8_000_000_000,
  /** Unpacked to packed, judged above `ratioFrom` bytes: white 1-bit scans shrink a hundredfold, bombs a thousandfold. */
  ratio: 250,
  ratioFrom: 10_000_000,
}

export type Member =
  { index: number; name: string; bytes: () => Promise<Buffer> } | { index: number; name: string; problem: FileProblem }

/** Errors of the store stay what they are: the step is tried again; anything else is the file's fault. */
class StoreReader extends yauzl.RandomAccessReader {
  failure: Error | undefined
  readonly #key: string
  constructor(key: string) {
    super()
    this.#key = key
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end))
  }
  async *#bytes(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of await openObject(this.#key, { from: start, to: end - 1 })) yield chunk as Uint8Array
    } catch (error) {
      this.failure = asError(error)
      throw this.failure
    }
  }
}

/** Names without the Unicode flag are UTF-8 if they can be, else what Chinese Windows writes. */
export const memberName = (raw: Uint8Array, unicode: boolean): string => {
  if (!unicode) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(raw)
    } catch {
      return new TextDecoder('gb18030').decode(raw)
    }
  }
  return new TextDecoder('utf-8').decode(raw)
}

/** What systems leave in zips beside the user's files. */
export const isJunk = (name: string): boolean =>
  /(^|[/\\])(__MACOSX([/\\]|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(name)

export const escapes = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:/.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

const problemOf = (entry: Entry, name: string, total: number): FileProblem | null => {
  if (escapes(name)) return new FileProblem('zipPath')
  if (entry.isEncrypted()) return new FileProblem('zipEncrypted')
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return new FileProblem('zipMethod')
  if (entry.uncompressedSize > zipLimits.ratioFrom && entry.uncompressedSize > zipLimits.ratio * entry.compressedSize)
    return new FileProblem('zipBomb')
  if (total + entry.uncompressedSize > zipLimits.total) return new FileProblem('zipBomb')
  if (entry.uncompressedSize > zipLimits.member) return new FileProblem('fileTooLarge', zipLimits.member / 1e6)
  if (/\.(zip|rar|7z|gz|tar)$/i.test(name)) return new FileProblem('zipNested')
  return null
}

/** Yields the members in the zip's order, directories and junk left out. Throws FileProblem for the zip itself. */
export async function* zipMembers(key: string, size: number): AsyncGenerator<Member> {
  const reader = new StoreReader(key)
  const explained = (error: unknown): Error =>
    reader.failure ?? (error instanceof FileProblem ? error : new FileProblem('zipBroken'))
  const zip = await yauzl
    .fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, decodeStrings: false, autoClose: false })
    .catch((error: unknown) => {
      throw explained(error)
    })
  let index = 0
  let total = 0
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw explained(error)
    })
    if (next.done) break
    const entry = next.value
    const name = memberName(entry.fileNameRaw, (entry.generalPurposeBitFlag & 0x800) !== 0)
    if (/[/\\]$/.test(name) || isJunk(name)) continue
    index++
    if (index > zipLimits.members) {
      yield { index, name: '', problem: new FileProblem('zipTooMany', zipLimits.members) }
      return
    }
    const problem = problemOf(entry, name, total)
    if (problem) {
      yield { index, name, problem }
      continue
    }
    total += entry.uncompressedSize
    const bytes = async (): Promise<Buffer> => {
      try {
        const chunks: Buffer[] = []
        // yauzl ends the stream when more comes out than the entry says: a lying size is no way around the limits.
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
        return Buffer.concat(chunks)
      } catch (error) {
        throw explained(error)
      }
    }
    yield { index, name, bytes }
  }
  if (index === 0) throw new FileProblem('zipEmpty')
}
