import { useParams, useSearchParams } from 'react-router'
import * as calls from '#shared/analysis/tutor.calls.ts'
import { tutorRuleNames, tutorRules } from '#shared/analysis/tutors/tutor.rules.ts'
import type { TutorRule } from '#shared/analysis/tutors/tutor.rules.ts'
import type { ClassId, ExamId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { studentPath } from '#web/scan/scan.paths.ts'
import { analysisPaths, reportPath } from '../analysis.paths.ts'

type Of = { examId: ExamId; paperId: PaperId }

const siblings = (of: Of, here: 'list' | 'rule') => ({
  label: '学生辅导',
  here,
  items: [
    { key: 'list', name: '辅导名单', to: pathTo(analysisPaths.tutor, of) },
    { key: 'rule', name: '按规则找', to: pathTo(analysisPaths.tutorRule, of) },
  ],
})

const people = [
  { key: 'studentName', name: '姓名', value: (c: { studentName: string }) => c.studentName, width: 112 },
  { key: 'studentNumber', name: '考号', value: (c: { studentNumber: string }) => c.studentNumber, width: 120 },
  { key: 'className', name: '班级', value: (c: { className: string }) => c.className, width: 96 },
]

type Teachers = OutputOf<typeof calls.tutorStart>['teachers']
/** To whom these may be handed: of a joint exam it hangs on their school. */
const tutorsOf = async (paperId: PaperId, [studentId]: readonly string[]): Promise<Teachers> =>
  (await ask(calls.tutorStart, { paperId, ...(studentId ? { studentId: studentId as StudentId } : {}) })).teachers
const tooMany = (keys: readonly string[]): string | false =>
  keys.length > calls.mostTutored && `一次最多${calls.mostTutored}人`

const teacherField = (teachers: Teachers): Field => ({
  name: 'teacher',
  label: '交给老师',
  kind: 'select',
  options: teachers.map((t) => ({ value: t.userId, label: t.name })),
  hint: '老师在“考试—学生辅导”里看到交给自己的学生；可以以后再选',
})

const percent = (n: number | null): string => (n === null ? '' : `${Math.round(n)}%`)

/** Who is tutored in a subject since an exam, and where each stands since. */
export const TutorScreen = () => {
  const of = useParams() as Of
  const { paperId } = of
  const { classes = [], teachers = [], courseName } = useAsk(calls.tutorStart, { paperId }).data ?? {}
  const hand = (studentIds: readonly string[], able: Teachers): DialogForm => ({
    title: `${studentIds.length}名学生交给老师`,
    fields: [{ ...teacherField(able), required: true }],
    submit: '确定',
    run: async ({ teacher }) => {
      await act(
        calls.putTutor,
        { paperId, studentIds: studentIds as StudentId[], teacher: teacher as UserId },
        { hideMessage: true },
      )
      toast('success', '已交给老师')
    },
  })
  const byHand: DialogForm = {
    title: '按考号加入名单',
    fields: [
      {
        name: 'numbers',
        label: '考号',
        kind: 'textarea',
        required: true,
        placeholder: '每行一个，可以从表格中复制一列粘贴',
      },
      ...(teachers.length > 0 ? [teacherField(teachers)] : []),
    ],
    submit: '加入名单',
    run: async ({ numbers, teacher }) => {
      const sent = { paperId, numbers: String(numbers) }
      const { put } = await act(calls.putTutor, teacher ? { ...sent, teacher: teacher as UserId } : sent, {
        hideMessage: true,
      })
      toast('success', `已加入${put}人`)
    },
  }
  return (
    <ListScreen
      title="学生辅导"
      siblings={siblings(of, 'list')}
      call={calls.tutorList}
      input={{ paperId }}
      order="最近加入的在前"
      rowTo={(e) => studentPath(paperId, e.studentId)}
      rowKey={(e) => e.studentId}
      facts={() => (courseName ? [{ name: '科目', value: courseName }] : [])}
      columns={[
        ...people,
        { key: 'rule', name: '来自', value: (e) => tutorRuleNames[e.rule], width: 72 },
        { key: 'why', name: '原因', value: (e) => e.why, width: 240 },
        { key: 'teacherName', name: '老师', value: (e) => e.teacherName ?? '', width: 96 },
        { key: 'before', name: '当时超过', value: (e) => percent(e.before), number: true },
        {
          key: 'since',
          name: '之后',
          value: (e) => (e.since ? `${e.since.examName} ${percent(e.since.percentile)}` : '还没有新的同科考试'),
          width: 200,
        },
      ]}
      filters={[
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: `${c.className}（${c.listed}人）` })),
        },
      ]}
      bulkActions={(keys) => [
        {
          name: '交给老师',
          barred: tooMany(keys),
          run: async () => openForm(hand(keys, await tutorsOf(paperId, keys))),
        },
        {
          name: '移出名单',
          barred: tooMany(keys),
          confirm: `把${keys.length}名学生移出辅导名单。`,
          run: () => act(calls.removeTutor, { paperId, studentIds: keys as StudentId[] }),
        },
      ]}
      actions={[{ name: '按考号加入', form: () => byHand }]}
      exportName="辅导名单"
      empty={{
        title: '名单里还没有学生',
        text: '按规则找出临界、偏科和退步的学生，加入名单，交给老师。',
        action: { name: '按规则找', to: pathTo(analysisPaths.tutorRule, of) },
      }}
    />
  )
}

const hints: Readonly<Record<TutorRule, string>> = {
  critical: '及格线下5分以内',
  weak: '比自己其他科目低20个百分点以上',
  falling: '比上次同科低20个百分点以上',
}

/** Whom a rule names of a class. */
export const TutorRuleScreen = () => {
  const of = useParams() as Of
  const { paperId } = of
  const start = useAsk(calls.tutorStart, { paperId })
  const [query] = useSearchParams()
  const [first] = start.data?.classes ?? []
  if (!start.data || !first)
    return (
      <Page title="学生辅导" siblings={siblings(of, 'rule')}>
        <Waiting asked={start} rows={6} height={32} />
      </Page>
    )
  const { classes } = start.data
  const classId = (classes.find((c) => c.classId === query.get('classId'))?.classId ?? first.classId) as ClassId
  const rule = tutorRules.find((r) => r === query.get('rule')) ?? 'critical'
  const put = (studentIds: readonly string[], able: Teachers): DialogForm => ({
    title: `${studentIds.length}名学生加入辅导名单`,
    fields: [teacherField(able)],
    submit: '加入名单',
    run: async ({ teacher }) => {
      const by = { classId, rule }
      const sent = { paperId, studentIds: studentIds as StudentId[], by }
      const { put: n } = await act(calls.putTutor, teacher ? { ...sent, teacher: teacher as UserId } : sent, {
        hideMessage: true,
      })
      toast('success', `已加入${n}人`)
    },
  })
  return (
    <ListScreen
      title="学生辅导"
      siblings={siblings(of, 'rule')}
      call={calls.tutorSuggest}
      input={{ paperId, classId, rule }}
      order="最需要的在前"
      rowKey={(s) => s.studentId}
      rowTo={(s) => studentPath(paperId, s.studentId)}
      facts={({ total, against }) => [
        { name: tutorRuleNames[rule], value: `${total}人` },
        { name: '规则', value: hints[rule] },
        ...(against ? [{ name: '说明', value: against }] : []),
      ]}
      columns={[
        ...people,
        {
          key: 'total',
          name: '得分',
          value: (s) => (s.total === null ? '' : showScore(s.total)),
          number: true,
        },
        { key: 'why', name: '原因', value: (s) => s.why, width: 280 },
        { key: 'listed', name: '名单', value: (s) => (s.listed ? '已加入' : ''), width: 72 },
      ]}
      filters={[
        {
          field: 'classId',
          label: '班级',
          mode: 'radio',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
          start: [first.classId],
        },
        {
          field: 'rule',
          label: '规则',
          mode: 'radio',
          options: tutorRules.map((r) => ({ value: r, label: tutorRuleNames[r] })),
          start: ['critical'],
        },
      ]}
      bulkActions={(keys) => [
        {
          name: '加入名单',
          run: async () => openForm(put(keys, await tutorsOf(paperId, keys))),
          barred: tooMany(keys),
        },
      ]}
      exportName={`${tutorRuleNames[rule]}学生`}
      empty={{ title: '这个班没有这样的学生', text: '换一个规则或班级看看。' }}
    />
  )
}

/** The students who were handed to the viewer. */
export const MyTutoredScreen = () => (
  <ListScreen
    title="学生辅导"
    call={calls.myTutored}
    order="最近交给您的在前"
    rowTo={(e) => (e.opens ? reportPath('transcript', e.examId, e.paperId) : undefined)}
    rowKey={(e) => `${e.paperId}|${e.studentId}`}
    columns={[
      ...people,
      { key: 'courseName', name: '科目', value: (e) => e.courseName, width: 80 },
      { key: 'why', name: '原因', value: (e) => e.why, width: 260 },
      { key: 'examName', name: '考试', value: (e) => e.examName, width: 220 },
      { key: 'at', name: '交给我', value: (e) => showDate(e.at) },
    ]}
    empty={{ title: '还没有交给您辅导的学生', text: '考试管理者在“考试工具—学生辅导”里把学生交给老师。' }}
  />
)
