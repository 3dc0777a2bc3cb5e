import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { exportMarkingReport, markingReport } from '#shared/marking/quality/quality.calls.ts'
import { act } from '#web/kit/ask.ts'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'
import { qualityPath } from '../marking.paths.ts'

/** How a paper was marked: agreement, severity, workload. */
export const MarkingReportScreen = () => {
  const { examId = '', paperId = '' } = useParams()
  return (
    <ReportScreen
      title="阅卷质量报告"
      call={markingReport}
      input={{ paperId: paperId as PaperId }}
      params={[]}
      value={(answer) => answer}
      linkTo={() => qualityPath(examId, paperId)}
      actions={() => [
        { name: '导出PDF', job: () => act(exportMarkingReport, { paperId: paperId as PaperId, form: 'pdf' }) },
        { name: '导出Excel', job: () => act(exportMarkingReport, { paperId: paperId as PaperId, form: 'xlsx' }) },
        { name: '阅卷质量', to: qualityPath(examId, paperId) },
      ]}
    />
  )
}
