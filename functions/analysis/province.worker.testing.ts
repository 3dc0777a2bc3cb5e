/** A publication driven in a thread of its own, whose heap is small: for the test of a province. */
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { getHeapStatistics } from 'node:v8'
import type { Caller } from '#functions/kit/session.ts'
import { driveJob } from '#functions/kit/testing.ts'
import type { Work } from '#functions/kit/work.ts'
import { publishWork } from './publish.work.ts'

export type ProvinceRun = { paperId: string; jobId: JobId; tenant: Tenant; by: Caller }

const { paperId, jobId, tenant, by } = workerData as ProvinceRun
const peaks: Record<string, number[]> = {}
const megabytes = (): number => Math.round(getHeapStatistics().used_heap_size / 1e6)

/** The same steps, with the heap after each part noted. */
const watched: Work = {
  job: publishWork.job,
  steps: Object.fromEntries(
    Object.entries(publishWork.steps).map(([name, run]) => [
      name,
      async (context: Parameters<typeof run>[0]) => {
        const answer = await run(context)
        ;(peaks[name] ??= []).push(megabytes())
        return answer
      },
    ]),
  ),
}
const input = { paperId, by, override: '试验：没有扫描' }
const { out } = await driveJob([watched], {
  job: 'analysis.publish',
  jobId,
  tenant,
  startedBy: by.userId,
  input,
  out: {},
})
parentPort!.postMessage({ v: (out['plan'] as { v: number }).v, peaks })
