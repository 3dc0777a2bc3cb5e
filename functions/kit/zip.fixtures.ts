/** Zips as no tool writes them: each entry exactly as told. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string | Uint8Array
  bytes: Uint8Array
  stored?: boolean
  encrypted?: boolean
  method?: number
  /** What the directory claims the size to be. */
  claims?: number
}

export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const e of entries) {
    const name = Buffer.from(e.name)
    const method = e.method ?? (e.stored ? 0 : 8)
    const body = method === 8 ? deflateRawSync(e.bytes) : Buffer.from(e.bytes)
    const flags = e.encrypted ? 1 : 0
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(e.bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(e.claims ?? e.bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, name]))
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}
