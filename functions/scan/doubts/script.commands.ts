import type { AbsentMark } from '#shared/scan/sheet.types.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { absents, missings, slots, slotsOfStudent } from '../scan.store.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { candidateOf, candidatesByIds } from '#functions/exam/exam.public.ts'
import { countChanged } from '../counts.ts'
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

export const acceptMissing = async (
  input: InputOf<typeof scanCalls.acceptMissing>,
  caller: Caller,
): Promise<AnswerOf<typeof scanCalls.acceptMissing>> => {
  const { exam } = await managedPaper(input.paperId, caller)
  const { paperId, studentId, page, accepted } = input
  if (!(await candidateOf(exam, studentId))) return refuse(scanProblems.noCandidate, { number: '' })
  if (accepted && (await slots.get({ paperId, studentId, page }))?.scanId !== undefined)
    return refuse(scanProblems.notMissing)
  const missing = await missings.get({ paperId, studentId, page })
  if ((missing?.accepted ?? false) === accepted) return { accepted }
  const row = {
    schema: 1 as const,
    paperId,
    studentId,
    page,
    accepted,
    by: caller.userName,
    at: now(),
    reason: input.reason?.trim() ?? '',
    version: missing?.version ?? 1,
  }
  const stored = missing ? await missings.save(row) : await missings.create(row)
  if (!stored) return refuseStale(missings, input)
  await countChanged(paperId, [], [studentId])
  await followMarking(paperId, caller, { settled: true })
  return { accepted }
}
