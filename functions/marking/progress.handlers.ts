import { createHash } from 'node:crypto'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { recountJob } from '#shared/marking/marking.jobs.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { groupOf, markersOf, mostAtOnce, progressOf, recountHere, scriptCounts } from './counts.ts'
import { deskNow, ownTeacher, rolesFor } from './desk.ts'
import type { Desk } from './desk.ts'
import { paperMarker, paperMarkerName } from './paperMarks.ts'

/** One recount of a key an hour, for all callers together. */
const recountId = (group: string): JobId => {
  const hour = Math.floor(now() / 3_600_000)
  const digest = createHash('sha256').update(`recount#${group}#${hour}`).digest()
  return composeId('job', hour * 3_600_000, digest.subarray(0, 10)) as JobId
}

/** Makes counters that were never whole: here for a school, as a job for a province. Answers whether they are whole now. */
const ensureCounted = async (desk: Desk, by: { tenant: Desk['exam']['owner']; userId: string }): Promise<boolean> => {
  const group = groupOf(desk.paper)
  if ((await scriptCounts.wholeSince(group)) !== null) return true
  if (desk.exam.candidateCount <= mostAtOnce) {
    await recountHere(desk.paper)
    return true
  }
  await startJob(recountJob, { paperId: desk.paper.paperId }, by, {
    jobId: recountId(group),
    about: paperTitle(desk.exam, desk.paper),
  })
  return false
}

/** Asked for by many, read once in five seconds: sixteen small rows, at any number of students. */
const counted = memo(5, async (paperId: string, keyVersion: number) => {
  const group = groupOf({ paperId: paperId as never, keyVersion })
  const [all, markers] = await Promise.all([scriptCounts.read(group), scriptCounts.readApart(group)])
  return { all, markers: markersOf(markers) }
})
/** Forgets what was counted: tests. */
export const forgetProgress = (): void => counted.forget()

export const progressHandlers = [
  implement(markingProgressCall, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const own = await ownTeacher(desk, caller)
    const { paper, exam, arrangement } = desk
    const whole =
      arrangement.state === 'draft' || (await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId }))
    const { all, markers } = await counted(paper.paperId, paper.keyVersion)
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
      markers: markers.map((m) => ({ ...m, userId: m.userId as never, teacherName: names.get(m.userId) ?? '管理员' })),
      mayManage: mayManage(exam, caller),
    }
  }),
]
