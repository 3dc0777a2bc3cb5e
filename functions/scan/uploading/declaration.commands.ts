import type * as calls from '#shared/scan/uploading/declaration.calls.ts'
import { declarationKindNames, declarationStateNames } from '#shared/scan/uploading/declaration.calls.ts'
import type { Declaration } from '#shared/scan/uploading/declaration.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { actOnRecord } from '../act.store.ts'
import { declarations } from './declaration.store.ts'
import { managedPaper, seenCandidate, seenPaper } from '../managed.ts'
import { place, standingOf } from '../pagePlace.ts'
import { pages, slotsOfStudent } from '../scan.store.ts'
import { countMoved, entryOf } from '../doubts/settle.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** An approved declaration makes the candidate's pages wait for a person, with what was declared as the reason. */
const suspectPages = async (d: Declaration, caller: Caller): Promise<void> => {
  for (const slot of await slotsOfStudent(d.paperId, d.studentId)) {
    const { batchId, no } = slot
    if (!batchId || !no) continue
    await edit(`page ${no} of ${batchId}`, async () => {
      const page = await pages.get({ batchId, no })
      if (page?.state !== 'matched' || page.doubts.some((x) => x.kind === 'suspected')) return null
      const detail = `${declarationKindNames[d.kind]}：${d.detail}`
      const to = { ...standingOf(page), waits: true, doubts: [...page.doubts, { kind: 'suspected' as const, detail }] }
      if (!(await place([{ page, to, entry: entryOf(caller, 'suspect', detail, page) }])).done) return beaten
      return countMoved([{ page, to }])
    })
  }
}

export const found = async (of: { paperId: string; declarationId: string }): Promise<Declaration> =>
  (await declarations.get(of)) ?? refuse(commonProblems.notFound)

export const declare = async (
  input: InputOf<typeof calls.declare>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.declare>> => {
  const seen = await seenPaper(input.paperId, caller)
  const { exam, paper } = seen
  const candidate = await seenCandidate(seen, input.studentId)
  const row: Declaration = {
    schema: 1,
    declarationId: input.declarationId,
    paperId: paper.paperId,
    examId: exam.examId,
    owner: paper.owner,
    studentId: candidate.studentId,
    studentName: candidate.studentName,
    studentNumber: candidate.studentNumber,
    className: candidate.className,
    kind: input.kind,
    detail: input.detail,
    state: 'pending',
    declaredBy: caller.userId,
    declaredByName: caller.userName,
    declaredAt: now(),
    version: 1,
  }
  // Who it is about, and in what words, is said in the declaration alone: that is erased with the student.
  const note = declarationKindNames[input.kind]
  const of = { actId: input.declarationId, act: 'declare' as const, note, reason: '' }
  await actOnRecord(paper.paperId, of, caller, [declarations.creating(row)])
  return found(input)
}

export const reviewDeclaration = async (
  input: InputOf<typeof calls.reviewDeclaration>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.reviewDeclaration>> => {
  await managedPaper(input.paperId, caller)
  const row = await found(input)
  const state = input.approve ? 'approved' : 'returned'
  const named = declarationStateNames[row.state].slice(1)
  // A review that was broken off goes on where it stood.
  if (row.state !== 'pending' && row.state !== state) return refuse(scanProblems.decided, { state: named, act: '审核' })
  if (row.state === 'pending') {
    if (row.version !== input.version) return refuseStale(declarations, input)
    const next = { ...row, state, review: input.review, reviewedByName: caller.userName, reviewedAt: now() } as const
    const note = `${declarationKindNames[row.kind]}：${declarationStateNames[state]}`
    const of = { actId: newId<string>('attempt'), act: 'review' as const, note, reason: '' }
    if (!(await actOnRecord(input.paperId, of, caller, [declarations.saving(next)])))
      return refuseStale(declarations, input)
  }
  if (input.approve) await suspectPages(row, caller)
  return found(input)
}

export const amendDeclaration = async (
  input: InputOf<typeof calls.amendDeclaration>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.amendDeclaration>> => {
  const row = await found(input)
  if (row.declaredBy !== caller.userId) throw new Barred(403)
  const { kind, detail } = input
  if (row.state !== 'pending')
    return refuse(scanProblems.decided, { state: declarationStateNames[row.state].slice(1), act: '修改' })
  if (row.kind === kind && row.detail === detail) return row
  if (row.version !== input.version) return refuseStale(declarations, input)
  return (await declarations.save({ ...row, kind, detail })) ?? refuseStale(declarations, input)
}

export const withdrawDeclaration = async (
  input: InputOf<typeof calls.withdrawDeclaration>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.withdrawDeclaration>> => {
  const row = await found(input)
  if (row.declaredBy !== caller.userId) throw new Barred(403)
  if (row.state === 'withdrawn') return row
  if (row.state !== 'pending')
    return refuse(scanProblems.decided, { state: declarationStateNames[row.state].slice(1), act: '撤回' })
  if (row.version !== input.version) return refuseStale(declarations, input)
  return (await declarations.save({ ...row, state: 'withdrawn' })) ?? refuseStale(declarations, input)
}
