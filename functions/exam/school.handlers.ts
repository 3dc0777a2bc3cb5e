import { examProblems } from '#shared/exam/exam.problems.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { isSilentSchool, schoolStand } from '#shared/exam/atWork.rules.ts'
import { groupSchools, jointSchools } from '#shared/exam/school.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examOf, examSchoolsOf } from './exam.public.ts'
import { putInGroups } from './school.commands.ts'
import { stepsOfExam } from './step.public.ts'

/** A joint exam of the caller's own. */
const organised = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam.owner.startsWith('a:') ? exam : refuse(examProblems.areaOnly)
}

export const schoolHandlers = [
  implement(jointSchools, async ({ input, caller }) => {
    const exam = await organised(input.examId, caller)
    const [schools, steps] = await Promise.all([examSchoolsOf(exam.examId), stepsOfExam(exam)])
    const bySchool = Map.groupBy(steps, (s) => s.schoolId)
    return schools.map((s) => {
      const stand = schoolStand(bySchool.get(s.schoolId) ?? [])
      return { ...s, ...stand, silent: isSilentSchool(stand, exam.examDate, now()) }
    })
  }),

  implement(groupSchools, async ({ input: { examId, schoolIds, groups }, caller }) =>
    putInGroups(await organised(examId, caller), schoolIds, groups, caller),
  ),
]
