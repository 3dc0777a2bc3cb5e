import { useState } from 'react'
import {
  createTeachingClass,
  deleteTeachingClass,
  listTeachingClasses,
  updateTeachingClass,
} from '#shared/school/classes/teachingClass.calls.ts'
import type { TeachingClassRow } from '#shared/school/classes/teachingClass.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { listTeachers } from '#shared/school/people/teacher.calls.ts'
import type { CourseId, GradeId, TeacherId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { NoticeLine } from '#web/kit/parts/NoticeLine.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Option } from '#web/kit/screens/screen.types.ts'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { fewOf } from '../parts/options.ts'
import { InGrade } from '../parts/InGrade.tsx'
import type { OfGrade } from '../parts/InGrade.tsx'
import { inSchool } from '../school.paths.ts'

type Sent = { className: string; courseId: CourseId; teacherIds?: TeacherId[] }

const classForm = (
  gradeId: GradeId,
  { courses, teachers }: { courses: Option[]; teachers: Option[] },
  row?: TeachingClassRow,
): DialogForm => ({
  title: row ? `修改${row.className}` : '添加教学班',
  submit: '保存',
  start: { className: row?.className ?? '', teacherIds: row?.teacherIds ?? [], courseId: row?.courseId ?? '' },
  fields: [
    ...(row
      ? []
      : [
          {
            name: 'courseId',
            label: '课程',
            kind: 'select' as const,
            required: true,
            options: courses,
            placeholder: '请选择课程',
          },
        ]),
    { name: 'className', label: '教学班名称', kind: 'text', required: true, maxLength: 40, placeholder: '如 物理1班' },
    { name: 'teacherIds', label: '任课教师', kind: 'multi', options: teachers },
  ],
  check: (sent) => ({
    ...(row || sent['courseId'] ? {} : { courseId: '请选择课程' }),
    ...(sent['className'] ? {} : { className: '请填写教学班名称' }),
  }),
  run: async (sent) => {
    const { className, courseId, teacherIds = [] } = sent as Sent
    const said = { hideMessage: true }
    if (row)
      await act(
        updateTeachingClass,
        { gradeId, classId: row.classId, className, teacherIds, version: row.version },
        said,
      )
    else await act(createTeachingClass, { gradeId, courseId, className, teacherIds }, said)
    toast('success', row ? '已保存' : `已添加${className}`)
  },
})

const Classes = ({ schoolId, named, gradeId, filters, barred, note }: OfGrade) => {
  const courses = useAsk(listCourses, { schoolId }).data ?? []
  const teachers = useAsk(listTeachers, { schoolId, pageSize: 1000 }).data?.list ?? []
  /** Which is edited; null is a new one. */
  const [edited, setEdited] = useState<TeachingClassRow | null | undefined>(undefined)
  const options = {
    courses: courses.map((c) => ({ value: c.courseId, label: c.courseName })),
    teachers: teachers.map((t) => ({ value: t.teacherId, label: t.teacherName })),
  }
  const fill = inSchool('importTeaching', { schoolId: named, gradeId })
  const students = (more: Record<string, string> = {}) =>
    inSchool('teachingStudents', { schoolId: named, gradeId, ...more })
  return (
    <ListScreen
      title="教学班"
      siblings={schoolSiblings('classes', named)}
      call={listTeachingClasses}
      input={{ gradeId }}
      rowKey={(c) => c.classId}
      rowTo={(c) => students({ classId: c.classId })}
      filters={[...filters, { field: 'courseId', label: '课程', mode: 'dropdown', options: options.courses }]}
      columns={[
        { key: 'className', name: '教学班', value: (c) => c.className, sortable: true },
        { key: 'courseName', name: '课程', value: (c) => c.courseName, sortable: true },
        {
          key: 'teachers',
          name: '任课教师',
          value: (c) => c.teachers.join('、') || '—',
          cell: (c) => fewOf(c.teachers),
        },
        { key: 'studentCount', name: '学生', unit: '人', value: (c) => c.studentCount, number: true, sortable: true },
      ]}
      actions={[
        { name: '学生', to: students() },
        { name: '添加教学班', barred, run: () => setEdited(null) },
        { name: '导入教学班', to: fill, primary: true },
      ]}
      rowActions={(c) => [
        { name: '学生', to: students({ classId: c.classId }) },
        { name: '修改', barred, run: () => setEdited(c) },
        {
          name: '删除',
          danger: true,
          barred: barred || (c.studentCount > 0 && `教学班还有${c.studentCount}名学生，请先移出`),
          run: async () => {
            const of = { gradeId: c.gradeId, classId: c.classId }
            await act(deleteTeachingClass, of)
            undoable(`已删除${c.className}`, () => act(deleteTeachingClass, { ...of, undo: true }))
          },
        },
      ]}
      empty={{
        title: '这个年级没有教学班',
        text: '不走班的年级不需要教学班；走班选科的，用模板一次导入。',
        action: { name: '导入教学班', to: fill },
      }}
    >
      {note && <NoticeLine meaning="none">{note}</NoticeLine>}
      {edited !== undefined && (
        <FormDialog form={classForm(gradeId, options, edited ?? undefined)} close={() => setEdited(undefined)} />
      )}
    </ListScreen>
  )
}

/** The teaching classes of a grade, in the term of today or one before. */
export const TeachingClassesScreen = () => (
  <InSchool title="教学班" part="classes">
    {(school) => (
      <InGrade title="教学班" {...school}>
        {(of) => <Classes {...of} />}
      </InGrade>
    )}
  </InSchool>
)
