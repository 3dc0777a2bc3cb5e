import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { arrangeGroups, automaticArrangement } from '#shared/marking/groups/group.calls.ts'
import { hoursText } from '#shared/marking/groups/group.rules.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { arrangeBarred } from './GroupsScreen.tsx'
import { automaticPath, groupsPath } from '../marking.paths.ts'
import { arrangeSiblings } from '../parts/arrangeSiblings.ts'
import { arrangedStates } from '../parts/group.words.ts'
import { GroupWarnings } from '../parts/GroupWarnings.tsx'

type Data = OutputOf<typeof automaticArrangement>
type Group = Data['groups'][number]
type Marker = Data['markers'][number]

/** What an address may ask for; anything else asks for nothing. */
const mostHours = 200
const hoursIn = (text: string | null): number | undefined => {
  const hours = Number(text)
  return Number.isInteger(hours) && hours >= 1 && hours <= mostHours ? hours : undefined
}

const minutesText = (minutes: number): string => (minutes === 0 ? '—' : hoursText(minutes * 60))

/** Why it cannot be taken as it stands, or null. */
const takingBarred = (data: Data): string | null =>
  arrangeBarred(data) ?? (data.groups.some((g) => g.markers.length === 0) ? '有的组没有老师可以安排' : null)

const Content = ({ data, hours }: { data: Data; hours: number | undefined }) => {
  const nameOf = new Map(data.markers.map((m) => [m.userId, m.teacherName]))
  const groupName = new Map(data.groups.map((g) => [g.lead, g.groupName]))
  const secondsText = (g: Group): string =>
    data.times
      .filter((t) => g.questionIds.includes(t.questionId))
      .map((t) => `${t.seconds}秒`)
      .join('、')
  const have = data.markers.length
  return (
    <>
      <GroupWarnings warnings={data.warnings} />
      {data.needed !== undefined && hours !== undefined && (
        <MessageBar intent={data.needed > have ? 'warning' : 'success'}>
          <MessageBarBody>
            {data.needed > have
              ? `要在${hours}小时内评完，约需${data.needed}位老师，现在${have}位，还少${data.needed - have}位`
              : `现有${have}位老师，${hours}小时内可以评完`}
          </MessageBarBody>
        </MessageBar>
      )}
      <Section title="各组">
        <DataTable<Group>
          label="各组"
          rows={data.groups}
          rowKey={(g) => g.lead}
          columns={[
            { key: 'groupName', name: '阅卷组', value: (g) => g.groupName, width: 128 },
            {
              key: 'markers',
              name: '建议的阅卷教师',
              value: (g) => g.markers.map((u) => nameOf.get(u) ?? '').join('、') || '没有老师',
              width: 280,
            },
            {
              key: 'count',
              name: '人数',
              value: (g) => `${g.before === 0 ? '全体' : g.before} → ${g.markers.length}`,
              width: 96,
            },
            { key: 'marks', name: '还要评', unit: '份', value: (g) => g.marks, number: true, width: 88 },
            { key: 'seconds', name: '每份', value: (g) => `约${secondsText(g)}`, width: 120 },
            { key: 'minutes', name: '人均约', value: (g) => minutesText(g.minutes), number: true, width: 96 },
          ]}
        />
      </Section>
      <Section title="各位老师">
        <DataTable<Marker>
          label="各位老师"
          rows={data.markers}
          rowKey={(m) => m.userId}
          columns={[
            { key: 'teacherName', name: '教师', value: (m) => m.teacherName, width: 120 },
            ...(data.joint
              ? [{ key: 'school', name: '学校', value: (m: Marker) => m.schoolName ?? '', width: 160 }]
              : []),
            { key: 'groups', name: '评', value: (m) => m.leads.map((l) => groupName.get(l) ?? '').join('、') },
            { key: 'minutes', name: '约', value: (m) => minutesText(m.minutes), number: true, width: 96 },
          ]}
        />
      </Section>
    </>
  )
}

/** Who would mark what, looked at before it is taken. The bare address asks for a paper. */
export const AutomaticScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  const [query, setQuery] = useSearchParams()
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const hours = hoursIn(query.get('hours'))
  if (!paperId) return <ChoosePaper title="自动安排" tool="adjust-read-arrange" pathOf={(_, id) => automaticPath(id)} />
  const take = async (data: Data): Promise<void> => {
    const { released } = await act(arrangeGroups, {
      paperId,
      groups: data.groups.map(({ lead, markers }) => ({ lead, markers })),
      version: data.version,
    })
    toast('success', `已按建议安排${released > 0 ? `，退回${released}包没评的答卷` : ''}`)
    await navigate(groupsPath(paperId))
  }
  return (
    <>
      <DetailScreen
        call={automaticArrangement}
        input={{ paperId, ...(hours ? { hours } : {}) }}
        title={(data) => `${data.courseName}　自动安排`}
        untitled="自动安排"
        badge={(data) => arrangedStates[data.state]}
        siblings={arrangeSiblings(paperId, 'automatic')}
        facts={(data) => [
          { name: '老师', value: `${data.markers.length}位` },
          {
            name: '同时评',
            value: data.finishMinutes === 0 ? '没有要评的' : `约${minutesText(data.finishMinutes)}评完`,
          },
          {
            name: '每份时间',
            value: data.learntFrom > 0 ? `取自以前${data.learntFrom}份试卷` : '按题型估计',
          },
        ]}
        actions={(data) => [
          { name: '几小时评完', run: () => setAsking(true) },
          {
            name: '采用这个安排',
            primary: true,
            barred: takingBarred(data),
            ...(data.state === 'open'
              ? { confirm: '阅卷正在进行：不再评某题的老师，手里没评的立即退回；已给的分都保留。' }
              : {}),
            run: () => take(data),
          },
        ]}
        empty={(data) =>
          data.groups.length === 0
            ? { title: '这份试卷没有主观题', text: '客观题自动评分，不用安排阅卷。' }
            : data.state === 'closed'
              ? { title: '阅卷已结束，没有要安排的', action: { name: '看阅卷分组', to: groupsPath(paperId) } }
              : null
        }
      >
        {(data) => <Content data={data} hours={hours} />}
      </DetailScreen>
      {asking && (
        <FormDialog
          close={() => setAsking(false)}
          form={{
            title: '希望几小时评完',
            submit: '看要几位老师',
            start: { hours: hours ?? 3 },
            fields: [
              {
                name: 'hours',
                label: '每人连续评',
                kind: 'number',
                min: 1,
                max: mostHours,
                step: 1,
                unit: '小时',
                required: true,
              },
            ],
            run: async (sent) => {
              setQuery({ hours: String(sent['hours']) }, { replace: true })
            },
          }}
        />
      )}
    </>
  )
}
