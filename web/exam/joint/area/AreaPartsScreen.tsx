import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { examPath, examPaths } from '../../exam.paths.ts'
import { schoolsNamed, standSaid } from './areaWords.ts'

/** The joint exams of other areas in which schools of one's own take part. */
export const AreaPartsScreen = () => (
  <ListScreen
    title="其他区域的联考"
    call={listAreaParts}
    rowKey={(p) => p.examId}
    rowTo={(p) => (p.readable ? examPath(p.examId) : undefined)}
    columns={[
      { key: 'examName', name: '考试', value: (p) => p.examName },
      { key: 'organiser', name: '组织方', value: (p) => p.organiser },
      { key: 'gradeName', name: '年级', value: (p) => p.gradeName },
      { key: 'courses', name: '课程', value: (p) => p.courses.join('、') },
      { key: 'examDate', name: '考试日期', value: (p) => p.examDate, cell: (p) => <DateCell ms={p.examDate} /> },
      { key: 'schools', name: '本区学校', value: schoolsNamed },
      { key: 'candidateCount', name: '本区考生', unit: '人', value: (p) => p.candidateCount, number: true },
      { key: 'status', name: '状态', value: (p) => standSaid(p).text, cell: (p) => <StateMark {...standSaid(p)} /> },
    ]}
    empty={{
      title: '没有其他区域的联考',
      text: '本区学校参加其他区域组织的联考后，会出现在这里；成绩发布后可以看本区学校的成绩。',
      action: { name: '返回考试列表', to: examPaths.list },
    }}
  />
)
