/** A school's application for an absence: what its decision does to the scripts. */
import type { Application } from '#shared/exam/joint/application.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { decideAbsences as call } from '#shared/scan/doubts/absence.calls.ts'
import { followAbsencesJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { decide } from '#functions/exam/joint/application.public.ts'
import { candidatesByIds, examOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { slotsOfStudent } from '../scan.store.ts'

/** So many candidates are looked at side by side. */
const atOnce = 16

/** Whether his result is out, or he has sheets: he is not approved then. @throws Refused hasPages, absenceReleased */
const mayBeAbsent = async (
  exam: Exam,
  changed: readonly { before: Application | undefined; after: Application }[],
  approve: boolean,
) => {
  // Of who was only waiting nothing is marked.
  const marked = changed.filter(({ before }) => approve || before?.state === 'approved').map(({ after }) => after)
  const people = await candidatesByIds(
    exam,
    marked.map((a) => a.personId as string),
  )
  const byId = new Map(people.map((c) => [c.studentId as string, c]))
  const absences = marked.flatMap((a) => {
    const candidate = byId.get(a.personId)
    return candidate
      ? a.paperIds.filter((paperId) => takesPaper(candidate, paperId)).map((paperId) => ({ paperId, candidate }))
      : []
  })
  const out = absences.find(({ paperId }) => isReleased(exam, paperId))
  if (out)
    return refuse(scanProblems.absenceReleased, {
      course: exam.papers.find((p) => p.paperId === out.paperId)?.courseName ?? '',
    })
  if (!approve) return
  await inTurns(absences, atOnce, async ({ paperId, candidate }) => {
    const there = (await slotsOfStudent(paperId, candidate.studentId)).filter((s) => s.scanId !== undefined)
    if (there.length > 0) refuse(scanProblems.hasPages, { student: candidate.studentName, pages: there.length })
  })
}

/**
 * The decision stands with its record first, and the marks follow it: of who asks again, since the answer was lost, they
 * are looked at again. @throws Refused as `decide` does, hasPages, absenceReleased
 */
export const decideAbsences = async (input: InputOf<typeof call>, caller: Caller): Promise<AnswerOf<typeof call>> => {
  const { examId, approve } = input
  const { decided } = await decide({ ...input, kind: 'absent' }, caller, (exam, changed) =>
    mayBeAbsent(exam, changed, approve),
  )
  const of = input.of.map((o) => ({ schoolId: o.schoolId, personId: o.personId as StudentId }))
  const about = (await examOf(examId))?.examName ?? ''
  return { decided, ...(await startJob(followAbsencesJob, { examId, of, byName: caller.userName }, caller, { about })) }
}
