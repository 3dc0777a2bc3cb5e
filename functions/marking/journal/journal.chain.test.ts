import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainFaults } from './journal.chain.ts'

type Row = { id: string; seq: number; prev: string; hash: string; says: string }

const hashOf = ({ id, seq, prev, says }: Omit<Row, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([id, seq, prev, says]))
    .digest('hex')

/** A chain, in the order of its rows' ids, which is another. */
const chainOf = (length: number): Row[] => {
  const made: Row[] = []
  let prev = ''
  for (let seq = 1; seq <= length; seq++) {
    const row = { id: String((seq * 7919) % 1_000_003).padStart(7, '0'), seq, prev, says: `m${seq}` }
    prev = hashOf(row)
    made.push({ ...row, hash: prev })
  }
  return made
}
const headOf = (chain: readonly Row[]) => ({ seq: chain.length, hash: chain.at(-1)?.hash ?? '' })

const stretch = 64

/** By ids, fifty at a time. */
const check = async (rows: readonly Row[], head: { seq: number; hash: string }) => {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  let passes = 0
  const pages = async function* () {
    passes++
    for (let at = 0; at < sorted.length; at += 50) yield sorted.slice(at, at + 50)
  }
  return { ...(await chainFaults(pages, head, hashOf, stretch)), passes }
}

const sealed = (row: Row): Row => ({ ...row, hash: hashOf(row) })

describe('a chain of rows that come in another order', () => {
  const long = chainOf(400)

  it('fits, long or short or not begun, by one reading of it', async () => {
    for (const length of [400, 64, 63, 1, 0]) {
      const chain = long.slice(0, length)
      expect(await check(chain, headOf(chain))).toEqual({ faults: [], rows: length, passes: 1 })
    }
    // What was added behind the head that was read is not looked at.
    expect(await check(long, { seq: 300, hash: long[299]!.hash })).toEqual({ faults: [], rows: 400, passes: 1 })
  })

  it('is never held: a row is looked at when it comes, and not again', async () => {
    // One row that becomes the next: who keeps it has the last one, many times.
    const row: Row = { id: '', seq: 0, prev: '', says: '', hash: '' }
    const pages = async function* () {
      Object.assign(row, { seq: 0, hash: '' })
      while (row.seq < 10_000) yield [Object.assign(row, sealed({ ...row, seq: row.seq + 1, prev: row.hash }))]
    }
    let made = 0
    for await (const page of pages()) made += page.length
    const head = { seq: made, hash: row.hash }
    expect(await chainFaults(pages, head, hashOf)).toEqual({ faults: [], rows: 10_000 })
  })

  const at = (seq: number, over: Partial<Row>): Row[] => long.map((r) => (r.seq === seq ? { ...r, ...over } : r))
  const resealed = (seq: number): Row[] => long.map((r) => (r.seq === seq ? sealed({ ...r, says: 'else' }) : r))

  it.each<[what: string, rows: Row[], faults: string[]]>([
    ['a row that was altered', at(150, { says: 'else' }), ['150']],
    ['one that was altered and sealed again', resealed(150), ['151']],
    ['the last one of a stretch, sealed again', resealed(127), ['128']],
    ['the first one of a stretch, sealed again', resealed(128), ['129']],
    ['the last one of all, sealed again', resealed(400), ['head']],
    ['a row that is gone', long.filter((r) => r.seq !== 150), ['151']],
    ['the first', long.slice(1), ['2']],
    ['the last', long.slice(0, -1), ['head']],
    ['rows on both sides of an end that are gone', long.filter((r) => r.seq < 120 || r.seq > 140), ['128', '141']],
    ['a row beside the chain', [...long, sealed({ ...long[99]!, id: 'x', says: 'x' })], ['100', '101']],
    [
      'two that have changed places',
      long.map((r) => (r.seq === 9 ? sealed({ ...r, prev: long[9]!.prev }) : r)),
      ['9', '10'],
    ],
  ])('%s is named', async (_, rows, faults) => {
    expect((await check(rows, headOf(long))).faults).toEqual(faults)
  })

  it('that is another one altogether is read no further than a few stretches', async () => {
    const other = long.map((r) => sealed({ ...r, prev: `${r.prev}x` }))
    const { faults, passes } = await check(other, headOf(long))
    expect([faults.slice(-4), passes]).toEqual([['192–255', '256–319', '320–383', '384–447'], 4])
  })
})
