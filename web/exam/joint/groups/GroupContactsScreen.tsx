import { useSearchParams } from 'react-router'
import { examGroup, listGroupContacts, saveGroupContact } from '#shared/exam/joint/group.calls.ts'
import { badPhone, contactPhone } from '#shared/exam/joint/part.rules.ts'
import { ExamGroupId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { addJointPath, examPaths, groupPath } from '../../exam.paths.ts'

type School = OutputOf<typeof listGroupContacts>[number]

const formOf = (groupId: ExamGroupId, { schoolId, schoolName, contact, version }: School): DialogForm => ({
  title: `${schoolName}的联系人`,
  start: { name: contact?.name ?? '', role: contact?.role ?? '' },
  fields: [
    { name: 'name', label: '联系人', kind: 'text', required: true, maxLength: 20 },
    { name: 'role', label: '职务', kind: 'text', maxLength: 20, placeholder: '如 教务主任' },
    {
      name: 'phone',
      label: '电话',
      kind: 'text',
      required: !contact,
      maxLength: 40,
      autoComplete: 'off',
      hint: contact ? `现在是${contact.phone}，不填则不变` : '手机号码可以收短信提醒',
    },
  ],
  submit: '保存',
  // Left empty, the number stays.
  check: ({ phone }): Wrong => (phone && contactPhone(String(phone)) === '' ? { phone: badPhone } : {}),
  run: async ({ name, role, phone }) => {
    const own = { name: String(name), role: role ? String(role) : '', ...(phone ? { phone: String(phone) } : {}) }
    await act(saveGroupContact, { groupId, schoolId, contact: own, version }, { hideMessage: true })
    return () => toast('success', '联系人已保存')
  },
})

/** Whom the organisers ask for of each school of a group. */
export const GroupContactsScreen = () => {
  const [query] = useSearchParams()
  const groupId = ExamGroupId.safeParse(query.get('group')).data
  const group = useAsk(examGroup, groupId ? { groupId } : undefined).data
  if (!groupId)
    return (
      <NoticeScreen
        title="学校组的联系人"
        width="narrow"
        empty={{ title: '先选择学校组', action: { name: '联考学校组', to: examPaths.groups } }}
      />
    )
  return (
    <ListScreen
      title={group ? `${group.groupName}的联系人` : '学校组的联系人'}
      call={listGroupContacts}
      input={{ groupId }}
      rowKey={(s) => s.schoolId}
      rowTo={{ none: 'a contact is written in a dialogue' }}
      columns={[
        { key: 'schoolName', name: '学校', value: (s) => s.schoolName },
        { key: 'name', name: '联系人', value: (s) => s.contact?.name ?? '—' },
        { key: 'role', name: '职务', value: (s) => s.contact?.role || '—' },
        { key: 'phone', name: '电话', value: (s) => s.contact?.phone ?? '—' },
      ]}
      actions={[
        { name: '修改学校组', to: groupPath(groupId) },
        { name: '新建联考', to: addJointPath(groupId), primary: true },
      ]}
      rowActions={(s) => [
        { name: s.contact ? '修改' : '填写', form: () => formOf(groupId, s) },
        ...(s.contact
          ? [
              {
                name: '清除',
                danger: true,
                confirm: `清除${s.schoolName}的联系人${s.contact.name}？`,
                run: () => act(saveGroupContact, { groupId, schoolId: s.schoolId, version: s.version }),
              },
            ]
          : []),
      ]}
      empty={{ title: '这个学校组里没有学校' }}
    />
  )
}
