import type { PaperItem, PaperRows } from './shard.ts'

/**
 * LSAT section 6, 1 000 persons × 5 items as the frequencies of the 32 answer patterns
 * (Bock & Lieberman, Psychometrika 35 (1970) 179-197; the data of R's psych::lsat6).
 */
const LSAT6 =
  '00000:3 00001:6 00010:2 00011:11 00100:1 00101:1 00110:3 00111:4 01000:1 01001:8 01011:16 01101:3 01110:2 01111:15 ' +
  '10000:10 10001:29 10010:14 10011:81 10100:3 10101:28 10110:15 10111:80 11000:16 11001:56 11010:21 11011:173 ' +
  '11100:11 11101:61 11110:28 11111:298'

/** Rows of 0 and 1, in the order of the patterns. */
export const lsat6 = (): number[][] =>
  LSAT6.split(' ').flatMap((entry) => {
    const [pattern = '', count] = entry.split(':')
    return Array.from({ length: Number(count) }, () => [...pattern].map(Number))
  })

/** Shrout & Fleiss (1979), table 2: six targets rated by four judges. */
export const SHROUT_FLEISS = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
]

/** Rows of a paper from points; null is an absent student. One full mark (points) an item. */
export const paperRows = (
  points: readonly (readonly number[] | null)[],
  fulls: readonly number[],
  classes?: readonly number[],
): PaperRows => {
  const items: PaperItem[] = fulls.map((full, i) => ({
    questionId: `q${i + 1}`,
    number: String(i + 1),
    fullScore: 100 * full,
    objective: false,
  }))
  return {
    items,
    scores: Int32Array.from(fulls.flatMap((_, item) => points.map((row) => Math.round(100 * (row?.[item] ?? 0))))),
    present: Uint8Array.from(points, (row) => (row ? 1 : 0)),
    classOf: Int32Array.from(points, (_, i) => classes?.[i] ?? 0),
  }
}
