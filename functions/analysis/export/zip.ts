/**
 * Writing zips, by the STORE method where bytes do not shrink, as pictures do not. An entry's size and CRC are known before its header is
 * written, so nothing is patched afterwards and every offset can be worked out from sizes and names alone. ZIP64 where
 * an entry, an offset or the count needs it. Source: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.
 */
import { crc32 } from 'node:zlib'

export type ZipEntry = {
  name: string
  size: number
  crc: number
  offset: number
  /** How many bytes it takes when it is deflated. */
  packed?: number
}

const most32 = 0xffff_ffff
const most16 = 0xffff
/** Names are UTF-8. */
const flags = 0x0800
/** Regular files that everybody may read; Windows looks at the low half only. */
const fileMode = 0o100644 * 0x1_0000

/** All members of a zip mostly have one time. */
let known = { ms: Number.NaN, time: 0, date: 0 }
/** Date and time as DOS has them: two seconds apart, from 1980. In UTC, so that the same input gives the same bytes. */
const dosTime = (ms: number): { time: number; date: number } => {
  if (known.ms === ms) return known
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)))
  known = {
    ms,
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
  return known
}

/** The numbers that do not fit 32 bits, as the extra field that carries them; empty where all fit. */
const extra64 = (values: readonly number[]): Buffer => {
  const large = values.filter((v) => v >= most32)
  if (large.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * large.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * large.length, 2)
  large.forEach((v, i) => field.writeBigUInt64LE(BigInt(v), 4 + 8 * i))
  return field
}
const packedOf = (entry: ZipEntry): number => entry.packed ?? entry.size
const methodOf = (entry: ZipEntry): number => (entry.packed === undefined ? 0 : 8)
const in32 = (value: number): number => Math.min(value, most32)

/** What stands before an entry's bytes. */
const localHeader = (entry: ZipEntry, ms: number): Buffer => {
  const name = Buffer.from(entry.name)
  // Both sizes or none: no sheet or picture of ours shrinks from above 4 GB to below it.
  const extra = extra64([entry.size, packedOf(entry)])
  const head = Buffer.alloc(30 + name.length + extra.length)
  const { time, date } = dosTime(ms)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(extra.length > 0 ? 45 : 20, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(methodOf(entry), 8)
  head.writeUInt16LE(time, 10)
  head.writeUInt16LE(date, 12)
  head.writeUInt32LE(entry.crc, 14)
  head.writeUInt32LE(in32(packedOf(entry)), 18)
  head.writeUInt32LE(in32(entry.size), 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  name.copy(head, 30)
  extra.copy(head, 30 + name.length)
  return head
}

const centralHeader = (entry: ZipEntry, ms: number): Buffer => {
  const name = Buffer.from(entry.name)
  const extra = extra64([entry.size, packedOf(entry), entry.offset])
  const head = Buffer.alloc(46 + name.length + extra.length)
  const { time, date } = dosTime(ms)
  head.writeUInt32LE(0x0201_4b50, 0)
  // Made by: Unix, so that the mode counts.
  head.writeUInt16LE((3 << 8) | 45, 4)
  head.writeUInt16LE(extra.length > 0 ? 45 : 20, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(methodOf(entry), 10)
  head.writeUInt16LE(time, 12)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(in32(packedOf(entry)), 20)
  head.writeUInt32LE(in32(entry.size), 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(fileMode, 38)
  head.writeUInt32LE(in32(entry.offset), 42)
  name.copy(head, 46)
  extra.copy(head, 46 + name.length)
  return head
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
 * What stands before the bytes of one member, its entry for the directory, and where the next one begins. `from` is where
 * it lies in the whole, so that pieces may be made apart from each other. `deflated` says what the bytes were before.
 */
export const zipPiece = (
  name: string,
  bytes: Uint8Array,
  from: number,
  ms: number,
  deflated?: { size: number; crc: number },
): { head: Buffer; entry: ZipEntry; next: number } => {
  const entry: ZipEntry = deflated
    ? { name, ...deflated, offset: from, packed: bytes.length }
    : { name, size: bytes.length, crc: crc32(bytes), offset: from }
  const head = localHeader(entry, ms)
  return { head, entry, next: from + head.length + bytes.length }
}

/** The directory of all entries, which ends the zip; in chunks of about a megabyte. */
export function* zipDirectory(entries: readonly ZipEntry[], offset: number, ms: number): Generator<Buffer> {
  let size = 0
  let waiting: Buffer[] = []
  let waitingSize = 0
  for (const entry of entries) {
    const head = centralHeader(entry, ms)
    waiting.push(head)
    waitingSize += head.length
    size += head.length
    if (waitingSize < 1_000_000) continue
    yield Buffer.concat(waiting)
    waiting = []
    waitingSize = 0
  }
  yield Buffer.concat([...waiting, endRecords(entries.length, size, offset)])
}
