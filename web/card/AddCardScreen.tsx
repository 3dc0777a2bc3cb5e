import { paperCardStatus } from '#shared/card/designer/desk.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { examPaths, examPath } from '#web/exam/exam.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import { examTypes } from '#shared/exam/exam.types.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { startCardPath } from './card.paths.ts'

const words = { 0: '待编辑', 1: '待发布', 2: '已发布' } as const

/** How far the card of each subject is. */
const CourseCards = ({ courses }: { courses: readonly { paperId: string; courseName: string }[] }) => {
  const paperIds = courses.map((c) => c.paperId as PaperId)
  const asked = useAsk(paperCardStatus, paperIds.length > 0 ? { paperIds } : undefined, { quiet: true })
  const states = new Map(asked.data?.map((s) => [s.paperId as string, s]))
  return courses
    .map((c) => {
      const state = states.get(c.paperId)
      if (!state) return c.courseName
      return `${c.courseName}（${state.status === undefined ? '没有答题卡' : words[state.status]}）`
    })
    .join('、')
}

/** Chooses the paper that the new card is made from. */
export const AddCardScreen = () => (
  <ListScreen
    title="新建答题卡"
    call={listExams}
    input={{ status: 1 }}
    order="考试日期近的在前"
    rowTo={(e) => examPath(e.examId)}
    rowKey={(e) => e.examId}
    filters={[{ field: 'name', label: '考试', mode: 'search', placeholder: '搜索考试名称' }]}
    columns={[
      { key: 'examName', name: '考试', value: (e) => e.examName, width: 240 },
      { key: 'examType', name: '类型', value: (e) => examTypes[e.examType as 2] },
      { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
      {
        key: 'courses',
        name: '学科与答题卡',
        value: (e) => e.courses.map((c) => c.courseName).join('、'),
        cell: (e) => <CourseCards courses={e.courses} />,
      },
      { key: 'examDate', name: '考试日期', value: (e) => e.examDate, cell: (e) => <DateCell ms={e.examDate} /> },
    ]}
    rowActions={(e) =>
      e.courses.map((c) => ({
        name: `设计${c.courseName}答题卡`,
        to: startCardPath(c.paperId),
        barred: !e.mayManage && '只有考试创建人和管理员可以设计答题卡',
      }))
    }
    empty={{
      title: '没有正在进行的考试',
      text: '答题卡由考试的试卷生成，请先创建考试。',
      action: { name: '去创建考试', to: examPaths.list },
    }}
  />
)
