import { examProblems } from '#shared/exam/exam.problems.ts'
import { grantTools, toolConfig, toolGrants as grantsCall } from '#shared/exam/tools/tool.calls.ts'
import { toolList } from '#shared/exam/tools/tool.rules.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { examOf } from '../exam.public.ts'
import { toolGrants } from '../exam.store.ts'
import { giveTools, givenTo } from './tool.commands.ts'
import { toolsOf } from './tool.public.ts'

export const toolHandlers = [
  implement(toolConfig, async ({ input: { examId }, caller }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const codes = toolList.map((t) => t.code)
    return { examId, permissionMap: Object.fromEntries(await toolsOf(exam, caller, codes)) }
  }),

  implement(grantsCall, async ({ input: { examId, schoolId } }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const [grants, { schools, teachers }] = await Promise.all([
      toolGrants.query(`exam#${examId}`, { prefix: 'grant#', consistent: true }),
      givenTo(exam, schoolId),
    ])
    return {
      grants,
      schools: schools.map((s) => ({ schoolId: s.schoolId, schoolName: s.schoolName })),
      people: teachers.flatMap((t) => (t.userId ? [{ userId: t.userId, name: t.teacherName }] : [])),
    }
  }),

  implement(grantTools, async ({ input: { examId, ...given }, caller }) => ({
    changed: await giveTools((await examOf(examId)) ?? refuse(examProblems.notFound), given, caller),
  })),
]
