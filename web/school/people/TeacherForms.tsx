import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createTeacher, teacherDetail, updateTeacher } from '#shared/school/people/teacher.calls.ts'
import type { ClassRow } from '#shared/school/classes/class.calls.ts'
import { TeacherId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import type { Course, Teacher } from '#shared/school/roster/school.types.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { ById } from './ById.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { sayPassword } from '../parts/sayPassword.ts'
import { entrustedFields } from './SubjectsField.tsx'
import { TeachesField } from './TeachesField.tsx'
import { inSchool } from '../school.paths.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }
type Courses = readonly Pick<Course, 'courseId' | 'courseName'>[]

/** The ids of rows that are there now. */
const idsOf = <K extends string>(rows: readonly Readonly<Record<K, string>>[], id: K): Set<string> =>
  new Set(rows.map((r) => r[id]))

const teachesField = (classes: readonly ClassRow[], courses: Courses): Field => ({
  name: 'teaches',
  label: '任教班级与课程',
  kind: 'custom',
  hint: '教师能看到任教班级的考试；班主任能看到本班全部课程',
  render: ({ value, onChange }) => (
    <TeachesField value={(value || []) as Teacher['teaches']} onChange={onChange} classes={classes} courses={courses} />
  ),
})

const AddTeacher = ({ schoolId, named }: InOne) => {
  const classes = useAsk(listClasses, { schoolId })
  const grades = useAsk(listGrades, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const error = classes.error ?? courses.error ?? grades.error
  if (!classes.data || !courses.data || !grades.data)
    return <Page title="添加教师">{error ? <ErrorState error={error} /> : <Bars />}</Page>
  return (
    <FormScreen
      title="添加教师"
      call={createTeacher}
      fixed={{ schoolId }}
      start={{ teaches: [], gradeIds: [], subjects: [] }}
      fields={[
        { name: 'teacherName', label: '姓名', kind: 'text', required: true },
        {
          name: 'accountName',
          label: '账号',
          kind: 'text',
          required: true,
          hint: '3到40位字母、数字或 _ . @ -，用于登录',
        },
        {
          name: 'password',
          label: '初始密码',
          kind: 'password',
          hint: '不填则自动生成，保存后显示一次；首次登录须修改',
        },
        teachesField(classes.data, courses.data),
        ...entrustedFields(grades.data, courses.data),
      ]}
      doneText="教师已添加"
      done={(opened) => {
        sayPassword(opened)
        return inSchool('teachers', { schoolId: named })
      }}
    />
  )
}
export const AddTeacherScreen = () => (
  <InSchool title="添加教师" part="teachers">
    {(s) => <AddTeacher {...s} />}
  </InSchool>
)

const EditTeacher = ({ schoolId, teacherId }: Omit<InOne, 'named'> & { teacherId: TeacherId }) => {
  const classes = useAsk(listClasses, { schoolId })
  const grades = useAsk(listGrades, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const row = useAsk(teacherDetail, { schoolId, teacherId })
  const error = row.error ?? classes.error ?? courses.error ?? grades.error
  if (!classes.data || !courses.data || !grades.data || !row.data)
    return (
      <Page title="修改教师">{error ? <ErrorState error={error} again={() => void row.refetch()} /> : <Bars />}</Page>
    )
  const { teacherName, gradeIds = [], version } = row.data
  // What was deleted since is taught no more; left in the form it would show as the first class of the list.
  const [classIds, courseIds] = [idsOf(classes.data, 'classId'), idsOf(courses.data, 'courseId')]
  const teaches = row.data.teaches.filter((t) => classIds.has(t.classId) && (!t.courseId || courseIds.has(t.courseId)))
  const subjects = (row.data.subjects ?? []).filter((s) => courseIds.has(s.courseId))
  return (
    <FormScreen
      key={row.data.teacherId}
      title={`修改教师 ${teacherName}`}
      call={updateTeacher}
      start={{ teacherName, teaches, gradeIds, subjects }}
      fixed={{ schoolId, teacherId: row.data.teacherId, version }}
      fields={[
        { name: 'teacherName', label: '姓名', kind: 'text', required: true },
        teachesField(classes.data, courses.data),
        ...entrustedFields(grades.data, courses.data),
      ]}
    />
  )
}
export const EditTeacherScreen = () => (
  <InSchool title="修改教师" part="teachers">
    {(school) => (
      <ById title="修改教师" param="teacherId" id={TeacherId} named={school.named} list="teachers">
        {(teacherId) => <EditTeacher schoolId={school.schoolId} teacherId={teacherId} />}
      </ById>
    )}
  </InSchool>
)
