import { createHash } from 'node:crypto'
import type * as calls from '#shared/scan/act.calls.ts'
import { rollbackJob, switchModeJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { Batch, ScanPage } from '#shared/scan/sheet.types.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { RollbackOf } from '#shared/scan/act.types.ts'
import { getObject, objectKey, putObject, sizeOf } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { actOnRecord, acts, configOf, configs } from './act.store.ts'
import { runBatch } from './batches/batch.commands.ts'
import { putBack, takeOut, tookOut } from './uploading/bin.ts'
import { countSheets } from './counts.ts'
import { followMarking } from './followMarking.ts'
import { managedBatch, managedPaper } from './managed.ts'
import { batches, batchesOfPaper, batchIdOf, batchPlaces, files, pages, placeBatch } from './scan.store.ts'
import { failedOf } from './batches/batch.read.ts'
import { uploadersOf, uploaders, withAct, actBy } from './uploading/uploader.store.ts'

/** The job of an act has an id that follows from it: asked for again, the same job. */
export const jobOf = (actId: string, at: number): JobId =>
  composeId('job', at, createHash('sha256').update(`scan.act#${actId}`).digest().subarray(0, 10))

const by = (caller: Caller) => ({ by: caller.userId, byName: caller.userName, at: now() })

const fileOf = (p: ScanPage) => ({
  key: p.imageKey!,
  name:
    p.source.name
      .split(' › ')
      .at(-1)!
      .replace(/\.[^.]*$/, '') + (p.imageKey!.endsWith('png') ? '.png' : '.jpg'),
  sha256: p.sha256,
})

/** The same files under the batch's own folder. */
const copied = <F extends { key: string; file: number; name: string }>(
  of: readonly F[],
  batch: Pick<Batch, 'batchId' | 'owner'>,
) =>
  inTurns(of, 8, async (f): Promise<F> => {
    const name = `${f.file}${f.name.slice(f.name.lastIndexOf('.'))}`
    const key = objectKey(batch.batchId, batch.owner, 'scan', 'batches', batch.batchId, 'files', name)
    if ((await sizeOf(key)) === null) await putObject(key, await getObject(f.key))
    return { ...f, key }
  })

export const deletePages = async (
  input: InputOf<typeof calls.deletePages>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deletePages>> => {
  const at = await managedBatch(input.batchId, caller)
  let [deleted, before] = [0, 0]
  for (const no of input.nos) {
    const page = { batchId: input.batchId, no }
    if (await takeOut(page, 'void', input.reason, by(caller))) deleted++
    else if (await tookOut(page, input.reason, caller)) before++
  }
  // Also where an earlier request took them out and ended there.
  if (deleted + before > 0) await followMarking(at.paperId, caller)
  return { deleted }
}

export const restorePages = async (
  input: InputOf<typeof calls.restorePages>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.restorePages>> => {
  await managedPaper(input.paperId, caller)
  const places = await batchPlaces.getMany(
    [...new Set(input.pages.map((p) => p.batchId))].map((batchId) => ({ batchId })),
  )
  if (places.some((p) => p.paperId !== input.paperId)) return refuse(commonProblems.notFound)
  const done = { back: 0, waiting: 0, nothing: 0 }
  for (const at of input.pages) done[await putBack(at, by(caller))]++
  if (done.back + done.waiting === 0) return refuse(scanProblems.nothingThere, { act: '恢复' })
  await followMarking(input.paperId, caller)
  return { restored: done.back, waiting: done.waiting }
}

export const transferPages = async (
  input: InputOf<typeof calls.transferPages>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.transferPages>> => {
  const from = await managedBatch(input.batchId, caller)
  const { paper: to, exam } = await managedPaper(input.toPaperId, caller)
  if (to.paperId === from.paperId || !(await printedCardOfPaper(to.paperId))) return refuse(scanProblems.noCard)
  const found = await pages.getMany(input.nos.map((no) => ({ batchId: input.batchId, no })))
  const note = `转到${to.courseName}`
  const before = (p: ScanPage): boolean => p.journal.at(-1)?.act === 'transfer' && p.journal.at(-1)?.note === note
  const moved = found.filter((p) => p.imageKey && (p.state !== 'voided' || before(p)))
  if (moved.length === 0) return refuse(scanProblems.nothingThere, { act: '转移' })
  moved.sort((a, b) => (a.no < b.no ? -1 : 1))
  // The same pages make the same batch: asked for again, nothing happens twice.
  const batchId = batchIdOf(
    to.paperId,
    moved.map((p) => p.imageKey!),
  )
  const place = { schema: 1 as const, batchId, paperId: to.paperId, examId: exam.examId, owner: to.owner }
  const named = moved.map((p, i) => ({ schema: 1 as const, batchId, file: i + 1, ...fileOf(p) }))
  // Pictures go with the exam that they lie under: another exam has its own copies.
  const there = from.examId === to.examId ? named : await copied(named, place)
  const sizes = await inTurns(there, 16, (f) => sizeOf(f.key))
  await files.putMany(there.map((f, i) => ({ ...f, size: sizes[i] ?? 0 })))
  await placeBatch(place)
  const batch: Batch = {
    ...place,
    fileTenant: from.owner,
    uploadedBy: caller.userId,
    uploaderName: caller.userName,
    fileCount: moved.length,
    handed: 0,
    state: 'recognising',
    jobId: newId<JobId>('job'),
    createdAt: now(),
    version: 1,
  }
  const stored = (await batches.create(batch)) ? batch : ((await batches.get(place)) ?? batch)
  await countSheets(to.paperId, [batchId])
  const told = `${moved.length}页${note}`
  await actOnRecord(from.paperId, { actId: batchId, act: 'transfer', note: told, reason: '' }, caller)
  for (const p of moved) await takeOut(p, 'transfer', note, by(caller))
  await followMarking(from.paperId, caller)
  if (stored.state === 'recognising') await runBatch(stored, caller, paperTitle(exam, to))
  return { batchId, uuid: stored.jobId, moved: moved.length }
}

export const switchRecognitionMode = async (
  input: InputOf<typeof calls.switchRecognitionMode>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.switchRecognitionMode>> => {
  const { paper, exam } = await managedPaper(input.paperId, caller)
  const before = await configOf(paper)
  // The same switch of the same version is the same act and the same job: asked for again, it goes on where it stopped.
  const actId = `mode-${input.mode}-${input.version}`
  const repeated = before.mode === input.mode && (await acts.get({ paperId: paper.paperId, actId })) !== null
  if (before.version !== input.version && !repeated) return refuseStale(configs, paper)
  const next = { ...before, mode: input.mode }
  const of = { actId, act: 'mode' as const, note: input.mode, reason: '' }
  const done =
    (await actOnRecord(paper.paperId, of, caller, [configs.saving(next)])) ?? (await refuseStale(configs, paper))
  const asked = { paperId: paper.paperId, mode: input.mode, byName: caller.userName }
  const jobId = jobOf(`${paper.paperId}#${actId}`, done.act.at)
  return startJob(switchModeJob, asked, caller, { jobId, about: paperTitle(exam, paper) })
}
export type Asked = { actId: string; pages: boolean; reason: string }

export const batchesIn = (all: readonly Batch[], of: RollbackOf): readonly Batch[] =>
  of.kind === 'uploader'
    ? all.filter((b) => b.uploadedBy === of.userId)
    : of.kind === 'batch'
      ? all.filter((b) => b.batchId === of.batchId)
      : all

/** Whose uploading an act takes back. */
export const concerned = async (paperId: string, of: RollbackOf) => {
  const all = await uploadersOf(paperId)
  switch (of.kind) {
    case 'whole':
      return all
    case 'uploader':
      return all.filter((u) => u.userId === of.userId)
    case 'class':
      return all.filter((u) => u.classIds.length === 0 || u.classIds.some((c) => of.classIds.includes(c)))
    case 'batch':
      return []
    default:
      return of satisfies never
  }
}
export const rollBack = async (
  { exam, paper }: { exam: Exam; paper: Paper },
  of: RollbackOf,
  { actId, pages: withPages, reason }: Asked,
  note: string,
  caller: Caller,
  act: 'rollback' | 'deleteBatch' = 'rollback',
): Promise<{ uploaders: number; uuid?: JobId }> => {
  if (withPages) {
    // What is still being opened would come back behind the act.
    const reading = batchesIn(await batchesOfPaper(paper.paperId), of).filter((b) => b.state === 'recognising')
    const failed = await failedOf(reading)
    const alive = reading.filter((b) => !failed.has(b.jobId))
    if (alive.length > 0) return refuse(scanProblems.stillReading, { n: alive.length })
  }
  const people = await concerned(paper.paperId, of)
  const done =
    (await actOnRecord(paper.paperId, { actId, act, note, reason }, caller)) ?? refuse(commonProblems.conflict)
  let count = 0
  for (const u of people) {
    if (u.finishedAt === undefined) continue
    await uploaders.edit(u, (row) => {
      if (row?.finishedAt === undefined) return null
      const { finishedAt: _at, ...open } = row
      return withAct(open, actBy(caller, 'rollback', reason))
    })
    count++
  }
  if (!withPages) return { uploaders: count }
  const input = { paperId: paper.paperId, examId: exam.examId, of, reason, at: done.act.at, byName: caller.userName }
  const jobId = jobOf(actId, done.act.at)
  await startJob(rollbackJob, input, caller, { jobId, about: paperTitle(exam, paper) })
  return { uploaders: count, uuid: jobId }
}
