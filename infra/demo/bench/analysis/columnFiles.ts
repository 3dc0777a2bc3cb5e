/** The columns of a province as files: scores of two bytes, choices of one, a file for each shard of each paper. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaperRows } from '#shared/analysis/stats/shard.ts'

const fileOf = (folder: string, paper: number, shard: number): string => join(folder, `${paper}-${shard}`)

export const writeColumns = (papers: readonly (readonly PaperRows[])[]): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'qinghe-columns-'))
  papers.forEach((shards, paper) =>
    shards.forEach(({ scores, chosen }, shard) => {
      const parts = [Buffer.from(Uint16Array.from(scores).buffer), Buffer.from(Uint8Array.from(chosen!))]
      writeFileSync(fileOf(folder, paper, shard), Buffer.concat(parts))
    }),
  )
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

// One function a type: a loop over two types is slower than either.
const widenScores = (from: Uint16Array, to: Int32Array): void => {
  for (let i = 0; i < to.length; i++) to[i] = from[i]!
}
const widenChoices = (from: Uint8Array, to: Int32Array): void => {
  for (let i = 0; i < to.length; i++) to[i] = from[i]!
}

/** A shard as the statistics take it, from its file: the bytes read, and decoded to whole numbers. */
export const readColumns = (folder: string, paper: number, shard: number, of: PaperRows): PaperRows => {
  const bytes = readFileSync(fileOf(folder, paper, shard))
  const cells = of.scores.length
  const [scores, chosen] = [new Int32Array(cells), new Int32Array(cells)]
  widenScores(new Uint16Array(bytes.buffer, bytes.byteOffset, cells), scores)
  widenChoices(new Uint8Array(bytes.buffer, bytes.byteOffset + 2 * cells, cells), chosen)
  return { ...of, scores, chosen }
}
