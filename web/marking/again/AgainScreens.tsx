import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { ExamId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import * as calls from '#shared/marking/again/again.calls.ts'
import type { AgainLook } from '#shared/marking/again/again.calls.ts'
import { secondRead, secondStart } from '#shared/marking/again/second.calls.ts'
import { againRules, againStates } from '#shared/marking/again/again.types.ts'
import type { againKinds, AgainRule } from '#shared/marking/again/again.types.ts'
import { changePath } from '#web/analysis/analysis.paths.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { monitorPath, recordPath } from '../marking.paths.ts'
import { newAttempt } from '../desk/outbox.ts'
import { PeopleField } from '../parts/PeopleField.tsx'
import { lookText, numbersIn, secondText } from '../parts/again.words.ts'

type AgainKind = (typeof againKinds)[number]
type Data = OutputOf<typeof calls.repeatRecord>
type Row = Data['list'][number]
type Typed = { questionIds: QuestionId[]; markers?: UserId[]; numbers?: string; rule?: AgainRule; reason: string }

const scopeFields = (data: Data): Field[] => [
  {
    name: 'questionIds',
    label: '题目',
    kind: 'multi',
    required: true,
    options: data.questions.map((q) => ({
      value: q.questionId,
      label: `第 ${q.number} 题${q.twice ? '（双评）' : ''}`,
    })),
  },
  {
    name: 'markers',
    label: '谁的评分',
    kind: 'custom',
    render: ({ value, onChange }) => (
      <PeopleField
        label="老师"
        people={data.markers.map((m) => ({
          userId: m.userId,
          teacherName: `${m.markerName}（${m.marked}份）`,
          classNames: [],
          ofCourse: true,
        }))}
        value={(value as UserId[] | undefined) ?? []}
        onChange={onChange}
        none="所有老师的评分"
      />
    ),
  },
  {
    name: 'numbers',
    label: '只要这些考号',
    hint: '不填就是所有考生；几个考号用逗号或空格隔开，最多 200 个。',
    kind: 'textarea',
    maxLength: 4000,
  },
]
const reasonField: Field = { name: 'reason', label: '原因', kind: 'textarea', maxLength: 200, required: true }
const ruleField: Field = {
  name: 'rule',
  label: '两次评分怎样算',
  kind: 'radio',
  required: true,
  options: [
    { value: 'void', label: `${againRules.void}：原来的评分作废，由其他老师重新评` },
    { value: 'both', label: `${againRules.both}：加一次二评，分差以内取平均，超出的仲裁（单评的题）` },
  ],
}

/** What is asked, then what it would do, in one dialogue; the act's id is made once, so that what is sent twice is one. */
const form = (paperId: PaperId, data: Data, kind: AgainKind, of: Partial<Typed> = {}): DialogForm => {
  const attemptId = newAttempt()
  return {
    title: kind === 'reset' ? '退回重新评阅' : '请其他老师重评',
    fields: [...scopeFields(data), ...(kind === 'remark' ? [ruleField] : []), reasonField],
    start: { rule: 'void', ...of },
    submit: '查看影响',
    run: async (sent) => {
      const { numbers, reason, rule = 'void', questionIds, markers } = sent as Typed
      const wish = {
        paperId,
        questionIds,
        ...(markers?.length ? { markers } : {}),
        ...(numbersIn(numbers).length > 0 ? { studentNumbers: numbersIn(numbers) } : {}),
      }
      const quiet = { hideMessage: true }
      const look: AgainLook = await (kind === 'reset'
        ? act(calls.repeatRead, wish, quiet)
        : act(calls.remarkRead, { ...wish, rule }, quiet))
      return {
        text: lookText(look, kind, rule),
        submit: look.resumes ? '接着做完' : look.marks === 0 ? null : kind === 'reset' ? '作废并退回' : '开始重评',
        run: () =>
          kind === 'reset'
            ? act(calls.repeatStart, { ...wish, reason, attemptId }, quiet)
            : act(calls.remarkStart, { ...wish, rule, reason, attemptId }, quiet),
      }
    },
  }
}

const linesIn = (typed: unknown): number[] =>
  numbersIn(String(typed ?? '')).flatMap((text) => {
    const points = Number(text)
    return Number.isFinite(points) && points > 0 ? [Math.round(points * 100)] : []
  })

/** A share of second marks is spent on totals near the lines: what it would do is said beside as many by chance. */
const secondForm = (paperId: PaperId): DialogForm => {
  const attemptId = newAttempt()
  return {
    title: '按分数线加二评',
    fields: [
      {
        name: 'lines',
        label: '看重的总分',
        kind: 'text',
        required: true,
        maxLength: 80,
        hint: '这一科的及格、优秀、等级分数线；几条用顿号隔开，最多 8 条。',
        placeholder: '如 60、85',
      },
      { name: 'share', label: '加评', kind: 'number', min: 1, max: 50, unit: '%', required: true },
      reasonField,
    ],
    start: { share: 10 },
    submit: '查看效果',
    check: (sent): Record<string, string> =>
      linesIn(sent['lines']).length === 0 ? { lines: '请填写分数，如 60、85' } : {},
    run: async (sent) => {
      const wish = { paperId, share: Number(sent['share']), lines: linesIn(sent['lines']) }
      const quiet = { hideMessage: true }
      const look = await act(secondRead, wish, quiet)
      return {
        text: secondText(look),
        submit: look.resumes !== undefined ? '接着做完' : look.picks === 0 ? null : '开始加评',
        run: () => act(secondStart, { ...wish, reason: String(sent['reason']), attemptId }, quiet),
      }
    },
  }
}

const words = {
  reset: {
    title: '重置阅卷',
    act: '退回重新评阅',
    call: calls.repeatRecord,
    empty: '评分标准改了、一位老师评得不对、或一名考生要重新评时，把评分作废，答卷退回待阅，由老师重新评。',
  },
  remark: {
    title: '重评',
    act: '请其他老师重评',
    call: calls.remarkRecord,
    empty: '对选定的题目、老师或考生，请没有评过的老师再评一次；可以以重评为准，也可以两评并存。',
  },
} as const

/** The question and the marker that an address names, where the paper has them. */
const namedIn = (data: Data, query: URLSearchParams): Partial<Typed> => {
  const questionIds = data.questions.flatMap((q) => (q.questionId === query.get('questionId') ? [q.questionId] : []))
  const markers = data.markers.flatMap((m) => (m.userId === query.get('userId') ? [m.userId] : []))
  return { ...(questionIds.length > 0 ? { questionIds } : {}), ...(markers.length > 0 ? { markers } : {}) }
}

const Again = ({ kind }: { kind: AgainKind }) => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const of = words[kind]
  const courseName = useCourseName(paperId)
  const data = useAsk(of.call, { paperId, pageSize: 1 }).data
  const barred = !data
    ? '正在读取'
    : data.released
      ? '成绩已发布，请用“成绩更正”'
      : data.state === 'draft'
        ? '阅卷还没有开启'
        : data.questions.length === 0
          ? '这一科没有主观题'
          : null
  // Asked for from where the marks are seen: once, with what they know there.
  const [query] = useSearchParams()
  const [named, setNamed] = useState(query.has('questionId') || query.has('userId'))
  if (named && data && barred === null) {
    setNamed(false)
    openForm(form(paperId, data, kind, namedIn(data, query)))
  }
  return (
    <ListScreen
      title={[courseName, of.title].filter(Boolean).join('　')}
      call={of.call}
      input={{ paperId }}
      order="最近的在前"
      rowTo={(r: Row) => recordPath(examId, paperId, { questionId: r.questionIds[0]! })}
      rowKey={(r) => r.attemptId}
      columns={[
        { key: 'numbers', name: '题目', width: 120, value: (r: Row) => `第 ${r.numbers.join('、')} 题` },
        { key: 'markers', name: '老师', width: 120, value: (r: Row) => r.markerNames.join('、') || '全部' },
        {
          key: 'students',
          name: '考生',
          width: 88,
          value: (r: Row) => (r.share ? '分数线附近' : r.students === null ? '全部' : `${r.students} 人`),
        },
        ...(kind === 'remark'
          ? [
              {
                key: 'rule',
                name: '怎样算',
                width: 136,
                value: (r: Row) => (r.share ? `按分数线加 ${r.share}%` : againRules[r.rule]),
              },
            ]
          : []),
        {
          key: 'marks',
          name: kind === 'reset' ? '作废评分' : '评分',
          unit: '个',
          number: true,
          width: 112,
          value: (r: Row) => r.marks,
        },
        { key: 'reason', name: '原因', width: 200, value: (r: Row) => r.reason },
        { key: 'stands', name: '进度', width: 88, value: (r: Row) => againStates[r.stands] },
        { key: 'byName', name: '操作人', width: 96, value: (r: Row) => r.byName },
        { key: 'at', name: '时间', width: 136, value: (r: Row) => r.at, cell: (r: Row) => showTime(r.at) },
      ]}
      actions={[
        {
          name: of.act,
          primary: true,
          barred,
          run: () => data && openForm(form(paperId, data, kind)),
        },
        ...(kind === 'remark' ? [{ name: '按分数线加二评', barred, form: () => secondForm(paperId) }] : []),
        ...(data?.released ? [{ name: '成绩更正', to: changePath('score-edit', examId, paperId) }] : []),
        { name: '阅卷记录', to: recordPath(examId, paperId) },
        { name: '阅卷进度', to: monitorPath(examId, paperId) },
      ]}
      exportName={`${courseName ?? ''}${of.title}`}
      empty={{ title: `还没有${of.title}过`, text: of.empty }}
    />
  )
}

/** Marks of a paper taken back, and the way to take some back. */
export const ResetReadScreen = () => <Again kind="reset" />

/** Answers of a paper that others mark again, and the way to give them some. */
export const RemarkScreen = () => <Again kind="remark" />
