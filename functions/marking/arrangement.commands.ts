import { paperTitle, withoutKey } from '#shared/exam/exam.rules.ts'
import { openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { managed, shortOfMarkers } from './desk.ts'
import { arrangements } from './marking.store.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** The reason for opening an unbalanced paper: on the arrangement if and only if it is in the audit trail (I16). */
const overrideWith = async (reason: string, before: Arrangement, caller: Caller, data: unknown): Promise<void> => {
  const next = { ...before, override: reason }
  const record = auditRecord(caller, 'marking.openUnbalanced', before.paperId, { before: data, after: next, reason })
  const write = before.version > 0 ? arrangements.saving(next) : arrangements.creating({ ...next, version: 1 })
  if (!(await audited([write], record))) await refuseStale(arrangements, before)
}

export const openMarking = async (
  input: InputOf<typeof markingCalls.openMarking>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.openMarking>> => {
  const desk = await managed(input.paperId, caller)
  const { paper, exam, arrangement: before } = desk
  const short = before.state === 'draft' ? shortOfMarkers(desk) : []
  if (short.length > 0) return refuse(markingProblems.tooFewMarkers, { numbers: short.map((s) => s.number).join('、') })
  const about = paperTitle(exam, paper)
  const missing = withoutKey(paper).length
  if (missing > 0) return refuse(markingProblems.missingKeys, { n: missing })
  const ledger = await ledgerOf(input.paperId)
  if (ledger.balanced) return startJob(openMarkingJob, { paperId: paper.paperId }, caller, { about })
  const reason = input.override ?? refuse(markingProblems.unbalanced, { open: ledger.open })
  await overrideWith(reason, before, caller, ledger)
  return startJob(openMarkingJob, { paperId: paper.paperId, override: reason }, caller, { about })
}
