import { useParams } from 'react-router'
import { invites } from '#shared/exam/joint/invite.calls.ts'
import {
  groupSchools,
  jointSchools,
  mostChangedAtOnce,
  mostGroupedAtOnce,
  removeSchools,
  removeSchoolsPreview,
} from '#shared/exam/joint/school.calls.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { confirm, openForm, toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import {
  baseInfoImportPath,
  boardPath,
  examPath,
  optionalCoursePath,
  schoolAddPath,
  schoolRosterPath,
} from '../exam.paths.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { inSchool } from '#web/school/school.paths.ts'
import { groupsIn, groupsTyped } from './schoolGroups.ts'
import { answers, standOf } from '../states.ts'

type Grouped = OutputOf<typeof jointSchools>[number]
const isOut = (s: Grouped): boolean => s.answer === 'declined' && s.begun === 0

/**
 * In which groups schools are compared: typed as words, since a new group is only a new word. What all of them are in
 * stands in the field; what only some are in stays as it is, unless it is taken out by name.
 */
const grouping = (examId: ExamId, chosen: readonly Grouped[]): DialogForm => {
  const { all, some } = groupsIn(chosen.map((s) => s.groups ?? []))
  const one = chosen.length === 1
  return {
    title: one ? `${chosen[0]!.schoolName}的分组` : `${chosen.length}所学校的分组`,
    fields: [
      {
        name: 'groups',
        label: '分组',
        kind: 'text',
        placeholder: '例如 示范校、城区',
        hint: one
          ? '用顿号隔开；同名的学校在一组。下次发布的成绩按分组对比'
          : '所选学校共同的分组，用顿号隔开；删去的会移出，只有部分学校在的不变',
      },
      ...(some.length > 0
        ? [
            {
              name: 'leave',
              label: '只有部分学校在',
              kind: 'multi' as const,
              options: some.map((g) => ({ value: g, label: `移出${g}` })),
            },
          ]
        : []),
    ],
    start: { groups: all.join('、'), leave: [] },
    submit: '保存分组',
    run: async ({ groups, leave }) => {
      const typed = groupsTyped(String(groups ?? ''))
      const remove = [...all, ...((leave ?? []) as string[])].filter((g) => !typed.includes(g))
      const add = typed.filter((g) => !all.includes(g))
      const schoolIds = chosen.map((s) => s.schoolId)
      await act(groupSchools, { examId, schoolIds, add, remove }, { hideMessage: true })
      toast('success', `已保存${chosen.length}所学校的分组`)
    },
  }
}

const removing = (examId: ExamId, schoolIds: SchoolId[]): Action => ({
  name: '移出考试',
  danger: true,
  barred: schoolIds.length > mostChangedAtOnce && `一次最多选${mostChangedAtOnce}所`,
  job: async () => {
    const { lines } = await act(removeSchoolsPreview, { examId, schoolIds })
    const agreed = await confirm({ title: '移出学校', text: lines.join(''), ok: '移出考试' })
    return agreed ? act(removeSchools, { examId, schoolIds }) : undefined
  },
})

/** The schools of a joint exam, with the groups by which their organiser compares them. */
export const SchoolsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const asked = useAsk(invites, { examId }, { quiet: true }).data?.filter((i) => i.state === 'asked') ?? []
  const open = (schools: readonly Grouped[]): void => openForm(grouping(examId, schools))
  return (
    <>
      <ListScreen
        title="参加学校"
        call={jointSchools}
        input={{ examId }}
        rowTo={(s) => inSchool('grades', { schoolId: s.schoolId })}
        rowKey={(s) => s.schoolId}
        filters={[{ field: 'name', label: '学校', mode: 'search', placeholder: '按校名或区域查找' }]}
        facts={(schools: OutputOf<typeof jointSchools>) => [
          { name: '学校', value: `${schools.length}所` },
          { name: '考生', value: `${schools.reduce((n, s) => n + (isOut(s) ? 0 : s.candidateCount), 0)}人` },
          ...(schools.some(isOut) ? [{ name: '不参加', value: `${schools.filter(isOut).length}所` }] : []),
          ...(asked.length > 0 ? [{ name: '邀请未答复', value: `${asked.length}所` }] : []),
          { name: '没有动静', value: `${schools.filter((s) => s.silent && !isOut(s)).length}所` },
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
            key: 'answer',
            name: '回复',
            value: (s) => [answers[s.answer].text, s.reason].filter(Boolean).join('：'),
            sortable: true,
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
        rowActions={(s) => [
          { name: '设置分组', run: () => open([s]) },
          removing(examId, [s.schoolId]),
          { name: '按学校名单更新', to: schoolRosterPath(examId, s.schoolId) },
        ]}
        bulkActions={(keys) => [
          {
            name: '设置分组',
            barred: keys.length > mostGroupedAtOnce && `一次最多选${mostGroupedAtOnce}所`,
            // As they are now: some may stand behind a search, and their groups may be others by now.
            run: async () => open((await ask(jointSchools, { examId })).filter((s) => keys.includes(s.schoolId))),
          },
          removing(examId, keys as SchoolId[]),
        ]}
        actions={[
          { name: '考试监控', to: boardPath(examId), primary: true },
          { name: '导入考生信息', to: baseInfoImportPath(examId) },
          { name: '选考科目', to: optionalCoursePath(examId) },
          { name: '增加学校', to: schoolAddPath(examId) },
        ]}
        exportName="参加学校"
        empty={{ title: '还没有学校', action: { name: '返回考试', to: examPath(examId) } }}
      />
    </>
  )
}
