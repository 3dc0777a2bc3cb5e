import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { markersOf, progressOf } from './counts.ts'
import { deskNow, ownTeacher, rolesFor } from './desk.ts'
import { counted, ensureCounted } from './progress.read.ts'
import { paperMarker, paperMarkerName } from './paperMarks.ts'

export const progressHandlers = [
  implement(markingProgressCall, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const own = await ownTeacher(desk, caller)
    const { paper, exam, arrangement } = desk
    const whole =
      arrangement.state === 'draft' || (await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId }))
    const { all, given } = await counted(paper)
    const names = new Map(desk.teachers.flatMap((t) => (t.userId ? [[t.userId as string, t.teacherName]] : [])))
    names.set(paperMarker, paperMarkerName)
    names.set(exam.creatorId, names.get(exam.creatorId) ?? exam.creatorName)
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
      markers: markersOf(paper.questions, given).map((m) => ({
        ...m,
        userId: m.userId as never,
        teacherName: names.get(m.userId) ?? '管理员',
      })),
      mayManage: mayManage(exam, caller),
    }
  }),
]
