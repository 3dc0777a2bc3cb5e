import { isSilentSchool, schoolStand } from '#shared/exam/atWork.rules.ts'
import { answerOf } from '#shared/exam/joint/part.rules.ts'
import * as calls from '#shared/exam/joint/school.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { examSchoolsOf, schoolPartsOf } from '../exam.public.ts'
import { organised } from './part.commands.ts'
import type { SheetsNow } from '../roster/roster.public.ts'
import { putInGroups } from './school.commands.ts'
import { addingLines, removingLines, startSchools } from './schools.commands.ts'
import { stepsOfExam } from '../step.public.ts'

export const schoolHandlers = (sheets: SheetsNow) => [
  implement(calls.jointSchools, async ({ input, caller }) => {
    const exam = await organised(input.examId, caller)
    const [schools, steps, said] = await Promise.all([
      examSchoolsOf(exam.examId),
      stepsOfExam(exam),
      schoolPartsOf(exam.examId),
    ])
    const parts = new Map(said.map((p) => [p.schoolId as string, p]))
    const bySchool = Map.groupBy(steps, (s) => s.schoolId)
    const { name = '' } = input
    return schools
      .filter((s) => s.schoolName.includes(name) || (s.area?.areaName ?? '').includes(name))
      .map((s) => {
        const stand = schoolStand(bySchool.get(s.schoolId) ?? [])
        const part = parts.get(s.schoolId)
        const silent = isSilentSchool(stand, exam.examDate, now())
        return { ...s, ...stand, silent, answer: answerOf(part), reason: part?.answer?.reason ?? '' }
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
