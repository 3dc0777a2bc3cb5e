import type { UserId } from '#shared/kit/ids.ts'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { markersOf, progressOf, unlikelyIn } from './counts.ts'
import { deskNow, ownTeacher, rolesFor } from './desk/desk.ts'
import { seesPeople } from './groups/group.read.ts'
import { markersOfSchools } from './markerNames.ts'
import { counted, ensureCounted } from './progress.read.ts'
import { stoppedMarkers } from './quality/seed.read.ts'

export const progressHandlers = [
  implement(markingProgressCall, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const own = await ownTeacher(desk, caller)
    const { paper, exam, arrangement } = desk
    const whole =
      arrangement.state === 'draft' || (await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId }))
    const { all, given } = await counted(paper)
    const nameOf = await markersOfSchools(desk, caller)
    const manages = mayManage(exam, caller)
    const isOwn = ({ userId }: { userId: string }): boolean => userId === caller.userId
    const stopped = await stoppedMarkers(desk, caller)
    return {
      state: arrangement.state,
      counting: !whole,
      scripts: {
        present: all.get('present') ?? 0,
        absent: all.get('absent') ?? 0,
        missing: all.get('missing') ?? 0,
        undecided: all.get('undecided') ?? 0,
        unfinished: all.get('unfinished') ?? 0,
      },
      questions: subjectiveOf(paper.questions).map((q) => progressOf(q, all)),
      arbitrates: subjectiveOf(paper.questions)
        .filter((q) => rolesFor(desk, q, caller, own).includes('final'))
        .map((q) => q.questionId),
      // What a marker gave on average is for who manages, and for that marker.
      markers: markersOf(paper.questions, given)
        .filter((m) => isOwn(m) || seesPeople(desk, caller))
        .map((m) => ({
          ...m,
          userId: m.userId as UserId,
          mean: manages || isOwn(m) ? m.mean : null,
          teacherName: nameOf(m.userId),
        })),
      ...(stopped > 0 ? { stopped } : {}),
      // By it a marker would learn what others gave.
      ...(manages ? { unlikely: unlikelyIn(paper, all) } : {}),
      ...(isReleased(exam, paper.paperId) ? { released: true } : {}),
      mayManage: manages,
    }
  }),
]
