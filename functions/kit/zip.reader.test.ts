import { describe, expect, it } from 'vitest'
import { bytesHold } from './erase.ts'
import { zipOf } from './zip.fixtures.ts'
import type { ZipEntry } from './zip.fixtures.ts'
import { escapes, memberName, ZipBroken, zipMembers } from './zip.reader.ts'
import type { ZipLimits, ZipStore } from './zip.reader.ts'

const stored = (zip: Buffer): ZipStore => ({
  size: zip.length,
  async *read(from, to) {
    yield zip.subarray(from, to + 1)
  },
})
const sources: Record<string, (zip: Buffer) => Uint8Array | ZipStore> = { memory: (zip) => zip, store: stored }
const faultsOf = async (from: Uint8Array | ZipStore, limits: Partial<ZipLimits> = {}) => {
  const faults: [string, string | null][] = []
  for await (const m of zipMembers(from, limits)) faults.push([m.name, m.fault])
  return faults
}
const textsOf = async (from: Uint8Array | ZipStore) => {
  const texts: [string, string][] = []
  for await (const m of zipMembers(from)) texts.push([m.name, (await m.bytes()).toString()])
  return texts
}
const file = (name: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ name, bytes: Buffer.from(name), ...more })

describe.each(Object.entries(sources))('a zip in the %s', (_, from) => {
  it('gives its members in order, without directories, as often as they are asked for', async () => {
    const zip = zipOf([file('a.txt'), file('目录/'), file('目录/b.txt', { stored: true })])
    expect(await textsOf(from(zip))).toEqual([
      ['a.txt', 'a.txt'],
      ['目录/b.txt', '目录/b.txt'],
    ])
    for await (const m of zipMembers(from(zip))) expect(await m.bytes()).toEqual(await m.bytes())
  })

  it('says what it will not unpack before it does, and goes on behind it', async () => {
    const hostile = [
      file('../out.txt'),
      file('C:\\out.txt'),
      file('locked.txt', { encrypted: true }),
      file('odd.txt', { method: 12, stored: true }),
      file('bomb.txt', { bytes: Buffer.alloc(20_000) }),
      file('large.txt', { bytes: Buffer.alloc(2000), stored: true }),
      file('good.txt'),
    ]
    const limits = { ratio: 50, ratioFrom: 10_000, member: 1000 }
    expect((await faultsOf(from(zipOf(hostile)), limits)).map(([, fault]) => fault)).toEqual([
      'path',
      'path',
      'encrypted',
      'method',
      'bomb',
      'member',
      null,
    ])
    for await (const m of zipMembers(from(zipOf(hostile)), limits))
      if (m.fault) await expect(m.bytes(), m.name).rejects.toThrow(ZipBroken)
  })

  it('counts what is wanted alone, and refuses from the member on with which it is too much', async () => {
    const sizes = [400, 400, 400].map((n, i) => file(`${i}.txt`, { bytes: Buffer.alloc(n, 'x'), stored: true }))
    const other = file('other.bin', { bytes: Buffer.alloc(5000), stored: true })
    const zip = zipOf([other, ...sizes])
    const found: [string, string | null][] = []
    for await (const m of zipMembers(from(zip), { total: 1000 }, (name) => name.endsWith('.txt')))
      found.push([m.name, m.fault])
    expect(found).toEqual([
      ['0.txt', null],
      ['1.txt', null],
      ['2.txt', 'bomb'],
    ])
  })

  it('ends what holds more or less than it declares, and what is cut off', async () => {
    const lying = (claims: number) => zipOf([file('a.txt', { bytes: Buffer.alloc(5000, 'x'), claims })])
    await expect(textsOf(from(lying(10)))).rejects.toThrow(ZipBroken)
    await expect(textsOf(from(lying(9000)))).rejects.toThrow(ZipBroken)
    const whole = zipOf([file('a.txt'), file('b.txt')])
    for (const length of [0, 3, 30, whole.length - 30, whole.length - 1])
      await expect(textsOf(from(whole.subarray(0, length))), `${length} bytes`).rejects.toThrow(ZipBroken)
  })
})

it('an error of the store stays what it is, at any of its reads', async () => {
  const zip = zipOf([file('a.txt'), file('b.txt')])
  const throttled = new Error('throttled')
  for (let fails = 0; ; fails++) {
    let reads = 0
    const store: ZipStore = {
      size: zip.length,
      async *read(from, to) {
        if (reads++ === fails) throw throttled
        yield zip.subarray(from, to + 1)
      },
    }
    const told = await textsOf(store).catch((error: unknown) => error)
    if (reads <= fails) break
    expect(told, `read ${fails}`).toBe(throttled)
    expect(fails).toBeLessThan(20)
  }
})

it('unpacks no further than it is read', async () => {
  const zip = zipOf([file('a.txt', { bytes: Buffer.alloc(50_000_000) })])
  for await (const m of zipMembers(zip))
    for await (const piece of m.pieces()) {
      expect(piece.length).toBeLessThan(1_000_000)
      break
    }
})

it('names are judged alike from every system', () => {
  expect(['a/b.jpg', 'a..jpg', '…/x.jpg'].map(escapes)).toEqual([false, false, false])
  expect(['/a.jpg', '\\a.jpg', 'D:/a.jpg', 'a/../../b.jpg', '..\\b.jpg'].map(escapes)).toEqual(Array(5).fill(true))
  expect(memberName(Buffer.from('答题卡.jpg'), false)).toBe('答题卡.jpg')
  expect(memberName(Buffer.from([0xb4, 0xf0, 0xcc, 0xe2]), false)).toBe('答题')
})

it('an erasure finds a name in a member, also where two of its pieces meet', async () => {
  const name = '张晓明'
  for (const before of [0, 10, 65_530, 65_534, 65_535, 131_070, 200_000]) {
    const bytes = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(name), Buffer.alloc(70_000, 'y')])
    for (const isStored of [true, false])
      expect(await bytesHold(zipOf([file('a.xml', { bytes, stored: isStored })]), [name]), `${before}`).toBe(true)
    expect(await bytesHold(zipOf([file('a.xml', { bytes })]), ['李思雨'])).toBe(false)
  }
})
