import { useParams } from 'react-router'
import { summary } from '#shared/analysis/analysis.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { reportPath } from './analysis.paths.ts'
import { reportSiblings } from './parts/reportSiblings.ts'
import { useExports } from './parts/useExports.tsx'
import { summaryReport } from './summary.report.ts'
import { crumbsOf } from './report.parts.ts'

export const SummaryScreen = () => {
  const { examId = '', paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="考试总结" released pathOf={(exam, paper) => reportPath('summary', exam, paper)} />
  return <Report examId={examId} paperId={paperId as PaperId} />
}

const Report = ({ examId, paperId }: { examId: string; paperId: PaperId }) => {
  const { actions, dock } = useExports(paperId)
  // The same question as the screen's own, asked once: it tells the exam's name.
  const head = useAsk(summary, { paperId }, { quiet: true }).data?.head
  return (
    <>
      <ReportScreen
        title="考试总结"
        crumbs={crumbsOf(examId, head, '考试总结')}
        siblings={reportSiblings('summary', examId, paperId)}
        call={summary}
        input={{ paperId }}
        report={summaryReport}
        actions={actions}
        exportName="考试总结"
      />
      {dock}
    </>
  )
}
