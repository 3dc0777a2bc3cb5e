/** Reads a small zip that is whole in memory, by its directory. */
import { inflateRawSync } from 'node:zlib'

/** A member of a small zip, as it lies there. */
export type Member = { name: string; bytes: Buffer }

export const membersOf = (zip: Buffer): Member[] => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const count = zip.readUInt16LE(end + 10)
  const members: Member[] = []
  for (let i = 0, at = zip.readUInt32LE(end + 16); i < count; i++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o)) as [
      number,
      number,
      number,
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + size)
    members.push({ name, bytes: method === 8 ? inflateRawSync(packed) : Buffer.from(packed) })
    at += 46 + nameSize + extraSize + noteSize
  }
  return members
}
