import { examTools } from '#shared/exam/tool.rules.ts'
import type { ToolCode } from '#shared/exam/tool.rules.ts'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { ChooseExam } from './parts/ChooseExam.tsx'
import { toolPaths } from './tool.paths.ts'

/** A tool's address without an exam: which exam, and of a tool that works on one paper which subject. */
export const doorOf = (code: ToolCode) => {
  const { name, of } = examTools[code]
  const Door = () =>
    of === 'paper' ? (
      <ChoosePaper title={name} pathOf={(examId, paperId) => toolPaths[code]({ examId, paperId })} />
    ) : (
      <ChooseExam title={name} pathOf={(examId) => toolPaths[code]({ examId, paperId: '' })} />
    )
  return Door
}
