/** What a marker looks at beside the answer in hand. */
import { ownMarks, wholeSheet } from '#shared/marking/own.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, standing, stepOf } from '#shared/marking/marking.rules.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { answersOf, view } from './claim.commands.ts'
import { deskOf, ownTeacher, questionIn, rolesFor, sealedBefore } from './desk.ts'
import { claimed } from './mark.commands.ts'
import { images } from '../marking.store.ts'
import { requireReadTime } from '../groups/readTime.commands.ts'
import { requirePassword } from '../password.commands.ts'
import { calledIn, seedViews } from '../quality/seed.weave.ts'
import { doneBy, heldBy } from './claims.ts'

/** How many of the own marks are listed at once; a bundle is listed whole. */
const most = 40
const doneAt = (b: Bundle): number => b.doneAt ?? 0

/** The newest bundles of a marker that hold so many answers; what is in hand comes first. */
const newestOf = (
  held: readonly Bundle[],
  done: readonly Bundle[],
  before?: number,
): { bundles: Bundle[]; next?: number } => {
  const older = done.filter((b) => before === undefined || doneAt(b) < before).sort((a, z) => doneAt(z) - doneAt(a))
  const taken: Bundle[] = []
  let n = 0
  for (const b of older) {
    // Of one moment all: the list goes on before it.
    if (n >= most && doneAt(b) < doneAt(taken.at(-1)!)) break
    n += b.studentIds.length
    taken.push(b)
  }
  return {
    bundles: before === undefined ? [...held, ...taken] : taken,
    ...(taken.length < older.length ? { next: doneAt(taken.at(-1)!) } : {}),
  }
}

export const ownHandlers = [
  implement(wholeSheet, async ({ input, caller }) => {
    const { paperId, bundleId, epoch, studentId } = input
    const claim = await claimed(paperId, bundleId, epoch)
    const whose = claim?.holder === caller.userId ? calledIn(claim, studentId) : null
    if (whose === null) return refuse(markingProblems.taken)
    // Only who asks for a sheet pays for the library that opens one.
    const { coveredPage, pagesLacked, pagesThere } = await import('#functions/scan/sheet.public.ts')
    const [pages, missing] = await Promise.all([pagesThere(paperId, whose), pagesLacked(paperId, whose)])
    const page = input.page ?? pages[0] ?? 1
    return { pages, missing, page, picture: pages.includes(page) ? await coveredPage(paperId, whose, page) : null }
  }),

  implement(ownMarks, async ({ input, caller }) => {
    const { paperId, questionId, before } = input
    const desk = await deskOf(paperId)
    const q = questionIn(desk, questionId)
    if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
    const roles = rolesFor(desk, q, caller, await ownTeacher(desk, caller))
    if (roles.length === 0) return refuse(markingProblems.notMarker)
    requireReadTime(desk, caller)
    await requirePassword(desk, caller)
    const [held, done] = await Promise.all([
      heldBy(paperId, questionId, caller.userId),
      doneBy(paperId, questionId, caller.userId),
    ])
    const ofRoles = (all: readonly Bundle[]): Bundle[] => all.filter((b) => roles.includes(b.role))
    const { bundles, next } = newestOf(ofRoles(held), ofRoles(done), before)
    const own = await Promise.all(
      bundles.map(async (bundle) => {
        const [items, pictures] = await Promise.all([
          answersOf(bundle),
          images.getMany(bundle.studentIds.map((studentId) => ({ paperId, studentId }))),
        ])
        const shown = new Map(pictures.map((p) => [p.studentId, p]))
        const marked = items.flatMap((item) => {
          const mark = standing(item[bundle.role], item.imageVersion)
          const of = shown.get(item.studentId)
          if (mark?.by !== caller.userId || mark.epoch !== bundle.epoch || !of) return []
          const state = answerState(q, item)
          const decided = bundle.role !== 'final' && state.kind === 'scored' && state.by === 'final'
          return [{ bundle, mark, decided, shown: () => view(bundle, item, of, caller.userId) }]
        })
        // Seeds stand among them as they did on the desk.
        const seeds = (await seedViews(bundle)).flatMap(({ view: seen, mark }) =>
          mark ? [{ bundle, mark, decided: false, shown: async () => seen }] : [],
        )
        return [...marked, ...seeds]
      }),
    )
    const newest = own.flat().sort((a, b) => b.mark.at - a.mark.at)
    return {
      question: { ...q, step: stepOf(q) },
      list: await Promise.all(
        newest.map(async ({ bundle, mark, decided, shown }) => ({
          bundle: { ...bundle, claimedUntil: bundle.claimedUntil },
          answer: { ...(await shown()), mine: { value: mark.value, attemptId: mark.attemptId } },
          at: mark.at,
          decided,
          ...(mark.at < sealedBefore(desk) ? { published: true as const } : {}),
        })),
      ),
      ...(next === undefined ? {} : { next }),
    }
  }),
]
