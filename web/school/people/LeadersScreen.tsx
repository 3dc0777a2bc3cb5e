import { useParams } from 'react-router'
import { deleteLeader, listLeaders, updateLeader } from '#shared/school/people/leader.calls.ts'
import type { LeaderRow } from '#shared/school/people/leader.calls.ts'
import { openStaff } from '#shared/school/school.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { sayPassword } from '../parts/sayPassword.ts'
import { entrustedFields } from './SubjectsField.tsx'
import { inSchool } from '../school.paths.ts'
import { useUserType } from '../useSchool.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }

/** The types of a school's leaders and administrators, in the order of their reach. */
const staffTypes = [2, 9, 10, 15, 11, 12, 20, 8] as const
const nameOf = (userType: number): string => userTypeLabels[userType as keyof typeof userTypeLabels] ?? ''
const leadsGrades = (userType: unknown): boolean => userType === 11
const directsSubjects = (userType: unknown): boolean => [8, 12, 20].includes(Number(userType))

const Leaders = ({ schoolId, named }: InOne) => {
  const grades = new Map((useAsk(listGrades, { schoolId }).data ?? []).map((g) => [g.gradeId as string, g.gradeName]))
  const courses = new Map(
    (useAsk(listCourses, { schoolId }).data ?? []).map((c) => [c.courseId as string, c.courseName]),
  )
  const barred = whyBarred('staff', useUserType())
  const add = { name: '添加账号', to: inSchool('addLeader', { schoolId: named }), primary: true, barred }
  const sees = (l: LeaderRow): string => {
    if (leadsGrades(l.userType)) return (l.gradeIds ?? []).map((g) => grades.get(g) ?? '').join('、') || '未分配年级'
    if (directsSubjects(l.userType))
      return (
        (l.subjects ?? [])
          .map((s) => `${s.gradeId ? (grades.get(s.gradeId) ?? '') : ''}${courses.get(s.courseId) ?? ''}`)
          .join('、') || '未分配学科'
      )
    return '全校'
  }
  return (
    <ListScreen
      title="领导与管理"
      siblings={schoolSiblings('leaders', named)}
      call={listLeaders}
      input={{ schoolId }}
      rowTo={(l) => (barred ? undefined : inSchool('editLeader', { schoolId: named, userId: l.userId }))}
      rowKey={(l) => l.userId}
      columns={[
        { key: 'userName', name: '姓名', value: (l) => l.userName, sortable: true },
        { key: 'userType', name: '身份', value: (l) => nameOf(l.userType) },
        { key: 'accountName', name: '账号', value: (l) => l.accountName },
        { key: 'sees', name: '可见范围', value: sees },
      ]}
      actions={[add]}
      rowActions={(l) => [
        { name: '修改', to: inSchool('editLeader', { schoolId: named, userId: l.userId }), barred },
        {
          name: '停用',
          danger: true,
          barred,
          run: async () => {
            await act(deleteLeader, { schoolId, userId: l.userId })
            undoable(`已停用${l.userName}的${nameOf(l.userType)}身份`, () =>
              act(deleteLeader, { schoolId, userId: l.userId, undo: true }),
            )
          },
        },
      ]}
      exportName="领导与管理名单"
      empty={{
        title: '还没有领导或管理账号',
        text: '为校长、主任、组长和教务开通账号，并分配年级或学科。',
        action: add,
      }}
    />
  )
}
/** Leaders, directors and administrators of a school, and what each of them sees. */
export const LeadersScreen = () => (
  <InSchool title="领导与管理" part="leaders">
    {(school) => <Leaders {...school} />}
  </InSchool>
)

const AddLeader = ({ schoolId, named }: InOne) => {
  const grades = useAsk(listGrades, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const error = grades.error ?? courses.error
  if (!grades.data || !courses.data)
    return <Page title="添加账号">{error ? <ErrorState error={error} /> : <Bars />}</Page>
  return (
    <FormScreen
      title="添加账号"
      call={openStaff}
      fixed={{ schoolId }}
      start={{ userType: 9, gradeIds: [], subjects: [] }}
      fields={[
        {
          name: 'userType',
          label: '身份',
          kind: 'select',
          number: true,
          required: true,
          options: staffTypes.map((t) => ({ value: String(t), label: nameOf(t) })),
        },
        { name: 'userName', label: '姓名', kind: 'text', required: true },
        { name: 'accountName', label: '账号', kind: 'text', required: true, hint: '3到40位字母、数字或 _ . @ -' },
        { name: 'password', label: '初始密码', kind: 'password', hint: '不填则自动生成，保存后显示一次' },
        ...entrustedFields(grades.data, courses.data, {
          grades: (v) => leadsGrades(v['userType']),
          subjects: (v) => directsSubjects(v['userType']),
        }),
      ]}
      doneText="账号已开通"
      done={(opened) => {
        sayPassword(opened)
        return inSchool('leaders', { schoolId: named })
      }}
    />
  )
}
export const AddLeaderScreen = () => (
  <InSchool title="添加账号" part="leaders">
    {(s) => <AddLeader {...s} />}
  </InSchool>
)

const EditLeader = ({ schoolId, named }: InOne) => {
  const { userId } = useParams()
  const leaders = useAsk(listLeaders, { schoolId })
  const grades = useAsk(listGrades, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const row = leaders.data?.find((l) => l.userId === userId)
  if (leaders.data && !row)
    return (
      <Page title="修改账号">
        {
          <EmptyState
            empty={{
              title: '账号不存在或已停用',
              action: { name: '打开列表', to: inSchool('leaders', { schoolId: named }) },
            }}
          />
        }
      </Page>
    )
  const error = leaders.error ?? grades.error ?? courses.error
  if (!row || !grades.data || !courses.data)
    return <Page title="修改账号">{error ? <ErrorState error={error} /> : <Bars />}</Page>
  // A course that was deleted since is directed no more.
  const subjects = (row.subjects ?? []).filter((s) => courses.data.some((c) => c.courseId === s.courseId))
  return (
    <FormScreen
      key={row.userId}
      title={`修改 ${row.userName}`}
      call={updateLeader}
      start={{ userName: row.userName, gradeIds: row.gradeIds ?? [], subjects }}
      fixed={{ schoolId, userId: row.userId, version: row.version }}
      fields={[
        { name: 'userName', label: '姓名', kind: 'text', required: true },
        ...entrustedFields(grades.data, courses.data, {
          grades: () => leadsGrades(row.userType),
          subjects: () => directsSubjects(row.userType),
        }),
      ]}
    />
  )
}
export const EditLeaderScreen = () => (
  <InSchool title="修改账号" part="leaders">
    {(s) => <EditLeader {...s} />}
  </InSchool>
)
