import { isSilentSchool, schoolStand } from '#shared/exam/atWork.rules.ts'
import { groupSchools, jointSchools } from '#shared/exam/school.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { examSchoolsOf } from './exam.public.ts'
import { organised } from './part.commands.ts'
import { putInGroups } from './school.commands.ts'
import { stepsOfExam } from './step.public.ts'

export const schoolHandlers = [
  implement(jointSchools, async ({ input, caller }) => {
    const exam = await organised(input.examId, caller)
    const [schools, steps] = await Promise.all([examSchoolsOf(exam.examId), stepsOfExam(exam)])
    const bySchool = Map.groupBy(steps, (s) => s.schoolId)
    const { name = '' } = input
    return schools
      .filter((s) => s.schoolName.includes(name) || (s.area?.areaName ?? '').includes(name))
      .map((s) => {
        const stand = schoolStand(bySchool.get(s.schoolId) ?? [])
        return { ...s, ...stand, silent: isSilentSchool(stand, exam.examDate, now()) }
      })
  }),

  implement(groupSchools, async ({ input, caller }) =>
    putInGroups(await organised(input.examId, caller), input, caller),
  ),
]
