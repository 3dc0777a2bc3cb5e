import { tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import { listExams } from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import { showDate } from '#shared/kit/time.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'

/** The bare address of a screen of one paper: which exam? */
export const ChoosePaper = ({
  title,
  pathOf,
  released = false,
  tool,
  examTo,
}: {
  title: string
  /** `released`: readers see the paper's scores, which the viewer, the exam's manager, changes by sets. */
  pathOf: (examId: string, paperId: string, released: boolean) => string
  /** Only papers whose scores are released. */
  released?: boolean
  /** Only exams in which the viewer may use this tool. */
  tool?: ToolCode
  /** Where the exam as a whole leads. */
  examTo?: (exam: ExamRow) => string
}) => {
  const chosenFrom = (e: ExamRow) => e.courses.filter((c) => !released || c.released)
  return (
    <ListScreen
      title={`${title}：请选择考试`}
      call={listExams}
      input={{ ...(released ? { readable: true } : {}), ...(tool ? { tool } : {}) }}
      order="考试日期近的在前"
      rowTo={examTo ?? { none: 'each of its subjects is a link' }}
      rowKey={(e) => e.examId}
      columns={[
        { key: 'examName', name: '考试', value: (e) => e.examName, width: 160 },
        { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
        { key: 'examDate', name: '日期', value: (e) => showDate(e.examDate) },
        {
          key: 'courses',
          name: '科目',
          value: (e) =>
            chosenFrom(e)
              .map((c) => c.courseName)
              .join('、'),
          cell: (e) => (
            <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: '4px 12px' }}>
              {chosenFrom(e).map((c) => (
                <Link
                  key={c.paperId}
                  to={pathOf(e.examId, c.paperId, e.mayManage && c.released)}
                  style={{ color: tokens.colorBrandForegroundLink }}
                >
                  {c.courseName}
                </Link>
              ))}
            </span>
          ),
        },
      ]}
      filters={[{ field: 'name', label: '考试', mode: 'search', placeholder: '按名称查找' }]}
      empty={{
        title: tool ? '没有您能使用这个工具的考试' : released ? '还没有发布成绩的考试' : '还没有考试',
        text: tool ? '请考试管理者在“工具权限”中授权。' : released ? '成绩发布后会出现在这里。' : '请先新建考试。',
      }}
    />
  )
}
