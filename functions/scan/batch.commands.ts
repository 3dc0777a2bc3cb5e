import type { JobId } from '#shared/kit/ids.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { startJob } from '#functions/kit/work.ts'

/** The batch's job under its id. */
export const runBatch = async (
  batch: Batch,
  by: { tenant: Batch['owner']; userId: string },
  about: string,
  again = false,
): Promise<{ uuid: JobId }> => {
  const input = { batchId: batch.batchId, paperId: batch.paperId, ...(again ? { again } : {}) }
  return startJob(recogniseJob, input, by, { jobId: batch.jobId, about })
}
