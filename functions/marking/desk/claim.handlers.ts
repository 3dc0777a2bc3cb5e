import type { Paper } from '#shared/exam/exam.types.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import { claimBundle, finishBundle, markingTasks } from '#shared/marking/marking.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { groupOf, scriptCounts } from '../counts.ts'
import { deskOf, ownTeacher, rolesFor } from './desk.ts'
import { stoppedFor } from '../groups/group.commands.ts'
import { arrangements } from '../marking.store.ts'
import { shutFor } from '../groups/readTime.commands.ts'
import { doneBy, waitingFor, waitsFor } from './claims.ts'
import { claimerFor, workOf, countOf, openCounterparts, lastAnswers, seesOwnAlone } from './claim.commands.ts'
import * as commands from './claim.commands.ts'
import { shownTogether, takeBundle } from './take.commands.ts'
import { owesPassword } from '../password.commands.ts'
import { seedStateOf } from '../quality/seed.commands.ts'
import { trialBefore } from '../quality/trial.read.ts'

/** Whose exams the caller may be given answers of: the own school's, and of a teacher those of the area and the city it lies in. */
const ownersOf = async ({ tenant, teacherId }: Caller): Promise<string[]> => {
  if (teacherId === undefined || !tenant.startsWith('s:')) return [tenant]
  const school = await schoolOf(tenant.slice(2))
  return [tenant, ...[school?.areaId, school?.cityId].flatMap((id) => (id ? [areaTenant(id)] : []))]
}

/** The counters of a paper's scripts; null where they were never whole: then its bundles know no less. */
const scriptsCounted = async (paper: Paper): Promise<ReadonlyMap<string, number> | null> => {
  const group = groupOf(paper)
  return (await scriptCounts.wholeSince(group)) === null ? null : scriptCounts.read(group)
}

export const claimHandlers = [
  implement(claimBundle, ({ input, caller }) => takeBundle(input, caller)),

  implement(finishBundle, ({ input, caller }) => commands.finishBundle(input, caller)),

  implement(markingTasks, async ({ input, caller }) => {
    const owners = await ownersOf(caller)
    const open = (await Promise.all(owners.map((owner) => arrangements.queryIndex('gsi1', `open#${owner}`)))).flat()
    const perPaper = await Promise.all(
      open.map(async ({ paperId }) => {
        const desk = await deskOf(paperId).catch(() => null)
        if (!desk || desk.arrangement.state !== 'open') return []
        const row = await ownTeacher(desk, caller)
        const mine = subjectiveOf(desk.paper.questions).flatMap((q) =>
          rolesFor(desk, q, caller, row).flatMap((role) =>
            input.like && (role === 'final' || !desk.arrangement.like?.includes(q.questionId)) ? [] : [{ q, role }],
          ),
        )
        if (mine.length === 0) return []
        const [work, locked, scripts] = await Promise.all([
          workOf(paperId),
          owesPassword(desk, caller),
          scriptsCounted(desk.paper),
        ])
        const shut = shutFor(desk, caller)
        const shown = mine.map((m) => ({ ...m, ...countOf(work, m.q.questionId, m.role) })).filter((m) => m.total > 0)
        return Promise.all(
          shown.map(async ({ q, role, total, done }) => {
            const all = await doneBy(paperId, q.questionId, caller.userId)
            const own = all.filter((b) => b.role === role)
            const queued = Math.max(0, total - done)
            // Brought within the tolerance since it was asked for, an answer is passed by when its bundle is claimed.
            const open =
              role === 'final'
                ? Math.min(queued, scripts ? (scripts.get(`${q.questionId}.needFinal`) ?? 0) : Infinity)
                : queued
            // An answer that was queued again since its page was replaced lies in two bundles, and is one answer.
            const there = Math.min(total, scripts?.get(`${q.questionId}.total`) ?? total)
            const other = open > 0 && role !== 'final' ? await openCounterparts(paperId, all, role, caller.userId) : 0
            const claimer = claimerFor(desk, caller, row, role)
            const byClass = seesOwnAlone(claimer)
            const left = byClass ? await waitingFor(paperId, q.questionId, role, claimer) : Math.max(0, open - other)
            const marked = own.reduce((n, b) => n + b.studentIds.length, 0)
            const seeds = role === 'final' ? 'even' : await seedStateOf(desk, q.questionId, caller.userId)
            const stopped =
              (await stoppedFor(desk, q.questionId, role, caller.userId)) ??
              (seeds === 'stopped' ? ('seeds' as const) : undefined)
            const group = await shownTogether(desk, q.questionId)
            const trial = role === 'final' ? null : await trialBefore(desk, q.questionId, caller.userId)
            // Answers of the own school or class are among those that are left, however many.
            const enough = left > lastAnswers && claimer.schoolId === undefined && !claimer.classes
            // Of few answers it is told how many would be handed out: what others hold is not done yet, and not to be had.
            const few = left <= lastAnswers
            const counted = byClass || !few ? undefined : await waitingFor(paperId, q.questionId, role, claimer)
            const free =
              left === 0 ||
              enough ||
              (few && !byClass ? counted !== 0 : await waitsFor(paperId, q.questionId, role, claimer))
            return {
              paperId,
              questionId: q.questionId,
              examName: desk.exam.examName,
              courseName: desk.paper.courseName,
              number: q.number,
              fullScore: q.fullScore,
              role,
              // By class the own classes are all that there is to do.
              total: byClass ? marked + left : role === 'final' ? done + open : there,
              done: byClass ? marked : role === 'final' ? done : Math.max(0, there - open),
              mine: marked,
              left,
              held: !free,
              ...(counted === undefined ? {} : { free: Math.min(counted, left) }),
              ...(stopped ? { stopped } : {}),
              ...(trial ? { trial } : {}),
              ...(claimer.schoolId === undefined || claimer.ownSchool ? {} : { ownApart: true as const }),
              ...(desk.arrangement.largeScreen ? { largeScreen: true as const } : {}),
              ...(desk.arrangement.like?.includes(q.questionId) && role !== 'final' ? { like: true as const } : {}),
              ...(group.length > 0
                ? { together: { lead: group[0]!.questionId, numbers: group.map((x) => x.number) } }
                : {}),
              ...(locked ? { locked } : {}),
              ...(shut ? { shut } : {}),
            }
          }),
        )
      }),
    )
    return perPaper.flat()
  }),
]
