/**
 * Work is handed out in bundles of answers of one question. Each bundle is in exactly one of queued, claimed, done
 * (I18); a claim is a conditional write that raises the epoch, and one that ran out may be claimed again.
 */
import { createHash } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { BundleId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { answerState, rolesOf, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, Bundle, MarkRole } from '#shared/marking/marking.types.ts'
import { now } from '#functions/kit/ports.ts'
import { bundles, queueShard, shards, shardOf } from './marking.store.ts'
import type { Script } from './scripts.ts'

export const bundleSize = 20
export const claimMs = 30 * 60_000

/** A bundle's id is made of what it is for, so that making it again makes nothing. */
export const bundleIdOf = (
  paperId: string,
  questionId: string,
  role: MarkRole,
  students: readonly string[],
): BundleId => {
  const digest = createHash('sha256')
    .update([paperId, questionId, role, ...students].join('|'))
    .digest()
  return composeId('bundle', digest.readUIntBE(0, 5), digest.subarray(10)) as BundleId
}

const make = async (
  paper: Paper,
  q: PaperQuestion,
  role: MarkRole,
  studentIds: StudentId[],
  excluded: UserId[] = [],
): Promise<boolean> =>
  bundles.create({
    schema: 1,
    bundleId: bundleIdOf(paper.paperId, q.questionId, role, studentIds),
    paperId: paper.paperId,
    questionId: q.questionId,
    role,
    studentIds,
    excluded,
    state: 'queued',
    epoch: 0,
    version: 1,
  })

/** All bundles of a paper. */
export const bundlesOf = async (paperId: string): Promise<Bundle[]> =>
  (await Promise.all(Array.from({ length: shards }, (_, i) => bundles.query(`bundles#${paperId}#${i}`)))).flat()

/**
 * Queues whatever waits for a role and lies in no live bundle of that role: the first opening, late pages, replaced
 * pictures and arbitration alike. Running it again adds nothing.
 * @returns how many bundles there are that are not done, and the ids of all.
 */
export const queueWork = async (
  paper: Paper,
  scripts: readonly Script[],
): Promise<{ open: number; bundleIds: string[] }> => {
  const existing = await bundlesOf(paper.paperId)
  const covered = new Set(
    existing
      .filter((b) => b.state !== 'done')
      .flatMap((b) => b.studentIds.map((s) => `${b.questionId}|${b.role}|${s}`)),
  )
  let open = existing.filter((b) => b.state !== 'done').length
  const bundleIds = new Set(existing.map((b) => b.bundleId as string))
  for (const q of subjectiveOf(paper.questions)) {
    const waiting = new Map<MarkRole, StudentId[]>()
    for (const script of scripts) {
      const item = script.answers.get(q.questionId)
      if (script.head.state !== 'present' || !item) continue
      const state = answerState(q, item)
      if (state.kind === 'scored') continue
      const roles =
        state.role === 'final' ? (['final'] as const) : rolesOf(q).filter((r) => !standing(item[r], item.imageVersion))
      for (const role of roles) {
        if (!covered.has(`${q.questionId}|${role}|${script.head.studentId}`))
          waiting.set(role, [...(waiting.get(role) ?? []), script.head.studentId])
      }
    }
    const byStudent = new Map(scripts.map((s) => [s.head.studentId, s.answers.get(q.questionId)!]))
    for (const [role, students] of waiting) {
      const size = role === 'final' ? 1 : bundleSize
      for (let at = 0; at < students.length; at += size) {
        const of = students.slice(at, at + size)
        const excluded = role === 'final' ? of.flatMap((s) => markersOf(byStudent.get(s)!)) : []
        bundleIds.add(bundleIdOf(paper.paperId, q.questionId, role, of))
        if (await make(paper, q, role, of, excluded)) open++
        else open += await reopen(paper, q, role, of, excluded)
      }
    }
  }
  return { open, bundleIds: [...bundleIds] }
}

/** Who has marked this picture of an answer: they may not arbitrate it. */
const markersOf = (item: AnswerItem): UserId[] =>
  [item.first, item.second].flatMap((m) => (standing(m, item.imageVersion) ? [m!.by] : []))

/** A done bundle of the same answers whose marks became void is queued again, under a higher epoch. */
const reopen = async (
  paper: Paper,
  q: PaperQuestion,
  role: MarkRole,
  of: StudentId[],
  excluded: UserId[],
): Promise<number> => {
  const bundleId = bundleIdOf(paper.paperId, q.questionId, role, of)
  const there = await bundles.get({ paperId: paper.paperId, bundleId })
  if (!there || there.state !== 'done') return 0
  return (await bundles.save({ ...released(there), excluded, epoch: there.epoch + 1 })) ? 1 : 0
}

/** A bundle without a holder, for the queue. */
const released = (b: Bundle): Bundle => {
  const { holder: _holder, claimedUntil: _until, ...kept } = b
  return { ...kept, state: 'queued' }
}

/** Hands an answer to the arbitrator if it waits for one. Idempotent; decided by the row as it is. */
export const queueFinal = async (paper: Paper, q: PaperQuestion, item: AnswerItem): Promise<void> => {
  const state = answerState(q, item)
  if (state.kind !== 'waiting' || state.role !== 'final' || standing(item.final, item.imageVersion)) return
  const excluded = markersOf(item)
  if (await make(paper, q, 'final', [item.studentId], excluded)) return
  await reopen(paper, q, 'final', [item.studentId], excluded)
}

const claimable = (b: Bundle, userId: UserId, at: number): boolean =>
  !b.excluded.includes(userId) && (b.state === 'queued' || (b.state === 'claimed' && (b.claimedUntil ?? 0) < at))

/** Takes one bundle of a role, or null when none is left for this marker. */
export const claimNext = async (
  paper: Paper,
  questionId: string,
  role: MarkRole,
  userId: UserId,
): Promise<Bundle | null> => {
  const at = now()
  const start = shardOf(userId)
  for (let i = 0; i < shards; i++) {
    const queued = await bundles.queryIndex(
      'gsi1',
      queueShard({ paperId: paper.paperId, questionId, role }, (start + i) % shards),
    )
    for (const seen of queued) {
      if (!claimable(seen, userId, at)) continue
      // The index lags: the row itself decides.
      const row = await bundles.get({ paperId: paper.paperId, bundleId: seen.bundleId })
      if (!row || !claimable(row, userId, at)) continue
      const claimed = await bundles.save({
        ...row,
        state: 'claimed',
        holder: userId,
        claimedUntil: at + claimMs,
        epoch: row.epoch + 1,
      })
      if (claimed) return claimed
    }
  }
  return null
}

/** The bundles of this question that the marker holds now. */
export const heldBy = async (paperId: string, questionId: string, userId: UserId): Promise<Bundle[]> => {
  const seen = await bundles.queryIndex('gsi2', `holder#${userId}#${paperId}#${questionId}`, { prefix: 'claimed#' })
  const rows = await bundles.getMany(seen.map((b) => ({ paperId, bundleId: b.bundleId })))
  return rows
    .filter((b) => b.state === 'claimed' && b.holder === userId && (b.claimedUntil ?? 0) > now())
    .sort((a, b) => (a.claimedUntil ?? 0) - (b.claimedUntil ?? 0))
}

/** What a marker has done of a question: as much as one person can. */
export const doneBy = (paperId: string, questionId: string, userId: UserId): Promise<Bundle[]> =>
  bundles.queryIndex('gsi2', `holder#${userId}#${paperId}#${questionId}`, { prefix: 'done#' })

/** A claim held for half its time or longer is prolonged; the same bundle otherwise. */
export const prolong = async (b: Bundle): Promise<Bundle> =>
  (b.claimedUntil ?? 0) - now() > claimMs / 2 ? b : ((await bundles.save({ ...b, claimedUntil: now() + claimMs })) ?? b)

/**
 * Keeps the holder of a bundle away from the same answers in the other role (I5), before the bundle is handed out.
 * @returns false when the holder has the other one already: then this one must go back.
 */
export const excludeFromCounterpart = async (b: Bundle): Promise<boolean> => {
  if (b.role === 'final') return true
  const other = b.role === 'first' ? 'second' : 'first'
  const bundleId = bundleIdOf(b.paperId, b.questionId, other, b.studentIds)
  for (let attempt = 0; attempt < 20; attempt++) {
    const there = await bundles.get({ paperId: b.paperId, bundleId })
    if (!there || there.excluded.includes(b.holder!)) return true
    if (there.holder === b.holder) return false
    if (await bundles.save({ ...there, excluded: [...there.excluded, b.holder!] })) return true
  }
  throw new Error(`bundle ${bundleId} could not be changed: too many writers`)
}

/** Gives a bundle back; `excluding` keeps its holder from getting it again. */
export const giveBack = async (b: Bundle, excluding = false): Promise<Bundle | null> =>
  bundles.save({
    ...released(b),
    excluded: excluding && !b.excluded.includes(b.holder!) ? [...b.excluded, b.holder!] : b.excluded,
  })

export const markDone = async (b: Bundle): Promise<Bundle | null> => {
  const { claimedUntil: _until, ...kept } = b
  return bundles.save({ ...kept, state: 'done' })
}
