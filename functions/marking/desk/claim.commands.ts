import { isJoint } from '#shared/exam/exam.rules.ts'
import { boundOf } from '#shared/marking/groups/class.rules.ts'
import type { Exam, ExamTeacher, PaperQuestion } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { UserId } from '#shared/kit/ids.ts'
import type { AnswerView } from '#shared/marking/claimed.types.ts'
import { barredFrom, notFor } from '#shared/marking/again/again.rules.ts'
import { answerState, otherRoles, rolesWanted, standing } from '#shared/marking/marking.rules.ts'
import type { Bundle, AnswerItem, MarkRole, ScriptImages } from '#shared/marking/marking.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { workCounts, countWork, bundleTold } from '../counts.ts'
import { answers, images, bundles } from '../marking.store.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import { barOnly, excludeFromCounterparts, giveBack, markDone } from './claims.ts'
import { bundleIdOf, bundleSize } from '../queue.ts'
import { waitingFor } from './claims.ts'
import type { Claimer } from './claims.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { deskOf, ownTeacher, questionIn } from './desk.ts'
import type { Desk } from './desk.ts'
import { among, seedsMarked, seedViews } from '../quality/seed.weave.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/**
 * How much a marker may hold of a question: the bundle in hand and the next ones. An arbitrator's answers are bundles of one
 * each, for whom each is is another matter: of these as many as one bundle has.
 */
const mostHeld = 3
export const holdsEnough = (held: readonly Pick<Bundle, 'studentIds'>[]): boolean =>
  held.length >= mostHeld && held.reduce((n, b) => n + b.studentIds.length, 0) >= bundleSize

/** Papers from before the counters are counted once. */
const counted = memo(600, async (paperId: string) => {
  if ((await workCounts.wholeSince(paperId)) === null) await countWork(paperId)
  return true
})

export const workOf = memo(5, async (paperId: string) => {
  await counted(paperId)
  return workCounts.read(paperId)
})

/** Forgets the counted work: tests. */
export const forgetWork = (): void => {
  counted.forget()
  workOf.forget()
}

export const answersOf = (b: Bundle): Promise<AnswerItem[]> =>
  answers.getMany(b.studentIds.map((studentId) => ({ paperId: b.paperId, studentId, questionId: b.questionId })))

/** Whether an answer needs nothing more in a role. */
export const settled = (q: PaperQuestion, role: MarkRole, item: AnswerItem): boolean => {
  if (role !== 'final' && standing(item[role], item.imageVersion)) return true
  if (role !== 'final' && rolesWanted(q, item).includes(role)) return false
  const state = answerState(q, item)
  return state.kind === 'scored' || (role !== 'final' && !state.roles.includes(role))
}

/** A marker of one role may not take another of the same answer (I5), nor who may not mark it again. */
const isBarred = (role: MarkRole, item: AnswerItem, userId: UserId): boolean =>
  barredFrom(item, role).includes(userId) ||
  otherRoles(role).some((r) => standing(item[r], item.imageVersion)?.by === userId)

/** One answer as its marker sees it. */
export const view = async (b: Bundle, item: AnswerItem, of: ScriptImages, userId: UserId): Promise<AnswerView> => {
  const { blocks, shown } = picturesOf(of, item.questionId)
  const own = standing(item[b.role], item.imageVersion)
  return {
    studentId: item.studentId,
    imageVersion: of.imageVersion,
    images: await signed(shown),
    likelyBlank: blocks.length > 0 && blocks.every((x) => x.likelyBlank),
    ...(own?.by === userId ? { mine: { value: own.value, attemptId: own.attemptId } } : {}),
    others:
      b.role !== 'final'
        ? []
        : (['first', 'second', 'third'] as const).flatMap((role) => {
            const mark = standing(item[role], item.imageVersion)
            return mark ? [{ role, value: mark.value }] : []
          }),
  }
}

/** What there is to do in a bundle for its holder; null when it had to be given back or turned out to be done. */
export const prepare = async (q: PaperQuestion, b: Bundle): Promise<AnswerView[] | null> => {
  const me = b.holder!
  const [items, pictures] = await Promise.all([
    answersOf(b),
    images.getMany(b.studentIds.map((studentId) => ({ paperId: b.paperId, studentId }))),
  ])
  const byStudent = new Map(pictures.map((p) => [p.studentId, p]))
  const byId = new Map(items.map((i) => [i.studentId, i]))
  const open = b.studentIds.flatMap((id) => {
    const item = byId.get(id)
    const of = byStudent.get(id)
    // Its page went since: there is nothing to mark.
    if (!item || !of || of.unseen?.includes(q.questionId)) return []
    return !settled(q, b.role, item) || item[b.role]?.by === me ? [{ item, of }] : []
  })
  // Done by others since, or by this marker who never said so.
  if (open.every(({ item }) => settled(q, b.role, item))) {
    await freeOthers(q, b, items)
    await markDone(b, items)
    return null
  }
  // The rest is another's: of a bundle that two have had in hand, each has the other's answers left.
  const own = open.filter(({ item }) => !isBarred(b.role, item, me))
  if (own.every(({ item }) => settled(q, b.role, item))) {
    await giveBack(barredRightly(q, b, items), true)
    return null
  }
  if (!(await excludeFromCounterparts(b, besidesOf(q, items)))) {
    await giveBack(b, true)
    return null
  }
  return among(await Promise.all(own.map(({ item, of }) => view(b, item, of, me))), await seedViews(b))
}

/** The marks that answers of a bundle need from the start: each lies in a bundle of the same students. */
const besidesOf = (q: PaperQuestion, items: readonly AnswerItem[]): MarkRole[] =>
  items.map((i) => rolesWanted(q, i)).reduce<MarkRole[]>((most, own) => (own.length > most.length ? own : most), [])

/** Whom none of these answers is for in a role, as far as they wait for it (I5). */
const barredOfAll = (q: PaperQuestion, role: MarkRole, items: readonly AnswerItem[]): UserId[] => {
  const [first = [], ...rest] = items.filter((i) => !settled(q, role, i)).map((i) => notFor(i, role))
  return first.filter((userId) => rest.every((of) => of.includes(userId)))
}

/** A bundle that goes back keeps away whom nothing in it is for. */
const barredRightly = (q: PaperQuestion, b: Bundle, items: readonly AnswerItem[]): Bundle =>
  b.role === 'final' ? b : { ...b, excluded: barredOfAll(q, b.role, items) }

/**
 * Who has a bundle in hand is kept away from the same answers in another role. When it leaves the hands that is who gave
 * all marks of it, and no one else: two who marked half of it each would both be kept away otherwise.
 */
const freeOthers = async (q: PaperQuestion, b: Bundle, items: readonly AnswerItem[]): Promise<void> => {
  const roles = besidesOf(q, items)
  if (!roles.includes(b.role)) return
  for (const role of roles) if (role !== b.role) await barOnly(b, role, barredOfAll(q, role, items))
}

/**
 * Who claims: in an exam of several schools no marker is handed answers of the own one, or of no other where each marks its
 * own. Then who arbitrates decides for all of them.
 */
const claimerIn = ({ exam, arrangement }: Desk, { userId, tenant }: Caller, role: MarkRole): Claimer => {
  const schoolId = isJoint(exam) && tenant.startsWith('s:') ? tenant.slice('s:'.length) : undefined
  if (isJoint(exam) && arrangement.ownSchools)
    return role === 'final' ? { userId } : { userId, schoolId, ownSchool: true }
  return { userId, schoolId }
}

/** The same with what of a question goes by class. `own` is `ownTeacher`. */
export const claimerFor = (desk: Desk, caller: Caller, own: ExamTeacher | null, role: MarkRole): Claimer => ({
  ...claimerIn(desk, caller, role),
  classes: boundOf(desk.arrangement, { userId: caller.userId, teaches: own?.teaches ?? [] }, desk.paper.courseId, role),
})

/** Where a bundle does not say whose its answers are, as one of an arbitrator's does not, the roster does. */
export const ofOwnSchool = async (exam: Exam, b: Bundle, { tenant }: Pick<Caller, 'tenant'>): Promise<boolean> =>
  b.schoolId === undefined &&
  isJoint(exam) &&
  tenant.startsWith('s:') &&
  (await candidatesByIds(exam, b.studentIds)).some((c) => schoolTenant(c.schoolId) === tenant)

export const countOf = (work: ReadonlyMap<string, number>, questionId: string, role: MarkRole) => {
  const n = (what: string): number => work.get(`${questionId}#${role}#${what}`) ?? 0
  return { total: n('total'), done: n('done') }
}

/** Answers of a bundle's kind that are not in a done bundle; `fresh` has just been changed by this very call. */
export const leftOf = async (b: Bundle, fresh?: Bundle): Promise<number> => {
  const work = fresh
    ? await workCounts.read(b.paperId, { fresh: new Map([[fresh.bundleId as string, bundleTold(fresh)]]) })
    : await workOf(b.paperId)
  const { total, done } = countOf(work, b.questionId, b.role)
  return Math.max(0, total - done)
}

/** All that there is to do lies in the own classes, or the own school. */
export const seesOwnAlone = ({ classes, ownSchool }: Claimer): boolean => classes?.rule === 'own' || ownSchool === true

/** The same as its holder is told it: by class or school of the own ones alone. */
export const leftFor = async (b: Bundle, claimer: Claimer, fresh?: Bundle): Promise<number> =>
  seesOwnAlone(claimer) ? waitingFor(b.paperId, b.questionId, b.role, claimer) : leftOf(b, fresh)

/** Answers of a role that wait, and that this marker may not take: of whose other mark they are (I5). */
export const openCounterparts = async (
  paperId: string,
  own: readonly Bundle[],
  role: MarkRole,
  userId: UserId,
): Promise<number> => {
  const ids = own
    .filter((b) => b.role !== role && b.role !== 'final')
    .map((b) => bundleIdOf(paperId, b.questionId, role, b.studentIds))
  const there = await bundles.getMany([...new Set(ids)].map((bundleId) => ({ paperId, bundleId })))
  return there.reduce((n, b) => (b.state === 'done' || !b.excluded.includes(userId) ? n : n + b.studentIds.length), 0)
}

/** Of more than these something is always free: no marker holds more than a few bundles. */
export const lastAnswers = 100

export const finishBundle = async (
  input: InputOf<typeof markingCalls.finishBundle>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.finishBundle>> => {
  const { paperId, bundleId, epoch } = input
  return edit(`bundle ${bundleId}`, async () => {
    const b = (await bundles.get({ paperId, bundleId })) ?? refuse(markingProblems.noBundle)
    if (b.holder !== caller.userId || b.epoch !== epoch) return refuse(markingProblems.noBundle)
    const desk = await deskOf(paperId)
    const q = questionIn(desk, b.questionId)
    const claimer = claimerFor(desk, caller, await ownTeacher(desk, caller), b.role)
    if (b.state === 'done') return { done: true, left: await leftFor(b, claimer, b) }
    const items = await answersOf(b)
    const done = items.length > 0 && items.every((i) => settled(q, b.role, i)) && (await seedsMarked(b))
    await freeOthers(q, b, items)
    const next = done ? await markDone(b, items) : await giveBack(barredRightly(q, b, items))
    return next ? { done, left: await leftFor(b, claimer, next) } : beaten
  })
}
