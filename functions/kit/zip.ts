/**
 * Writing zips, by the STORE method where bytes do not shrink, as pictures do not. An entry's size and CRC are known
 * before its header is written, so nothing is patched afterwards. Everything is laid into chunks of about a megabyte as
 * it comes, the directory's records too: a hundred thousand small files cost neither a hundred thousand buffers, nor
 * objects, nor writes. ZIP64 where an entry, an offset or the count needs it. Source: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.
 */
import { once } from 'node:events'
import { createDeflateRaw, crc32 } from 'node:zlib'

type Entry = {
  name: string
  size: number
  crc: number
  offset: number
  /** How many bytes it takes when it is deflated. */
  packed: number | null
}

export type ZipWriter = {
  /** Lays a member down; answers the chunks that are full. `deflated` says what the bytes were before. */
  add: (name: string, bytes: Uint8Array, deflated?: { size: number; crc: number }) => Buffer[]
  /** The members that are left; nothing is added afterwards. */
  rest: () => Buffer[]
  /** What the end must know of the members. */
  told: () => ToldMembers
  /** The rest and the end. */
  end: () => Generator<Buffer>
}

/** Members that a writer laid down: their bytes, and their records in the directory. */
export type ToldMembers = { count: number; size: number; records: Buffer }

const most32 = 0xffff_ffff
const most16 = 0xffff
const chunkSize = 1_048_576
/** Names are UTF-8. */
const flags = 0x0800
/** Regular files that all users may read; Windows looks at the low half only. */
const fileMode = 0o100644 * 0x1_0000

const dosTime = (ms: number): { time: number; date: number } => {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)))
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

const in32 = (value: number): number => Math.min(value, most32)
const packedOf = (entry: Entry): number => entry.packed ?? entry.size

/** The numbers that do not fit 32 bits go into an extra field; nothing where all fit. */
const extraSize = (values: readonly number[]): number => {
  const large = values.filter((v) => v >= most32).length
  return large === 0 ? 0 : 4 + 8 * large
}
const writeExtra = (to: Buffer, at: number, values: readonly number[]): number => {
  const large = values.filter((v) => v >= most32)
  if (large.length === 0) return at
  at = to.writeUInt16LE(1, at)
  at = to.writeUInt16LE(8 * large.length, at)
  for (const value of large) at = to.writeBigUInt64LE(BigInt(value), at)
  return at
}

/** The end: with the ZIP64 records before it when there are 65 535 entries, or 4 GB, or more. */
const endRecords = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(in32(size), 12)
  end.writeUInt32LE(in32(offset), 16)
  if (count < most16 && size < most32 && offset < most32) return end
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x0606_4b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE((3 << 8) | 45, 12)
  large.writeUInt16LE(45, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.writeUInt32LE(0x0706_4b50, 56)
  large.writeBigUInt64LE(BigInt(offset + size), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

/** Bytes of a stored member with its header. */
export const byteSize = (name: string, size: number): number =>
  30 + Buffer.byteLength(name) + extraSize([size, size]) + size

/** The directory over members that several writers laid down one behind the other from the first byte on, and the end. */
export function* zipEnd(pieces: readonly ToldMembers[]): Generator<Buffer> {
  let [count, size, offset] = [0, 0, 0]
  for (const piece of pieces) {
    yield piece.records
    count += piece.count
    size += piece.records.length
    offset += piece.size
  }
  yield endRecords(count, size, offset)
}

/** Bytes laid one behind the other into chunks of about a megabyte; what must lie together is never cut. */
class Chunks {
  chunk = Buffer.alloc(0)
  /** Bytes in all, `begun` of them written elsewhere. */
  size: number
  #used = 0
  #full: Buffer[] = []

  constructor(begun = 0) {
    this.size = begun
  }

  /** Where the next `size` bytes go in `chunk`; the caller writes them all. */
  room(size: number): number {
    if (this.#used + size > this.chunk.length) {
      if (this.#used > 0) this.#full.push(this.chunk.subarray(0, this.#used))
      this.#used = 0
      this.chunk = Buffer.allocUnsafeSlow(Math.max(chunkSize, size))
    }
    const at = this.#used
    this.#used += size
    this.size += size
    return at
  }

  /** The chunks that are full, once each. */
  full(): Buffer[] {
    const full = this.#full
    this.#full = []
    return full
  }

  /** Everything left. */
  rest(): Buffer[] {
    const rest = this.#used > 0 ? [...this.full(), this.chunk.subarray(0, this.#used)] : this.full()
    this.#used = 0
    this.chunk = Buffer.alloc(0)
    return rest
  }
}

/**
 * A zip whose members all have the time `ms`; in UTC as DOS has it, two seconds apart, from 1980, so that the same input
 * gives the same bytes. `begun` bytes of it were written elsewhere.
 */
export const zipWriter = (ms: number, begun = 0): ZipWriter => {
  const { time, date } = dosTime(ms)
  const members = new Chunks(begun)
  const directory = new Chunks()
  let count = 0

  /** What a local and a central header have in common, from the version that is needed to the sizes. */
  const writeCommon = (to: Buffer, at: number, entry: Entry, large: boolean): number => {
    at = to.writeUInt16LE(large ? 45 : 20, at)
    at = to.writeUInt16LE(flags, at)
    at = to.writeUInt16LE(entry.packed === null ? 0 : 8, at)
    at = to.writeUInt16LE(time, at)
    at = to.writeUInt16LE(date, at)
    at = to.writeUInt32LE(entry.crc, at)
    at = to.writeUInt32LE(in32(packedOf(entry)), at)
    return to.writeUInt32LE(in32(entry.size), at)
  }

  const writeLocal = (entry: Entry, nameSize: number, bytes: Uint8Array): void => {
    // Both sizes or none: no sheet or picture of ours shrinks from above 4 GB to below it.
    const sizes = [entry.size, packedOf(entry)]
    const extra = extraSize(sizes)
    const from = members.room(30 + nameSize + extra + bytes.length)
    const to = members.chunk
    let at = to.writeUInt32LE(0x0403_4b50, from)
    at = writeCommon(to, at, entry, extra > 0)
    at = to.writeUInt16LE(nameSize, at)
    at = to.writeUInt16LE(extra, at)
    at += to.write(entry.name, at)
    at = writeExtra(to, at, sizes)
    to.set(bytes, at)
  }

  const writeCentral = (entry: Entry, nameSize: number): void => {
    const values = [entry.size, packedOf(entry), entry.offset]
    const extra = extraSize(values)
    const from = directory.room(46 + nameSize + extra)
    const to = directory.chunk
    let at = to.writeUInt32LE(0x0201_4b50, from)
    // Made by: Unix, so that the mode counts.
    at = to.writeUInt16LE((3 << 8) | 45, at)
    at = writeCommon(to, at, entry, extra > 0)
    at = to.writeUInt16LE(nameSize, at)
    at = to.writeUInt16LE(extra, at)
    // No comment, first disk, no internal attributes.
    to.fill(0, at, at + 6)
    at += 6
    at = to.writeUInt32LE(fileMode, at)
    at = to.writeUInt32LE(in32(entry.offset), at)
    at += to.write(entry.name, at)
    writeExtra(to, at, values)
  }

  return {
    add: (name, bytes, deflated) => {
      const size = deflated?.size ?? bytes.length
      const crc = deflated?.crc ?? crc32(bytes)
      const entry: Entry = { name, size, crc, offset: members.size, packed: deflated ? bytes.length : null }
      const nameSize = Buffer.byteLength(name)
      writeLocal(entry, nameSize, bytes)
      writeCentral(entry, nameSize)
      count++
      return members.full()
    },
    rest: () => members.rest(),
    told: () => ({ count, size: members.size - begun, records: Buffer.concat(directory.rest()) }),
    *end() {
      yield* members.rest()
      yield* directory.rest()
      yield endRecords(count, directory.size, members.size)
    },
  }
}

type Deflated = { bytes: Buffer; size: number; crc: number }

/** A member's bytes as `add` takes them. What comes in pieces is compressed, and only what comes out is kept. */
export const deflate = async (
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<Deflated> => {
  const deflater = createDeflateRaw({ level: 4, memLevel: 9, chunkSize: 262_144 })
  const chunks: Buffer[] = []
  deflater.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(deflater, 'end')
  let [size, crc] = [0, 0]
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    size += bytes.length
    crc = crc32(bytes, crc)
    if (!deflater.write(bytes)) await once(deflater, 'drain')
  }
  deflater.end()
  await ended
  return { bytes: Buffer.concat(chunks), size, crc }
}
