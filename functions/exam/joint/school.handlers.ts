import { isSilentSchool, schoolStand } from '#shared/exam/atWork.rules.ts'
import * as calls from '#shared/exam/joint/school.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { examSchoolsOf } from '../exam.public.ts'
import { organised } from './part.commands.ts'
import type { SheetsNow } from '../roster/roster.public.ts'
import { putInGroups } from './school.commands.ts'
import { addingLines, removingLines, startSchools } from './schools.commands.ts'
import { stepsOfExam } from '../step.public.ts'

export const schoolHandlers = (sheets: SheetsNow) => [
  implement(calls.jointSchools, async ({ input, caller }) => {
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

  implement(calls.groupSchools, async ({ input, caller }) =>
    putInGroups(await organised(input.examId, caller), input, caller),
  ),

  implement(calls.addSchoolsPreview, async ({ input, caller }) => ({ lines: await addingLines(input, caller) })),
  implement(calls.addSchools, ({ input, caller }) => startSchools('add', input, caller, sheets)),
  implement(calls.removeSchoolsPreview, async ({ input, caller }) => ({
    lines: await removingLines(input, caller, sheets),
  })),
  implement(calls.removeSchools, ({ input, caller }) => startSchools('remove', input, caller, sheets)),
]
