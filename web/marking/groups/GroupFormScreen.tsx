import { useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingGroups, saveMarkingGroup } from '#shared/marking/groups/group.calls.ts'
import { blockName } from '#shared/marking/groups/group.rules.ts'
import { ruleOf, settleName } from '#shared/marking/settle.rules.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { arrangeBarred } from './GroupsScreen.tsx'
import { groupPath, groupsPath } from '../marking.paths.ts'
import { PeopleField } from '../parts/PeopleField.tsx'

type Data = OutputOf<typeof markingGroups>

const Form = ({ paperId, lead, data }: { paperId: PaperId; lead: QuestionId | undefined; data: Data }) => {
  const group = data.groups.find((g) => lead !== undefined && g.questionIds.includes(lead))
  const numberOf = (id: string): string => data.questions.find((q) => q.questionId === id)?.number ?? ''
  const given = group && group.groupName !== blockName(group.questionIds.map(numberOf)) ? group.groupName : ''
  const where = (questionId: QuestionId): string => {
    const other = data.groups.find((g) => g !== group && g.questionIds.includes(questionId))
    return other && (other.questionIds.length > 1 || other.markers.length > 0) ? `，现在“${other.groupName}”` : ''
  }
  const people = (label: string, none: string) => ({
    label,
    kind: 'custom' as const,
    render: ({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) => (
      <PeopleField
        label={label}
        people={data.people}
        value={(value || []) as string[]}
        onChange={onChange}
        none={none}
      />
    ),
  })
  return (
    <FormScreen
      title={group ? `修改${group.groupName}` : '新建阅卷组'}
      call={saveMarkingGroup}
      fixed={{ paperId, version: data.version, ...(group ? { lead: group.lead } : {}) }}
      start={{
        groupName: given,
        questionIds: group?.questionIds ?? [],
        markers: group?.markers ?? [],
        leaders: group?.leaders.map((l) => l.userId) ?? [],
      }}
      barred={arrangeBarred(data)}
      submit="保存"
      doneText="阅卷组已保存"
      done={(saved) => groupPath('group', { paperId, lead: saved.lead })}
      fields={[
        { name: 'groupName', label: '组名', kind: 'text', maxLength: 20, placeholder: '不填则按题号，如 第15–17题' },
        {
          name: 'questionIds',
          label: '题目',
          kind: 'multi',
          required: true,
          wide: true,
          hint: data.state === 'open' ? '阅卷中：移走的题，原来的老师手里没评的立即退回；已给的分保留。' : '',
          options: data.questions.map((q) => ({
            value: q.questionId,
            label: `第${q.number}题（${showScore(q.fullScore)}分${(q.markers ?? 1) > 1 ? `，${settleName(ruleOf(q))}` : ''}${where(q.questionId)}）`,
          })),
        },
        { name: 'markers', ...people('阅卷教师', '由本科全体老师评') },
        { name: 'leaders', ...people('组长', '由负责人或考试管理者仲裁') },
      ]}
    />
  )
}

/** A group's questions, markers and leaders. */
export const GroupFormScreen = () => {
  const { paperId, lead } = useParams() as { paperId?: PaperId; lead?: QuestionId }
  const asked = useAsk(markingGroups, paperId ? { paperId } : undefined)
  const title = lead ? '修改阅卷组' : '新建阅卷组'
  if (!paperId) return <ChoosePaper title="阅卷组" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  if (!asked.data)
    return (
      <Page title={title} width="narrow">
        <Waiting asked={asked} rows={6} />
      </Page>
    )
  return <Form key={lead} paperId={paperId} lead={lead} data={asked.data} />
}
