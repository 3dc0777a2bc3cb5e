import { useParams } from 'react-router'
import { examDetail } from '#shared/exam/exam.calls.ts'
import * as inviteCalls from '#shared/exam/joint/invite.calls.ts'
import * as calls from '#shared/exam/joint/school.calls.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { inSchool } from '#web/school/school.paths.ts'
import { serverNow } from '#web/kit/ports.ts'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { schoolAddPath, schoolsPath } from '../exam.paths.ts'

type Invite = OutputOf<typeof inviteCalls.invites>[number]

const adding = (examId: ExamId, schoolIds: SchoolId[], barred: string | false): Action => ({
  name: '加入联考',
  barred,
  job: async () => {
    const { lines } = await act(calls.addSchoolsPreview, { examId, schoolIds })
    const agreed = await confirm({ title: '增加学校', text: lines.join(''), ok: '加入联考' })
    return agreed ? act(calls.addSchools, { examId, schoolIds }) : undefined
  },
})

const inviteStates: Record<Invite['state'], { text: string; meaning: Meaning }> = {
  asked: { text: '等待答复', meaning: 'waits' },
  accepted: { text: '已接受', meaning: 'done' },
  declined: { text: '不参加', meaning: 'out' },
  withdrawn: { text: '已撤回', meaning: 'none' },
}

const inviting = (examId: ExamId): DialogForm => ({
  title: '邀请其他区域的学校',
  fields: [
    {
      name: 'schoolCode',
      label: '学校代码',
      kind: 'text',
      required: true,
      maxLength: 20,
      hint: '学校标识码，对方学校在“学校管理”的年级页上看得到。学校在首页和“我校的联考”中看到邀请，接受后它的名单才复制进来',
    },
  ],
  submit: '发出邀请',
  run: async ({ schoolCode }) => {
    const wish = { examId, schoolCode: String(schoolCode) }
    const { schoolName } = await act(inviteCalls.inviteSchool, wish, { hideMessage: true })
    toast('success', `已邀请${schoolName}，等它答复`)
  },
})

const standOf = (
  { state, reason, lapsed }: Invite,
  examDate: number | undefined,
): { text: string; meaning: Meaning } => {
  const { text, meaning } = inviteStates[state]
  if (lapsed) return { text: '没有答复，已过收卡时间', meaning: 'failed' }
  // On the day it is known that nothing was heard: who organises may still ask by telephone.
  if (state === 'asked' && examDate !== undefined && examDate <= serverNow())
    return { text: '考试日已到，没有答复', meaning: 'waits' }
  return { text: [text, reason].filter(Boolean).join('：'), meaning }
}

/** Schools of other areas come by their own word. */
const Invited = ({ examId }: { examId: ExamId }) => {
  const examDate = useAsk(examDetail, { examId }).data?.exam.examDate
  const { data = [] } = useAsk(inviteCalls.invites, { examId })
  if (data.length === 0) return null
  return (
    <Section title="邀请的其他区域学校">
      <DataTable<Invite>
        label="邀请的其他区域学校"
        rows={data}
        rowKey={(i) => i.schoolId}
        rowActions={({ schoolId, version, state, lapsed }) =>
          state === 'asked' ? (
            <ActionButton
              size="small"
              action={{
                name: '撤回邀请',
                run: async () => void (await act(inviteCalls.withdrawInvite, { examId, schoolId, version })),
              }}
            />
          ) : (
            state !== 'accepted' &&
            !lapsed && (
              <ActionButton
                size="small"
                action={{
                  name: '再次邀请',
                  run: async () => void (await act(inviteCalls.inviteSchool, { examId, schoolId })),
                }}
              />
            )
          )
        }
        columns={[
          { key: 'schoolName', name: '学校', value: (i) => i.schoolName },
          { key: 'areaName', name: '区域', value: (i) => i.areaName },
          {
            key: 'state',
            name: '答复',
            value: (i) => standOf(i, examDate).text,
            cell: (i) => <StateMark {...standOf(i, examDate)} />,
          },
          { key: 'byName', name: '邀请人', value: (i) => i.byName },
        ]}
      />
    </Section>
  )
}

/** The schools of the area: those that sit the exam already, and those that may be let in. */
export const SchoolAddScreen = () => {
  const examId = useParams()['examId'] as ExamId
  const joint = useAsk(calls.jointSchools, { examId }).data
  const there = new Set<string>(joint?.map((s) => s.schoolId))
  const barOf = (ids: readonly string[]): string | false =>
    // Which take part already is not known yet.
    !joint
      ? '请稍候'
      : ids.some((id) => there.has(id))
        ? '已参加本场考试'
        : ids.length > calls.mostChangedAtOnce && `一次最多选${calls.mostChangedAtOnce}所`
  return (
    <ListScreen
      title="增加学校"
      call={listSchools}
      order="按学校的排序号"
      rowTo={(s) => inSchool('grades', { schoolId: s.schoolId })}
      rowKey={(s) => s.schoolId}
      filters={[{ field: 'name', label: '学校', mode: 'search', placeholder: '按校名查找' }]}
      columns={[
        { key: 'schoolName', name: '学校', value: (s) => s.schoolName },
        {
          key: 'there',
          name: '本场考试',
          value: (s) => (there.has(s.schoolId) ? '已参加' : ''),
          cell: (s) => (there.has(s.schoolId) ? <StateMark text="已参加" meaning="done" /> : joint ? '—' : ''),
        },
      ]}
      rowActions={(s) => [adding(examId, [s.schoolId], barOf([s.schoolId]))]}
      bulkActions={(keys) => [adding(examId, keys as SchoolId[], barOf(keys))]}
      actions={[
        { name: '参加学校', to: schoolsPath(examId) },
        { name: '邀请其他区域的学校', form: () => inviting(examId) },
      ]}
      empty={{ title: '区域里没有这样的学校' }}
    >
      <Invited examId={examId} />
    </ListScreen>
  )
}

/** The addresses without an exam. */
export const AddToWhichScreen = () => <ChooseExam title="增加学校" pathOf={schoolAddPath} />
export const DeleteFromWhichScreen = () => <ChooseExam title="移出学校" pathOf={schoolsPath} />
