import { listExams } from '#shared/exam/exam.calls.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import { showDate } from '#shared/kit/time.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'

/** The bare address of a screen of one exam: which? */
export const ChooseExam = ({
  title,
  pathOf,
  tool,
}: {
  title: string
  pathOf: (examId: string) => string
  /** Only exams in which the viewer may use this tool. */
  tool?: ToolCode
}) => (
  <ListScreen
    title={`${title}：请选择考试`}
    call={listExams}
    input={tool ? { tool } : {}}
    order="考试日期近的在前"
    rowKey={(e) => e.examId}
    rowTo={(e) => pathOf(e.examId)}
    columns={[
      { key: 'examName', name: '考试', value: (e) => e.examName, width: 160 },
      { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
      { key: 'examDate', name: '日期', value: (e) => showDate(e.examDate) },
      { key: 'courses', name: '科目', value: (e) => e.courses.map((c) => c.courseName).join('、') },
    ]}
    filters={[{ field: 'name', label: '考试', mode: 'search', placeholder: '按名称查找' }]}
    empty={
      tool
        ? { title: '没有您能使用这个工具的考试', text: '请考试管理者在“工具权限”中授权。' }
        : { title: '还没有考试', text: '请先新建考试。' }
    }
  />
)
