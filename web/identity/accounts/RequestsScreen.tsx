import { childRequests, settleRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import type { ChildRequestRow } from '#shared/identity/accounts/childRequest.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { noSchoolPage, useSchoolId } from '../useSchoolId.tsx'

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

/** Parents who ask for a child without a code: an administrator settles for the school, a head teacher for the class. */
export const RequestsScreen = () => {
  const { schoolId } = useSchoolId()
  if (!schoolId) return noSchoolPage(name)
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
              {
                name: '通过',
                primary: true,
                confirm: `请先核实${r.parentName}是${r.studentName}的家长。通过后可以查看孩子的成绩和原卷，已关联的家长会收到通知。`,
                run: () => settle(schoolId, r, true),
              },
              { name: '不通过', run: () => refuseWithReason(schoolId, r) },
            ]
          : []
      }
      empty={{ title: '没有待审核的申请', text: '家长不用邀请码关联孩子时，申请会出现在这里。' }}
    />
  )
}
