/**
 * Whether rows are one chain, though they come in the order of their keys and not of the chain, and are too many to be held.
 * Each row is an edge from (seq − 1, prev) to (seq, hash). They are one way from the beginning to the head, and nothing
 * beside it, if and only if every such place is left as often as it is reached. That is held as sums of a keyed hash of the
 * places, a pair of sums for a stretch of the chain: who does not know the key, which is made for each check, cannot make
 * two different sets of one sum. Only a stretch that does not fit is read once more, whole, and its rows are named.
 */
import { createHmac, randomBytes } from 'node:crypto'

type Link = { seq: number; prev: string; hash: string }
export type Head = { seq: number; hash: string }

/** Rows of a stretch: what is held of a chain that does not fit. */
const usual = 4096
/** So many stretches are read once more; of others it is said where they lie. */
const mostRead = 3
const modulus = 2n ** 256n

/** How many rows there are in all, and what is wrong with those up to the head: the seq of a row, or the head. */
export const chainFaults = async <R extends Link>(
  pages: () => AsyncIterable<readonly R[]>,
  head: Head,
  hashOf: (row: R) => string,
  stretch = usual,
): Promise<{ faults: string[]; rows: number }> => {
  const key = randomBytes(32)
  const sums = new Map<number, bigint>()
  const add = (seq: number, hash: string, times: 1n | -1n): void => {
    const at = Math.floor(seq / stretch)
    const place = BigInt(`0x${createHmac('sha256', key).update(`${seq} ${hash}`).digest('hex')}`)
    sums.set(at, ((sums.get(at) ?? 0n) + times * place + modulus) % modulus)
  }
  const altered: number[] = []
  let rows = 0
  const inChain = (row: R): boolean => row.seq <= head.seq
  for await (const page of pages()) {
    rows += page.length
    for (const row of page.filter(inChain)) {
      add(row.seq - 1, row.prev, -1n)
      add(row.seq, row.hash, 1n)
      if (row.hash !== hashOf(row)) altered.push(row.seq)
    }
  }
  add(0, '', 1n)
  add(head.seq, head.hash, -1n)
  const broken = [...sums].flatMap(([at, sum]) => (sum === 0n ? [] : [at])).sort((a, b) => a - b)
  const faults = new Set(altered.map(String))
  for (const at of broken.slice(0, mostRead)) {
    const [first, last] = [at * stretch, (at + 1) * stretch - 1]
    const near: R[] = []
    for await (const page of pages())
      near.push(...page.filter((row) => inChain(row) && row.seq >= first && row.seq <= last + 1))
    for (const named of brokenLinks(near, { first, last }, head)) faults.add(named)
  }
  for (const at of broken.slice(mostRead)) faults.add(`${at * stretch}–${(at + 1) * stretch - 1}`)
  return { faults: [...faults], rows }
}

/** Of the rows of a stretch, and the one behind it, those that do not follow from the row before. */
const brokenLinks = (near: Link[], { first, last }: { first: number; last: number }, head: Head): string[] => {
  near.sort((a, b) => a.seq - b.seq)
  const faults: string[] = []
  // Of the row before the stretch nothing is known here: its own stretch says whether it fits.
  let before: Head | null = first === 0 ? { seq: 0, hash: '' } : null
  for (const row of near) {
    if (before === null ? row.seq !== first : row.seq !== before.seq + 1 || row.prev !== before.hash)
      faults.push(String(row.seq))
    before = row
  }
  const ends = head.seq <= last
  if (ends && (before?.seq !== head.seq || before.hash !== head.hash)) faults.push('head')
  // Nothing is there to be named: the rows are gone.
  else if (!ends && before?.seq !== last + 1) faults.push(String(last + 1))
  return faults
}
