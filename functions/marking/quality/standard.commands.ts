/** Choosing standards: each with its mark and reason, told to the audit trail in the same write. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { isOnGrid, stepOf } from '#shared/marking/marking.rules.ts'
import type * as calls from '#shared/marking/quality/standard.calls.ts'
import { mostStandards, standardNames } from '#shared/marking/quality/standard.types.ts'
import type { Standard } from '#shared/marking/quality/standard.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { answers, heads } from '../marking.store.ts'
import { checkPoints } from '../rubric/rubric.commands.ts'
import { ledBy } from './standard.read.ts'
import { standards, standardsOf } from './standard.store.ts'

const inWords = (s: Pick<Standard, 'use' | 'score'>): string => `${standardNames[s.use]} ${showScore(s.score)}分`

export const saveStandard = async (
  input: InputOf<typeof calls.saveStandard>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveStandard>> => {
  const { paperId, questionId, studentId, imageVersion, use, score, points, reason, version } = input
  const { desk, q } = await ledBy(input, caller)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  if (!isOnGrid(q, score))
    return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
  await checkPoints(paperId, q, { kind: 'score', score, ...(points === undefined ? {} : { points }) })
  const [head, item, all] = await Promise.all([
    heads.get({ paperId, studentId }),
    answers.get({ paperId, studentId, questionId }),
    standardsOf({ paperId, questionId }),
  ])
  if (head?.state !== 'present' || item?.imageVersion !== imageVersion) return refuse(markingProblems.imageReplaced)
  const before = all.find((s) => s.studentId === studentId)
  if ((before?.version ?? 0) !== version) return refuseStale(standards, { ...input, version })
  if (before?.use !== use && all.filter((s) => s.use === use).length >= mostStandards)
    return refuse(markingProblems.tooManyStandards, { use: standardNames[use], most: mostStandards })
  const next: Standard = {
    schema: 1,
    paperId,
    questionId: q.questionId,
    studentId,
    imageVersion,
    use,
    score,
    ...(points === undefined ? {} : { points }),
    reason,
    by: caller.userId,
    byName: caller.userName,
    at: before?.at ?? now(),
    version: before?.version ?? 1,
  }
  const record = auditRecord(caller, 'marking.saveStandard', paperId, {
    before: before ?? null,
    after: next,
    reason,
    told: {
      count: 1,
      changes: [{ field: `第${q.number}题`, after: inWords(next), ...(before ? { before: inWords(before) } : {}) }],
    },
    tenant: desk.paper.owner,
  })
  const write = before ? standards.saving(next) : standards.creating(next)
  if (!(await audited([write], record))) await refuseStale(standards, { ...input, version })
  return { version: before ? before.version + 1 : 1 }
}

export const removeStandard = async (
  input: InputOf<typeof calls.removeStandard>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.removeStandard>> => {
  const { desk, q } = await ledBy(input, caller)
  const before = await standards.get(input)
  // Removed already: nothing more is wanted.
  if (!before) return { removed: true }
  if (before.version !== input.version) return refuseStale(standards, input)
  const record = auditRecord(caller, 'marking.removeStandard', input.paperId, {
    before,
    after: null,
    told: { count: 1, changes: [{ field: `第${q.number}题`, before: inWords(before) }] },
    tenant: desk.paper.owner,
  })
  if (!(await audited([standards.removing(before)], record))) await refuseStale(standards, input)
  return { removed: true }
}
