import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { words } from '#web/kit/refusals.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'

/** How far the viewer may use the tools of an exam, by their codes; undefined while it is asked. */
export const useTools = (examId: ExamId | undefined): Partial<Record<ToolCode, 'all' | 'own'>> | undefined =>
  useAsk(toolConfig, examId ? { examId } : undefined).data?.permissionMap

/**
 * Whether the viewer manages the exam, and is not only given tools of it: a grant of this one is refused. False while it is
 * asked.
 */
export const useManages = (examId: ExamId | undefined): boolean => useTools(examId)?.['permission-setting'] === 'all'

/** In place of a tool's page, where what the page reads is seen by more people than hold the tool. */
export const NotHeld = ({ title }: { title: string }) => (
  <NoticeScreen title={title} empty={{ title: '没有权限', text: words.forbidden }} />
)
