/** The statistics of a school and of a province, against one reading of the same columns. */
import { analysePaper, reportOf } from '#shared/analysis/stats/paper.ts'
import { mergeTallies, tallyOf } from '#shared/analysis/stats/shard.ts'
import type { PaperItem, PaperRows, PaperTally } from '#shared/analysis/stats/shard.ts'
import { diceOf } from '../paper/seed.ts'
import { inTurns } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

const itemsOf = (count: number): PaperItem[] =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `q${i}`,
    number: String(i + 1),
    fullScore: i < count * 0.7 ? 300 : 1000,
    objective: i < count * 0.7,
    ...(i < count * 0.7 ? { options: 4 } : {}),
  }))

/** Scores of students of differing ability, one class a 50. */
const rowsOf = (seed: string, items: readonly PaperItem[], students: number): PaperRows => {
  const dice = diceOf(seed)
  const scores = new Int32Array(students * items.length)
  const chosen = new Int32Array(students * items.length)
  for (let s = 0; s < students; s++) {
    const ability = 0.3 + 0.6 * dice.range(0, 1)
    for (let i = 0; i < items.length; i++) {
      const at = s * items.length + i
      const item = items[i]!
      const luck = dice.range(0, 1)
      scores[at] = item.objective
        ? luck < ability
          ? item.fullScore
          : 0
        : 100 * Math.floor(10 * Math.min(1, ability * (0.6 + luck)))
      chosen[at] = item.objective ? 1 << (luck < ability ? 0 : 1 + (at % 3)) : 0
    }
  }
  return {
    items,
    scores,
    chosen,
    present: new Uint8Array(students).fill(1),
    classOf: Int32Array.from({ length: students }, (_, s) => Math.floor(s / 50)),
  }
}

const school: Bench = {
  name: 'analysis of a school',
  run: async () => {
    const rows = rowsOf('school', itemsOf(40), 1000)
    const [ours] = await inTurns(15, () => analysePaper(rows))
    return [
      {
        name: 'report of 1 000 students × 40 items',
        unit: 'ms',
        ours: ours!,
        goal: { kind: 'bound', value: 111 },
        note: 'nine papers in under 1 s',
      },
    ]
  },
}

const shards = 50
const province: Bench = {
  name: 'analysis of a province',
  run: async () => {
    const items = itemsOf(30)
    const data = Array.from({ length: shards }, (_, i) => rowsOf(`province/${i}`, items, 10_000))
    let checksum = 0
    const ours = (): void => {
      const tallies: PaperTally[] = data.map(tallyOf)
      reportOf(items, mergeTallies(tallies))
    }
    const floor = (): void => {
      checksum = 0
      for (const rows of data) for (const column of [rows.scores, rows.chosen!]) for (const v of column) checksum += v
    }
    const [mine, once] = await inTurns(3, ours, floor)
    return [
      {
        name: '500 000 students × 30 items, 50 shards, merged, one core',
        unit: 'ms',
        ours: mine!,
        reference: once!,
        referenceName: 'one reading of the columns in memory',
        goal: { kind: 'ratio', value: 3 },
        note: `DuckDB is not installed: no comparison with it. Checksum ${checksum}`,
      },
    ]
  },
}

export const analysisBenches: readonly Bench[] = [school, province]
