import { useSearchParams } from 'react-router'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { createStudent, studentDetail, updateStudent } from '#shared/school/people/student.calls.ts'
import type { ClassRow } from '#shared/school/classes/class.calls.ts'
import { StudentId } from '#shared/kit/ids.ts'
import type { ClassId, SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { ById } from './ById.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { attendingClasses, classOptions } from '../parts/options.ts'
import { inSchool } from '../school.paths.ts'

const fieldsOf = (classes: readonly ClassRow[], own?: string): Field[] => [
  { name: 'studentName', label: '姓名', kind: 'text', required: true },
  {
    name: 'studentNumber',
    label: '学号',
    kind: 'text',
    required: true,
    hint: '4到18位数字，全校唯一；答题卡上填涂的就是它',
  },
  {
    name: 'classId',
    label: '班级',
    kind: 'select',
    required: true,
    options: classOptions(attendingClasses(classes, own)),
  },
  {
    name: 'gender',
    label: '性别',
    kind: 'radio',
    number: true,
    options: [
      { value: '1', label: '男' },
      { value: '2', label: '女' },
    ],
  },
]

type InOne = { schoolId: SchoolId; named: string | undefined }

const AddStudent = ({ schoolId, named }: InOne) => {
  const classes = useAsk(listClasses, { schoolId })
  const [query] = useSearchParams()
  const asked = query.get('classId')
  if (!classes.data)
    return (
      <Page title="添加学生">
        {classes.error ? <ErrorState error={classes.error} again={() => void classes.refetch()} /> : <Bars />}
      </Page>
    )
  if (classes.data.length === 0)
    return (
      <NoticeScreen
        title="添加学生"
        empty={{
          title: '还没有班级',
          text: '每名学生都属于一个班级；也可以导入名单，同时新建班级。',
          action: { name: '添加班级', to: inSchool('addClass', { schoolId: named }) },
        }}
      />
    )
  return (
    <FormScreen
      title="添加学生"
      call={createStudent}
      start={{ classId: (classes.data.find((c) => c.classId === asked)?.classId ?? '') as ClassId }}
      fields={fieldsOf(classes.data)}
      doneText="学生已添加"
    />
  )
}
export const AddStudentScreen = () => (
  <InSchool title="添加学生" part="students">
    {(s) => <AddStudent {...s} />}
  </InSchool>
)

const EditStudent = ({ schoolId, studentId }: Omit<InOne, 'named'> & { studentId: StudentId }) => {
  const classes = useAsk(listClasses, { schoolId })
  const row = useAsk(studentDetail, { studentId })
  const error = classes.error ?? row.error
  if (!classes.data || !row.data)
    return (
      <Page title="修改学生">{error ? <ErrorState error={error} again={() => void row.refetch()} /> : <Bars />}</Page>
    )
  const { version, ...student } = row.data
  return (
    <FormScreen
      key={student.studentId}
      title={`修改学生 ${student.studentName}`}
      call={updateStudent}
      start={student}
      fixed={{ studentId: student.studentId, version }}
      fields={fieldsOf(classes.data, student.classId)}
    />
  )
}
export const EditStudentScreen = () => (
  <InSchool title="修改学生" part="students">
    {(school) => (
      <ById title="修改学生" param="studentId" id={StudentId} named={school.named} list="students">
        {(studentId) => <EditStudent schoolId={school.schoolId} studentId={studentId} />}
      </ById>
    )}
  </InSchool>
)
