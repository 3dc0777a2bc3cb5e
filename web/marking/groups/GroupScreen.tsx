import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingGroups, removeMarkingGroup } from '#shared/marking/groups/group.calls.ts'
import { ruleOf, settleText } from '#shared/marking/settle.rules.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { arrangeBarred } from './GroupsScreen.tsx'
import { groupPath, groupQualityPath, groupsPath, rubricPath } from '../marking.paths.ts'
import { leadersText, peopleHidden, standOf, workText } from '../parts/group.words.ts'
import { SettleDialog } from '../parts/SettleDialog.tsx'
import { GroupWarnings } from '../parts/GroupWarnings.tsx'

type Data = OutputOf<typeof markingGroups>
type Group = Data['groups'][number]

const groupOf = (data: Data, lead: string): Group | undefined =>
  data.groups.find((g) => g.questionIds.some((id) => id === lead))

const Content = ({ data, group }: { data: Data; group: Group }) => {
  const people = data.people.filter((p) => (group.markers.length > 0 ? group.markers.includes(p.userId) : p.ofCourse))
  return (
    <>
      <GroupWarnings warnings={group.warnings} />
      <Section title="题目">
        <DataTable
          label="题目"
          rows={data.questions.filter((q) => group.questionIds.includes(q.questionId))}
          rowKey={(q) => q.questionId}
          columns={[
            { key: 'number', name: '题号', value: (q) => `第 ${q.number} 题`, width: 104 },
            { key: 'full', name: '满分', unit: '分', number: true, value: (q) => showScore(q.fullScore), width: 88 },
            {
              key: 'rule',
              name: '怎样评',
              value: (q) => settleText(ruleOf(q)),
            },
          ]}
        />
      </Section>
      {!peopleHidden(data) && (
        <Section
          title={group.markers.length > 0 ? `阅卷教师（${people.length}人）` : `阅卷教师（本科全体${people.length}人）`}
        >
          <DataTable
            label="阅卷教师"
            rows={people}
            rowKey={(p) => p.userId}
            columns={[
              { key: 'teacherName', name: '教师', value: (p) => p.teacherName, width: 120 },
              ...(data.joint
                ? [
                    {
                      key: 'school',
                      name: '学校',
                      value: (p: Data['people'][number]) => p.schoolName ?? '',
                      width: 160,
                    },
                  ]
                : []),
              { key: 'classes', name: '任教班级', value: (p) => p.classNames.join('、') },
              { key: 'course', name: '学科', value: (p) => (p.ofCourse ? '本科' : '其他学科'), width: 96 },
              {
                key: 'leads',
                name: '组长',
                value: (p) => (group.leaders.some((l) => l.userId === p.userId) ? '组长' : ''),
                width: 72,
              },
            ]}
          />
        </Section>
      )}
    </>
  )
}

/** One group: its questions, who marks and who leads. */
export const GroupScreen = () => {
  const { paperId, lead } = useParams() as { paperId?: PaperId; lead?: QuestionId }
  const navigate = useNavigate()
  const [ruling, setRuling] = useState<Data>()
  if (!paperId || !lead)
    return <ChoosePaper title="阅卷组" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  const dissolve = async (data: Data, group: Group): Promise<void> => {
    await act(removeMarkingGroup, { paperId, lead: group.lead, version: data.version })
    await navigate(groupsPath(paperId))
    toast('success', `已解散“${group.groupName}”`)
  }
  const ruled = ruling && groupOf(ruling, lead)
  return (
    <DetailScreen
      call={markingGroups}
      input={{ paperId }}
      title={(data) => groupOf(data, lead)?.groupName ?? '阅卷组'}
      untitled="阅卷组"
      badge={(data) => {
        const group = groupOf(data, lead)
        return group && !peopleHidden(data) ? standOf(group) : null
      }}
      facts={(data) => {
        const group = groupOf(data, lead)
        return group
          ? [
              { name: '科目', value: data.courseName },
              ...(peopleHidden(data) ? [] : [{ name: '组长', value: leadersText(group) }]),
              { name: '要评', value: `${group.marks}份` },
              { name: '人均约', value: workText(group) },
            ]
          : []
      }}
      actions={(data) => {
        const group = groupOf(data, lead)
        if (!group) return []
        const barred = arrangeBarred(data)
        const own = { paperId, lead: group.lead }
        const plain = group.questionIds.length === 1 && group.markers.length === 0 && group.leaders.length === 0
        return [
          { name: '修改', to: groupPath('editGroup', own), primary: true, barred },
          { name: '质量要求', to: groupQualityPath(own), barred: !data.mayManage && '没有安排阅卷的权限' },
          { name: '评分细则', to: rubricPath(own), barred: !data.mayManage && '没有安排阅卷的权限' },
          { name: '评阅规则', barred, run: () => setRuling(data) },
          {
            name: '账号与定额',
            to: groupPath('groupAccounts', own),
            barred: !data.mayManage && '没有安排阅卷的权限',
          },
          {
            name: '解散',
            danger: true,
            barred: barred ?? (plain && '这道题没有单独分组'),
            // Limits and what differs between its questions would not come back with the group.
            confirm: `解散“${group.groupName}”：${group.questionIds.length}道题各自成组，由本科全体老师评；组名、组长、${group.markers.length > 0 ? `指定的${group.markers.length}位老师、` : ''}定额、暂停和质量要求都不再保留。已给的分都保留。`,
            run: () => dissolve(data, group),
          },
        ]
      }}
      empty={(data) =>
        groupOf(data, lead)
          ? null
          : {
              title: '没有这个阅卷组',
              text: '试题可能已经修改。',
              action: { name: '阅卷分组', to: groupsPath(paperId) },
            }
      }
    >
      {(data) => (
        <>
          <Content data={data} group={groupOf(data, lead)!} />
          {ruling && ruled && (
            <SettleDialog
              paperId={paperId}
              questions={ruling.questions.filter((q) => ruled.questionIds.includes(q.questionId))}
              version={ruling.paperVersion}
              open={ruling.state === 'open'}
              close={() => setRuling(undefined)}
            />
          )}
        </>
      )}
    </DetailScreen>
  )
}
