import { Tab, TabList } from '@fluentui/react-components'
import { useNavigate } from 'react-router'
import { reportPath } from '../analysis.paths.ts'
import type { ReportPlace } from '../analysis.paths.ts'

const places: readonly [ReportPlace, string][] = [
  ['summary', '考试总结'],
  ['transcript', '成绩单'],
  ['classContrast', '班级对比'],
  ['paperAnalysis', '试卷分析'],
]

/** The reports of one paper beside each other, as tabs that are addresses. */
export const ReportTabs = (props: { here: ReportPlace; examId: string; paperId: string }) => {
  const navigate = useNavigate()
  return (
    <div style={{ overflowX: 'auto' }} className="no-print">
      <TabList
        size="small"
        aria-label="成绩报告"
        selectedValue={props.here}
        onTabSelect={(_, d) => {
          const place = d.value as ReportPlace
          if (place !== props.here) void navigate(reportPath(place, props.examId, props.paperId))
        }}
      >
        {places.map(([key, name]) => (
          <Tab key={key} value={key}>
            {name}
          </Tab>
        ))}
      </TabList>
    </div>
  )
}
