import { useParams } from 'react-router'
import * as calls from '#shared/exam/joint/application.calls.ts'
import { applicationStateNames, applicationStates, mostAppliedAtOnce } from '#shared/exam/joint/application.types.ts'
import type { ApplicationKind, PersonId } from '#shared/exam/joint/application.types.ts'
import { mayMove } from '#shared/exam/joint/application.rules.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { applicationWords, kindsBeside, stateSaid, subjectsSaid } from './applicationWords.ts'
import { ownApplicationsPath, ownPartPath } from '../exam.paths.ts'

type Own = OutputOf<typeof calls.ownApplications>
type Row = Own['list'][number]

type Of = { examId: ExamId; kind: ApplicationKind; papers: Own['papers'] }

/** Of those who were chosen on other pages nothing is known here but that they were. */
const applying = ({ examId, kind, papers }: Of, personIds: PersonId[], people: readonly Row[]): DialogForm => {
  const words = applicationWords[kind]
  const [only] = people
  const was = personIds.length === 1 ? only?.application : undefined
  return {
    title: personIds.length === 1 && only ? `申报${only.personName}` : `申报${personIds.length}名${words.who}`,
    submit: '提交申报',
    fields: [
      ...(words.bySubject
        ? [
            {
              name: 'paperIds',
              label: words.subjects,
              kind: 'multi' as const,
              required: true,
              options: papers.map((p) => ({ value: p.paperId as string, label: p.courseName })),
            },
          ]
        : []),
      { name: 'note', label: words.note, kind: 'text', maxLength: 100, required: kind !== 'teacher' },
    ],
    start: {
      // What all of them teach: of several who teach different subjects it is for their school to say.
      paperIds:
        was?.paperIds ??
        papers
          .filter((p) => kind === 'teacher' && people.every((t) => t.says.split('、').includes(p.courseName)))
          .map((p) => p.paperId),
      note: was?.note ?? '',
    },
    run: async (sent) => {
      const { paperIds = papers.map((p) => p.paperId), note } = sent as { paperIds?: PaperId[]; note?: string }
      const { applied } = await act(
        calls.apply,
        { examId, kind, personIds, paperIds, ...(note ? { note } : {}) },
        { hideMessage: true },
      )
      toast('success', applied > 0 ? `已申报${applied}人，等待组织方审核` : '与已申报的相同')
    },
  }
}

const withdrawing = ({ examId, kind }: Of, personIds: PersonId[]): Action => ({
  name: '撤回',
  run: async () => {
    const { withdrawn } = await act(calls.withdrawApplications, { examId, kind, personIds })
    toast('success', `已撤回${withdrawn}人的申报，可以重新申报`)
  },
})

const states = [
  { value: 'none', label: '未申报' },
  ...applicationStates.map((s) => ({ value: s as string, label: applicationStateNames[s] })),
]

/** Why these are not applied for together. */
const barOf = (chosen: readonly Row[]): string | false => {
  const decided = chosen.filter((p) => p.application && !mayMove(p.application.state, 'apply')).length
  if (decided > 0) return `所选的人中有${decided}人已通过，不能重新申报`
  return chosen.find((p) => p.barred !== null)?.barred ?? false
}

/** For whom the own school applies in an area's exam. */
const ownScreen = (kind: ApplicationKind) => {
  const words = applicationWords[kind]
  const OwnApplicationsScreen = () => {
    const { examId } = useParams() as { examId: ExamId }
    // Beside the page that is shown: who was chosen on another page is among all of them.
    const all = useAsk(calls.ownApplications, { examId, kind, pageSize: 1000 })
    const of: Of = { examId, kind, papers: all.data?.papers ?? [] }
    const closed = all.data?.barred ?? null
    // What may be applied for comes with all of them.
    const waits = all.data ? null : '正在读取考试的科目'
    return (
      <ListScreen
        title={words.title}
        siblings={kindsBeside(kind, (of) => ownApplicationsPath(of, examId))}
        call={calls.ownApplications}
        input={{ examId, kind }}
        order={kind === 'teacher' ? '按教师名单' : '按考号'}
        rowTo={{ none: 'who is applied for is asked in a dialogue' }}
        rowKey={(p) => p.personId}
        facts={({ examName, pending }) => [
          { name: '考试', value: examName },
          { name: '待审核', value: `${pending}人` },
        ]}
        columns={[
          { key: 'personName', name: '姓名', value: (p) => p.personName, width: 96 },
          { key: 'says', name: words.says, value: (p) => p.says || '—', width: 136 },
          {
            key: 'state',
            name: '申报',
            value: (p) => stateSaid(p.application?.state).text,
            cell: (p) => <StateMark {...stateSaid(p.application?.state)} />,
            width: 96,
          },
          ...(words.bySubject
            ? [
                {
                  key: 'papers',
                  name: '科目',
                  value: (p: Row) => (p.application ? subjectsSaid(p.application.paperIds, of.papers) : ''),
                  width: 160,
                },
              ]
            : [{ key: 'note', name: '原因', value: (p: Row) => p.application?.note ?? '', width: 160 }]),
          {
            key: 'review',
            name: '组织方的意见',
            value: (p) => p.application?.review ?? '',
            width: 200,
          },
        ]}
        filters={[
          { field: 'state', label: '申报', mode: 'dropdown', options: states },
          { field: 'name', label: '查找', mode: 'search', placeholder: words.find },
        ]}
        rowActions={(p) => {
          const state = p.application?.state
          return [
            ...(state === undefined || mayMove(state, 'apply')
              ? [
                  {
                    name: state === undefined ? '申报' : state === 'pending' ? '修改' : '重新申报',
                    barred: waits ?? closed ?? p.barred,
                    form: () => applying(of, [p.personId], [p]),
                  },
                ]
              : []),
            ...(state === 'pending' || state === 'returned' ? [withdrawing(of, [p.personId])] : []),
          ]
        }}
        bulkActions={(keys) => [
          {
            name: '申报',
            barred:
              waits ??
              closed ??
              (keys.length > mostAppliedAtOnce
                ? `一次最多选${mostAppliedAtOnce}人`
                : barOf((all.data?.list ?? []).filter((p) => keys.includes(p.personId)))),
            run: () =>
              openForm(
                applying(
                  of,
                  keys as PersonId[],
                  (all.data?.list ?? []).filter((p) => keys.includes(p.personId)),
                ),
              ),
          },
        ]}
        actions={[{ name: '我校的进度', to: ownPartPath(examId) }]}
        exportName={words.title}
        empty={{ title: `没有符合条件的${words.who}`, text: words.nothing }}
      >
        {closed && <p role="status">{closed}，不能申报。</p>}
      </ListScreen>
    )
  }
  return OwnApplicationsScreen
}
export const OwnTeachersScreen = ownScreen('teacher')
export const OwnAbsentScreen = ownScreen('absent')
export const OwnTransientScreen = ownScreen('transient')
