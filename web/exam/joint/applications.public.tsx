import { useParams, useSearchParams } from 'react-router'
import * as calls from '#shared/exam/joint/application.calls.ts'
import { mayMove } from '#shared/exam/joint/application.rules.ts'
import { applicationStateNames, applicationStates, mostAppliedAtOnce } from '#shared/exam/joint/application.types.ts'
import type { ApplicationKind, PersonId } from '#shared/exam/joint/application.types.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { applicationWords, kindsBeside, stateSaid, subjectsSaid } from './applicationWords.ts'
import { applicationsPath, schoolsPath } from '../exam.paths.ts'

type Row = OutputOf<typeof calls.applications>['list'][number]
type Chosen = Pick<Row, 'schoolId' | 'personId' | 'version'>

/** Names a row as it was seen: a decision is over what was read, also of those on another page. */
const keyOf = ({ schoolId, personId, version }: Chosen): string => `${schoolId} ${personId} ${version}`
const seen = (key: string): Chosen => {
  const [schoolId, personId, version] = key.split(' ')
  return { schoolId: schoolId as SchoolId, personId: personId as PersonId, version: Number(version) }
}

export type Decided = { examId: ExamId; of: Chosen[]; approve: boolean; review?: string }
type Of = { examId: ExamId; kind: ApplicationKind; decide: (input: Decided) => Promise<{ decided: number }> }

const deciding = ({ examId, kind, decide }: Of, chosen: readonly Chosen[], approve: boolean) => {
  const words = applicationWords[kind]
  return {
    title: `${approve ? '通过' : '退回'}${chosen.length}名${words.who}的申报`,
    submit: approve ? '通过' : '退回',
    fields: [
      {
        name: 'review',
        label: approve ? '意见（学校会看到）' : '原因（学校会看到）',
        kind: 'text',
        required: !approve,
        maxLength: 100,
        hint: approve ? words.follows : '学校改好以后可以重新申报。',
      },
    ],
    run: async ({ review }) => {
      const input = { examId, of: [...chosen], approve, ...(review ? { review: String(review) } : {}) }
      const { decided } = await decide(input)
      toast('success', `已${approve ? '通过' : '退回'}${decided}人`)
    },
  } satisfies DialogForm
}

/** What schools apply for, before who decides it; `decide` is the call of the room where it is decided. */
export const decidingScreen = (kind: ApplicationKind, decide: Of['decide']) => {
  const words = applicationWords[kind]
  const ApplicationsScreen = () => {
    const { examId } = useParams() as { examId: ExamId }
    const [query] = useSearchParams()
    // All that are listed are of one state.
    const state = applicationStates.find((s) => s === query.get('state')) ?? 'pending'
    const user = useAsk(sessionUser, {}, { freshMs: 300_000 }).data
    // An area's leader decides of candidates alone, and has no list of the schools.
    const organises = user !== undefined && jointOrganisers.userTypes.includes(user.userType)
    const schools = useAsk(jointSchools, organises ? { examId } : undefined).data ?? []
    const papers = useAsk(calls.applications, { examId, kind, pageSize: 1 }).data?.papers ?? []
    const may = (chosen: readonly Chosen[], approve: boolean): Action => ({
      name: approve ? '通过' : '退回',
      barred: chosen.length > mostAppliedAtOnce && `一次最多选${mostAppliedAtOnce}人`,
      form: () => deciding({ examId, kind, decide }, chosen, approve),
    })
    return (
      <ListScreen
        title={words.title}
        siblings={kindsBeside(
          kind,
          (of) => applicationsPath(of, examId),
          organises ? undefined : ['absent', 'transient'],
        )}
        call={calls.applications}
        input={{ examId, kind }}
        order="最近申报的在前"
        rowTo={{ none: 'it is decided in a dialogue, or together with others' }}
        rowKey={keyOf}
        facts={({ examName }) => [{ name: '考试', value: examName }]}
        columns={[
          { key: 'personName', name: '姓名', value: (a) => a.personName, width: 96 },
          { key: 'schoolName', name: '学校', value: (a) => a.schoolName, width: 160 },
          ...(kind === 'teacher' ? [] : [{ key: 'says', name: words.says, value: (a: Row) => a.says, width: 144 }]),
          ...(words.bySubject
            ? [
                {
                  key: 'papers',
                  name: '科目',
                  value: (a: Row) => subjectsSaid(a.paperIds, papers),
                  width: 136,
                },
              ]
            : []),
          { key: 'note', name: kind === 'teacher' ? '说明' : '原因', value: (a) => a.note, width: 136 },
          {
            key: 'state',
            name: '状态',
            value: (a) => stateSaid(a.state).text,
            cell: (a) => <StateMark {...stateSaid(a.state)} />,
            width: 96,
          },
          { key: 'at', name: '时间', value: (a) => a.at, cell: (a) => <DateCell ms={a.at} time />, width: 128 },
          { key: 'review', name: '审核意见', value: (a) => a.review ?? '', width: 104 },
        ]}
        filters={[
          {
            field: 'state',
            label: '状态',
            mode: 'radio',
            start: ['pending'],
            options: applicationStates.map((s) => ({ value: s, label: applicationStateNames[s] })),
          },
          {
            field: 'schoolId',
            label: '学校',
            mode: 'dropdown',
            options: schools.map((s) => ({ value: s.schoolId as string, label: s.schoolName })),
          },
        ]}
        rowActions={(a) => [
          ...(a.state === 'pending' || a.state === 'returned' ? [may([a], true)] : []),
          ...(a.state === 'pending' || a.state === 'approved' ? [may([a], false)] : []),
        ]}
        bulkActions={(keys) => [
          ...(mayMove(state, 'approve') && state !== 'approved' ? [may(keys.map(seen), true)] : []),
          ...(mayMove(state, 'return') && state !== 'returned' ? [may(keys.map(seen), false)] : []),
        ]}
        actions={organises ? [{ name: '参加学校', to: schoolsPath(examId) }] : []}
        exportName={words.title}
        empty={{ title: '没有这样的申报', text: '学校在“我校的联考”中申报，申报后出现在这里。' }}
      />
    )
  }
  return ApplicationsScreen
}
