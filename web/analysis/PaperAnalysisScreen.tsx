import { useParams } from 'react-router'
import { itemAnalysis } from '#shared/analysis/analysis.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { reportPath } from './analysis.paths.ts'
import { reportSiblings } from './parts/reportSiblings.ts'
import { useExports } from './parts/useExports.tsx'
import { itemReport } from './item.report.ts'
import { crumbsOf } from './report.parts.ts'

export const PaperAnalysisScreen = () => {
  const { examId = '', paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="试卷分析" released pathOf={(exam, paper) => reportPath('paperAnalysis', exam, paper)} />
  return <Report examId={examId} paperId={paperId as PaperId} />
}

const Report = ({ examId, paperId }: { examId: string; paperId: PaperId }) => {
  const { actions, dock } = useExports(paperId)
  // The same question as the screen's own, asked once: it tells the exam's name.
  const head = useAsk(itemAnalysis, { paperId }, { quiet: true }).data?.head
  return (
    <>
      <ReportScreen
        title="试卷分析"
        crumbs={crumbsOf(examId, head, '试卷分析')}
        siblings={reportSiblings('paperAnalysis', examId, paperId)}
        call={itemAnalysis}
        input={{ paperId }}
        report={itemReport}
        actions={actions}
        exportName="试卷分析"
      />
      {dock}
    </>
  )
}
