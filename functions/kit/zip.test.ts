import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Entry } from 'yauzl'
import { zipWriter } from './zip.ts'

const ms = Date.UTC(2026, 10, 12, 8, 30, 10)
const zipOf = (files: readonly [string, Buffer][]): Buffer => {
  const zip = zipWriter(ms)
  return Buffer.concat([...files.flatMap(([name, bytes]) => zip.add(name, bytes)), ...zip.end()])
}

describe('the zip writer', () => {
  it('names entries in UTF-8, with time, CRC and an empty file', async () => {
    const zip = await fromBufferPromise(
      zipOf([
        ['高一/张三.jpg', Buffer.from('abc')],
        ['empty', Buffer.alloc(0)],
      ]),
    )
    const found: Entry[] = []
    for await (const entry of zip.eachEntry()) found.push(entry)
    expect(found.map((e) => [e.fileName, e.uncompressedSize, e.crc32])).toEqual([
      ['高一/张三.jpg', 3, crc32('abc')],
      ['empty', 0, 0],
    ])
    expect(found[0]!.getLastModDate({ timezone: 'UTC' }).getTime()).toBe(ms)
    expect(found[0]!.externalFileAttributes >>> 16).toBe(0o100644)
  })
  it('lays small members into chunks together and a large one into its own', () => {
    const zip = zipWriter(ms)
    const small = Array.from({ length: 300 }, (_, i) => zip.add(`${i}`, Buffer.alloc(5000, i))).flat()
    expect(small.map((chunk) => chunk.length > 1_000_000)).toEqual([true])
    const before = zip.add('large', Buffer.alloc(3_000_000))
    expect(before).toHaveLength(1)
    const after = zip.add('after', Buffer.alloc(1))
    expect(after.map((chunk) => chunk.length)).toEqual([30 + 5 + 3_000_000])
  })
  it('goes past 65 535 entries', async () => {
    const files = Array.from({ length: 70_000 }, (_, i): [string, Buffer] => [`${i}.txt`, Buffer.from(String(i))])
    const zip = await fromBufferPromise(zipOf(files))
    expect(zip.entryCount).toBe(70_000)
    for await (const entry of zip.eachEntry()) {
      expect([entry.fileName, entry.crc32]).toEqual(['0.txt', crc32('0')])
      break
    }
  })
  it('carries offsets and sizes past 4 GB in the ZIP64 field', () => {
    const entry = { size: 5_000_000_000, crc: 1, offset: 6_000_000_000 }
    const zip = zipWriter(ms, entry.offset)
    expect(zip.add('a', Buffer.from('packed'), entry)).toEqual([])
    const [members, ...directory] = [...zip.end()]
    const local = 30 + 1 + 12
    expect(Number(members!.readBigUInt64LE(31 + 4))).toBe(entry.size)
    expect(members!.subarray(local, local + 6).toString()).toBe('packed')
    const bytes = Buffer.concat([members!.subarray(local + 6), ...directory])
    expect(bytes.readUInt32LE(24)).toBe(0xffff_ffff)
    expect(bytes.readUInt32LE(42)).toBe(0xffff_ffff)
    const extra = bytes.subarray(47)
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 16])
    expect([4, 12].map((at) => Number(extra.readBigUInt64LE(at)))).toEqual([entry.size, entry.offset])
    // End record, its locator and the ZIP64 record before them.
    expect(bytes.readUInt32LE(bytes.length - 22)).toBe(0x0605_4b50)
    expect(bytes.readUInt32LE(bytes.length - 42)).toBe(0x0706_4b50)
    const large = bytes.length - 98
    expect(bytes.readUInt32LE(large)).toBe(0x0606_4b50)
    expect(Number(bytes.readBigUInt64LE(large + 48))).toBe(entry.offset + local + 6)
    expect(Number(bytes.readBigUInt64LE(bytes.length - 34))).toBe(entry.offset + local + 6 + 46 + 1 + 20)
  })
})
