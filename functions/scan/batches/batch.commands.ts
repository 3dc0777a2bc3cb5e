import type { JobId } from '#shared/kit/ids.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { startJob } from '#functions/kit/work.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { byName } from '#shared/scan/scan.rules.ts'
import { examUploaderIdOf } from '#shared/scan/batches/unlock.rules.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { grantedSizes, tenantOfUpload } from '#functions/platform/upload.public.ts'
import { countSheets, ensureCounted } from '../counts.ts'
import { managedBatch, openPaper } from '../managed.ts'
import { batches, batchIdOf, files, placeBatch } from '../scan.store.ts'
import { uploadSize } from '../unpack/uploadSize.ts'
import type * as scanCalls from '#shared/scan/scan.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { eachInTurns } from '#functions/kit/turns.ts'

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

const lookAtOnce = 40

export const createBatch = async (
  input: InputOf<typeof scanCalls.createBatch>,
  caller: Caller,
): Promise<AnswerOf<typeof scanCalls.createBatch>> => {
  const { paper, exam, uploader } = await openPaper(input.paperId, caller)
  const named = input.examUploaderId
  if (named !== undefined && named !== examUploaderIdOf({ paperId: paper.paperId, userId: caller.userId }))
    throw new Barred(403)
  if (uploader?.finishedAt !== undefined) return refuse(scanProblems.uploadFinished)
  const about = paperTitle(exam, paper)
  if (!(await printedCardOfPaper(input.paperId))) return refuse(scanProblems.noCard)
  for (const f of input.files) {
    const own = tenantOfUpload(f.key) === caller.tenant && f.key.includes('/uploads/scan/')
    if (!own) return refuse(scanProblems.notYours, { name: f.name })
  }
  const granted = await grantedSizes(
    input.files.map((f) => f.key),
    caller.userId,
  )
  for await (const [[i, f], size] of eachInTurns([...input.files.entries()], lookAtOnce, ([, f]) =>
    uploadSize(f.key),
  )) {
    const most = granted[i] ?? null
    if (size === null) return refuse(scanProblems.notThere, { name: f.name })
    // Of what came beyond the grant nothing is ever read; what is there stays as it is, for its key is put once.
    if (most === null || Math.max(size, f.size) > most) return refuse(scanProblems.notYours, { name: f.name })
  }
  // The same files make the same batch: a repeated request starts nothing twice.
  const batchId = batchIdOf(
    input.paperId,
    input.files.map((f) => f.key),
  )
  const key = { paperId: input.paperId, batchId }
  const known = await batches.get(key)
  if (known) {
    if (known.state !== 'recognising') return { batchId, uuid: known.jobId }
    await countSheets(input.paperId, [batchId])
    return { batchId, ...(await runBatch(known, caller, about)) }
  }
  const place = { schema: 1 as const, batchId, paperId: input.paperId, examId: exam.examId, owner: paper.owner }
  const inOrder = [...input.files].sort((a, b) => byName(a.name, b.name))
  await files.putMany(inOrder.map((f, i) => ({ schema: 1 as const, batchId, file: i + 1, ...f })))
  await placeBatch(place)
  const batch: Batch = {
    ...place,
    fileTenant: caller.tenant,
    uploadedBy: caller.userId,
    uploaderName: caller.userName,
    fileCount: inOrder.length,
    handed: 0,
    state: 'recognising',
    jobId: newId<JobId>('job'),
    createdAt: now(),
    ...(uploader && uploader.classIds.length > 0 ? { forClasses: uploader.classIds } : {}),
    ...(input.fed ? { fed: input.fed } : {}),
    version: 1,
  }
  const stored = (await batches.create(batch)) ? batch : ((await batches.get(key)) ?? batch)
  // Told before the answer: from now on the ledger does not balance until the batch is read.
  await ensureCounted({ paper, exam }, caller)
  await countSheets(input.paperId, [batchId])
  return { batchId, ...(await runBatch(stored, caller, about)) }
}

export const restartBatch = async (
  input: InputOf<typeof scanCalls.restartBatch>,
  caller: Caller,
): Promise<AnswerOf<typeof scanCalls.restartBatch>> => {
  const at = await managedBatch(input.batchId, caller)
  const batch = (await batches.get(at)) ?? refuse(commonProblems.notFound)
  const [exam, paper, record] = await Promise.all([examOf(batch.examId), paperOf(batch.paperId), jobNow(batch.jobId)])
  const about = exam && paper ? paperTitle(exam, paper) : ''
  if (batch.state === 'recognising' && record) {
    // Written down by a request that ended before it began: it begins now, unless it has.
    if (record.status === jobStatus.queued)
      return { batchId: batch.batchId, ...(await runBatch(batch, caller, about, input.again)) }
    if (record.status !== jobStatus.failed && record.status !== jobStatus.done) return refuse(scanProblems.running)
  }
  const next = await batches.save({ ...batch, state: 'recognising', jobId: newId<JobId>('job') })
  if (!next) return refuseStale(batches, at)
  await countSheets(batch.paperId, [batch.batchId])
  return { batchId: batch.batchId, ...(await runBatch(next, caller, about, input.again)) }
}
