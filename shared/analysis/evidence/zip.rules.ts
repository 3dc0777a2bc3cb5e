/** A small zip of stored members, read where no platform is at hand (PKWARE's APPNOTE 6.3.10, 4.3.7 to 4.3.16). Pure. */

export type ZipMember = { name: string; bytes: Uint8Array }

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb8_8320 ^ (c >>> 1) : c >>> 1
  return c
})
const crc32 = (bytes: Uint8Array): number => {
  let c = 0xffff_ffff
  for (const byte of bytes) c = crcTable[(c ^ byte) & 255]! ^ (c >>> 8)
  return (c ^ 0xffff_ffff) >>> 0
}

const endSize = 22

/**
 * The members by the directory, and the names of those whose bytes are not what their header says; null where it is no
 * such zip at all.
 */
export const storedMembers = (
  zip: Uint8Array,
  decode: (bytes: Uint8Array) => string,
): { members: ZipMember[]; bad: string[] } | null => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - endSize
  if (end < 0 || view.getUint32(end, true) !== 0x0605_4b50) return null
  const count = view.getUint16(end + 10, true)
  const members: ZipMember[] = []
  const bad: string[] = []
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x0201_4b50) return null
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((o) => view.getUint16(at + o, true)) as [
      number,
      number,
      number,
    ]
    const [method, crc, size, local] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
      view.getUint32(at + 42, true),
    ]
    const named = zip.subarray(at + 46, at + 46 + nameSize)
    const name = decode(named)
    at += 46 + nameSize + extraSize + noteSize
    const from = local + 30 + nameSize
    const sound =
      method === 0 &&
      from + size <= end &&
      view.getUint32(local, true) === 0x0403_4b50 &&
      view.getUint16(local + 26, true) === nameSize &&
      named.every((byte, n) => zip[local + 30 + n] === byte)
    const bytes = sound ? zip.subarray(from, from + size) : new Uint8Array()
    if (!sound || crc32(bytes) !== crc) bad.push(name)
    members.push({ name, bytes })
  }
  return { members, bad }
}
