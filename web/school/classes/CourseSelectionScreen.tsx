import { listCourses } from '#shared/school/classes/course.calls.ts'
import { listStudents } from '#shared/school/people/student.calls.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { choosing } from '../parts/studentBulk.ts'
import { useGradeFilters } from '../parts/useGradeFilters.ts'
import { inSchool } from '../school.paths.ts'

const Selection = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const { gradeId, filters } = useGradeFilters(schoolId)
  const courses = useAsk(listCourses, { schoolId }).data ?? []
  const names = new Map(courses.map((c) => [c.courseId as string, c.courseName]))
  const students = inSchool('students', { schoolId: named, gradeId })
  return (
    <ListScreen
      title="学生选课"
      siblings={schoolSiblings('students', named)}
      call={listStudents}
      input={{ schoolId }}
      order="按学号"
      rowTo={(s) => inSchool('student', { schoolId: named, studentId: s.studentId })}
      rowKey={(s) => s.studentId}
      filters={[...filters, { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音、首字母或学号' }]}
      columns={[
        { key: 'studentName', name: '姓名', value: (s) => s.studentName },
        { key: 'studentNumber', name: '学号', value: (s) => s.studentNumber, width: 120 },
        { key: 'className', name: '班级', value: (s) => `${s.gradeName}${s.className}` },
        {
          key: 'courses',
          name: '所选课程',
          value: (s) => (s.courseIds ?? []).map((c) => names.get(c) ?? '').join('、') || '未选课',
        },
      ]}
      rowActions={(s) => [{ name: '选课', form: () => choosing([s.studentId], courses) }]}
      bulkActions={(keys) => [{ name: '选课', form: () => choosing(keys as StudentId[], courses) }]}
      exportName="学生选课"
      empty={{
        title: '还没有学生',
        text: '先导入学生，再为他们选课。',
        action: { name: '打开学生列表', to: students },
      }}
    />
  )
}

/** Which courses each student has chosen. */
export const CourseSelectionScreen = () => (
  <InSchool title="学生选课" part="students">
    {(school) => <Selection {...school} />}
  </InSchool>
)
