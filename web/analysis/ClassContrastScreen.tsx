import { useParams } from 'react-router'
import { classContrast } from '#shared/analysis/analysis.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { reportPath } from './analysis.paths.ts'
import { reportSiblings } from './parts/reportSiblings.ts'
import { useExports } from './parts/useExports.tsx'
import { contrastReport } from './contrast.report.ts'
import { crumbsOf } from './report.parts.ts'

export const ClassContrastScreen = () => {
  const { examId = '', paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="班级对比" released pathOf={(exam, paper) => reportPath('classContrast', exam, paper)} />
  return <Report examId={examId} paperId={paperId as PaperId} />
}

const Report = ({ examId, paperId }: { examId: string; paperId: PaperId }) => {
  const { actions, dock } = useExports(paperId)
  // The same question as the screen's own, asked once: it tells the exam's name.
  const head = useAsk(classContrast, { paperId }, { quiet: true }).data?.head
  return (
    <>
      <ReportScreen
        title="班级对比"
        crumbs={crumbsOf(examId, head, '班级对比')}
        siblings={reportSiblings('classContrast', examId, paperId)}
        call={classContrast}
        input={{ paperId }}
        report={contrastReport}
        actions={actions}
        exportName="班级对比"
      />
      {dock}
    </>
  )
}
