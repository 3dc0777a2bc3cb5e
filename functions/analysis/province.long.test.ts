/**
 * Publication of a cohort that no function could hold: shards are computed by a process with little memory, and every
 * figure is that of the whole cohort in memory. `QINGHE_PROVINCE` is the number of students.
 */
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, it } from 'vitest'
import { sortRows } from '#shared/analysis/transcript.rules.ts'
import { reportAndTranscript } from '#shared/analysis/snapshot.fixtures.ts'
import type { SnapshotColumns, TranscriptRow } from '#shared/analysis/publication.types.ts'
import { scriptCounts, groupOf } from '#functions/marking/counts.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import type { Marked } from './analysis.fixtures.ts'
import { province } from './province.fixtures.ts'
import type { ProvinceRun } from './province.worker.testing.ts'
import { request } from './publish.faults.testing.ts'
import { classFiguresOf, headOf, indexOf, partOf, reportOf, resultIn, sortedIn } from './snapshot.ts'

const students = Number(process.env['QINGHE_PROVINCE'] ?? 5_000)
/** Megabytes of heap: what the shards of half a million students have as much as those of a thousand. */
const heap = 160

beforeAll(() => actAs('analysis-work'))

it('publishes a province within little memory, as the small fold says', async () => {
  const of = await province(students)
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
  for (let at = 0; at < students; at += of.together * 4)
    await asFunction('marking-work', () =>
      Promise.all(
        [0, 1, 2, 3].map((i) => at + i * of.together).flatMap((from) => (from < students ? [of.write(from)] : [])),
      ),
    )
  console.info(`${students} scripts written after ${seconds()} s`)
  // The stream tells the journal and the counters.
  for (;;) {
    const counts = await scriptCounts.read(groupOf(of.paper))
    if ((counts.get('present') ?? 0) + (counts.get('absent') ?? 0) === students && !counts.get('unfinished')) break
    await new Promise((done) => setTimeout(done, 2000))
  }
  console.info(`told by the stream after ${seconds()} s`)
  const { paperId } = of.paper
  const jobId = await request({ ...of, paperId, examId: of.exam.examId } as unknown as Marked)
  const run: ProvinceRun = { paperId, jobId, tenant: of.tenant, by: of.manager.caller }
  const told = await new Promise<{ v: number; peaks: Record<string, number[]> }>((done, failed) => {
    const worker = new Worker(new URL('./province.worker.testing.ts', import.meta.url), {
      workerData: run,
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    worker.once('message', done)
    worker.once('error', failed)
  })
  console.info(`published after ${seconds()} s`)
  for (const [step, peaks] of Object.entries(told.peaks)) {
    const half = Math.ceil(peaks.length / 2)
    const [first, second] = [Math.max(...peaks.slice(0, half)), Math.max(...peaks.slice(half), 0)]
    console.info(
      `${step}: ${peaks.length} parts, MB of heap at most ${first} in the first half, ${second} in the second`,
    )
    expect(Math.max(first, second)).toBeLessThan(heap)
  }

  const { v } = told
  const [head, index, report] = await Promise.all([headOf(of.paper, v), indexOf(of.paper, v), reportOf(of.paper, v)])
  const columns: SnapshotColumns[] = []
  for (const p of index.parts) columns.push((await partOf(of.paper, v, p.part)).columns)
  const joined = Object.fromEntries(
    Object.keys(columns[0]!).map((k) => [k, columns.flatMap((c) => c[k as keyof SnapshotColumns] as unknown[])]),
  ) as SnapshotColumns
  const small = reportAndTranscript({ ...head, ...joined })
  // Integers were added up, so the figures are not only near.
  expect({ ...report, classes: await classFiguresOf(of.paper, v, head, null) }).toEqual(small.report)
  const sorted: TranscriptRow[] = []
  for (const r of index.ranges) sorted.push(...(await sortedIn(of.paper, v, r.range)))
  const present = sortRows(small.transcript.filter((r) => r.total !== null))
  expect(sorted.slice(0, present.length)).toEqual(present)
  expect(sorted).toHaveLength(students)
  for (const row of [sorted[0]!, sorted[Math.floor(students / 2)]!, sorted.at(-1)!])
    expect(await resultIn(of.paper, v, row.studentId)).toMatchObject({ v, total: row.total })
})
