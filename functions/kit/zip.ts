/**
 * Writing zips, by the STORE method where bytes do not shrink, as pictures do not. An entry's size and CRC are known
 * before its header is written, so nothing is patched afterwards. Everything is laid into chunks of about a megabyte as
 * it comes: a hundred thousand small files cost neither a hundred thousand buffers nor as many writes. ZIP64 where an
 * entry, an offset or the count needs it. Source: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.
 */
import { crc32 } from 'node:zlib'

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
  /** The rest and the directory. */
  end: () => Generator<Buffer>
}

const most32 = 0xffff_ffff
const most16 = 0xffff
const chunkSize = 1_048_576
/** Names are UTF-8. */
const flags = 0x0800
/** Regular files that everybody may read; Windows looks at the low half only. */
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

/**
 * A zip whose members all have the time `ms`; in UTC as DOS has it, two seconds apart, from 1980, so that the same input
 * gives the same bytes. `begun` bytes of it were written elsewhere.
 */
export const zipWriter = (ms: number, begun = 0): ZipWriter => {
  const { time, date } = dosTime(ms)
  const entries: Entry[] = []
  let chunk = Buffer.allocUnsafe(chunkSize)
  let used = 0
  let before = begun
  /** Room for `size` bytes in a row; what was full is pushed to `full`. */
  const room = (size: number, full: Buffer[]): void => {
    if (used + size <= chunk.length) return
    if (used > 0) full.push(chunk.subarray(0, used))
    before += used
    used = 0
    chunk = Buffer.allocUnsafe(Math.max(chunkSize, size))
  }
  const rest = (): Buffer[] => {
    const full = used > 0 ? [chunk.subarray(0, used)] : []
    before += used
    used = 0
    chunk = Buffer.alloc(0)
    return full
  }

  /** What a local and a central header have in common, from the version that is needed to the sizes. */
  const writeCommon = (at: number, entry: Entry, large: boolean): number => {
    at = chunk.writeUInt16LE(large ? 45 : 20, at)
    at = chunk.writeUInt16LE(flags, at)
    at = chunk.writeUInt16LE(entry.packed === null ? 0 : 8, at)
    at = chunk.writeUInt16LE(time, at)
    at = chunk.writeUInt16LE(date, at)
    at = chunk.writeUInt32LE(entry.crc, at)
    at = chunk.writeUInt32LE(in32(packedOf(entry)), at)
    return chunk.writeUInt32LE(in32(entry.size), at)
  }

  const writeLocal = (entry: Entry, bytes: Uint8Array, full: Buffer[]): void => {
    // Both sizes or none: no sheet or picture of ours shrinks from above 4 GB to below it.
    const sizes = [entry.size, packedOf(entry)]
    const extra = extraSize(sizes)
    const nameSize = Buffer.byteLength(entry.name)
    const size = 30 + nameSize + extra + bytes.length
    room(size, full)
    entry.offset = before + used
    let at = chunk.writeUInt32LE(0x0403_4b50, used)
    at = writeCommon(at, entry, extra > 0)
    at = chunk.writeUInt16LE(nameSize, at)
    at = chunk.writeUInt16LE(extra, at)
    at += chunk.write(entry.name, at)
    at = writeExtra(chunk, at, sizes)
    chunk.set(bytes, at)
    used += size
  }

  const writeCentral = (entry: Entry, full: Buffer[]): number => {
    const values = [entry.size, packedOf(entry), entry.offset]
    const extra = extraSize(values)
    const nameSize = Buffer.byteLength(entry.name)
    const size = 46 + nameSize + extra
    room(size, full)
    let at = chunk.writeUInt32LE(0x0201_4b50, used)
    // Made by: Unix, so that the mode counts.
    at = chunk.writeUInt16LE((3 << 8) | 45, at)
    at = writeCommon(at, entry, extra > 0)
    at = chunk.writeUInt16LE(nameSize, at)
    at = chunk.writeUInt16LE(extra, at)
    // No comment, first disk, no internal attributes.
    chunk.fill(0, at, at + 6)
    at += 6
    at = chunk.writeUInt32LE(fileMode, at)
    at = chunk.writeUInt32LE(in32(entry.offset), at)
    at += chunk.write(entry.name, at)
    writeExtra(chunk, at, values)
    used += size
    return size
  }

  return {
    add: (name, bytes, deflated) => {
      const full: Buffer[] = []
      const size = deflated?.size ?? bytes.length
      const crc = deflated?.crc ?? crc32(bytes)
      const entry: Entry = { name, size, crc, offset: 0, packed: deflated ? bytes.length : null }
      writeLocal(entry, bytes, full)
      entries.push(entry)
      return full
    },
    *end() {
      const offset = before + used
      let size = 0
      for (const entry of entries) {
        const full: Buffer[] = []
        size += writeCentral(entry, full)
        yield* full
      }
      yield* rest()
      yield endRecords(entries.length, size, offset)
    },
  }
}
