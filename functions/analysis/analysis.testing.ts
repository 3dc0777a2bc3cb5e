/** Publishing a marked paper and reading it, as its tests do. */
import { expect } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { awaiting } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { handler } from './analysis.api.ts'
import { analysisWorks } from './analysis.work.ts'

export const stateOf = (of: Marked, jobId: JobId, input: object = {}) => ({
  job: 'analysis.publish',
  jobId,
  tenant: of.tenant,
  startedBy: of.manager.caller.userId,
  input: { paperId: of.paperId, by: of.manager.caller, ...input },
  out: {},
})
export const publish = async (of: Marked): Promise<number> => {
  const jobId = newId<JobId>('job')
  await awaiting(of, jobId)
  const state = await driveJob(analysisWorks, stateOf(of, jobId))
  expect(state.out['publish']).toMatchObject({ published: true })
  return (state.out['plan'] as { v: number }).v
}
export const transcriptFor = (of: Marked, token: string, more: object = {}) =>
  send(handler, reports.transcript, { paperId: of.paperId, pageSize: 100, ...more }, token)
export const linesFor = async (of: Marked, token: string, more: object = {}) => {
  const { data } = await transcriptFor(of, token, more)
  return { ...transcriptLines(data), source: data.source }
}
export const student = (of: Marked, i: number) =>
  testCaller({ userType: 4, tenant: of.tenant, studentId: of.studentIds[i]! })
