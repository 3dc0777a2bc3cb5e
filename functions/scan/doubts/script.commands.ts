import type { BatchId, PaperId, StudentId } from '#shared/kit/ids.ts'
import type { AbsentMark, Batch, MissingAccepted } from '#shared/scan/sheet.types.ts'
import { fedWords, otherSide, pagesExpected, withMissed } from '#shared/scan/uploading/sheetCount.rules.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId, now, randomText } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { transact } from '#functions/kit/table.ts'
import { actOnRecord } from '../act.store.ts'
import { absents, batches, missings, slots, slotsOfStudent } from '../scan.store.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { candidateOf, candidatesByIds } from '#functions/exam/exam.public.ts'
import { countChanged, countSheets } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { managedPaper } from '../managed.ts'
import { asMarked, beforeHere } from './aside.ts'
import type * as scanCalls from '#shared/scan/scan.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** Writes the mark over any other, and the candidate's pages follow it; a repeat changes nothing. */
export const markAbsent = async (
  at: { paperId: AbsentMark['paperId']; studentId: AbsentMark['studentId'] },
  absent: boolean,
  reason: string,
  caller: Pick<Caller, 'userName'>,
): Promise<boolean> => {
  let changed = false
  if (!absent) await beforeHere(at)
  await absents.edit({ ...at }, (known) => {
    changed = (known?.absent ?? false) !== absent
    return changed ? { schema: 1, ...at, absent, by: caller.userName, at: now(), reason, version: 1 } : null
  })
  await asMarked(at)
  return changed
}

export const setAbsent = async (
  input: InputOf<typeof scanCalls.setAbsent>,
  caller: Caller,
): Promise<AnswerOf<typeof scanCalls.setAbsent>> => {
  const { exam } = await managedPaper(input.paperId, caller)
  const roster = new Map((await candidatesByIds(exam, input.studentIds)).map((c) => [c.studentId as string, c]))
  const reason = input.reason?.trim() ?? ''
  for (const studentId of input.studentIds) {
    const candidate = roster.get(studentId) ?? refuse(scanProblems.noCandidate, { number: '' })
    if (!input.absent || reason !== '') continue
    const there = (await slotsOfStudent(input.paperId, studentId)).filter((s) => s.scanId !== undefined)
    if (there.length > 0) refuse(scanProblems.hasPages, { student: candidate.studentName, pages: there.length })
  }
  let changed = 0
  for (const studentId of input.studentIds)
    if (await markAbsent({ paperId: input.paperId, studentId }, input.absent, reason, caller)) changed++
  await countChanged(input.paperId, [], input.studentIds)
  await followMarking(input.paperId, caller, { settled: true })
  return { changed }
}

type Fed = Batch & { fed: NonNullable<Batch['fed']> }

/**
 * The batch that waits for this page: the other side of its sheet came in it, and fewer pages than its sheets have. That no
 * more will come is said once, of the page; the count of the sheets follows it.
 */
const lackingBatch = async (of: { paperId: PaperId; studentId: StudentId; page: number }): Promise<Fed | null> => {
  const other = await slots.get({ ...of, page: otherSide(of.page) })
  const batch = other?.batchId ? await batches.get({ paperId: of.paperId, batchId: other.batchId }) : null
  const { fed } = batch ?? {}
  if (!batch || !fed || fed.mode !== 'DOUBLE' || batch.state !== 'recognised') return null
  return pagesExpected(fed) > batch.handed ? { ...batch, fed } : null
}

/** The same batch, as long as a side is counted as lacking: its sheets may have been counted again since. */
const stillCounting = async (paperId: PaperId, batchId: BatchId): Promise<Fed | null> => {
  const batch = await batches.get({ paperId, batchId })
  return batch?.fed?.missed ? { ...batch, fed: batch.fed } : null
}

const missedBy = ({ fed }: Fed, accepted: boolean) => ({
  act: 'fed' as const,
  note: `${fedWords(fed)} → ${fedWords(withMissed(fed, accepted ? 1 : -1))}`,
})

export const acceptMissing = async (
  input: InputOf<typeof scanCalls.acceptMissing>,
  caller: Caller,
): Promise<AnswerOf<typeof scanCalls.acceptMissing>> => {
  const { exam } = await managedPaper(input.paperId, caller)
  const { paperId, studentId, page, accepted } = input
  const candidate = (await candidateOf(exam, studentId)) ?? refuse(scanProblems.noCandidate, { number: '' })
  const counted = await edit(`missing page ${page} of ${studentId}`, async () => {
    if (accepted && (await slots.get({ paperId, studentId, page }))?.scanId !== undefined)
      return refuse(scanProblems.notMissing)
    const missing = await missings.get({ paperId, studentId, page })
    // As wished: a repeat is welcome, and does what the first request left undone.
    if ((missing?.accepted ?? false) === accepted) return missing?.batchId ?? null
    const fed = accepted
      ? await lackingBatch(input)
      : missing?.batchId
        ? await stillCounting(paperId, missing.batchId)
        : null
    const row: MissingAccepted = {
      schema: 1,
      paperId,
      studentId,
      page,
      accepted,
      by: caller.userName,
      at: now(),
      reason: input.reason?.trim() ?? '',
      ...(accepted && fed ? { batchId: fed.batchId } : {}),
      version: missing?.version ?? 1,
    }
    const write = missing ? missings.saving(row) : missings.creating(row)
    const about = `${accepted ? '确认缺页' : '撤销确认缺页'}：${candidate.studentName}第${page}页`
    const done = fed
      ? await actOnRecord(
          paperId,
          { ...missedBy(fed, accepted), actId: newId<string>('attempt'), reason: about },
          caller,
          [write, batches.saving({ ...fed, fed: withMissed(fed.fed, accepted ? 1 : -1) })],
        )
      : await transact([write], randomText(27))
    return done ? (fed?.batchId ?? null) : beaten
  })
  if (counted !== null) await countSheets(paperId, [counted])
  await countChanged(paperId, [], [studentId])
  await followMarking(paperId, caller, { settled: true })
  return { accepted }
}
