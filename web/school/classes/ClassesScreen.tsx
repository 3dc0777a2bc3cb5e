import { deleteClass, listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { fewOf, gradeOptions } from '../parts/options.ts'
import { inSchool } from '../school.paths.ts'
import type { SchoolId } from '#shared/kit/ids.ts'

const Classes = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const grades = useAsk(listGrades, { schoolId })
  const add = { name: '添加班级', to: inSchool('addClass', { schoolId: named }), primary: true }
  return (
    <ListScreen
      title="班级"
      siblings={schoolSiblings('classes', named)}
      call={listClasses}
      input={{ schoolId }}
      rowKey={(c) => c.classId}
      rowTo={(c) => inSchool('students', { schoolId: named, gradeId: c.gradeId, classId: c.classId })}
      filters={[{ field: 'gradeId', label: '年级', mode: 'dropdown', options: gradeOptions(grades.data) }]}
      columns={[
        { key: 'className', name: '班级', value: (c) => c.className, sortable: true },
        { key: 'gradeName', name: '年级', value: (c) => c.gradeName, sortable: true },
        {
          key: 'headTeachers',
          name: '班主任',
          value: (c) => c.headTeachers.join('、') || '—',
          cell: (c) => fewOf(c.headTeachers),
        },
        { key: 'studentCount', name: '学生', unit: '人', value: (c) => c.studentCount, number: true, sortable: true },
      ]}
      actions={[
        { name: '教学班', to: inSchool('teachingClasses', { schoolId: named }) },
        { name: '导入OneRoster', to: inSchool('importStudents', { schoolId: named, kind: 'oneroster' }) },
        { name: '导入班级', to: inSchool('importStudents', { schoolId: named, kind: 'classes' }) },
        add,
      ]}
      rowActions={(c) => [
        { name: '学生', to: inSchool('students', { schoolId: named, gradeId: c.gradeId, classId: c.classId }) },
        { name: '改名', to: inSchool('editClass', { schoolId: named, classId: c.classId }) },
        {
          name: '删除',
          danger: true,
          barred: c.studentCount > 0 && `班级还有${c.studentCount}名学生，请先调班`,
          run: async () => {
            await act(deleteClass, { classId: c.classId })
            undoable(`已删除${c.className}`, () => act(deleteClass, { classId: c.classId, undo: true }))
          },
        },
      ]}
      empty={{ title: '还没有班级', text: '添加班级，或在导入学生时自动创建。', action: add }}
    />
  )
}

/** The classes of a school or of one grade. */
export const ClassesScreen = () => (
  <InSchool title="班级" part="classes">
    {(school) => <Classes {...school} />}
  </InSchool>
)
