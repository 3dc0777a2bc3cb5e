/** The statistics of a school and of a province, against one reading of the same columns and against DuckDB. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { analysePaper, reportOf } from '#shared/analysis/stats/paper.ts'
import { mergeTallies } from '#shared/analysis/stats/shard.ts'
import { tallyOf } from '#shared/analysis/stats/tally.ts'
import { compare } from './analysis/agree.ts'
import { writeColumns } from './analysis/columnFiles.ts'
import { openDuck } from './analysis/duck.ts'
import { itemsOf, paperOf, rowsOf } from './analysis/papers.ts'
import type { Order, ProvinceData } from './analysis/province.worker.ts'
import { inTurns } from './bench.types.ts'
import type { Bench, Figure } from './bench.types.ts'

const school: Bench = {
  name: 'analysis of a school',
  run: async () => {
    const items = itemsOf(40)
    const papers = Array.from({ length: 9 }, (_, i) => rowsOf(i, items, 1000))
    const [ours] = await inTurns(7, () => papers.map((rows) => analysePaper(rows)))
    const goal = { kind: 'bound', value: 1000 } as const
    return [{ name: 'reports of 1 000 students × 9 papers × 40 items', unit: 'ms', ours: ours!, goal }]
  },
}

const cores = 2
const size = { papers: 6, shards: 50, students: 10_000, items: 30 }

const openCores = (papers: ProvinceData['papers'], folder: string) => {
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ProvinceData = { papers, folder, next }
  const workers = Array.from(
    { length: cores },
    () => new Worker(new URL('./analysis/province.worker.ts', import.meta.url), { workerData }),
  )
  return {
    all: async (order: Order): Promise<void> => {
      next[0] = 0
      await Promise.all(
        workers.map((w) => {
          const answered = once(w, 'message')
          w.postMessage(order)
          return answered
        }),
      )
    },
    close: () => Promise.all(workers.map((w) => w.terminate())),
  }
}

const province: Bench = {
  name: 'analysis of a province',
  run: async () => {
    const items = itemsOf(size.items)
    const papers = Array.from({ length: size.papers }, (_, p) => paperOf(p, items, size.shards, size.students))
    const files = writeColumns(papers)
    const ours = openCores(papers, files.folder)
    const duck = await openDuck(cores)
    try {
      for (const [i, paper] of papers.entries()) await duck?.load(`paper${i}`, paper)
      const theirs = async (): Promise<void> => {
        for (const i of papers.keys()) await duck?.analyse(`paper${i}`, items)
      }
      const [read, mine, readFiles, fromFiles, sql] = await inTurns(
        3,
        () => ours.all('read'),
        () => ours.all('analyse'),
        () => ours.all('readFiles'),
        () => ours.all('analyseFiles'),
        ...(duck ? [theirs] : []),
      )
      const name = `${size.papers} papers × ${size.shards * size.students} students × ${size.items} items, ${cores} cores`
      const against = (f: Pick<Figure, 'reference' | 'referenceName' | 'goal' | 'note'>): Figure => ({
        name: `${name}, against ${f.referenceName}`,
        unit: 'ms',
        ours: mine!,
        ...f,
      })
      const figures = [
        against({
          reference: read!,
          referenceName: 'one addition a value',
          goal: { kind: 'ratio', value: 3 },
          note: 'the same columns in memory, on the same cores; nothing that reads can be quicker',
        }),
        {
          ...against({
            reference: readFiles!,
            referenceName: 'reading the columns’ files',
            goal: { kind: 'ratio', value: 3 },
            note: 'scores of two bytes and choices of one, widened to whole numbers; ours reads them too, and then analyses',
          }),
          ours: fromFiles!,
        },
      ]
      if (!duck || sql === undefined) return figures
      const { compared, different } = compare(
        reportOf(items, mergeTallies(papers[0]!.map(tallyOf))),
        await duck.answers('paper0', items),
      )
      if (different.length > 0) throw new Error(`other results than DuckDB's: ${different.join('; ')}`)
      return [
        ...figures,
        against({
          reference: sql,
          referenceName: 'DuckDB',
          goal: { kind: 'speed', value: 2 },
          note: `${compared} figures of one paper the same to 1e-9`,
        }),
      ]
    } finally {
      duck?.close()
      await ours.close()
      files.remove()
    }
  },
}

export const analysisBenches: readonly Bench[] = [school, province]
