/**
 * Work is handed out in bundles of answers of one question. Each bundle is in exactly one of queued, claimed, done
 * (I18); a claim is a conditional write that raises the epoch, and one that ran out may be claimed again.
 */
import { createHash } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { BundleId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { answerState, rolesOf, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Bundle, MarkRole } from '#shared/marking/marking.types.ts'
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

const make = async (paper: Paper, q: PaperQuestion, role: MarkRole, studentIds: StudentId[]): Promise<boolean> =>
  bundles.create({
    schema: 1,
    bundleId: bundleIdOf(paper.paperId, q.questionId, role, studentIds),
    paperId: paper.paperId,
    questionId: q.questionId,
    role,
    studentIds,
    excluded: [],
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
 * @returns how many bundles there are that are not done.
 */
export const queueWork = async (paper: Paper, scripts: readonly Script[]): Promise<number> => {
  const existing = await bundlesOf(paper.paperId)
  const covered = new Set(
    existing
      .filter((b) => b.state !== 'done')
      .flatMap((b) => b.studentIds.map((s) => `${b.questionId}|${b.role}|${s}`)),
  )
  let open = existing.filter((b) => b.state !== 'done').length
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
    for (const [role, students] of waiting) {
      const size = role === 'final' ? 1 : bundleSize
      for (let at = 0; at < students.length; at += size) {
        const of = students.slice(at, at + size)
        if (await make(paper, q, role, of)) open++
        else open += await reopen(paper, q, role, of)
      }
    }
  }
  return open
}

/** A done bundle of the same answers whose marks became void is queued again, under a higher epoch. */
const reopen = async (paper: Paper, q: PaperQuestion, role: MarkRole, of: StudentId[]): Promise<number> => {
  const bundleId = bundleIdOf(paper.paperId, q.questionId, role, of)
  const there = await bundles.get({ paperId: paper.paperId, bundleId })
  if (!there || there.state !== 'done') return 0
  const { holder: _holder, claimedUntil: _until, ...kept } = there
  return (await bundles.save({ ...kept, state: 'queued', epoch: there.epoch + 1 })) ? 1 : 0
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

/** The bundle of this question that the marker holds now. */
export const heldBy = async (paperId: string, questionId: string, userId: UserId): Promise<Bundle | null> => {
  const held = await bundles.queryIndex('gsi2', `holder#${userId}#${paperId}#${questionId}`, { prefix: 'claimed#' })
  for (const b of held) {
    const row = await bundles.get({ paperId, bundleId: b.bundleId })
    if (row?.state === 'claimed' && row.holder === userId && (row.claimedUntil ?? 0) > now()) return row
  }
  return null
}
