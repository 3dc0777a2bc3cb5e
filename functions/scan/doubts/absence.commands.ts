/** A school's application for an absence: what its decision does to the scripts. */
import { isReleased } from '#shared/exam/step.rules.ts'
import { takesPaper } from '#shared/exam/total.rules.ts'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { decideAbsences as call } from '#shared/scan/doubts/absence.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { decide } from '#functions/exam/application.public.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { countChanged } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { absents, slotsOfStudent } from '../scan.store.ts'
import { markAbsent } from './script.commands.ts'

/** What the mark says; why the candidate was away is in the application alone, which is erased with the student. */
const byApplication = '学校申报缺考'

/** Which of its marks an approval makes; a taken back one undoes its own and no one else's. */
const marks = async (at: { paperId: PaperId; studentId: StudentId }, absent: boolean, caller: Caller) => {
  if (!absent && (await absents.get(at))?.reason !== byApplication) return false
  return markAbsent(at, absent, byApplication, caller)
}

/** @throws Refused as `decide` does, hasPages, absenceReleased */
export const decideAbsences = (input: InputOf<typeof call>, caller: Caller): Promise<AnswerOf<typeof call>> =>
  decide({ ...input, kind: 'absent' }, caller, async (exam, changed) => {
    const people = await candidatesByIds(
      exam,
      changed.map((c) => c.after.personId as string),
    )
    const byId = new Map(people.map((c) => [c.studentId as string, c]))
    const absences = changed.flatMap(({ before, after }) => {
      const candidate = byId.get(after.personId)
      // Of who was only waiting nothing is marked.
      if (!candidate || (!input.approve && before?.state !== 'approved')) return []
      return after.paperIds
        .filter((paperId) => takesPaper(candidate, paperId))
        .map((paperId) => ({ paperId, studentId: candidate.studentId, studentName: candidate.studentName }))
    })
    for (const { paperId, studentId, studentName } of absences) {
      if (isReleased(exam, paperId))
        return refuse(scanProblems.absenceReleased, {
          course: exam.papers.find((p) => p.paperId === paperId)?.courseName ?? '',
        })
      const there = (await slotsOfStudent(paperId, studentId)).filter((s) => s.scanId !== undefined)
      if (input.approve && there.length > 0)
        return refuse(scanProblems.hasPages, { student: studentName, pages: there.length })
    }
    for (const [paperId, own] of Map.groupBy(absences, (a) => a.paperId)) {
      for (const { studentId } of own) await marks({ paperId, studentId }, input.approve, caller)
      await countChanged(
        paperId,
        [],
        own.map((a) => a.studentId),
      )
      await followMarking(paperId, caller, { settled: true })
    }
  })
