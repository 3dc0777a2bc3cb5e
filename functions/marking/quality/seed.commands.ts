/** Marks of seeds, and what follows where they lie off: a word to the marker, then no more work until the leader says so. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { canonical } from '#shared/kit/canonical.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { BundleId, UserId } from '#shared/kit/ids.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { Bundle, MarkRole } from '#shared/marking/marking.types.ts'
import type * as calls from '#shared/marking/quality/seed.calls.ts'
import type { Seed } from '#shared/marking/quality/seed.types.ts'
import type { SeedMark, SeedStop, SeedTally } from '#shared/marking/quality/seedMark.types.ts'
import { newTally, qualityOf, released, seedTolerance, withSeed } from '#shared/marking/quality/seed.rules.ts'
import { usualSeeds } from '#shared/marking/quality/rule.types.ts'
import type { SeedRule } from '#shared/marking/quality/rule.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import { look, start } from '../again/again.commands.ts'
import type { Desk } from '../desk/desk.ts'
import { answers } from '../marking.store.ts'
import { giveBack, heldBy } from '../desk/claims.ts'
import { seedMarks, seedStops, seedTallies } from './seed.store.ts'
import { ledBy } from './standard.read.ts'

type Sent = InputOf<typeof markingCalls.submitMark>

/** Of a group that has seeds. */
const ruleOf = (
  { arrangement, exam }: Pick<Desk, 'arrangement' | 'exam'>,
  questionId: string,
): SeedRule | undefined => {
  const rule = qualityOf(arrangement, questionId, isJoint(exam)).seeds
  return rule && rule.expert + rule.own > 0 ? rule : undefined
}

const stopOf = ({ paperId, questionId, userId }: SeedMark): SeedStop => ({ schema: 1, paperId, questionId, userId })

/** What is in hand beside these bundles goes back. */
const handBack = async (of: Pick<Bundle, 'paperId' | 'questionId'>, me: UserId, besides: readonly BundleId[]) => {
  const held = await heldBy(of.paperId, of.questionId, me)
  for (const b of held) if (b.role !== 'final' && !besides.includes(b.bundleId)) await giveBack(b)
}

/** The mark of a seed, with what it comes to, in one write; of no answer. Refused as a mark of an answer would be. */
export const submitSeed = async (
  desk: Desk,
  q: PaperQuestion,
  claim: Bundle,
  seed: Seed,
  { imageVersion, attemptId, value, over }: Sent,
  caller: Caller,
  elsewhere: (there: SeedMark) => never,
): Promise<void> => {
  const { paperId, questionId } = claim
  const me = caller.userId
  const item = await answers.get({ paperId, studentId: seed.studentId, questionId })
  if (imageVersion !== seed.imageVersion || item?.imageVersion !== seed.imageVersion)
    return refuse(markingProblems.imageReplaced)
  const at = { paperId, questionId, userId: me, as: seed.as }
  const stopped = await edit(`the seed ${seed.as}`, async () => {
    const [there, tally] = await Promise.all([seedMarks.get(at), seedTallies.get(at)])
    if (there?.attemptId === attemptId)
      return canonical(there.value) === canonical(value) ? false : refuse(markingProblems.conflict)
    if (there && over !== undefined && there.attemptId !== over) return elsewhere(there)
    if (there && there.attemptId > attemptId) return refuse(markingProblems.superseded)
    const mark: SeedMark = {
      schema: 1,
      ...at,
      studentId: seed.studentId,
      bundleId: claim.bundleId,
      use: seed.use,
      right: seed.right,
      value,
      attemptId,
      at: now(),
      version: there?.version ?? 1,
    }
    const rule = ruleOf(desk, questionId) ?? usualSeeds
    const next = withSeed(tally ?? newTally(mark), mark, there, rule, seedTolerance(q, rule))
    const stored = await transact(
      [
        there ? seedMarks.saving(mark) : seedMarks.creating(mark),
        tally ? seedTallies.saving(next) : seedTallies.creating(next),
        ...(next.state === 'stopped' ? [seedStops.putting(stopOf(mark))] : []),
      ],
      randomText(24),
    )
    return stored ? next.state === 'stopped' && tally?.state !== 'stopped' : beaten
  })
  // The bundle in hand is marked to its end, so that which answer it was is not told.
  if (stopped) await handBack(claim, me, [claim.bundleId])
}

/** A marker's seeds, where the group has any. */
const seedTallyOf = (
  desk: Pick<Desk, 'arrangement' | 'exam' | 'paper'>,
  questionId: string,
  userId: UserId,
): Promise<SeedTally | null> =>
  ruleOf(desk, questionId)
    ? seedTallies.get({ paperId: desk.paper.paperId, questionId, userId })
    : Promise.resolve(null)

/** How they stand. */
export const seedStateOf = async (...of: Parameters<typeof seedTallyOf>) => (await seedTallyOf(...of))?.state ?? 'even'

/**
 * Whether a warning is to be said: once, and again only where the marker had come back to the scale in between. Asked where
 * work is handed out, and not before: what no answer has told was not said.
 */
const toldNow = async (tally: SeedTally | null): Promise<boolean> =>
  tally?.state === 'warned' &&
  tally.toldOf !== tally.since &&
  (await seedTallies.amend(tally, { toldOf: tally.since }, { since: tally.since, toldOf: tally.toldOf }))

/**
 * The roles in which a marker is handed more, and whether there is a word to be said first: no live work to who was stopped.
 * @throws Refused seedStopped
 */
export const notStopped = async (
  desk: Desk,
  q: PaperQuestion,
  roles: readonly MarkRole[],
  me: UserId,
  besides: readonly BundleId[],
): Promise<{ roles: MarkRole[]; warnedNow: () => Promise<boolean> }> => {
  const marks = roles.some((r) => r !== 'final')
  const tally = marks ? await seedTallyOf(desk, q.questionId, me) : null
  if (tally?.state !== 'stopped') return { roles: [...roles], warnedNow: () => toldNow(tally) }
  // Cut off while it stopped, what was to go back goes now.
  await handBack({ paperId: desk.paper.paperId, questionId: q.questionId }, me, besides)
  const arbitrates = roles.filter((r) => r === 'final')
  return arbitrates.length > 0
    ? { roles: arbitrates, warnedNow: () => toldNow(null) }
    : refuse(markingProblems.seedStopped)
}

/** @throws Refused notLeader, ownQuality, noMarks */
export const releaseMarker = async (
  { paperId, questionId, userId, reason }: InputOf<typeof calls.releaseMarker>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.releaseMarker>> => {
  const { desk, q } = await ledBy({ paperId, questionId }, caller)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  if (userId === caller.userId) return refuse(markingProblems.ownQuality)
  return edit(`the seeds of ${userId}`, async () => {
    const tally = (await seedTallies.get({ paperId, questionId, userId })) ?? refuse(markingProblems.noMarks)
    // Let go already: nothing more is wanted.
    if (tally.state === 'even') return { state: 'even' as const }
    const next = released(tally, now())
    const record = auditRecord(caller, 'marking.releaseMarker', paperId, {
      before: tally,
      after: next,
      reason,
      told: { people: [userId], changes: [{ field: `第${q.number}题`, before: '暂停发放', after: '恢复发放' }] },
      tenant: desk.paper.owner,
    })
    const writes = [seedTallies.saving(next), seedStops.dropping(next)]
    return (await audited(writes, record)) ? { state: next.state } : beaten
  })
}

/** What a marker gave after the last good seed, again by others: as any marking again, asked for by who leads the question. */
export const remarkDoubted = async (
  { paperId, questionId, userId, since, look: only, reason, attemptId }: InputOf<typeof calls.remarkDoubted>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.remarkDoubted>> => {
  const may = async () => (await ledBy({ paperId, questionId }, caller)).desk
  const wish = { questionIds: [questionId], markers: [userId], since }
  const as = { kind: 'remark', rule: 'void' } as const
  const seen = await look(paperId, wish, as, caller, may)
  const { marks, about } = seen
  if (only) return { marks, about, uuid: null }
  const { uuid } = await start({ paperId, attemptId, reason, ...wish }, as, caller, may)
  return { marks, about, uuid }
}
