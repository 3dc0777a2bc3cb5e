import { examClasses, examStudents } from '#shared/exam/exam.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { inSchool } from '#web/school/school.paths.ts'

/** The candidates of an exam, as they were when it was created. */
export const Candidates = ({ examId }: { examId: ExamId }) => {
  const classes = useAsk(examClasses, { examId }).data ?? []
  return (
    <ListPart
      label="考生"
      call={examStudents}
      input={{ examId }}
      order="按名单中的先后"
      rowTo={(c) => inSchool('student', { schoolId: c.schoolId, studentId: c.studentId })}
      rowKey={(c) => c.studentId}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
        { key: 'className', name: '班级', value: (c) => c.className },
      ]}
      filters={[
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
      ]}
      empty={{ title: '还没有考生' }}
    />
  )
}
