/** Joint exams of other areas, as the area of some of their schools knows of them. */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { areaOfficers } from '#shared/kit/people.ts'

/** So many of an area's schools are named; of more the number is told. */
export const mostNamedSchools = 3

export const AreaPart = z.object({
  examId: ExamId,
  examName: z.string(),
  examDate: z.int(),
  gradeName: z.string(),
  organiser: z.string(),
  courses: z.array(z.string()),
  status: z.int(),
  /** Of the area's own schools: how many sit it, the first by name, and their candidates. */
  schools: z.int(),
  names: z.array(z.string()),
  candidateCount: z.int(),
  /** Its results are released, and the organiser shows them to some of these schools. */
  readable: z.boolean(),
})
export type AreaPart = z.infer<typeof AreaPart>

export const listAreaParts = call('GET /api/exam/union/plan/area/list', {
  summary: "The joint exams of other areas that schools of the caller's own area sit",
  ...areaOfficers,
  scope: caller,
  input: () => z.object({}),
  output: () => z.array(AreaPart),
  feeds: ['exam', 'exams'],
})
