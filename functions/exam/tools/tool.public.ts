/** Who may use which tool of an exam: the one place that asks, for every call of a tool and in every room. */
import { mayManage } from '#shared/exam/exam.rules.ts'
import { seesExam } from '#shared/exam/sight.rules.ts'
import { isTool, toolRight } from '#shared/exam/tools/tool.rules.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { Caller, ToolGate } from '#functions/kit/serve.ts'
import { examsByIds } from '../exam.public.ts'
import { papers, toolGrants } from '../exam.store.ts'
import { examSightOf } from '../sight.public.ts'

/** The exam of all these objects; null where they are of several, or one is not there. */
const examIdOf = async (object: string, ids: readonly string[]): Promise<string | null> => {
  if (object !== 'exam' && object !== 'paper') throw new Error(`a tool acts on an exam or a paper, not on a ${object}`)
  const found =
    object === 'exam' ? ids : (await papers.getMany(ids.map((paperId) => ({ paperId })))).map((p) => p.examId as string)
  const [examId] = found
  return examId !== undefined && found.length === ids.length && found.every((id) => id === examId) ? examId : null
}

/**
 * How far the caller may use the tools of an exam, where at all. Who was given one by type sees the exam besides: a type
 * is a whole school's people.
 */
export const toolsOf = async (
  exam: Exam,
  caller: Caller,
  codes: readonly ToolCode[],
): Promise<Map<ToolCode, 'all' | 'own'>> => {
  const rightsBy = (grants: readonly { tool: string; to: string; allows: boolean }[]) =>
    new Map(
      codes.flatMap((code) => {
        const right = toolRight(code, exam, caller, grants)
        return right ? [[code, right] as const] : []
      }),
    )
  if (mayManage(exam, caller) || exam.owner !== caller.tenant) return rightsBy([])
  const [code] = codes
  const prefix = codes.length === 1 && code ? `grant#${code}#` : 'grant#'
  const [grants, sight] = await Promise.all([
    toolGrants.query(`exam#${exam.examId}`, { prefix, consistent: true }),
    examSightOf(exam, caller),
  ])
  const sees =
    sight !== null &&
    (sight.all ||
      seesExam(
        sight,
        exam.papers.map((p) => p.courseId),
      ))
  return rightsBy(sees ? grants : grants.filter((g) => g.to === `u:${caller.userId}`))
}

/** Of exams that the caller sees: those in which a tool may be used. What was given is read once, however many there are. */
export const holderOf = async (
  tool: ToolCode,
  caller: Caller,
): Promise<(exam: Pick<Exam, 'examId' | 'owner' | 'creatorId'>) => boolean> => {
  const given = await Promise.all(
    [`u:${caller.userId}`, `t:${caller.userType}`].map((to) =>
      toolGrants.queryIndex('gsi1', `granted#${caller.tenant}#${to}`),
    ),
  )
  const byExam = Map.groupBy(given.flat(), (g) => g.examId as string)
  return (exam) => toolRight(tool, exam, caller, byExam.get(exam.examId) ?? []) !== null
}

export const toolGate: ToolGate = async ({ tool, object, ids }, caller) => {
  const examId = await examIdOf(object, ids)
  const [exam] = examId === null || !isTool(tool) ? [] : await examsByIds([examId])
  if (!exam || !isTool(tool)) return null
  const right = (await toolsOf(exam, caller, [tool])).get(tool)
  if (!right) return null
  return right === 'all' && !mayManage(exam, caller) ? { grantedIn: exam.examId } : {}
}
