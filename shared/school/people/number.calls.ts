/** Student numbers, many at once: other ones, exchanged ones, and the students of numbers that are to go. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { cleanNumber } from '../roster.rules.ts'
import { schoolProblems } from '../school.problems.ts'
import { rosterManagers } from '../roster/scope.rules.ts'

const number = () =>
  z
    .string()
    .transform(cleanNumber)
    .pipe(z.string().regex(/^\d{4,18}$/, '学号应为4到18位数字'))

export const findNumbers = call('POST /api/school/student/number/find', {
  summary: 'The students of these numbers in one school',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({ schoolId: SchoolId, numbers: z.array(number()).min(1, '请填写学号').max(500, '一次最多500个学号') }),
  output: () =>
    z.object({
      found: z.array(
        z.object({ studentId: StudentId, studentName: z.string(), studentNumber: z.string(), className: z.string() }),
      ),
      unknown: z.array(z.string()),
    }),
})

export const adjustNumbers = call('POST /api/school/student/number/adjust', {
  summary: 'Give students other numbers, all of them or none; numbers may be exchanged',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      changes: z
        .array(z.object({ from: number(), to: number() }))
        .min(1, '请填写原学号和新学号')
        .max(45, '一次最多调整45个学号'),
    }),
  output: () => z.object({ changed: z.int() }),
  problems: [
    schoolProblems.numberUnknown,
    schoolProblems.numberTwice,
    schoolProblems.numberTaken,
    commonProblems.stale,
  ],
  refreshes: ['students', 'roster'],
})
