import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'
import { ofTool } from './tool.types.ts'
import { isTool } from './tool.rules.ts'
import { examTools, grantTypes } from './tool.table.ts'

const ofExam = { scope: on('exam', 'examId') }
export const ToolName = z.string().refine(isTool, '没有这个工具')

export const toolConfig = call('GET /api/exam/tool/config/exam', {
  summary: 'Which tools of an exam the caller may use, and how far: all of it, or within what is seen of the exam',
  ...examOverseers,
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ examId: ExamId, permissionMap: z.partialRecord(ToolName, z.enum(['all', 'own'])) }),
  problems: [examProblems.notFound],
  feeds: ['tools'],
})

export const toolGrants = call('GET /api/exam/tool/grants', {
  summary: 'Who was given a tool of an exam, or had it taken, and to whom it may be given',
  ...ofTool('permission-setting'),
  ...ofExam,
  /** Of a joint exam, the school whose teachers are told. */
  input: () => z.object({ examId: ExamId, schoolId: SchoolId.optional() }),
  output: () =>
    z.object({
      grants: z.array(
        z.object({
          tool: ToolName,
          to: z.string(),
          /** Of a person. */
          name: z.string().optional(),
          /** Of a joint exam, the person's school. */
          schoolId: SchoolId.optional(),
          allows: z.boolean(),
          byName: z.string(),
          at: z.int(),
        }),
      ),
      /** Of a joint exam: many thousand teach in it, so that one school is asked for. */
      schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
      /** Those of the exam's teachers who have an account; of a joint exam those of the school that is asked for. */
      people: z.array(z.object({ userId: UserId, name: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['tools'],
})

/** So many are given in one step: they are one transaction. */
const mostGiven = 90
const To = z.union([
  z
    .string()
    .regex(/^t:\d{1,2}$/)
    .refine((t) => (grantTypes as readonly number[]).includes(Number(t.slice(2)))),
  z
    .string()
    .regex(/^u:/)
    .refine((t) => UserId.safeParse(t.slice(2)).success),
])

export const grantTools = call('POST /api/exam/tool/exam', {
  summary: 'Give tools of an exam to types of users or to people, take them, or go back to what the types have',
  ...ofTool('permission-setting'),
  ...ofExam,
  input: () =>
    z
      .object({
        examId: ExamId,
        /** Of a joint exam, the school whose teachers are named. */
        schoolId: SchoolId.optional(),
        tools: z.array(ToolName).min(1, '请选择工具').max(Object.keys(examTools).length),
        to: z.array(To).min(1, '请选择用户').max(mostGiven),
        /** null: as the type has it. */
        allows: z.boolean().nullable(),
      })
      .refine(({ tools, to }) => new Set(tools).size * new Set(to).size <= mostGiven, `一次最多设置${mostGiven}项`),
  output: () => z.object({ changed: z.int() }),
  problems: [examProblems.notFound, examProblems.toolKept, commonProblems.notFound, commonProblems.stale],
  refreshes: ['tools'],
})
