import { askerPhone, childRequests, settleRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import type { ChildRequestRow } from '#shared/identity/accounts/childRequest.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { confirm, prompt, toast } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool } from '../parts/InSchool.tsx'

const name = '家长申请'
const states = {
  pending: { text: '待审核', meaning: 'waits' },
  approved: { text: '已通过', meaning: 'done' },
  refused: { text: '未通过', meaning: 'none' },
} as const

const settle = async (schoolId: SchoolId, r: ChildRequestRow, approve: boolean, reason = ''): Promise<void> => {
  const { accountId, studentId, version } = r
  await act(settleRequest, { schoolId, accountId, studentId, version, approve, ...(reason ? { reason } : {}) })
  toast('success', approve ? `${r.parentName}已关联${r.studentName}` : '已告知家长未通过')
}

const refuseWithReason = async (schoolId: SchoolId, r: ChildRequestRow): Promise<void> => {
  const reason = await prompt({
    title: `不通过${r.parentName}的申请`,
    text: `${r.parentName}会收到下面的原因，${r.studentName}的信息不会给出。`,
    input: { label: '原因', check: (t) => (t.trim() === '' ? '请填写原因' : t.length > 100 ? '最多100个字' : null) },
  })
  if (reason !== null) await settle(schoolId, r, false, reason.trim())
}

/** Whether the asker is the parent is found out by the phone: who decides is given the number, and that is on record. */
const approve = async (schoolId: SchoolId, r: ChildRequestRow): Promise<void> => {
  const { accountId, studentId } = r
  const { phone } = await act(askerPhone, { schoolId, accountId, studentId })
  const how = phone
    ? `请先致电 ${phone}，核实${r.parentName}是${r.studentName}的家长（查看号码已记入操作记录）。`
    : `${r.parentName}没有绑定手机，请当面或通过班主任核实是${r.studentName}的家长。`
  const sure = await confirm({
    title: `通过${r.parentName}的申请`,
    text: `${how}通过后可以查看孩子的成绩和原卷，已关联的家长会收到通知。`,
    ok: '已核实，通过',
  })
  if (sure) await settle(schoolId, r, true)
}

/** Parents who ask for a child without a code: an administrator settles for the school, a head teacher for the class. */
export const RequestsScreen = () => (
  <InSchool title={name} part="parents">
    {({ schoolId }) => <Requests schoolId={schoolId} />}
  </InSchool>
)

const Requests = ({ schoolId }: { schoolId: SchoolId }) => {
  return (
    <ListScreen
      title={name}
      call={childRequests}
      input={{ schoolId }}
      order="待审核的在前，再按申请时间"
      rowTo={{ none: 'a request is settled in its row' }}
      rowKey={(r) => `${r.accountId}.${r.studentId}`}
      columns={[
        { key: 'parentName', name: '申请人', value: (r) => r.parentName },
        { key: 'phone', name: '绑定手机', value: (r) => r.phone || '未绑定' },
        { key: 'studentName', name: '学生', value: (r) => r.studentName },
        { key: 'studentNumber', name: '学号', value: (r) => r.studentNumber },
        { key: 'className', name: '班级', value: (r) => r.className },
        { key: 'askedAt', name: '申请时间', value: (r) => showTime(r.askedAt) },
        {
          key: 'state',
          name: '状态',
          value: (r) => states[r.state].text,
          cell: (r) => <StateMark text={states[r.state].text} meaning={states[r.state].meaning} />,
        },
        {
          key: 'settledByName',
          name: '处理',
          value: (r) => [r.settledByName, r.reason].filter(Boolean).join('：'),
        },
      ]}
      filters={[
        {
          field: 'state',
          label: '状态',
          mode: 'radio',
          options: Object.entries(states).map(([value, { text }]) => ({ value, label: text })),
        },
      ]}
      rowActions={(r) =>
        r.state === 'pending'
          ? [
              { name: '通过', primary: true, run: () => approve(schoolId, r) },
              { name: '不通过', run: () => refuseWithReason(schoolId, r) },
            ]
          : []
      }
      empty={{ title: '没有待审核的申请', text: '家长不用邀请码关联孩子时，申请会出现在这里。' }}
    />
  )
}
