import { useSearchParams } from 'react-router'
import { deleteExamGroup, examGroup, listExamGroups, saveExamGroup } from '#shared/exam/joint/group.calls.ts'
import { ExamGroupId } from '#shared/kit/ids.ts'
import { undoDelete, useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { addJointPath, examPaths, groupContactsPath, groupPath } from '../../exam.paths.ts'
import { SchoolsField } from '../SchoolsField.tsx'
import { useAreaSchools } from '../useAreaSchools.ts'

/** Schools that often sit an exam together. */
export const GroupListScreen = () => {
  const add = { name: '新建学校组', to: examPaths.group, primary: true, shortcut: 'n' }
  return (
    <ListScreen
      title="联考学校组"
      call={listExamGroups}
      rowKey={(g) => g.groupId}
      rowTo={(g) => groupPath(g.groupId)}
      columns={[
        { key: 'groupName', name: '学校组', value: (g) => g.groupName },
        { key: 'schoolCount', name: '学校', unit: '所', value: (g) => g.schoolCount, number: true },
        { key: 'editedBy', name: '最后修改', value: (g) => g.editedBy },
        { key: 'editedAt', name: '修改时间', value: (g) => g.editedAt, cell: (g) => <DateCell ms={g.editedAt} /> },
      ]}
      actions={[add]}
      rowActions={(g) => [
        { name: '新建联考', to: addJointPath(g.groupId) },
        { name: '修改', to: groupPath(g.groupId) },
        { name: '联系人', to: groupContactsPath(g.groupId) },
        {
          name: '删除',
          danger: true,
          run: () => undoDelete(deleteExamGroup, { groupId: g.groupId }, `已删除“${g.groupName}”`),
        },
      ]}
      empty={{
        title: '还没有学校组',
        text: '常在一起联考的学校存成一组，新建联考时一次选中。',
        action: add,
      }}
    />
  )
}

/** A group's name and schools. */
export const GroupScreen = () => {
  const [query] = useSearchParams()
  const groupId = ExamGroupId.safeParse(query.get('group')).data
  const title = groupId ? '修改学校组' : '新建学校组'
  const { ofArea, ready, error, schools } = useAreaSchools()
  const group = useAsk(examGroup, groupId ? { groupId } : undefined)
  if (ready && !ofArea)
    return (
      <NoticeScreen
        title={title}
        width="narrow"
        empty={{ title: '学校组由区域的联考负责人管理', text: '请切换到区域身份。' }}
      />
    )
  const wrong = error ?? group.error
  if (!schools || (groupId && !group.data))
    return (
      <Page title={title} width="narrow">
        {wrong ? <ErrorState error={wrong} /> : <Bars rows={6} height={32} />}
      </Page>
    )
  return (
    <FormScreen
      key={groupId}
      title={title}
      call={saveExamGroup}
      fixed={{ groupId, version: group.data?.version ?? 0 }}
      start={{ groupName: group.data?.groupName ?? '', schoolIds: group.data?.schools.map((s) => s.schoolId) ?? [] }}
      submit="保存"
      doneText="学校组已保存"
      done={() => examPaths.groups}
      fields={[
        { name: 'groupName', label: '名称', kind: 'text', required: true, maxLength: 30, placeholder: '如 城区高中' },
        {
          name: 'schoolIds',
          label: '学校',
          kind: 'custom',
          required: true,
          render: ({ value, onChange }) => (
            <SchoolsField schools={schools} value={(value || []) as string[]} onChange={onChange} />
          ),
        },
      ]}
    />
  )
}
