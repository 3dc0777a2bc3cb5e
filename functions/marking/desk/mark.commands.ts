import type { AttemptId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { canonical } from '#shared/kit/canonical.ts'
import { limitOf } from '#shared/marking/groups/group.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { standing, isOnGrid, otherRoles, stepOf } from '#shared/marking/marking.rules.ts'
import type { Mark, AnswerItem, MarkRole, MarkValue } from '#shared/marking/marking.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { journal } from '../journal/journal.ts'
import { bundles, answers } from '../marking.store.ts'
import { showScore } from '#shared/kit/score.ts'
import { now } from '#functions/kit/ports.ts'
import { deskOf, fenceMs, ownTeacher, questionIn, rolesFor, sealedBefore } from './desk.ts'
import { putMark } from './putMark.ts'
import { checkPoints } from '../rubric/rubric.commands.ts'
import { submitSeed } from '../quality/seed.commands.ts'
import { calledIn } from '../quality/seed.weave.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/**
 * The bundle of a claim. An epoch has one holder and a bundle one set of answers for ever, so what was once read of a
 * claim stays true; whether it was overtaken is for the write's condition to say.
 */
export const claimed = memo(
  600,
  async (paperId: string, bundleId: string, epoch: number) => {
    const row = await bundles.get({ paperId, bundleId })
    return row && row.epoch === epoch && row.holder !== undefined ? row : null
  },
  { keep: (row) => row !== null },
)

/** Forgets the claims that were seen: tests. */
export const forgetClaims = (): void => claimed.forget()

const sameValue = (a: Mark['value'], b: Mark['value']): boolean => canonical(a) === canonical(b)

const markedByMe = (item: AnswerItem, role: MarkRole, me: UserId): boolean =>
  otherRoles(role).some((other) => standing(item[other], item.imageVersion)?.by === me)

/** Why the condition failed: nothing when this very attempt has been stored before (I2). */
export const whyNot = async (
  role: MarkRole,
  mark: Mark,
  at: { paperId: string; studentId: string; questionId: string },
  over?: string | null,
  sealed = 0,
) => {
  const item = (await answers.get(at)) ?? refuse(commonProblems.notFound)
  const there = item[role]
  const entryKey = `${at.questionId}#${role}#${mark.attemptId}`
  const own = [there, ...(item.past ?? []).map((p) => p.mark)].find((m) => m?.attemptId === mark.attemptId)
  // One attempt whose mark was replaced long ago is still known to the journal.
  const told = own ? undefined : (await journal.get({ ...at, entryKey }))?.entry
  const stored = own ?? (told?.kind === 'mark' ? told.mark : undefined)
  if (stored?.by === mark.by) return sameValue(stored.value, mark.value) ? undefined : refuse(markingProblems.conflict)
  if (item.imageVersion !== mark.imageVersion) return refuse(markingProblems.imageReplaced)
  if (markedByMe(item, role, mark.by)) return refuse(markingProblems.sameMarker)
  if (there && there.at < sealed) return refuse(markingProblems.published)
  if (there?.by !== mark.by || there.epoch !== mark.epoch) return refuse(markingProblems.taken)
  if (over !== undefined && there.attemptId !== over && there.value.kind !== 'void')
    return refuseElsewhere({ attemptId: there.attemptId, value: there.value })
  return refuse(markingProblems.superseded)
}

/** The own mark that another desk gave since: told with its value, so that it can be replaced knowingly. */
const refuseElsewhere = (there: { attemptId: AttemptId; value: MarkValue }): never => {
  const { value } = there
  const words = { noAnswer: '“未作答”', problem: '“有问题”' }
  const given = value.kind === 'score' ? `${showScore(value.score)}分` : words[value.kind]
  return refuse(markingProblems.elsewhere, { given }, there)
}

export const submitMark = async (
  input: InputOf<typeof markingCalls.submitMark>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.submitMark>> => {
  const { paperId, questionId, studentId, role, epoch, imageVersion, attemptId, value, over } = input
  const desk = await deskOf(paperId)
  const q = questionIn(desk, questionId)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  if (!rolesFor(desk, q, caller, await ownTeacher(desk, caller)).includes(role))
    return refuse(markingProblems.notMarker)
  if (role !== 'final' && limitOf(desk.arrangement, questionId, caller.userId)?.paused)
    return refuse(markingProblems.paused)
  if (value.kind === 'score' && !isOnGrid(q, value.score))
    return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
  await checkPoints(paperId, q, value)
  const claim = await claimed(paperId, input.bundleId, epoch)
  const mine =
    claim?.holder === caller.userId &&
    claim.role === role &&
    claim.questionId === questionId &&
    calledIn(claim, studentId) !== null
  if (!mine) return refuse(markingProblems.taken)
  const seed = claim.seeds?.find((s) => s.as === studentId)
  if (seed) await submitSeed(desk, q, claim, seed, input, caller, refuseElsewhere)
  else {
    const mark: Mark = { value, by: caller.userId, at: now(), attemptId, epoch, imageVersion }
    const at = { paperId, studentId, questionId }
    const sealed = sealedBefore(desk)
    const stored = await putMark(at, role, mark, over, sealed)
    if (!stored) await whyNot(role, mark, at, over, sealed)
  }
  // Marking may have been closed since: asked for again, the attempt is found, or refused.
  if (now() - desk.readAt > fenceMs) throw new Error('a mark took too long to be acknowledged')
  return { attemptId, value }
}
