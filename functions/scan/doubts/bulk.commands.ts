import type * as calls from '#shared/scan/uploading/sheetCount.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Refused, refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { actOnRecord, lastAct } from '../act.store.ts'
import { takeOut } from '../uploading/bin.ts'
import { countChanged, countSheets, pageUnit, sheetCounts } from '../counts.ts'
import { queueOfKind } from './doubt.read.ts'
import { followMarking } from '../followMarking.ts'
import { mayHold } from '../batches/lease.ts'
import { managedBatch, managedPaper } from '../managed.ts'
import { absents, pages } from '../scan.store.ts'
import { onlyFollowed } from './aside.ts'
import { markAbsent } from './script.commands.ts'
import { pageAt, wasDoneBy } from './settle.ts'
import { confirm } from './settle.commands.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

const atOnce = 200

export const ignoreDoubts = async (
  input: InputOf<typeof calls.ignoreDoubts>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.ignoreDoubts>> => {
  await managedPaper(input.paperId, caller)
  const { list } = await queueOfKind(input.paperId, input.kind, atOnce)
  const by = { by: caller.userId, byName: caller.userName, at: now() }
  const free: ScanPage[] = []
  for (const page of list)
    await mayHold(page, caller).then(
      () => free.push(page),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error
      },
    )
  if (free.length > 0) {
    // Before the pages go: cut off midway, it is on record, and asking again takes out the rest.
    const note = `${doubtTexts[input.kind].name} ${free.length}页`
    const of = { actId: newId<string>('attempt'), act: 'ignore' as const, note, reason: input.reason }
    await actOnRecord(input.paperId, of, caller)
  }
  let ignored = 0
  for (const page of free) if (await takeOut(page, 'void', input.reason, by, page.version)) ignored++
  const left = (await sheetCounts.read(input.paperId)).get(`kind.${input.kind}`) ?? 0
  // Also where none is left and an earlier request ended before marking was told.
  const before = ignored === 0 && (await lastAct(input.paperId, 'ignore', caller))
  if (before) {
    const gone = await pages.queryIndex('gsi1', `bin#${input.paperId}`, { reverse: true, limit: atOnce })
    const own = gone.filter((p) => p.reason === input.reason && wasDoneBy(p, caller, 'void'))
    await countSheets(input.paperId, own.map(pageUnit))
  }
  if (ignored > 0 || before) await followMarking(input.paperId, caller, { settled: true })
  return { ignored, left }
}

export const settleAbsent = async (
  input: InputOf<typeof calls.settleAbsent>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.settleAbsent>> => {
  const at = await managedBatch(input.batchId, caller)
  const page = (await pages.get(input)) ?? refuse(commonProblems.notFound)
  const { studentId } = page
  if (!studentId || page.state !== 'matched') return refuse(scanProblems.notMatched)
  await mayHold(input, caller)
  const of = { paperId: at.paperId, studentId }
  const { already } = await pageAt(input, (p) => !p.doubts.some((d) => d.kind === 'absentMark'))
  if (already && ((await absents.get(of))?.absent ?? false) !== input.absent) return refuseStale(pages, page)
  // The candidate first: cut off behind it, the page still waits and is settled again.
  await markAbsent(of, input.absent, '核对缺考标记', caller)
  // The mark may have changed what waits of this very page, and nothing else of it: what was seen of it stands.
  const moved = already ? null : await pages.get(input)
  const version = moved && onlyFollowed(page, moved) ? moved.version : input.version
  const done = await confirm({ ...input, version, answers: [], accept: ['absentMark'] }, caller)
  await countChanged(at.paperId, [], [studentId])
  return done
}
