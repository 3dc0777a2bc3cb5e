import { useSearchParams } from 'react-router'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { deleteStudents, listStudents, restoreStudents } from '#shared/school/people/student.calls.ts'
import { isAway } from '#shared/school/roster/school.rules.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { serverNow } from '#web/kit/ports.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { CountingNote } from '../parts/CountingNote.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { fewOf } from '../parts/options.ts'
import { leaving, moving, tagging } from '../parts/studentBulk.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { useGradeFilters } from '../parts/useGradeFilters.ts'
import { inSchool } from '../school.paths.ts'

const remove = async (schoolId: SchoolId, studentIds: StudentId[], what: string): Promise<void> => {
  await act(deleteStudents, { studentIds })
  undoable(`已删除${what}`, () => act(restoreStudents, { schoolId, studentIds }))
}

const Students = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const { gradeId, filters } = useGradeFilters(schoolId)
  const all = useAsk(listClasses, { schoolId })
  const add = inSchool('addStudent', { schoolId: named, classId: query.get('classId') ?? undefined })
  const fill = inSchool('importStudents', { schoolId: named, gradeId })
  return (
    <ListScreen
      title="学生"
      siblings={schoolSiblings('students', named)}
      call={listStudents}
      input={{ schoolId }}
      order="按学号"
      rowKey={(s) => s.studentId}
      rowTo={(s) => inSchool('student', { schoolId: named, studentId: s.studentId })}
      filters={[
        ...filters,
        {
          field: 'away',
          label: '状态',
          mode: 'dropdown',
          options: [
            { value: 'false', label: '在校' },
            { value: 'true', label: '不在校' },
          ],
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音、首字母或学号' },
      ]}
      columns={[
        { key: 'studentName', name: '姓名', value: (s) => s.studentName, sortable: true },
        { key: 'studentNumber', name: '学号', value: (s) => s.studentNumber, width: 120, sortable: true },
        { key: 'gradeName', name: '年级', value: (s) => s.gradeName, sortable: true },
        { key: 'className', name: '班级', value: (s) => s.className, sortable: true },
        { key: 'gender', name: '性别', value: (s) => (s.gender === 1 ? '男' : s.gender === 2 ? '女' : '—') },
        {
          key: 'tags',
          name: '标签',
          value: (s) => (s.tags ?? []).join('、') || '—',
          cell: (s) => fewOf(s.tags ?? []),
        },
        { key: 'leave', name: '状态', value: (s) => (isAway(s, serverNow()) ? s.leave?.kind : '在校') },
      ]}
      actions={[
        { name: '按证件查找', to: inSchool('findPerson', { schoolId: named }) },
        { name: '学号调整', to: inSchool('numbers', { schoolId: named }) },
        { name: '学生选课', to: inSchool('courseSelection', { schoolId: named, gradeId }) },
        { name: '家长邀请码', to: `${identityPaths.invites}${named ? `?schoolId=${named}` : ''}` },
        { name: '登录求助', to: identityPaths.support },
        { name: '添加学生', to: add },
        { name: '导入学生', to: fill, primary: true },
      ]}
      rowActions={(s) => [
        { name: '档案', to: inSchool('student', { schoolId: named, studentId: s.studentId }) },
        { name: '修改', to: inSchool('editStudent', { schoolId: named, studentId: s.studentId }) },
        { name: '删除', danger: true, run: () => remove(schoolId, [s.studentId], s.studentName) },
      ]}
      bulkActions={(keys) => [
        { name: '调班', form: () => moving(schoolId, keys as StudentId[], all.data ?? []) },
        { name: '在校状态', form: () => leaving(keys as StudentId[]) },
        { name: '标签', form: () => tagging(keys as StudentId[]) },
        { name: '删除', danger: true, run: () => remove(schoolId, keys as StudentId[], `${keys.length}名学生`) },
      ]}
      exportName="学生名单"
      empty={{
        title: '还没有学生',
        text: '用模板填好名单，一次导入整个年级。',
        action: { name: '导入学生', to: fill },
      }}
    >
      <CountingNote schoolId={schoolId} />
    </ListScreen>
  )
}

/** The students of a school, a grade or a class. */
export const StudentsScreen = () => (
  <InSchool title="学生" part="students">
    {(school) => <Students {...school} />}
  </InSchool>
)
