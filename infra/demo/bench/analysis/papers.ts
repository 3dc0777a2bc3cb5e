/** The papers of a province in shared memory, so that workers read the same columns without a copy. */
import type { PaperItem, PaperRows } from '#shared/analysis/stats/shard.ts'

export const itemsOf = (count: number): PaperItem[] =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `q${i}`,
    number: String(i + 1),
    fullScore: i < count * 0.7 ? 300 : 1000,
    objective: i < count * 0.7,
    ...(i < count * 0.7 ? { options: 4 } : {}),
  }))

/** A generator that is quick enough for 10^8 cells; numbers in [0, 1). */
const quickDice = (seed: number): (() => number) => {
  let x = seed | 0
  return () => {
    x = (x + 0x6d2b79f5) | 0
    let t = Math.imul(x ^ (x >>> 15), 1 | x)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const shared = (length: number): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4 * length))

/** Scores of students of differing ability, one class a 50; one in 200 is absent. Classes count from `firstClass`. */
export const rowsOf = (seed: number, items: readonly PaperItem[], students: number, firstClass = 0): PaperRows => {
  const dice = quickDice(seed)
  const k = items.length
  const scores = shared(students * k)
  const chosen = shared(students * k)
  const present = new Uint8Array(new SharedArrayBuffer(students))
  const classOf = shared(students)
  for (let s = 0; s < students; s++) {
    const ability = 0.3 + 0.6 * dice()
    present[s] = dice() < 0.005 ? 0 : 1
    classOf[s] = firstClass + Math.floor(s / 50)
    for (let i = 0; i < k; i++) {
      const at = i * students + s
      const { objective, fullScore } = items[i]!
      const luck = dice()
      if (!present[s]) continue
      scores[at] = objective
        ? luck < ability
          ? fullScore
          : 0
        : 100 * Math.floor(10 * Math.min(1, ability * (0.6 + luck)))
      chosen[at] = !objective || luck > 0.98 ? 0 : 1 << (luck < ability ? 0 : 1 + (s % 3))
    }
  }
  return { items, scores, chosen, present, classOf }
}

/** One paper of a province, cut into shards. */
export const paperOf = (paper: number, items: readonly PaperItem[], shards: number, students: number): PaperRows[] =>
  Array.from({ length: shards }, (_, i) => rowsOf(1 + paper * 1000 + i, items, students, (i * students) / 50))
