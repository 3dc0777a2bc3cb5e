import { listClasses } from '#shared/school/classes/class.calls.ts'
import { listParents, unbindParent } from '#shared/school/people/parent.calls.ts'
import type { ParentRow } from '#shared/school/people/parent.calls.ts'
import { personalOf } from '#shared/school/people/personal.calls.ts'
import { isAway } from '#shared/school/roster/school.rules.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { studentDetail } from '#shared/school/people/student.calls.ts'
import { StudentId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ById } from './ById.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { classOptions } from '../parts/options.ts'
import { PersonalCard } from './PersonalCard.tsx'
import { StudentHistory } from './StudentHistory.tsx'
import { erasing, givingOut } from '../parts/personalBulk.ts'
import { inSchool } from '../school.paths.ts'
import { useUserType } from '../useSchool.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }

export const part = (schoolId: SchoolId, p: Pick<ParentRow, 'userId' | 'userName' | 'studentName'>) => async () => {
  await act(unbindParent, { schoolId, userId: p.userId })
  undoable(`已解除${p.userName}与${p.studentName}的绑定`, () =>
    act(unbindParent, { schoolId, userId: p.userId, undo: true }),
  )
}

const Parents = ({ schoolId, named, studentId }: InOne & { studentId: StudentId }) => {
  // The page's own next step is another.
  const add = { name: '绑定家长', to: inSchool('addParent', { schoolId: named, studentId }), primary: false }
  return (
    <ListPart
      label="家长"
      name="parents"
      call={listParents}
      input={{ schoolId, studentId }}
      order="先绑定的在前"
      rowTo={{ none: 'a parent has an account of their own' }}
      rowKey={(p) => p.userId}
      columns={[
        { key: 'userName', name: '家长', value: (p) => p.userName },
        { key: 'accountName', name: '账号', value: (p) => p.accountName },
        { key: 'since', name: '绑定时间', value: (p) => p.since, cell: (p) => <DateCell ms={p.since} /> },
      ]}
      rowActions={(p) => [{ name: '解除绑定', danger: true, run: part(schoolId, p) }]}
      empty={{ title: '还没有家长', text: '家长可以自行绑定，也可以由学校添加。', action: add }}
    />
  )
}

const Student = ({ schoolId, named, studentId }: InOne & { studentId: StudentId }) => {
  const classes = classOptions(useAsk(listClasses, { schoolId }).data)
  const of = { schoolId, kind: 'student' as const, personId: studentId as string }
  const guarded = useAsk(personalOf, of).data?.guarded ?? false
  const userType = useUserType()
  return (
    <DetailScreen
      call={studentDetail}
      input={{ studentId }}
      title={(s) => s.studentName}
      badge={(s) =>
        isAway(s, serverNow())
          ? { text: s.leave?.kind ?? '不在校', meaning: 'waits' }
          : { text: '在校', meaning: 'done' }
      }
      facts={(s) => [
        { name: '学号', value: s.studentNumber },
        { name: '班级', value: classes.find((c) => c.value === s.classId)?.label ?? '—' },
        { name: '性别', value: s.gender === 1 ? '男' : s.gender === 2 ? '女' : '—' },
        { name: '标签', value: (s.tags ?? []).join('、') || '—' },
      ]}
      actions={(s) => [
        { name: '绑定家长', to: inSchool('addParent', { schoolId: named, studentId }) },
        {
          name: '导出个人数据',
          barred: whyBarred('personal', userType),
          form: () => givingOut(studentId, s.studentName, guarded),
        },
        {
          name: '彻底清除',
          danger: true,
          barred: whyBarred('erase', userType),
          form: () => erasing({ schoolId, studentId, name: s.studentName, guarded }),
        },
        { name: '修改', to: inSchool('editStudent', { schoolId: named, studentId }), primary: true },
      ]}
    >
      {(s) => (
        <>
          <PersonalCard of={of} name={s.studentName} />
          <Parents schoolId={schoolId} named={named} studentId={studentId} />
          <StudentHistory studentId={studentId} />
        </>
      )}
    </DetailScreen>
  )
}

/** One student: what is known, ID card and phone, the parents, and giving out or erasing all of it. */
export const StudentScreen = () => (
  <InSchool title="学生" part="students">
    {(school) => (
      <ById title="学生" param="studentId" id={StudentId} named={school.named} list="students">
        {(studentId) => <Student {...school} studentId={studentId} />}
      </ById>
    )}
  </InSchool>
)
