/** Who may use which tool of an exam, and what of the toolbox is shown. Pure. */
import { mayManage } from '../exam.rules.ts'
import type { ExamViewer } from '../exam.rules.ts'
import { examTools, grantTypes, toolGroups } from './tool.table.ts'
import type { ToolFacts, Said, ToolCode } from './tool.table.ts'

export type ExamTool = Said & { readonly code: ToolCode }

/** In the order of the specification's groups. */
export const toolList: readonly ExamTool[] = Object.keys(toolGroups).flatMap((group) =>
  Object.entries(examTools)
    .filter(([, tool]) => tool.group === group)
    .map(([code, tool]) => ({ ...tool, code: code as ToolCode })),
)

/** A tool that was given in an exam, or taken: to a type of user (`t:3`) or to a person (`u:us_…`). */
export type Grant = { readonly tool: string; readonly to: string; readonly allows: boolean }

export const grantsOf = (code: ToolCode): readonly number[] => {
  const tool: Said = examTools[code]
  return tool.grants ?? grantTypes
}

/**
 * How far a viewer may use a tool of an exam: as its manager does (`all`), within what is seen of the exam (`own`), or not.
 * Who manages the exam holds every tool and none can be taken. A word about the person stands over one about the
 * type, and both over what the type has of itself.
 */
export const toolRight = (
  code: ToolCode,
  exam: Parameters<typeof mayManage>[0],
  viewer: ExamViewer,
  grants: readonly Grant[],
): 'all' | 'own' | null => {
  if (mayManage(exam, viewer)) return 'all'
  const tool: Said = examTools[code]
  if (exam.owner !== viewer.tenant) return null
  const own = tool.also?.includes(viewer.userType) ? 'own' : null
  if (!grantsOf(code).includes(viewer.userType)) return own
  const to = (whom: string) => grants.find((g) => g.tool === code && g.to === whom)
  const said = to(`u:${viewer.userId}`) ?? to(`t:${viewer.userType}`)
  return said ? (said.allows ? 'all' : null) : own
}

export const isTool = (code: string): code is ToolCode => Object.hasOwn(examTools, code)

export const barOf = (tool: Said, facts: ToolFacts): string | null => tool.barred?.(facts) ?? null

/** Tools of which the name, the line or the code holds every word of the search. */
export const toolsFor = (search: string, tools: readonly ExamTool[] = toolList): ExamTool[] => {
  const words = search.trim().toLowerCase().split(/\s+/)
  return tools.filter(({ name, says, code }) => words.every((w) => `${name} ${says} ${code}`.toLowerCase().includes(w)))
}

/** So many of the last used are kept. */
const mostRecent = 4
/** The codes last used, the latest first, when one more is; what no tool has goes. */
export const usedNow = (recent: readonly string[], code?: ToolCode): ToolCode[] =>
  [...new Set([...(code ? [code] : []), ...recent])].filter((c): c is ToolCode => c in examTools).slice(0, mostRecent)
