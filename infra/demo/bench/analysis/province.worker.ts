/** One core of the province: takes the next free paper, and reads or analyses it shard by shard. */
import { parentPort, workerData } from 'node:worker_threads'
import { reportOf } from '#shared/analysis/stats/paper.ts'
import { mergeTallies } from '#shared/analysis/stats/shard.ts'
import type { PaperRows, PaperTally } from '#shared/analysis/stats/shard.ts'
import { tallyOf } from '#shared/analysis/stats/tally.ts'
import type { PaperReport } from '#shared/analysis/analysis.types.ts'
import { readColumns } from './columnFiles.ts'

/** From memory, or from the columns' files. */
export type Order = 'read' | 'analyse' | 'readFiles' | 'analyseFiles'
export type ProvinceData = { papers: PaperRows[][]; folder: string; next: Int32Array<SharedArrayBuffer> }

const { papers, folder, next } = workerData as ProvinceData

/** The reading that everything is held against: one addition a value, nothing else. */
const sumOf = (column: Int32Array): number => {
  let sum = 0
  for (let i = 0; i < column.length; i++) sum = (sum + column[i]!) | 0
  return sum
}
/** What this core made last: it stays in memory, as DuckDB's results do. */
const made = new Map<number, PaperReport>()

parentPort!.on('message', (order: Order) => {
  let checksum = 0
  for (let paper = Atomics.add(next, 0, 1); paper < papers.length; paper = Atomics.add(next, 0, 1)) {
    const shards = papers[paper]!
    const fromFile = (rows: PaperRows, shard: number) => readColumns(folder, paper, shard, rows)
    const reported = (tallies: PaperTally[]) => made.set(paper, reportOf(shards[0]!.items, mergeTallies(tallies)))
    switch (order) {
      case 'read':
        for (const { scores, chosen } of shards) checksum += sumOf(scores) + sumOf(chosen!)
        break
      case 'readFiles':
        shards.forEach((rows, shard) => (checksum += fromFile(rows, shard).scores[0]!))
        break
      case 'analyse':
        reported(shards.map(tallyOf))
        break
      case 'analyseFiles':
        reported(shards.map((rows, shard) => tallyOf(fromFile(rows, shard))))
        break
      default:
        order satisfies never
    }
  }
  parentPort!.postMessage(checksum)
})
