/** The scripts follow what was decided of absences that schools applied for. */
import type { Exam } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { followAbsencesJob } from '#shared/scan/scan.jobs.ts'
import { absencesOf } from '#functions/exam/joint/application.public.ts'
import { candidatesByIds, examOf } from '#functions/exam/exam.public.ts'
import type { Caller } from '#functions/kit/session.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { countChanged } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { absents } from '../scan.store.ts'
import { markAbsent } from './script.commands.ts'

/** What the mark says; why the candidate was away is in the application alone, which is erased with the student. */
const byApplication = '学校申报缺考'
/** So many candidates are followed side by side. */
const atOnce = 16

type By = Pick<Caller, 'userName'>

/** An approval marks, and what is none any more undoes its own mark and no one else’s. Answers whether anything changed. */
const markOf = async (at: { paperId: PaperId; studentId: StudentId }, absent: boolean, by: By): Promise<boolean> => {
  if (!absent && (await absents.get(at))?.reason !== byApplication) return false
  return markAbsent(at, absent, byApplication, by)
}

/** One application, until it stands as it was followed: another may be deciding it. Answers the papers of its candidate. */
const follow = async (
  exam: Exam,
  of: { schoolId: SchoolId; personId: StudentId },
  by: By,
): Promise<{ paperId: PaperId; studentId: StudentId }[]> => {
  const [candidate] = await candidatesByIds(exam, [of.personId])
  const touched = new Map<string, { paperId: PaperId; studentId: StudentId }>()
  for (let followed = -1; ;) {
    const [a] = await absencesOf(exam.examId, [of])
    if (!a || a.version === followed) return [...touched.values()]
    followed = a.version
    for (const paperId of a.paperIds) {
      if (isReleased(exam, paperId)) continue
      const absent = a.state === 'approved' && candidate !== undefined && takesPaper(candidate, paperId)
      const at = { paperId, studentId: of.personId }
      await markOf(at, absent, by)
      touched.set(paperId, at)
    }
  }
}

export const absenceWorks = [
  work(followAbsencesJob, {
    follow: async ({ input, tenant, startedBy }) => {
      const exam = await examOf(input.examId)
      if (!exam || exam.deletedAt !== undefined) return { marked: 0 }
      const by = { userName: input.byName }
      const touched = (await inTurns(input.of, atOnce, (of) => follow(exam, of, by))).flat()
      for (const [paperId, own] of Map.groupBy(touched, (t) => t.paperId)) {
        await countChanged(
          paperId,
          [],
          own.map((t) => t.studentId),
        )
        await followMarking(paperId, { tenant, userId: startedBy }, { settled: true })
      }
      return { marked: touched.length }
    },
  }),
]
