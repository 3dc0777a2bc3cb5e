import { claimBundle, finishBundle, markingTasks } from '#shared/marking/marking.calls.ts'
import type { AnswerView } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, standing, stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Bundle, MarkRole, ScriptImages } from '#shared/marking/marking.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { deskOf, ownTeacher, questionIn, rolesFor } from './desk.ts'
import { answers, arrangements, bundles, images } from './marking.store.ts'
import { bundleTold, countWork, workCounts } from './counts.ts'
import { picturesOf, signed } from './pictures.ts'
import {
  bundleIdOf,
  claimNext,
  doneBy,
  excludeFromCounterpart,
  giveBack,
  heldBy,
  waitsFor,
  markDone,
  prolong,
} from './queue.ts'

/** How many bundles a marker may hold of a question: the one in hand and the next. */
const mostHeld = 3
/** Papers from before the counters are counted once. */
const counted = memo(600, async (paperId: string) => {
  if ((await workCounts.wholeSince(paperId)) === null) await countWork(paperId)
  return true
})
const workOf = memo(5, async (paperId: string) => {
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

/** Whether an answer needs nothing more in a role, whoever gave it. */
const settled = (q: PaperQuestion, role: MarkRole, item: AnswerItem): boolean => {
  if (role === 'final') return answerState(q, item).kind === 'scored'
  return standing(item[role], item.imageVersion) !== undefined
}

/** A marker of one role may not take another of the same answer (I5). */
const markedElsewhere = (role: MarkRole, item: AnswerItem, userId: UserId): boolean =>
  markRoles.some(
    (r) => r !== role && (role === 'final' || r !== 'final') && standing(item[r], item.imageVersion)?.by === userId,
  )

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
        : (['first', 'second'] as const).flatMap((role) => {
            const mark = standing(item[role], item.imageVersion)
            return mark ? [{ role, value: mark.value }] : []
          }),
  }
}

/** What there is to do in a bundle for its holder; null when it had to be given back or turned out to be done. */
const prepare = async (q: PaperQuestion, b: Bundle): Promise<AnswerView[] | null> => {
  const me = b.holder!
  const [items, pictures] = await Promise.all([
    answersOf(b),
    images.getMany(b.studentIds.map((studentId) => ({ paperId: b.paperId, studentId }))),
  ])
  if (items.some((i) => markedElsewhere(b.role, i, me)) || !(await excludeFromCounterpart(b))) {
    await giveBack(b, true)
    return null
  }
  const byStudent = new Map(pictures.map((p) => [p.studentId, p]))
  const byId = new Map(items.map((i) => [i.studentId, i]))
  const open = b.studentIds.flatMap((id) => {
    const item = byId.get(id)
    const of = byStudent.get(id)
    // Its page went since: there is nothing to mark.
    if (!item || !of || of.unseen?.includes(q.questionId)) return []
    return !settled(q, b.role, item) || item[b.role]?.by === me ? [{ item, of }] : []
  })
  // Done by others meanwhile, or by this marker who never said so.
  if (open.every(({ item }) => settled(q, b.role, item))) {
    await markDone(b)
    return null
  }
  return Promise.all(open.map(({ item, of }) => view(b, item, of, me)))
}

const countOf = (work: ReadonlyMap<string, number>, questionId: string, role: MarkRole) => {
  const n = (what: string): number => work.get(`${questionId}#${role}#${what}`) ?? 0
  return { total: n('total'), done: n('done') }
}

/** Answers of a bundle's kind that are not in a done bundle; `fresh` has just been changed by this very call. */
const leftOf = async (b: Bundle, fresh?: Bundle): Promise<number> => {
  const work = fresh
    ? await workCounts.read(b.paperId, { fresh: new Map([[fresh.bundleId as string, bundleTold(fresh)]]) })
    : await workOf(b.paperId)
  const { total, done } = countOf(work, b.questionId, b.role)
  return Math.max(0, total - done)
}

/** Answers of a role that wait, and that this marker may not take: of whose other mark they are (I5). */
const openCounterparts = async (paperId: string, own: readonly Bundle[], role: MarkRole): Promise<number> => {
  const ids = own
    .filter((b) => b.role !== role && b.role !== 'final')
    .map((b) => bundleIdOf(paperId, b.questionId, role, b.studentIds))
  const there = await bundles.getMany(ids.map((bundleId) => ({ paperId, bundleId })))
  return there.reduce((n, b) => (b.state === 'done' ? n : n + b.studentIds.length), 0)
}

/** Of more than these something is always free: no marker holds more than a few bundles. */
const lastAnswers = 100

export const claimHandlers = [
  implement(claimBundle, async ({ input, caller }) => {
    const { paperId, questionId, besides = [] } = input
    const desk = await deskOf(paperId)
    const q = questionIn(desk, questionId)
    if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
    const roles = rolesFor(desk, q, caller, await ownTeacher(desk, caller)).filter(
      (r) => input.role === undefined || r === input.role,
    )
    if (roles.length === 0) return refuse(markingProblems.notMarker)
    const answered = async (bundle: Bundle, views: AnswerView[]) => ({
      bundle: { ...bundle, claimedUntil: bundle.claimedUntil },
      question: { ...q, step: stepOf(q) },
      answers: views,
      left: await leftOf(bundle),
    })
    const held = await heldBy(paperId, questionId, caller.userId)
    for (const own of held.filter((b) => roles.includes(b.role) && !besides.includes(b.bundleId))) {
      const bundle = await prolong(own)
      const views = await prepare(q, bundle)
      if (views) return answered(bundle, views)
    }
    if (held.length >= mostHeld) return refuse(markingProblems.nothingLeft)
    for (const role of roles) {
      // What turns out to be somebody else's or done already leaves the queue, so this ends.
      const next = () => claimNext(desk.paper, questionId, role, caller.userId)
      for (let bundle = await next(); bundle; bundle = await next()) {
        const views = await prepare(q, bundle)
        if (views) return answered(bundle, views)
      }
    }
    return refuse(markingProblems.nothingLeft)
  }),

  implement(finishBundle, async ({ input, caller }) => {
    const { paperId, bundleId, epoch } = input
    return edit(`bundle ${bundleId}`, async () => {
      const b = (await bundles.get({ paperId, bundleId })) ?? refuse(markingProblems.noBundle)
      if (b.holder !== caller.userId || b.epoch !== epoch) return refuse(markingProblems.noBundle)
      const desk = await deskOf(paperId)
      const q = questionIn(desk, b.questionId)
      if (b.state === 'done') return { done: true, left: await leftOf(b, b) }
      const items = await answersOf(b)
      const done = items.length > 0 && items.every((i) => settled(q, b.role, i))
      const next = done ? await markDone(b) : await giveBack(b)
      return next ? { done, left: await leftOf(b, next) } : beaten
    })
  }),

  implement(markingTasks, async ({ caller }) => {
    const open = await arrangements.queryIndex('gsi1', `open#${caller.tenant}`)
    const perPaper = await Promise.all(
      open.map(async ({ paperId }) => {
        const desk = await deskOf(paperId).catch(() => null)
        if (!desk || desk.arrangement.state !== 'open') return []
        const row = await ownTeacher(desk, caller)
        const mine = subjectiveOf(desk.paper.questions).flatMap((q) =>
          rolesFor(desk, q, caller, row).map((role) => ({ q, role })),
        )
        if (mine.length === 0) return []
        const work = await workOf(paperId)
        const shown = mine.map((m) => ({ ...m, ...countOf(work, m.q.questionId, m.role) })).filter((m) => m.total > 0)
        return Promise.all(
          shown.map(async ({ q, role, total, done }) => {
            const all = await doneBy(paperId, q.questionId, caller.userId)
            const own = all.filter((b) => b.role === role)
            const open = Math.max(0, total - done)
            const other = open > 0 && role !== 'final' ? await openCounterparts(paperId, all, role) : 0
            const left = Math.max(0, open - other)
            const free =
              left === 0 || left > lastAnswers || (await waitsFor(paperId, q.questionId, role, caller.userId))
            return {
              paperId,
              questionId: q.questionId,
              examName: desk.exam.examName,
              courseName: desk.paper.courseName,
              number: q.number,
              fullScore: q.fullScore,
              role,
              total,
              done,
              mine: own.reduce((n, b) => n + b.studentIds.length, 0),
              left,
              held: !free,
            }
          }),
        )
      }),
    )
    return perPaper.flat()
  }),
]
