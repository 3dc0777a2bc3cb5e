/**
 * Work is put into bundles of answers of one question. Each bundle is in exactly one of queued, claimed, done (I18); what is
 * taken of them is `desk/claims.ts`.
 */
import { createHash } from 'node:crypto'
import { composeId } from '#shared/kit/ids.ts'
import type { BundleId, ClassId, PaperId, QuestionId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { notFor } from '#shared/marking/again/again.rules.ts'
import { answerState, laterRole, rolesWanted, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { placeOf } from '#shared/marking/settle.rules.ts'
import { isToMark } from './script.rules.ts'
import type { AnswerItem, Bundle, MarkRole, ScriptWork } from '#shared/marking/marking.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { randomText } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { cutsOf } from './groups/class.cut.ts'
import type { Cut } from './groups/class.cut.ts'
import { bundles, scriptWork, shards } from './marking.store.ts'
import { headsOfStudents, scriptsOf } from './scripts.ts'
import type { Script } from './scripts.ts'

export const bundleSize = 20

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
  return composeId('bundle', digest.readUIntBE(0, 5), digest.subarray(10))
}

type Wanted = {
  questionId: QuestionId
  role: MarkRole
  studentIds: StudentId[]
  excluded: UserId[]
  /** Marks were given under claims up to this one: later ones take their places where they were taken back. */
  epoch: number
  schoolId?: SchoolId | undefined
  classId?: ClassId | undefined
  apart?: true | undefined
}

export const newBundle = (
  paperId: PaperId,
  { questionId, role, studentIds, excluded, epoch, schoolId, classId, apart }: Wanted,
): Bundle => ({
  schema: 1,
  bundleId: bundleIdOf(paperId, questionId, role, studentIds),
  paperId,
  questionId,
  role,
  studentIds,
  ...(schoolId ? { schoolId } : {}),
  ...(classId ? { classId } : {}),
  ...(apart ? { apart } : {}),
  excluded,
  state: 'queued',
  epoch,
  version: 1,
})

/** Notes beside a script in which bundles its answers lie, by `workKey`; what was noted of others stays. */
export const noting = (
  of: Pick<ScriptWork, 'paperId' | 'studentId'>,
  old: ScriptWork | undefined,
  own: Readonly<Record<string, BundleId>>,
): WriteItem => {
  const row = { schema: 1 as const, ...of, bundles: { ...old?.bundles, ...own }, version: old?.version ?? 1 }
  return old ? scriptWork.saving(row) : scriptWork.creating(row)
}

/** All bundles of a paper. */
export const bundlesOf = async (paperId: string): Promise<Bundle[]> =>
  (await Promise.all(Array.from({ length: shards }, (_, i) => bundles.query(`bundles#${paperId}#${i}`)))).flat()

/** Roles that an answer waits for, of those that it needs from the start. */
export const waitingRoles = (q: PaperQuestion, item: AnswerItem): Exclude<MarkRole, 'final'>[] => {
  const state = answerState(q, item)
  if (state.kind === 'scored') return []
  const begun = rolesWanted(q, item)
  return state.roles.flatMap((r) => (r !== 'final' && begun.includes(r) ? [r] : []))
}

/** The claim of the mark in a role, of this picture: one that takes its place comes under a later claim. */
export const claimOf = (item: AnswerItem, role: MarkRole): number =>
  item[role]?.imageVersion === item.imageVersion ? item[role].epoch : 0

export const workKey = (questionId: string, role: MarkRole): string => `${questionId}#${role}`
/** A transaction takes a hundred writes: twenty notes, and bundles. */
const bundlesAtOnce = 75

/**
 * Puts the answers of at most twenty scripts that wait for a role, and lie in no live bundle of it, into bundles. Bundles
 * and the notes of where each answer lies are one write, so that no answer is ever in two of them (I18).
 */
const queueGroup = async (
  paper: Paper,
  scripts: readonly Script[],
  cut: Pick<Wanted, 'schoolId' | 'classId' | 'apart'>,
): Promise<void> => {
  const { paperId } = paper
  const queueOnce = async (): Promise<'done' | 'some' | typeof beaten> => {
    const keys = scripts.map((s) => ({ paperId, studentId: s.head.studentId }))
    const notes = new Map((await scriptWork.getMany(keys)).map((w) => [w.studentId as string, w]))
    const noted = [...new Set([...notes.values()].flatMap((w) => Object.values(w.bundles)))]
    const known = await bundles.getMany(noted.map((bundleId) => ({ paperId, bundleId })))
    const live = new Set(known.filter((b) => b.state !== 'done').map((b) => b.bundleId as string))
    const wanted = new Map<string, Wanted>()
    for (const q of subjectiveOf(paper.questions))
      for (const { head, answers, objective } of scripts) {
        const item = isToMark({ objective }, q) ? answers.get(q.questionId) : undefined
        for (const role of item ? waitingRoles(q, item) : []) {
          const key = workKey(q.questionId, role)
          if (live.has(notes.get(head.studentId)?.bundles[key] ?? '')) continue
          // Answers that are not for others lie apart: together no marker might be left for them. So do those that are
          // marked more often: the other mark of a bundle is one bundle.
          const excluded = notFor(item!, role)
          const apart = [key, rolesWanted(q, item!).length, ...excluded].join('|')
          const own = wanted.get(apart) ?? {
            questionId: q.questionId,
            role,
            studentIds: [],
            excluded: [...excluded],
            epoch: 0,
            ...cut,
          }
          own.studentIds.push(head.studentId)
          own.epoch = Math.max(own.epoch, claimOf(item!, role))
          wanted.set(apart, own)
        }
      }
    if (wanted.size === 0) return 'done'
    const newBundles = [...wanted.values()]
      .slice(0, bundlesAtOnce)
      .map((w) => ({ key: workKey(w.questionId, w.role), row: newBundle(paperId, w) }))
    const there = new Map(
      (await bundles.getMany(newBundles.map(({ row }) => ({ paperId, bundleId: row.bundleId })))).map((b) => [
        b.bundleId,
        b,
      ]),
    )
    const next = new Map<StudentId, Record<string, BundleId>>()
    for (const { key, row } of newBundles)
      for (const id of row.studentIds) next.set(id, { ...next.get(id), [key]: row.bundleId })
    const stored = await transact(
      [
        ...newBundles.flatMap(({ row }) => {
          const old = there.get(row.bundleId)
          if (!old) return [bundles.creating(row)]
          // The same answers were done, and their marks became void: again, under a higher epoch.
          const excluded = row.excluded.length > 0 ? row.excluded : old.excluded
          const epoch = Math.max(old.epoch, row.epoch) + 1
          return old.state === 'done' ? [bundles.saving({ ...released(old), excluded, epoch })] : []
        }),
        ...[...next].map(([studentId, own]) => noting({ paperId, studentId }, notes.get(studentId), own)),
      ],
      randomText(24),
    )
    // What is left is seen by reading again; a "no" may be our own write whose answer was lost.
    return stored ? 'some' : beaten
  }
  while ((await edit(`the work of ${paperId}`, queueOnce, 40)) === 'some');
}

/** In an order that only the ids say: a bundle is of many classes, so that what a marker gives can be held against others. */
const inChance = (paperId: string, scripts: readonly Script[]): Script[] =>
  scripts
    .map((script) => ({
      script,
      at: placeOf({ paperId, studentId: script.head.studentId }),
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ script }) => script)

/** Whom answers of a script are not for: those that are not for the same are queued together. */
const notIn = ({ questions }: Paper, { answers }: Script): string =>
  subjectiveOf(questions)
    .flatMap((q) => {
      const item = answers.get(q.questionId)
      return item ? waitingRoles(q, item).flatMap((role) => notFor(item, role)) : []
    })
    .join('|')

/**
 * Queues every answer of these students that waits for a role: the first opening, late pages, replaced pictures and
 * arbitration alike. Running it again adds nothing. `schoolId`: of a joint exam, whose students all of them are. Answers the
 * ids of the bundles in which their answers lie.
 */
export const queueStudents = async (
  paper: Paper,
  studentIds: readonly string[],
  schoolId?: SchoolId,
): Promise<string[]> => {
  const scripts = await scriptsOf(paper, await headsOfStudents(paper.paperId, studentIds))
  const present = scripts.filter((s) => s.head.state === 'present')
  const later: string[] = []
  for (const q of subjectiveOf(paper.questions))
    for (const { answers, objective } of present) {
      const item = answers.get(q.questionId)
      const role = item && isToMark({ objective }, q) ? laterRole(q, item) : null
      if (role && (await queueLater(paper, q, item!)))
        later.push(bundleIdOf(paper.paperId, q.questionId, role, [item!.studentId]))
    }
  const waits = present.filter((s) =>
    subjectiveOf(paper.questions).some((q) => {
      const item = s.answers.get(q.questionId)
      return item !== undefined && isToMark(s, q) && waitingRoles(q, item).length > 0
    }),
  )
  const cutOf = await cutsOf(
    paper,
    waits.map((s) => s.head.studentId),
  )
  const cuts = Map.groupBy(inChance(paper.paperId, waits), (s) => JSON.stringify(cutOf?.(s.head.studentId) ?? {}))
  for (const [cut, own] of cuts) {
    const mixed = own
      .map((script) => ({ script, not: notIn(paper, script) }))
      .sort((a, b) => (a.not === b.not ? 0 : a.not < b.not ? -1 : 1))
      .map(({ script }) => script)
    for (const piece of inPieces(mixed, bundleSize))
      await queueGroup(paper, piece, { schoolId, ...(JSON.parse(cut) as Cut) })
  }
  const notes = await scriptWork.getMany(
    present.map((s) => ({ paperId: paper.paperId as string, studentId: s.head.studentId as string })),
  )
  return [...new Set([...notes.flatMap((w) => Object.values<string>(w.bundles)), ...later])]
}

/** Notes beside each script where its answers lie: for a paper that was opened before this was done with the bundles. */
export const noteWork = async (paperId: PaperId): Promise<void> => {
  for (let shard = 0; shard < shards; shard++) {
    const of = (await bundles.query(`bundles#${paperId}#${shard}`, { consistent: true })).filter(
      (b) => b.role !== 'final' && b.state !== 'done',
    )
    for (const b of of)
      for (const studentId of b.studentIds) {
        await scriptWork.edit({ paperId, studentId }, (old) => {
          const own = { ...old?.bundles, [workKey(b.questionId, b.role)]: b.bundleId }
          return { schema: 1, paperId, studentId, bundles: own, version: 1 }
        })
      }
  }
}

/** A bundle without a holder, for the queue. */
export const released = (b: Bundle): Bundle => {
  const { holder: _holder, claimedUntil: _until, seeds: _seeds, worked: _worked, days: _days, ...kept } = b
  return { ...kept, state: 'queued' }
}

/** The bundle of a decision by itself: it is noted nowhere, as a script may wait for many. */
const putFinal = async (row: Bundle): Promise<void> => {
  if (await bundles.create(row)) return
  const there = await bundles.get({ paperId: row.paperId, bundleId: row.bundleId })
  // A decision may have been corrected under a later claim than the bundle's, and taken back since.
  if (there && (there.state === 'done' || there.epoch < row.epoch))
    await bundles.save({ ...released(there), excluded: row.excluded, epoch: Math.max(there.epoch, row.epoch) + 1 })
}

/** A marker's bundle of one answer, with the note of where it lies: it may lie in another since the rule was changed (I18). */
const putNoted = async (row: Bundle): Promise<void> => {
  const { paperId, bundleId } = row
  const [studentId] = row.studentIds as [StudentId]
  const key = workKey(row.questionId, row.role)
  await edit(`the ${row.role} mark of ${studentId}`, async () => {
    const note = await scriptWork.get({ paperId, studentId })
    const noted = note?.bundles[key]
    const known = await bundles.getMany(
      [...new Set([bundleId, ...(noted ? [noted] : [])])].map((id) => ({ paperId, bundleId: id })),
    )
    if (known.some((b) => b.bundleId === noted && b.state !== 'done')) return null
    const old = known.find((b) => b.bundleId === bundleId)
    const epoch = Math.max(old?.epoch ?? 0, row.epoch) + 1
    const stored = await transact(
      [
        old ? bundles.saving({ ...released(old), excluded: row.excluded, epoch }) : bundles.creating(row),
        noting({ paperId, studentId }, note ?? undefined, { [key]: bundleId }),
      ],
      randomText(24),
    )
    return stored ? null : beaten
  })
}

/**
 * Hands an answer on if the marks that it has say that it waits for another one: an arbitrator's, a third marker's, a
 * second's of a zero. Idempotent; decided by the row as it is. Answers whether it does.
 */
export const queueLater = async (paper: Paper, q: PaperQuestion, item: AnswerItem): Promise<boolean> => {
  const role = laterRole(q, item)
  if (!role || standing(item[role], item.imageVersion)) return false
  const wanted = { questionId: q.questionId, role, studentIds: [item.studentId] }
  const excluded = [...notFor(item, role)]
  // Who arbitrates decides for all schools.
  const { apart, ...cut } = (await cutsOf(paper, [item.studentId]))?.(item.studentId) ?? {}
  const own = role === 'final' ? {} : { ...cut, apart }
  const row = newBundle(paper.paperId, { ...wanted, excluded, epoch: claimOf(item, role), ...own })
  await (role === 'final' ? putFinal(row) : putNoted(row))
  return true
}
