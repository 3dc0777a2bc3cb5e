/**
 * Reading zips, in one way for all: from memory, or by ranges straight from a store. Members come in the zip's order, one
 * at a time, and none is unpacked before it is asked for. Nothing in a zip is believed, neither its paths nor its sizes: what
 * a member is refused for is said before a byte of it is unpacked, and what comes is counted against what was declared.
 */
import { Readable } from 'node:stream'
import type { Entry, RandomAccessReader, ZipFile } from 'yauzl'
import { asError } from './refusal.ts'

/** A zip that lies elsewhere. An error of `read` stays what it is: it is not the zip's fault. */
export type ZipStore = { size: number; read: (from: number, to: number) => AsyncIterable<Uint8Array> }

export type ZipLimits = {
  /** Bytes that one member unpacks to, and all together that are `wanted`. */
  member: number
  total: number
  /** Unpacked to packed, judged above `ratioFrom` bytes. */
  ratio: number
  ratioFrom: number
}
const unlimited: ZipLimits = { member: Infinity, total: Infinity, ratio: Infinity, ratioFrom: Infinity }

/** Why a member is not unpacked. */
export type ZipFault = 'path' | 'encrypted' | 'method' | 'bomb' | 'member'

export type ZipMember = {
  name: string
  size: number
  packed: number
  fault: ZipFault | null
  /** Its bytes, as often as they are asked for, no faster than they are taken. @throws ZipBroken */
  pieces: () => AsyncGenerator<Buffer>
  bytes: () => Promise<Buffer>
}

/** No zip, one that is cut off, or one that holds other than it says. */
export class ZipBroken extends Error {
  override name = 'ZipBroken'
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

/** Whether a path leads out of the place where a zip is unpacked. */
export const escapes = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:/.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

type Source = { open: () => Promise<ZipFile>; explained: (error: unknown) => Error }

const inMemory = (bytes: Uint8Array): Source => ({
  open: async () => {
    const { fromBufferPromise } = (await import('yauzl')).default
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false, autoClose: false })
  },
  explained: (error) => new ZipBroken(asError(error).message),
})

const inStore = (store: ZipStore): Source => {
  let failure: Error | undefined
  const read = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* store.read(start, end - 1)
    } catch (error) {
      failure = asError(error)
      throw failure
    }
  }
  return {
    open: async () => {
      const { fromRandomAccessReaderPromise, RandomAccessReader } = (await import('yauzl')).default
      class StoreReader extends RandomAccessReader {
        override _readStreamForRange(start: number, end: number): Readable {
          return Readable.from(read(start, end))
        }
      }
      const reader: RandomAccessReader = new StoreReader()
      const how = { lazyEntries: true, decodeStrings: false, autoClose: false }
      return fromRandomAccessReaderPromise(reader, store.size, how)
    },
    explained: (error) => failure ?? new ZipBroken(asError(error).message),
  }
}

const faultOf = (entry: Entry, name: string, limits: ZipLimits, before: number): ZipFault | null => {
  const { uncompressedSize: size, compressedSize: packed, compressionMethod: method } = entry
  if (escapes(name)) return 'path'
  if (entry.isEncrypted()) return 'encrypted'
  if (method !== 0 && method !== 8) return 'method'
  if (size > limits.ratioFrom && size > limits.ratio * packed) return 'bomb'
  if (before + size > limits.total) return 'bomb'
  return size > limits.member ? 'member' : null
}

/**
 * The members that are `wanted`, without directories.
 * @throws ZipBroken for the zip itself.
 */
export async function* zipMembers(
  from: Uint8Array | ZipStore,
  within: Partial<ZipLimits> = {},
  wanted: (name: string) => boolean = () => true,
): AsyncGenerator<ZipMember> {
  const { open, explained } = from instanceof Uint8Array ? inMemory(from) : inStore(from)
  const limits = { ...unlimited, ...within }
  const orExplained = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      throw explained(error)
    }
  }
  const zip = await orExplained(open())
  const entries = zip.eachEntry()
  let total = 0
  for (;;) {
    const next = await orExplained(entries.next())
    if (next.done) return
    const entry = next.value
    const name = memberName(entry.fileNameRaw, (entry.generalPurposeBitFlag & 0x800) !== 0)
    if (/[/\\]$/.test(name) || !wanted(name)) continue
    const fault = faultOf(entry, name, limits, total)
    if (!fault) total += entry.uncompressedSize
    const pieces = async function* (): AsyncGenerator<Buffer> {
      if (fault) throw new ZipBroken(`${name}: ${fault}`)
      try {
        // yauzl ends a stream of which more or less comes than was declared: a lying size is no way around the limits.
        for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
      } catch (error) {
        throw explained(error)
      }
    }
    const bytes = async (): Promise<Buffer> => {
      const chunks: Buffer[] = []
      for await (const chunk of pieces()) chunks.push(chunk)
      return Buffer.concat(chunks)
    }
    yield { name, size: entry.uncompressedSize, packed: entry.compressedSize, fault, pieces, bytes }
  }
}

/** All members of a small zip of our own, whole. */
export const membersOf = async (zip: Uint8Array): Promise<{ name: string; bytes: Buffer }[]> => {
  const members: { name: string; bytes: Buffer }[] = []
  for await (const member of zipMembers(zip)) members.push({ name: member.name, bytes: await member.bytes() })
  return members
}
