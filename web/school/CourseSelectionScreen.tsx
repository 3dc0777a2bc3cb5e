import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listClasses, listGrades } from '#shared/school/class.calls.ts'
import { listCourses } from '#shared/school/course.calls.ts'
import { listStudents } from '#shared/school/student.calls.ts'
import type { GradeId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { BulkDialog } from './parts/BulkDialog.tsx'
import type { Bulk } from './parts/BulkDialog.tsx'
import { InSchool, SchoolTabs, useSchoolCrumbs } from './parts/InSchool.tsx'
import { gradeOptions } from './parts/options.ts'
import { choosing } from './parts/studentBulk.ts'
import { inSchool } from './school.paths.ts'

const Selection = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const crumbs = useSchoolCrumbs(schoolId, named, '学生选课')
  const [query] = useSearchParams()
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const gradeId = query.get('gradeId') ?? undefined
  const grades = useAsk(listGrades, { schoolId })
  const classes = useAsk(listClasses, gradeId ? { schoolId, gradeId: gradeId as GradeId } : undefined)
  const courses = useAsk(listCourses, { schoolId }).data ?? []
  const names = new Map(courses.map((c) => [c.courseId as string, c.courseName]))
  const students = inSchool('students', { schoolId: named, gradeId })
  return (
    <>
      <ListScreen
        title="学生选课"
        crumbs={crumbs}
        call={listStudents}
        input={{ schoolId }}
        rowKey={(s) => s.studentId}
        filters={[
          { field: 'gradeId', label: '年级', mode: 'dropdown', options: gradeOptions(grades.data) },
          ...(gradeId && classes.data
            ? [
                {
                  field: 'classId',
                  label: '班级',
                  mode: 'dropdown' as const,
                  options: classes.data.map((c) => ({ value: c.classId, label: c.className })),
                },
              ]
            : []),
          { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音、首字母或学号' },
        ]}
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
        rowActions={(s) => [{ name: '选课', run: () => setBulk(choosing([s.studentId], courses)) }]}
        bulkActions={(keys) => [{ name: '选课', run: () => setBulk(choosing(keys as StudentId[], courses)) }]}
        exportName="学生选课"
        empty={{
          title: '还没有学生',
          text: '先导入学生，再为他们选课。',
          action: { name: '打开学生列表', to: students },
        }}
      >
        <SchoolTabs here="students" named={named} />
      </ListScreen>
      {bulk && <BulkDialog bulk={bulk} close={() => setBulk(null)} />}
    </>
  )
}

/** Which courses each student has chosen. */
export const CourseSelectionScreen = () => <InSchool title="学生选课">{(school) => <Selection {...school} />}</InSchool>
