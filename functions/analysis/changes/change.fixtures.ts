/** Change sets made, replayed and signed as the calls and the state machine do it: for tests. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import type { ChangeId, JobId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { handler } from '../analysis.api.ts'
import { awaiting } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { sign, storeChange, storeOpposite } from './change.commands.ts'
import { changeSets } from '../analysis.store.ts'
import { analysisWorks } from '../analysis.work.ts'

const stateOf = (of: Marked, job: string, jobId: JobId, input: object) => ({
  job,
  jobId,
  tenant: of.tenant,
  startedBy: of.manager.caller.userId,
  input: { paperId: of.paperId, by: of.manager.caller, ...input },
  out: {},
})

/** Publishes what marking has, as it is now. */
export const release = async (of: Marked): Promise<void> => {
  const jobId = newId<JobId>('job')
  await asFunction('analysis-work', async () => {
    await awaiting(of, jobId)
    await driveJob(analysisWorks, stateOf(of, 'analysis.publish', jobId, {}))
  })
}

export const ask = <C extends Parameters<typeof send>[1]>(
  of: Marked,
  call: C,
  input: object,
  who: { token: string } = of.manager,
) => asFunction('analysis-api', () => send(handler, call, { paperId: of.paperId, ...input } as never, who.token))

export const replayed = async (of: Marked, changeId: ChangeId): Promise<void> => {
  const { jobId } = (await changeSets.get({ paperId: of.paperId, changeId }))!
  await asFunction('analysis-work', () => driveJob(analysisWorks, stateOf(of, 'analysis.replay', jobId, { changeId })))
}

/** A set that was made and replayed; nothing of it runs but what is driven here. */
export const drafted = async (of: Marked, tool: ChangeTool, edits: ChangeWish[]): Promise<ChangeId> => {
  const { paperId, manager } = of
  const made = await asFunction('analysis-api', () => storeChange({ paperId, tool, edits }, manager.caller))
  await replayed(of, made.changeId)
  return made.changeId
}

/** What signing a published set started, as its state machine goes on with it. */
export const published = async (of: Marked, changeId: ChangeId): Promise<unknown> => {
  const set = (await changeSets.get({ paperId: of.paperId, changeId }))!
  const input = { change: changeId, digest: set.replayed!.digest }
  const state = stateOf(of, 'analysis.publish', set.signed!.jobId!, input)
  return asFunction('analysis-work', async () => (await driveJob(analysisWorks, state)).out['publish'])
}

export const signed = async (of: Marked, changeId: ChangeId, reason = '答案有误'): Promise<void> => {
  const { paperId, manager } = of
  const { start } = await asFunction('analysis-api', () => sign({ paperId, changeId, reason }, manager.caller))
  if (start) await published(of, changeId)
}

/** Taken off by its opposite. */
export const undone = async (of: Marked, changeId: ChangeId): Promise<ChangeId> => {
  const { paperId, manager } = of
  const made = await asFunction('analysis-api', () => storeOpposite({ paperId, changeId }, manager.caller))
  await replayed(of, made.changeId)
  await signed(of, made.changeId, '改错了')
  return made.changeId
}
