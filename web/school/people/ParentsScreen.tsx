import { useState } from 'react'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { bindParent, listParents } from '#shared/school/people/parent.calls.ts'
import type { ParentRow } from '#shared/school/people/parent.calls.ts'
import { studentDetail } from '#shared/school/people/student.calls.ts'
import { StudentId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { ById } from './ById.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { gradeOptions } from '../parts/options.ts'
import { PersonalDialog } from './PersonalDialog.tsx'
import { sayPassword } from '../parts/sayPassword.ts'
import { inSchool } from '../school.paths.ts'
import { part } from './StudentScreen.tsx'

type InOne = { schoolId: SchoolId; named: string | undefined }

const Parents = ({ schoolId, named }: InOne) => {
  const grades = useAsk(listGrades, { schoolId }).data
  const [shown, setShown] = useState<ParentRow | null>(null)
  const students = { name: '到学生中绑定家长', to: inSchool('students', { schoolId: named }) }
  const fill = { name: '导入家长', to: inSchool('importStudents', { schoolId: named, kind: 'parents' }), primary: true }
  return (
    <>
      <ListScreen
        title="家长"
        siblings={schoolSiblings('parents', named)}
        call={listParents}
        input={{ schoolId }}
        order="先绑定的在前"
        rowKey={(p) => p.userId}
        rowTo={(p) => inSchool('student', { schoolId: named, studentId: p.studentId })}
        filters={[
          { field: 'gradeId', label: '年级', mode: 'dropdown', options: gradeOptions(grades) },
          { field: 'name', label: '查找', mode: 'search', placeholder: '家长、账号、学生姓名或学号' },
        ]}
        columns={[
          { key: 'userName', name: '家长', value: (p) => p.userName },
          { key: 'accountName', name: '账号', value: (p) => p.accountName },
          { key: 'studentName', name: '学生', value: (p) => p.studentName },
          { key: 'studentNumber', name: '学号', value: (p) => p.studentNumber },
          { key: 'className', name: '班级', value: (p) => p.className },
          { key: 'since', name: '绑定时间', value: (p) => p.since, cell: (p) => <DateCell ms={p.since} /> },
        ]}
        rowActions={(p) => [
          { name: '证件与电话', run: () => setShown(p) },
          { name: '解除绑定', danger: true, run: part(schoolId, p) },
        ]}
        actions={[{ name: '家长申请', to: `${identityPaths.requests}${named ? `?schoolId=${named}` : ''}` }, fill]}
        exportName="家长名单"
        empty={{ title: '还没有家长', text: '家长可以自行绑定孩子，也可以在学生档案中由学校添加。', action: students }}
      />
      {shown && (
        <PersonalDialog
          of={{ schoolId, kind: 'parent', personId: shown.userId }}
          name={shown.userName}
          close={() => setShown(null)}
        />
      )}
    </>
  )
}
/** The parents of a school's students. */
export const ParentsScreen = () => (
  <InSchool title="家长" part="parents">
    {(school) => <Parents {...school} />}
  </InSchool>
)

const AddParent = ({ named, studentId }: Pick<InOne, 'named'> & { studentId: StudentId }) => {
  const name = useAsk(studentDetail, { studentId }).data?.studentName ?? '学生'
  const back = inSchool('student', { schoolId: named, studentId })
  return (
    <FormScreen
      title={`为${name}绑定家长`}
      call={bindParent}
      fixed={{ studentId }}
      fields={[
        { name: 'parentName', label: '家长姓名', kind: 'text', required: true },
        {
          name: 'accountName',
          label: '账号',
          kind: 'text',
          required: true,
          hint: '没有的账号会自动开通；已有账号的姓名一致时，只增加这个孩子',
        },
        { name: 'phone', label: '手机号码', kind: 'text', hint: '加密保存，默认打码显示' },
        {
          name: 'password',
          label: '初始密码',
          kind: 'password',
          hint: '只用于新开通的账号；不填则自动生成，保存后显示一次',
        },
      ]}
      doneText="家长已绑定"
      done={(opened) => {
        sayPassword(opened)
        return back
      }}
    />
  )
}
export const AddParentScreen = () => (
  <InSchool title="绑定家长" part="parents">
    {({ named }) => (
      <ById title="绑定家长" param="studentId" id={StudentId} named={named} list="students">
        {(studentId) => <AddParent named={named} studentId={studentId} />}
      </ById>
    )}
  </InSchool>
)
