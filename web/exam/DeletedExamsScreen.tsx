import { restoreExam } from '#shared/exam/exam.calls.ts'
import { deletedExams } from '#shared/exam/tools/maintenance.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { examMaintainers } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { examPath, examPaths } from './exam.paths.ts'

/** Exams that were deleted, as long as they can be had back. */
export const DeletedExamsScreen = () => {
  const { user } = useSession()
  // What was deleted by force is had back by who maintains exams alone.
  const maintains = user && admits(examMaintainers.userTypes, user.userType)
  return (
    <ListScreen
      title="已删除的考试"
      call={deletedExams}
      rowKey={(e) => e.examId}
      rowTo={(e) => examPath(e.examId)}
      // A phone's card has no heads: each time says what it is.
      columns={[
        { key: 'examName', name: '考试', value: (e) => e.examName },
        { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
        { key: 'examDate', name: '考试日期', value: (e) => e.examDate, cell: (e) => <DateCell ms={e.examDate} /> },
        { key: 'candidateCount', name: '考生', unit: '人', value: (e) => e.candidateCount, number: true },
        { key: 'deletedAt', name: '删除', value: (e) => `${showTime(e.deletedAt)}删除` },
        { key: 'until', name: '恢复', value: (e) => `${showTime(e.until)}前可恢复` },
      ]}
      rowActions={(e) => [
        e.byForce
          ? maintains
            ? { name: '恢复考试', to: pathTo(examPaths.maintenance, { examId: e.examId }) }
            : { name: '恢复考试', barred: '由学校管理员恢复' }
          : {
              name: '恢复考试',
              run: async () => {
                await act(restoreExam, { examId: e.examId })
                toast('success', `“${e.examName}”已恢复`)
              },
            },
      ]}
      empty={{
        title: '没有已删除的考试',
        text: '考试删除后90天内可以在这里恢复，到期后连同名单、答卷和成绩一并清除。',
        action: { name: '返回考试列表', to: examPaths.list },
      }}
    />
  )
}
