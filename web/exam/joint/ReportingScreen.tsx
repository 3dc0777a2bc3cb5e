import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import type { Owed } from '#shared/exam/joint/reporting.calls.ts'
import { mostOwedCounted } from '#shared/exam/joint/reporting.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { boardPath, examPaths, ownPartPath } from '../exam.paths.ts'

type Row = OutputOf<typeof reportingTasks>[number]

const counted = (n: number): string => (n >= mostOwedCounted ? `${mostOwedCounted}人以上` : `${n}人`)
const saidOf = ({ as }: Row, { what, n }: Owed): string => {
  if (what === 'answer') return as === 'school' ? '没有回复是否参加' : `${n}所学校没有回复`
  if (what === 'cards') return `${n}科答题卡没有上传`
  const name = { teacher: '阅卷老师', absent: '缺考', transient: '借读生' }[what]
  return `${name}申报待审核${counted(n)}`
}
const owedSaid = (r: Row): string => r.owed.map((o) => saidOf(r, o)).join('；')

/** What is still to be reported in joint exams: by one's own school, or to one's own area. */
export const ReportingScreen = () => (
  <ListScreen
    title="联考上报"
    call={reportingTasks}
    rowKey={(r) => r.examId}
    rowTo={(r) => (r.as === 'school' ? ownPartPath(r.examId) : boardPath(r.examId))}
    columns={[
      { key: 'examName', name: '考试', value: (r) => r.examName },
      { key: 'examDate', name: '日期', value: (r) => r.examDate, cell: (r) => <DateCell ms={r.examDate} /> },
      {
        key: 'owed',
        name: '待办',
        value: (r) => owedSaid(r) || '已全部上报',
        cell: (r) => <StateMark meaning={r.owed.length > 0 ? 'waits' : 'done'} text={owedSaid(r) || '已全部上报'} />,
      },
      {
        key: 'dueAt',
        name: '上传截止',
        value: (r) => r.dueAt,
        cell: (r) => (r.dueAt === null ? '—' : showTime(r.dueAt)),
      },
    ]}
    empty={{
      title: '没有要上报的联考',
      text: '正在进行的联考会出现在这里，写明还要上报什么。',
      action: { name: '返回考试列表', to: examPaths.list },
    }}
  />
)
