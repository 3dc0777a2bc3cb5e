import { useState } from 'react'
import { useParams } from 'react-router'
import { groupSchools, jointSchools, mostGroupedAtOnce } from '#shared/exam/school.calls.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { examPath } from './exam.paths.ts'
import { groupsTyped } from './schoolGroups.ts'
import { standOf } from './states.ts'

/** In which groups schools are compared: typed as words, since a new group is only a new word. */
const grouping = (examId: ExamId, schoolIds: readonly string[], start: readonly string[]): DialogForm => ({
  title: `${schoolIds.length}所学校的分组`,
  fields: [
    {
      name: 'groups',
      label: '分组',
      kind: 'text',
      placeholder: '例如 示范校、城区',
      hint: '用顿号隔开；同名的学校在一组。留空则不分组。下次发布的成绩按分组对比',
    },
  ],
  start: { groups: start.join('、') },
  submit: '保存分组',
  run: async ({ groups }) => {
    const names = groupsTyped(String(groups ?? ''))
    await act(groupSchools, { examId, schoolIds: schoolIds as SchoolId[], groups: names }, { hideMessage: true })
    toast('success', `已保存${schoolIds.length}所学校的分组`)
  },
})

/** The schools of a joint exam, with the groups by which their organiser compares them. */
export const SchoolsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const [form, setForm] = useState<DialogForm | null>(null)
  const open = (schools: readonly string[], start: readonly string[] = []): void =>
    setForm(grouping(examId, schools, start))
  return (
    <>
      <ListScreen
        title="参加学校"
        call={jointSchools}
        input={{ examId }}
        rowKey={(s) => s.schoolId}
        facts={(schools: OutputOf<typeof jointSchools>) => [
          { name: '学校', value: `${schools.length}所` },
          { name: '考生', value: `${schools.reduce((n, s) => n + s.candidateCount, 0)}人` },
          { name: '没有动静', value: `${schools.filter((s) => s.silent).length}所` },
        ]}
        columns={[
          { key: 'schoolName', name: '学校', value: (s) => s.schoolName, sortable: true },
          { key: 'area', name: '区域', value: (s) => s.area?.areaName ?? '—', sortable: true },
          {
            key: 'stand',
            name: '进展',
            value: (s) => standOf(s).text,
            cell: (s) => <StateMark {...standOf(s)} />,
          },
          {
            key: 'lastAt',
            name: '最近进展',
            value: (s) => s.lastAt ?? null,
            cell: (s) => (s.lastAt === undefined ? '—' : <DateCell ms={s.lastAt} />),
            sortable: true,
          },
          { key: 'groups', name: '分组', value: (s) => s.groups?.join('、') ?? '—', sortable: true },
          { key: 'classCount', name: '班级', unit: '个', value: (s) => s.classCount, number: true },
          {
            key: 'candidateCount',
            name: '考生',
            unit: '人',
            value: (s) => s.candidateCount,
            number: true,
            sortable: true,
          },
        ]}
        rowActions={(s) => [{ name: '设置分组', run: () => open([s.schoolId], s.groups) }]}
        bulkActions={(keys) => [
          {
            name: '设置分组',
            barred: keys.length > mostGroupedAtOnce && `一次最多选${mostGroupedAtOnce}所`,
            run: () => open(keys),
          },
        ]}
        exportName="参加学校"
        empty={{ title: '还没有学校', action: { name: '返回考试', to: examPath(examId) } }}
      />
      {form && <FormDialog form={form} close={() => setForm(null)} />}
    </>
  )
}
