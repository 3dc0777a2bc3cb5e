import { useState } from 'react'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { deleteTeacher, listTeachers, resetTeacherPassword } from '#shared/school/people/teacher.calls.ts'
import type { TeacherRow } from '#shared/school/people/teacher.calls.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { classOptions, fewOf } from '../parts/options.ts'
import { PersonalDialog } from './PersonalDialog.tsx'
import { sayPassword } from '../parts/sayPassword.ts'
import { inSchool } from '../school.paths.ts'
import { useUserType } from '../useSchool.ts'

const Teachers = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const classes = useAsk(listClasses, { schoolId }).data ?? []
  const courses = useAsk(listCourses, { schoolId }).data ?? []
  const noReset = whyBarred('password', useUserType())
  const classNames = new Map(classOptions(classes).map((o) => [o.value, o.label]))
  const courseNames = new Map(courses.map((c) => [c.courseId as string, c.courseName]))
  const add = { name: '添加教师', to: inSchool('addTeacher', { schoolId: named }), primary: true }
  const [shown, setShown] = useState<TeacherRow | null>(null)
  const taughtBy = ({ teaches }: TeacherRow): string[] =>
    teaches
      .filter((x) => classNames.has(x.classId) && (x.courseId ?? !x.isHead))
      .map((x) => {
        const course = x.courseId ? courseNames.get(x.courseId) : '全部课程'
        return `${classNames.get(x.classId) ?? ''}${course ?? ''}`
      })
  const headOf = ({ teaches }: TeacherRow): string[] =>
    teaches.flatMap((x) => (x.isHead ? (classNames.get(x.classId) ?? []) : []))
  return (
    <>
      <ListScreen
        title="教师"
        siblings={schoolSiblings('teachers', named)}
        call={listTeachers}
        input={{ schoolId }}
        order="按姓名"
        rowKey={(t) => t.teacherId}
        rowTo={(t) => inSchool('editTeacher', { schoolId: named, teacherId: t.teacherId })}
        filters={[
          { field: 'classId', label: '班级', mode: 'dropdown', options: classOptions(classes) },
          {
            field: 'courseId',
            label: '课程',
            mode: 'dropdown',
            options: courses.map((c) => ({ value: c.courseId, label: c.courseName })),
          },
          { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音、首字母或账号' },
        ]}
        columns={[
          { key: 'teacherName', name: '姓名', value: (t) => t.teacherName, sortable: true },
          { key: 'accountName', name: '账号', value: (t) => t.accountName, sortable: true },
          {
            key: 'teaches',
            name: '任教',
            value: (t) => taughtBy(t).join('、') || '—',
            cell: (t) => fewOf(taughtBy(t), 2),
          },
          {
            key: 'head',
            name: '班主任',
            value: (t) => headOf(t).join('、') || '—',
            cell: (t) => fewOf(headOf(t), 2),
          },
        ]}
        actions={[
          { name: '登录求助', to: identityPaths.support },
          { name: '导师', to: inSchool('tutors', { schoolId: named }) },
          { name: '导入教师', to: inSchool('importStudents', { schoolId: named, kind: 'teachers' }) },
          add,
        ]}
        rowActions={(t) => [
          { name: '修改', to: inSchool('editTeacher', { schoolId: named, teacherId: t.teacherId }) },
          { name: '证件与电话', run: () => setShown(t) },
          {
            name: '重置密码',
            barred: noReset,
            confirm: `${t.teacherName}现在的密码将失效，须用新的初始密码登录。`,
            run: async () => sayPassword(await act(resetTeacherPassword, { schoolId, teacherId: t.teacherId })),
          },
          {
            name: '删除',
            danger: true,
            run: async () => {
              await act(deleteTeacher, { schoolId, teacherId: t.teacherId })
              undoable(`已删除${t.teacherName}，账号已停用`, () =>
                act(deleteTeacher, { schoolId, teacherId: t.teacherId, undo: true }),
              )
            },
          },
        ]}
        exportName="教师名单"
        empty={{ title: '还没有教师', text: '添加教师时会同时开通账号。', action: add }}
      />
      {shown && (
        <PersonalDialog
          of={{ schoolId, kind: 'teacher', personId: shown.teacherId }}
          name={shown.teacherName}
          close={() => setShown(null)}
        />
      )}
    </>
  )
}

/** The teachers of a school and what they teach. */
export const TeachersScreen = () => (
  <InSchool title="教师" part="teachers">
    {(school) => <Teachers {...school} />}
  </InSchool>
)
