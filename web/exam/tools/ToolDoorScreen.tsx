import { examTools } from '#shared/exam/tools/tool.table.ts'
import { ChoosePaper } from '../ChoosePaper.public.tsx'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import type { Door } from './tool.paths.ts'

/** A tool's address without an exam: which of those in which it may be used, and of one that works on a paper which subject. */
export const doorOf = ({ code, to }: Door) => {
  const { name, of } = examTools[code]
  const Door = () =>
    of === 'paper' ? (
      <ChoosePaper title={name} tool={code} pathOf={(examId, paperId, released) => to({ examId, paperId, released })} />
    ) : (
      <ChooseExam title={name} tool={code} pathOf={(examId) => to({ examId, paperId: '' })} />
    )
  return Door
}
