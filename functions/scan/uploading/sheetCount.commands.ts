import type * as calls from '#shared/scan/uploading/sheetCount.calls.ts'
import { fedWords, scanModeFor } from '#shared/scan/uploading/sheetCount.rules.ts'
import { scanModeNames } from '#shared/scan/helper/sheetCount.types.ts'
import { recountJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { actOnRecord, configOf, configs } from '../act.store.ts'
import { batchRowOf } from '../batches/batch.read.ts'
import { countSheets } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { managedBatch, managedPaper } from '../managed.ts'
import { batches } from '../scan.store.ts'

export const configured = async ({ exam, paper }: { exam: Exam; paper: Paper }, caller: Caller) => {
  const [config, card] = await Promise.all([configOf(paper), printedCardOfPaper(paper.paperId)])
  const pageCount = card?.geometry.pages.length ?? 0
  return {
    mode: config.mode,
    sides: config.sides ?? scanModeFor(pageCount === 0 ? 2 : pageCount),
    bySelf: config.sides === undefined,
    pageCount,
    version: config.version,
    mayManage: mayManage(exam, caller),
  }
}

const sameFed = (a: Batch['fed'], b: Batch['fed']): boolean =>
  a?.sheets === b?.sheets && a?.mode === b?.mode && a?.missed === b?.missed

/** Counts the batch at once; late cards of an exam that is being marked go on, if this was what they waited for. */
const fedStated = async (batch: Batch, caller: Caller) => {
  await countSheets(batch.paperId, [batch.batchId])
  await followMarking(batch.paperId, caller, { settled: true })
  return batchRowOf(batch)
}

export const setScanConfig = async (
  input: InputOf<typeof calls.setScanConfig>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setScanConfig>> => {
  const seen = await managedPaper(input.paperId, caller)
  const before = await configOf(seen.paper)
  // As wished: a repeat is welcome.
  if (before.sides !== input.sides) {
    if (before.version !== input.version) return refuseStale(configs, seen.paper)
    const next = { ...before, sides: input.sides }
    const note = scanModeNames[input.sides]
    const of = { actId: newId<string>('attempt'), act: 'sides' as const, note, reason: '' }
    if (!(await actOnRecord(input.paperId, of, caller, [configs.saving(next)]))) return refuseStale(configs, seen.paper)
  }
  return configured(seen, caller)
}

export const stateFed = async (
  input: InputOf<typeof calls.stateFed>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.stateFed>> => {
  const key = await managedBatch(input.batchId, caller)
  const before = (await batches.get(key)) ?? refuse(commonProblems.notFound)
  if (before.version !== input.version) {
    // Said before, and the answer was lost.
    if (!sameFed(before.fed, input.fed ?? undefined)) return refuseStale(batches, key)
    return fedStated(before, caller)
  }
  const { fed: _fed, ...rest } = before
  const next: Batch = { ...rest, ...(input.fed ? { fed: input.fed } : {}) }
  const note = `${fedWords(before.fed)} → ${fedWords(input.fed ?? undefined)}`
  const of = { actId: newId<string>('attempt'), act: 'fed' as const, note, reason: input.reason }
  if (!(await actOnRecord(key.paperId, of, caller, [batches.saving(next)]))) return refuseStale(batches, key)
  return fedStated({ ...next, version: next.version + 1 }, caller)
}

export const completeRecognition = async (
  input: InputOf<typeof calls.completeRecognition>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.completeRecognition>> => {
  const { exam, paper } = await managedPaper(input.paperId, caller)
  return startJob(recountJob, { paperId: paper.paperId }, caller, { about: paperTitle(exam, paper) })
}
