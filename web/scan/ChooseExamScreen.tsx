import { useLocation } from 'react-router'
import { listExams } from '#shared/exam/exam.calls.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { chosen, chosenDownloads, chosenTools, chosenViews, scanPaths } from './scan.paths.ts'

/** Which exam? Each address leads to the screen that it names. */
export const ChooseExamScreen = () => {
  const path = useLocation().pathname.replace(/\/$/, '')
  const all = { ...chosen, ...chosenTools, ...chosenViews, ...chosenDownloads }
  const { title, to } = all[path] ?? all[scanPaths.choose]!
  return (
    <ListScreen
      title={`${title}：选择考试`}
      call={listExams}
      order="考试日期近的在前"
      rowKey={(e) => e.examId}
      rowTo={(e) => (e.courses[0] ? to({ examId: e.examId, paperId: e.courses[0].paperId }) : '')}
      columns={[
        { key: 'examName', name: '考试', value: (e) => e.examName },
        { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
        { key: 'courses', name: '课程', value: (e) => e.courses.map((c) => c.courseName).join('、') },
        { key: 'candidateCount', name: '考生', unit: '人', value: (e) => e.candidateCount, number: true },
        { key: 'examDate', name: '考试日期', value: (e) => e.examDate, cell: (e) => <DateCell ms={e.examDate} /> },
      ]}
      rowActions={(e) =>
        e.courses.map((c) => ({ name: c.courseName, to: to({ examId: e.examId, paperId: c.paperId }) }))
      }
      filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '考试名称' }]}
      empty={{
        title: '还没有考试',
        text: '先新建一场考试并发布答题卡。',
        action: { name: '考试列表', to: examPaths.list },
      }}
    />
  )
}
