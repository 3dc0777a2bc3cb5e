import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import { markingGroups, setMobileMarkSwitch, setPrincipals } from '#shared/marking/groups/group.calls.ts'
import type { GroupRow } from '#shared/marking/groups/group.calls.ts'
import { blockName } from '#shared/marking/groups/group.rules.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { addGroupPath, classPoolsPath, groupPath, groupsPath } from '../marking.paths.ts'
import { arrangeSiblings } from '../parts/arrangeSiblings.ts'
import { arrangedStates, leadersText, markersText, peopleHidden, standOf, workText } from '../parts/group.words.ts'
import { GroupWarnings } from '../parts/GroupWarnings.tsx'
import { rulesName } from '../parts/settle.words.ts'
import { PeopleField } from '../parts/PeopleField.tsx'

type Data = OutputOf<typeof markingGroups>

/** Why nothing can be arranged, or null. */
export const arrangeBarred = (data: Pick<Data, 'mayManage' | 'state'>): string | null =>
  !data.mayManage
    ? '没有安排阅卷的权限'
    : data.state === 'closing' || data.state === 'closed'
      ? '阅卷已结束，不能再改'
      : null

const Principals = ({ paperId, data, close }: { paperId: PaperId; data: Data; close: () => void }) => (
  <FormDialog
    close={close}
    form={{
      title: `${data.courseName}阅卷负责人`,
      submit: '保存',
      start: { principals: data.principals.map((p) => p.userId) },
      fields: [
        {
          name: 'principals',
          label: '负责人',
          kind: 'custom',
          hint: '没有组长的组，由负责人仲裁；自己评过的答卷不能仲裁。',
          render: ({ value, onChange }) => (
            <PeopleField
              label="负责人"
              people={data.people}
              value={(value || []) as string[]}
              onChange={onChange}
              none="考试管理者"
            />
          ),
        },
      ],
      run: async ({ principals }) => {
        await act(
          setPrincipals,
          { paperId, principals: principals as UserId[], version: data.version },
          { hideMessage: true },
        )
        return () => toast('success', '负责人已保存')
      },
    }}
  />
)

const Groups = ({ paperId, data }: { paperId: PaperId; data: Data }) => {
  const hidden = peopleHidden(data)
  const names = new Map(data.people.map((p) => [p.userId as string, p.teacherName]))
  const nameOf = (id: string): string => names.get(id) ?? '其他教师'
  const numbers = (g: GroupRow): string =>
    blockName(data.questions.filter((q) => g.questionIds.includes(q.questionId)).map((q) => q.number))
  return (
    <>
      <GroupWarnings warnings={data.warnings} />
      <DataTable<GroupRow>
        label="阅卷组"
        rows={data.groups}
        rowKey={(g) => g.lead}
        linkOf={(g) => groupPath('group', { paperId, lead: g.lead })}
        columns={[
          { key: 'groupName', name: '阅卷组', value: (g) => g.groupName, width: 128 },
          { key: 'questions', name: '题目', value: numbers, width: 112 },
          {
            key: 'rule',
            name: '方式',
            value: (g) => rulesName(data.questions.filter((q) => g.questionIds.includes(q.questionId))),
            width: 96,
          },
          { key: 'markers', name: '阅卷教师', value: (g) => markersText(g, nameOf, hidden), width: 176 },
          ...(hidden ? [] : [{ key: 'leaders', name: '组长', value: leadersText, width: 144 }]),
          ...(data.joint
            ? [
                {
                  key: 'schools',
                  name: '学校',
                  unit: '所',
                  value: (g: GroupRow) => g.schoolCount,
                  number: true,
                  width: 72,
                },
              ]
            : []),
          { key: 'marks', name: '要评', unit: '份', value: (g) => g.marks, number: true, width: 80 },
          { key: 'work', name: '人均约', value: workText, number: true, width: 88 },
          // What stands in the way of opening says nothing once marking is over.
          ...(hidden || data.state === 'closing' || data.state === 'closed'
            ? []
            : [
                {
                  key: 'stand',
                  name: '检查',
                  value: (g: GroupRow) => standOf(g).text,
                  cell: (g: GroupRow) => <StateMark {...standOf(g)} />,
                  width: 104,
                },
              ]),
        ]}
      />
    </>
  )
}

/** The groups that mark a paper. The bare address asks for a paper. */
export const GroupsScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  const [naming, setNaming] = useState<Data>()
  if (!paperId) return <ChoosePaper title="阅卷分组" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  return (
    <>
      <DetailScreen
        call={markingGroups}
        input={{ paperId }}
        title={(data) => `${data.courseName}　阅卷分组`}
        untitled="阅卷分组"
        badge={(data) => arrangedStates[data.state]}
        siblings={arrangeSiblings(paperId, 'groups')}
        facts={(data) => [
          { name: '阅卷组', value: `${data.groups.length}个` },
          { name: '答卷', value: `${data.answers}份` },
          ...(data.largeScreen ? [{ name: '手机', value: '不能评阅' }] : []),
          ...(peopleHidden(data)
            ? []
            : [{ name: '负责人', value: data.principals.map((p) => p.teacherName).join('、') || '考试管理者' }]),
        ]}
        actions={(data) => [
          { name: '新建阅卷组', to: addGroupPath(paperId), primary: true, shortcut: 'n', barred: arrangeBarred(data) },
          { name: '负责人', barred: arrangeBarred(data), run: () => setNaming(data) },
          ...(data.joint ? [] : [{ name: '按班阅卷', to: classPoolsPath(paperId) }]),
          {
            name: data.largeScreen ? '允许手机阅卷' : '不允许手机阅卷',
            barred: arrangeBarred(data),
            run: async () => {
              await act(setMobileMarkSwitch, { paperId, on: data.largeScreen, version: data.version })
              toast('success', data.largeScreen ? '这份试卷可以用手机评阅' : '这份试卷只能用电脑评阅')
            },
          },
        ]}
        empty={(data) =>
          data.questions.length === 0 ? { title: '这份试卷没有主观题', text: '客观题自动评分，不用安排阅卷。' } : null
        }
      >
        {(data) => <Groups paperId={paperId} data={data} />}
      </DetailScreen>
      {naming && <Principals paperId={paperId} data={naming} close={() => setNaming(undefined)} />}
    </>
  )
}
