import { tokens } from '@fluentui/react-components'
import { useParams, useSearchParams } from 'react-router'
import { grantTools, toolGrants } from '#shared/exam/tools/tool.calls.ts'
import { grantsOf, toolList } from '#shared/exam/tools/tool.rules.ts'
import { examTools, grantTypes } from '#shared/exam/tools/tool.table.ts'
import type { ExamTool } from '#shared/exam/tools/tool.rules.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { UserType } from '#shared/kit/userType.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'
import { OfSchool } from './OfSchool.tsx'

type Grants = OutputOf<typeof toolGrants>
type Grant = Grants['grants'][number]

const typeName = (userType: number): string => userTypeLabels[userType as UserType]
const whom = ({ to, name }: Pick<Grant, 'to' | 'name'>): string =>
  to.startsWith('t:') ? `全部${typeName(Number(to.slice(2)))}` : (name ?? '已离开的老师')

/** Who uses a tool without a word about this exam. */
const byDefault = (code: ToolCode): string => {
  const also = toolList.find((t) => t.code === code)?.also ?? []
  if (also.length === grantTypes.length) return '看得到考试的人'
  return ['考试管理者', ...also.map(typeName)].join('、')
}

const mayBeGiven = ({ grants }: ExamTool): string =>
  `${grants ? grants.map(typeName).join('、') : '各类教职工'}，或任课老师个人`

const takeBack = async (examId: ExamId, { tool, to, allows, schoolId, ...g }: Grant): Promise<void> => {
  const of = { examId, tools: [tool], to: [to], ...(schoolId ? { schoolId } : {}) }
  await act(grantTools, { ...of, allows: null })
  undoable(`已撤销对${whom({ to, ...g })}的设置`, () => act(grantTools, { ...of, allows }))
}

const Given = ({ examId, grants }: { examId: ExamId; grants: readonly Grant[] }) => (
  <DataTable
    label="本场考试的授权"
    rows={grants}
    rowKey={(g) => `${g.tool} ${g.to}`}
    columns={[
      { key: 'to', name: '用户', value: whom, width: 120 },
      { key: 'tool', name: '工具', value: (g) => examTools[g.tool].name, width: 120 },
      {
        key: 'allows',
        name: '设置',
        value: (g) => (g.allows ? '可以使用' : '不能使用'),
        cell: (g) => <StateMark text={g.allows ? '可以使用' : '不能使用'} meaning={g.allows ? 'done' : 'out'} />,
        width: 128,
      },
      { key: 'byName', name: '设置人', value: (g) => g.byName, width: 80 },
      { key: 'at', name: '时间', value: (g) => showTime(g.at), width: 144 },
    ]}
    rowActions={(g) => <RowActions actions={[{ name: '撤销', run: () => takeBack(examId, g) }]} />}
  />
)

const Defaults = () => (
  <DataTable
    label="各工具的默认权限"
    rows={toolList}
    rowKey={(t) => t.code}
    columns={[
      { key: 'name', name: '工具', value: (t) => t.name, width: 120 },
      { key: 'default', name: '默认可以使用', value: (t) => byDefault(t.code), width: 200 },
      {
        key: 'grants',
        name: '还可以授权给',
        value: (t) => t.kept ?? mayBeGiven(t),
        cell: (t) => (t.kept ? <span style={{ color: tokens.colorNeutralForeground3 }}>{t.kept}</span> : mayBeGiven(t)),
        width: 240,
      },
    ]}
  />
)

const order = (g: Grant): number => toolList.findIndex((t) => t.code === g.tool)
const noExam = { title: '考试不存在或已删除', action: { name: '返回考试列表', to: examPaths.list } }
const useExamId = () => ExamId.safeParse(useParams()['examId']).data

/** The permission map of an exam: what was given in it, and what each tool has of itself. */
export const PermissionScreen = () => {
  const examId = useExamId()
  return (
    <DetailScreen
      title="工具权限"
      width="narrow"
      call={toolGrants}
      input={examId && { examId }}
      without={noExam}
      // What is not there takes no room over what is.
      facts={({ grants }) => [
        { name: '本场考试的授权', value: grants.length > 0 ? `${grants.length}项` : '没有，各工具按默认使用' },
      ]}
      actions={() => [{ name: '添加授权', primary: true, to: pathTo(examPaths.addPermission, { examId: examId! }) }]}
    >
      {({ grants }) =>
        grants.length === 0 ? (
          <Defaults />
        ) : (
          <>
            <Section title="本场考试的授权">
              <Given
                examId={examId!}
                grants={grants.toSorted((a, b) => order(a) - order(b) || (a.to < b.to ? -1 : 1))}
              />
            </Section>
            <Section title="默认">
              <Defaults />
            </Section>
          </>
        )
      }
    </DetailScreen>
  )
}

export const AddPermissionScreen = () => {
  const examId = useExamId()
  const [query] = useSearchParams()
  const schoolId = SchoolId.safeParse(query.get('schoolId')).data
  const { data, error } = useAsk(toolGrants, examId && { examId, ...(schoolId ? { schoolId } : {}) })
  if (!examId) return <NoticeScreen title="添加授权" width="narrow" empty={noExam} />
  if (!data) return <NoticeScreen title="添加授权" width="narrow" error={error} />
  const people = data.people.map(({ userId, name }) => ({ value: `u:${userId}`, label: name }))
  return (
    <FormScreen
      title="添加授权"

      call={grantTools}
      tools={<OfSchool schools={data.schools} />}
      fixed={{ examId, ...(schoolId ? { schoolId } : {}) }}
      start={{ allows: true }}
      submit="保存"
      doneText="授权已保存"
      done={() => pathTo(examPaths.permissions, { examId })}
      fields={[
        {
          name: 'tools',
          label: '工具',
          kind: 'multi',
          required: true,
          options: toolList.filter((t) => grantsOf(t.code).length > 0).map((t) => ({ value: t.code, label: t.name })),
        },
        {
          name: 'to',
          label: '用户',
          kind: 'multi',
          required: true,
          hint:
            data.schools.length > 0 && !schoolId
              ? '一类用户；要给老师个人，先在上面选择老师来自哪所学校'
              : '一类用户，或本场考试的任课老师；对个人的设置优先',
          options: [...grantTypes.map((t) => ({ value: `t:${t}`, label: `全部${typeName(t)}` })), ...people],
        },
        { name: 'allows', label: '允许使用', kind: 'switch', hint: '关闭后不能使用，默认能用的人也不能' },
      ]}
    />
  )
}
