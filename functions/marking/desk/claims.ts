/**
 * What is taken of the queues, and given back: a claim is a conditional write that raises the epoch, and one that ran out
 * may be claimed again (I18). Where each school of a joint exam marks its own, it has queues of its own.
 */
import type { Paper } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { mayMarkClass } from '#shared/marking/groups/class.rules.ts'
import type { ClassBound } from '#shared/marking/groups/class.rules.ts'
import { standing } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, Bundle, MarkRole } from '#shared/marking/marking.types.ts'
import { daysIn, workedIn } from '#shared/marking/quality/pace.rules.ts'
import { now, randomOf } from '#functions/kit/ports.ts'
import { bundles, claimsFrom, endOf, queuePlaces, shardOf } from '../marking.store.ts'
import { bundleIdOf, released } from '../queue.ts'

export const claimMs = 30 * 60_000

/**
 * Who claims; `schoolId`: no answer of that school is handed to him, or with `ownSchool` of no other; `classes`: what goes
 * by class.
 */
export type Claimer = {
  userId: UserId
  schoolId?: string | undefined
  ownSchool?: true | undefined
  classes?: ClassBound | null | undefined
}

/** The queue that a claimer looks at: where each school marks its own, that school's; who is of none finds nothing. */
const placesFor = (
  of: { paperId: string; questionId: string; role: MarkRole },
  { schoolId, ownSchool }: Claimer,
): string[] => queuePlaces(ownSchool ? { ...of, apart: true, schoolId: schoolId ?? 'none' } : of)

const claimable = (b: Bundle, { userId, schoolId, ownSchool, classes }: Claimer, at: number): boolean =>
  !b.excluded.includes(userId) &&
  (ownSchool ? b.schoolId === schoolId : schoolId === undefined || b.schoolId !== schoolId) &&
  mayMarkClass(classes, b.classId) &&
  (b.state === 'queued' || (b.state === 'claimed' && (b.claimedUntil ?? 0) < at))

/** Bundles that are read at once of a queue: nearly always the first of them is free. */
const seenAtOnce = 5

type Stretch = { from: string; to: string }
/** All of a shard's queue that may be claimed: queued work, then claims that have run out. */
const whole = (at: number): Stretch => ({ from: '0', to: `${claimsFrom}${endOf(at)}` })
/**
 * The same from a place on, round to where it began. A queue is thousands of bundles long, and markers that all looked at
 * its beginning would take the same ones from each other.
 */
const beginningAt = (start: string, at: number): Stretch[] => [
  { from: start, to: claimsFrom },
  { from: '0', to: start },
  { from: claimsFrom, to: whole(at).to },
]

/** What may be claimed of one shard of a queue, a few rows at a time. */
async function* claimableOf(queue: string, stretches: readonly Stretch[]): AsyncGenerator<Bundle> {
  for (const { from: first, to } of stretches) {
    let from = first
    for (;;) {
      const seen = await bundles.queryIndex('gsi1', queue, { from, to, limit: seenAtOnce })
      yield* seen
      if (seen.length < seenAtOnce) break
      const last = seen.at(-1)!
      const key =
        last.state === 'queued' ? last.bundleId : `${claimsFrom}${endOf(last.claimedUntil ?? 0)}#${last.bundleId}`
      from = `${key} `
    }
  }
}

const handedTo = (row: Bundle, userId: UserId, at: number): Bundle => ({
  ...released(row),
  ...{ state: 'claimed', holder: userId, claimedUntil: at + claimMs, epoch: row.epoch + 1 },
})

/**
 * The bundle of these very answers in a question: an opening cuts those of all questions alike, and its id is made of what
 * it is for. Null where others have it, it is done, or the answers lie otherwise.
 */
export const claimSame = async (
  of: Pick<Bundle, 'paperId' | 'questionId' | 'role' | 'studentIds'>,
  claimer: Claimer,
): Promise<Bundle | null> => {
  const at = now()
  const bundleId = bundleIdOf(of.paperId, of.questionId, of.role, of.studentIds)
  const row = await bundles.get({ paperId: of.paperId, bundleId })
  if (row?.state === 'claimed' && row.holder === claimer.userId && (row.claimedUntil ?? 0) > at) return prolong(row)
  return row && claimable(row, claimer, at) ? bundles.save(handedTo(row, claimer.userId, at)) : null
}

/** Takes one bundle of a role, or null when none is left for this marker. */
export const claimNext = async (
  paper: Paper,
  questionId: string,
  role: MarkRole,
  claimer: Claimer,
  /** Puts seeds among its answers. */
  woven: (next: Bundle) => Promise<Bundle> = async (next) => next,
): Promise<Bundle | null> => {
  const { userId } = claimer
  const at = now()
  const first = shardOf(userId)
  // Ids of bundles are digests: a point among them is a place in the queue.
  const point = randomOf(15)
  const start = composeId('bundle', Buffer.from(point).readUIntBE(0, 5), point.subarray(5))
  const places = placesFor({ paperId: paper.paperId, questionId, role }, claimer)
  for (let i = 0; i < places.length; i++) {
    const queue = places[(first + i) % places.length]!
    for await (const seen of claimableOf(queue, beginningAt(start, at))) {
      if (!claimable(seen, claimer, at)) continue
      // The index lags: the row itself decides.
      const row = await bundles.get({ paperId: paper.paperId, bundleId: seen.bundleId })
      if (!row || !claimable(row, claimer, at)) continue
      const claimed = await bundles.save(await woven(handedTo(row, userId, at)))
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

/** So many bundles of a shard are looked at before it is taken for granted that one is free. */
const mostLooked = 30

/** Whether a marker would be handed something now, or has it in hand. */
export const waitsFor = async (paperId: PaperId, questionId: QuestionId, role: MarkRole, claimer: Claimer) => {
  if ((await heldBy(paperId, questionId, claimer.userId)).some((b) => b.role === role)) return true
  const at = now()
  const seen = await Promise.all(
    placesFor({ paperId, questionId, role }, claimer).map(async (place) => {
      let looked = 0
      for await (const b of claimableOf(place, [whole(at)]))
        if (claimable(b, claimer, at) || ++looked >= mostLooked) return true
      return false
    }),
  )
  return seen.some(Boolean)
}

/** Answers that a marker would be handed, or has in hand: of the own classes a queue has few. */
export const waitingFor = async (
  paperId: PaperId,
  questionId: QuestionId,
  role: MarkRole,
  claimer: Claimer,
): Promise<number> => {
  const at = now()
  const held = (await heldBy(paperId, questionId, claimer.userId)).filter((b) => b.role === role)
  const free = await Promise.all(
    placesFor({ paperId, questionId, role }, claimer).map(async (place) => {
      let n = 0
      for await (const b of claimableOf(place, [whole(at)])) if (claimable(b, claimer, at)) n += b.studentIds.length
      return n
    }),
  )
  return [...held.map((b) => b.studentIds.length), ...free].reduce((a, b) => a + b, 0)
}

/** What a marker has done of a question: as much as one person can. */
export const doneBy = (paperId: string, questionId: string, userId: UserId): Promise<Bundle[]> =>
  bundles.queryIndex('gsi2', `holder#${userId}#${paperId}#${questionId}`, { prefix: 'done#' })

/** A claim held for half its time or longer is prolonged; the same bundle otherwise. */
export const prolong = async (b: Bundle): Promise<Bundle> =>
  (b.claimedUntil ?? 0) - now() > claimMs / 2 ? b : ((await bundles.save({ ...b, claimedUntil: now() + claimMs })) ?? b)

/**
 * Keeps the holder of a bundle away from the same answers in the other roles (I5), before the bundle is handed out.
 * @returns false when one of them is in the holder's hands: then this one must go back.
 */
export const excludeFromCounterparts = async (b: Bundle, roles: readonly MarkRole[]): Promise<boolean> => {
  if (!roles.includes(b.role)) return true
  const at = now()
  const inHand = (row: Bundle): boolean =>
    row.state === 'claimed' && row.holder === b.holder && (row.claimedUntil ?? 0) > at
  for (const role of roles) {
    if (role === b.role) continue
    const bundleId = bundleIdOf(b.paperId, b.questionId, role, b.studentIds)
    const there = await bundles.edit({ paperId: b.paperId, bundleId }, (row) =>
      !row || row.state === 'done' || row.excluded.includes(b.holder!) || inHand(row)
        ? null
        : { ...row, excluded: [...row.excluded, b.holder!] },
    )
    if (there && inHand(there)) return false
  }
  return true
}

/** Keeps these away from the bundle of the same answers in another role, and no one else. */
export const barOnly = async (b: Bundle, role: MarkRole, excluded: readonly UserId[]): Promise<void> => {
  const bundleId = bundleIdOf(b.paperId, b.questionId, role, b.studentIds)
  await bundles.edit({ paperId: b.paperId, bundleId }, (row) =>
    !row || row.state === 'done' || [...row.excluded].sort().join() === [...excluded].sort().join()
      ? null
      : { ...row, excluded: [...excluded] },
  )
}

/** Gives a bundle back; `excluding` keeps its holder from getting it again. */
export const giveBack = async (b: Bundle, excluding = false): Promise<Bundle | null> =>
  bundles.save({
    ...released(b),
    excluded: excluding && !b.excluded.includes(b.holder!) ? [...b.excluded, b.holder!] : b.excluded,
  })

/** `items` are its answers: how long they took its holder, and who marked on which days, follows from when marks were given. */
export const markDone = async (b: Bundle, items: readonly AnswerItem[]): Promise<Bundle | null> => {
  const { claimedUntil: _until, ...kept } = b
  const marks = items.flatMap((item) => standing(item[b.role], item.imageVersion) ?? [])
  const own = marks.filter((mark) => mark.by === b.holder).map((mark) => mark.at)
  return bundles.save({ ...kept, state: 'done', doneAt: now(), worked: workedIn(own), days: daysIn(marks) })
}
