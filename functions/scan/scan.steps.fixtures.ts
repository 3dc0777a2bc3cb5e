/** What tests of this room do again and again: ask a call, lay files down, have a batch read. */
import type { CardDesign } from '#shared/card/card.types.ts'
import type { JobState } from '#shared/kit/job.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { asFunction, driveJob, send } from '#functions/kit/testing.ts'
import type { Work } from '#functions/kit/work.ts'
import { handler } from './scan.api.ts'
import { layDown } from './scan.fixtures.ts'
import type { Sent, Sitting } from './scan.fixtures.ts'
import { scanWorks } from './scan.work.ts'

/** One page, one question: few store calls. */
export const slip: CardDesign = {
  schema: 1,
  title: '单页',
  sheetType: 0,
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  units: [
    { unitId: 'u1', unitType: 1, questions: [{ questionId: 'q1', number: '1', fullScore: 300, optionCount: 4 }] },
  ],
}

export const ask = <C extends Parameters<typeof send>[1]>(
  call: C,
  input: Parameters<typeof send<C>>[2],
  of: { token: string },
) => send(handler, call, input, of.token)

/** Drives the recognising job of a batch to its end, as the function whose role the test has taken on. */
export const walk = (batch: Batch, works: readonly Work[] = scanWorks): Promise<JobState> =>
  driveJob(works, {
    job: recogniseJob.name,
    jobId: batch.jobId,
    tenant: batch.owner,
    startedBy: batch.uploadedBy,
    input: { batchId: batch.batchId, paperId: batch.paperId },
    out: {},
  })
export const recognise = (batch: Batch): Promise<JobState> => asFunction('scan-work', () => walk(batch))

export const named = (...all: readonly Buffer[]): Sent[] => all.map((bytes, i) => ({ name: `scan${i + 1}.jpg`, bytes }))

/** A batch of these files, read. */
export const laidFiles = async (of: Sitting, sent: readonly Sent[]): Promise<Batch> => {
  const batch = await layDown(of, sent)
  await recognise(batch)
  return batch
}
export const laid = (of: Sitting, ...all: readonly Buffer[]): Promise<Batch> => laidFiles(of, named(...all))
