/**
 * Groups are arranged, also while they mark. Every change is one write of the arrangement; what those who leave have in
 * hand goes back to the queue, and what they have marked stands.
 */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import type * as calls from '#shared/marking/groups/group.calls.ts'
import { boundOf as boundOfClass, marksAClass, mayMarkClass } from '#shared/marking/groups/class.rules.ts'
import { blockOf, limitOf, withGroup, withLimit, withoutGroup } from '#shared/marking/groups/group.rules.ts'
import type { Arranged } from '#shared/marking/groups/group.rules.ts'
import { mostGroups, mostMarkers, mostSeats } from '#shared/marking/groups/group.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { rolesPossible, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { Arrangement, Bundle, MarkRole } from '#shared/marking/marking.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { pause } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { arbitratesBeside, courseTeachers, fenceMs, forgetDesks, managed, stillMarks } from '../desk/desk.ts'
import type { Desk, StaffedDesk } from '../desk/desk.ts'
import { groupIn, sittingOf } from './group.read.ts'
import { arrangements, bundles, claimsFrom, queuePlaces } from '../marking.store.ts'
import { doneBy, giveBack, heldBy } from '../desk/claims.ts'

/** Whether a marker of these desks may go on with a bundle. */
type MayHold = (bundle: Pick<Bundle, 'questionId' | 'role' | 'classId'>, userId: UserId) => boolean

/** Leaders and principals of an arrangement. */
const arbitratorsOf = ({ questions, principals = [] }: Arrangement): UserId[] => [
  ...questions.flatMap((q) => q.arbitrators),
  ...principals,
]

/**
 * Named markers and leaders; who marks without being named is a teacher of the course. Where no leader is named who manages
 * arbitrates too, which is not seen here: of `left`, who arbitrated before, only the principals still do.
 */
const mayHold = (desk: StaffedDesk, left: ReadonlySet<UserId>): MayHold => {
  const course = new Set(courseTeachers(desk).map((t) => t.userId))
  const still = stillMarks(desk)
  const taught = new Map(desk.teachers.map((t) => [t.userId as string | undefined, t.teaches]))
  return ({ questionId, role, classId }, userId) => {
    const marker = { userId, teaches: taught.get(userId) ?? [] }
    if (!mayMarkClass(boundOfClass(desk.arrangement, marker, desk.paper.courseId, role), classId)) return false
    const own = desk.arrangement.questions.find((q) => q.questionId === questionId)
    if (role === 'final') {
      if (own?.arbitrators.includes(userId)) return still(userId)
      const beside = !own?.arbitrators.length || arbitratesBeside(desk)
      return beside && ((desk.arrangement.principals ?? []).includes(userId) || !left.has(userId))
    }
    if (limitOf(desk.arrangement, questionId, userId)?.paused) return false
    return own?.markers.length
      ? own.markers.includes(userId) && still(userId)
      : course.has(userId) || marksAClass(desk.arrangement, userId)
  }
}

/** What is in hands of these questions that may not hold it goes back to the queue. Again it finds nothing. */
const releaseClaims = async (
  desk: StaffedDesk,
  questions: readonly PaperQuestion[],
  left: ReadonlySet<UserId> = new Set(),
): Promise<number> => {
  const { paperId } = desk.paper
  const may = mayHold(desk, left)
  const own = desk.arrangement.ownSchools ? [...(await sittingOf(desk))] : []
  const places = questions.flatMap((q) =>
    markRoles.flatMap((role) =>
      role === 'final' || rolesPossible(q).includes(role) || desk.arrangement.twice?.includes(q.questionId)
        ? [
            ...queuePlaces({ paperId, questionId: q.questionId, role }),
            ...own.flatMap((schoolId) =>
              queuePlaces({ paperId, questionId: q.questionId, role, apart: true, schoolId }),
            ),
          ]
        : [],
    ),
  )
  const claims = (
    await inTurns(places, 16, (place) => bundles.queryIndex('gsi1', place, { from: claimsFrom, to: '\uffff' }))
  ).flat()
  const gone = claims.filter((b) => b.holder !== undefined && !may(b, b.holder))
  const rows = await bundles.getMany(gone.map(({ bundleId }) => ({ paperId, bundleId })))
  const back = await inTurns(
    rows.filter((b) => b.state === 'claimed' && b.holder !== undefined && !may(b, b.holder)),
    10,
    (b) => giveBack(b),
  )
  return back.filter((b) => b !== null).length
}

/** What is said to a marker takes as much of the row as two who are named. */
const mostOf = ({ questions, blocks = [], classes = [] }: Arrangement): number =>
  classes.reduce((n, c) => n + 1 + c.markers.length, 0) +
  questions.reduce((n, q) => n + q.markers.length + q.arbitrators.length, 0) +
  2 * blocks.reduce((n, b) => n + (b.limits ?? []).length, 0)

/**
 * Stores an arrangement over the version that was seen. While marking is open what lies in hands that it takes away goes
 * back: at once, and again when no process remembers the former arrangement any more; a claim that slips through runs out
 * by itself.
 * @throws Refused arrangedClosed, foreignMarker, groupsFull, markersFull, stale
 */
export const arrange = async (
  desk: StaffedDesk,
  change: Partial<
    Pick<
      Arrangement,
      'questions' | 'blocks' | 'principals' | 'largeScreen' | 'classRule' | 'classes' | 'ownSchools' | 'readTime'
    >
  >,
  version: number,
  caller: Caller,
  /** Looked at though nothing of them changes: what an earlier try left in hand. */
  asked: readonly QuestionId[] = [],
): Promise<{ saved: Arrangement; released: number }> => {
  const { arrangement: before, teachers, exam } = desk
  if (before.state === 'closing' || before.state === 'closed') return refuse(markingProblems.arrangedClosed)
  const next: Arrangement = { ...before, ...change, version }
  const there = new Set<string | undefined>([
    ...teachers.map((t) => t.userId),
    exam.creatorId,
    caller.userId,
    // Who is in it already may have left the exam's teachers since.
    ...before.questions.flatMap((q) => [...q.markers, ...q.arbitrators]),
    ...(before.principals ?? []),
    ...(before.classes ?? []).flatMap((c) => c.markers),
  ])
  const named = [
    ...next.questions.flatMap((q) => [...q.markers, ...q.arbitrators]),
    ...(next.principals ?? []),
    ...(next.classes ?? []).flatMap((c) => c.markers),
  ]
  if (!named.every((u) => there.has(u))) return refuse(markingProblems.foreignMarker)
  if ((next.blocks ?? []).length > mostGroups) return refuse(markingProblems.groupsFull, { n: mostGroups })
  if (mostOf(next) > mostSeats) return refuse(markingProblems.markersFull)
  const saved =
    (await arrangements.save(next)) ?? (await refuseStale(arrangements, { paperId: desk.paper.paperId, version }))
  forgetDesks()
  if (before.state !== 'open') return { saved, released: 0 }
  const after = { ...desk, arrangement: saved }
  // Principals arbitrate every question that has no leader, and classes are of every question.
  const ofPaper = (a: Arrangement): string => JSON.stringify([a.principals ?? [], a.classRule ?? null, a.classes ?? []])
  const same = ofPaper(before) === ofPaper(saved)
  const touched = subjectiveOf(desk.paper.questions).filter(
    (q) => !same || asked.includes(q.questionId) || changed(before, saved, q.questionId),
  )
  if (touched.length === 0) return { saved, released: 0 }
  const left = new Set(arbitratorsOf(before))
  const first = await releaseClaims(after, touched, left)
  await pause(fenceMs)
  return { saved, released: first + (await releaseClaims(after, touched, left)) }
}

/** Whether another may mark a question now, or one may not any more. */
const changed = (a: Arrangement, b: Arrangement, questionId: QuestionId): boolean => {
  const of = (x: Arrangement): string =>
    JSON.stringify([
      x.questions.find((q) => q.questionId === questionId) ?? null,
      x.blocks?.find((k) => k.questionIds.includes(questionId))?.limits ?? null,
    ])
  return of(a) !== of(b)
}

/** @throws Refused noQuestion, and as `arrange` */
export const saveGroup = async (
  { paperId, version, groupName, ...wish }: InputOf<typeof calls.saveMarkingGroup>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveMarkingGroup>> => {
  const desk = await managed(paperId, caller)
  const known = new Set(subjectiveOf(desk.paper.questions).map((q) => q.questionId))
  const asked = [...wish.questionIds, ...(wish.lead ? [wish.lead] : [])]
  if (!asked.every((id) => known.has(id))) return refuse(markingProblems.noQuestion)
  // In the paper's order: the first names the group.
  const questionIds = [...known].filter((id) => wish.questionIds.includes(id))
  const next = withGroup(desk.arrangement, { ...wish, questionIds, groupName })
  const { saved, released } = await arrange(desk, next, version, caller, questionIds)
  return { lead: questionIds[0]!, version: saved.version, released }
}

/** The markers of several groups in one write: all as it was seen, or none. @throws Refused noQuestion, and as `arrange` */
export const arrangeGroups = async (
  { paperId, version, groups }: InputOf<typeof calls.arrangeGroups>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.arrangeGroups>> => {
  const desk = await managed(paperId, caller)
  const next = groups.reduce<Arranged>((of, { lead, markers }) => {
    const { questionIds, leaders } = groupIn(desk, lead)
    const groupName = desk.arrangement.blocks?.find((b) => b.questionIds.includes(lead))?.groupName
    return withGroup(of, { lead, questionIds, groupName, markers, leaders })
  }, desk.arrangement)
  const { saved, released } = await arrange(desk, { questions: next.questions, blocks: next.blocks }, version, caller)
  return { version: saved.version, released }
}

/** @throws Refused noQuestion, and as `arrange` */
export const removeGroup = async (
  { paperId, lead, version }: InputOf<typeof calls.removeMarkingGroup>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.removeMarkingGroup>> => {
  const desk = await managed(paperId, caller)
  const { saved } = await arrange(desk, withoutGroup(desk.arrangement, groupIn(desk, lead)), version, caller)
  return { version: saved.version }
}

/** @throws as `arrange` */
export const setPrincipals = async (
  { paperId, principals, version }: InputOf<typeof calls.setPrincipals>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setPrincipals>> => {
  const desk = await managed(paperId, caller)
  const { saved } = await arrange(desk, { principals: [...new Set(principals)] }, version, caller)
  return { version: saved.version }
}

/** @throws as `arrange` */
export const setMobileMarkSwitch = async (
  { paperId, on, version }: InputOf<typeof calls.setMobileMarkSwitch>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setMobileMarkSwitch>> => {
  const desk = await managed(paperId, caller)
  const { saved } = await arrange(desk, { largeScreen: on ? undefined : true }, version, caller)
  return { on, version: saved.version }
}

/** @throws Refused noQuestion, foreignMarker, limitsFull, and as `arrange` */
export const limitMarker = async (
  { paperId, lead, userId, most, paused, version }: InputOf<typeof calls.limitMarker>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.limitMarker>> => {
  const desk = await managed(paperId, caller)
  const group = groupIn(desk, lead)
  const own = group.markers.length > 0 ? group.markers : courseTeachers(desk).map((t) => t.userId)
  if (!own.includes(userId)) return refuse(markingProblems.foreignMarker)
  const blocks = withLimit(desk.arrangement, group, {
    userId,
    ...(most === undefined ? {} : { most }),
    ...(paused ? { paused } : {}),
  })
  // As many as a row may hold: one more could not be read any more.
  if (blocks.some((b) => (b.limits ?? []).length > mostMarkers))
    return refuse(markingProblems.limitsFull, { n: mostMarkers })
  const { saved, released } = await arrange(desk, { blocks }, version, caller, group.questionIds)
  return { version: saved.version, released }
}

/** What bounds the marker of a question, where anything does; whether as much was taken of the group, done or in hand. */
const boundOf = async (
  { arrangement, paper }: Desk,
  questionId: QuestionId,
  userId: UserId,
): Promise<'paused' | 'quota' | undefined> => {
  const limit = limitOf(arrangement, questionId, userId)
  if (limit?.paused) return 'paused'
  if (limit?.most === undefined) return undefined
  const all = await inTurns(blockOf(arrangement, questionId), 5, async (id) => [
    ...(await doneBy(paper.paperId, id, userId)),
    ...(await heldBy(paper.paperId, id, userId)),
  ])
  const taken = all.flat().reduce((n, b) => n + (b.role === 'final' ? 0 : b.studentIds.length), 0)
  return taken >= limit.most ? 'quota' : undefined
}

/** Why a marker is handed no more in this role; an arbitrator is not bound. */
export const stoppedFor = (desk: Desk, questionId: QuestionId, role: MarkRole, userId: UserId) =>
  role === 'final' ? undefined : boundOf(desk, questionId, userId)

/** The roles in which a marker is not paused. @throws Refused paused */
export const notPaused = (
  { arrangement }: Pick<Desk, 'arrangement'>,
  questionId: QuestionId,
  roles: readonly MarkRole[],
  userId: UserId,
): MarkRole[] => {
  if (!limitOf(arrangement, questionId, userId)?.paused) return [...roles]
  const arbitrates = roles.filter((r) => r === 'final')
  return arbitrates.length > 0 ? arbitrates : refuse(markingProblems.paused)
}

/**
 * The roles in which a marker may be handed more of a question: not the first marks of who is paused, or has as many
 * answers of the group, done or in hand, as was said. @throws Refused paused, quotaReached
 */
export const rolesLeft = async (
  desk: Desk,
  questionId: QuestionId,
  roles: readonly MarkRole[],
  userId: UserId,
): Promise<MarkRole[]> => {
  const stopped = await boundOf(desk, questionId, userId)
  const arbitrates = roles.filter((r) => r === 'final')
  if (!stopped || arbitrates.length > 0) return stopped ? arbitrates : [...roles]
  return stopped === 'paused'
    ? refuse(markingProblems.paused)
    : refuse(markingProblems.quotaReached, { most: limitOf(desk.arrangement, questionId, userId)?.most ?? 0 })
}
