import { useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { examClasses, examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import { numberOrders, seatOrders } from '#shared/exam/roster/numbers.rules.ts'
import type { RosterWish } from '#shared/exam/roster/roster.rules.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { ExamId, SchoolId } from '#shared/kit/ids.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import type { AskOptions, InputOf, OutputOf } from '#web/kit/ask.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action, Option } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { inSchool } from '#web/school/school.paths.ts'
import { examPaths, rosterPath, schoolsPath, teachingClassesPath } from '../exam.paths.ts'
import { fileCheck, fileField, fileOf } from './listField.public.tsx'
import { RosterChanges } from './RosterChanges.tsx'

/** A change as it was looked at: that is what happens. */
type Planned = { title: string; text: string; submit: string; run: () => Promise<{ uuid?: string | undefined }> }

const rosterPlanned = async (examId: ExamId, wish: RosterWish, said: AskOptions = {}): Promise<Planned> => {
  const { lines, version, candidates } = await act(calls.rosterPreview, { examId, wish }, said)
  return {
    title: '更新考生名单',
    text: `${lines.join('')}之后共${candidates}名考生。`,
    submit: '更新',
    run: async () => {
      const { uuid } = await act(calls.changeRoster, { examId, wish, version }, said)
      if (!uuid) toast('success', '考生名单已更新')
      return { uuid }
    },
  }
}

type NumberWish = InputOf<typeof calls.giveNumbers>['wish']
const numbersPlanned = async (examId: ExamId, wish: NumberWish, said: AskOptions = {}): Promise<Planned> => {
  const { lines, version, first } = await act(calls.numbersPreview, { examId, wish }, said)
  const some = first.slice(0, 3).map((c) => `${c.studentName} ${c.studentNumber}${c.place ? ` ${c.place}` : ''}`)
  return {
    title: '编排考号和座位',
    text: `${lines.join('')}如：${some.join('；')}。`,
    submit: '确定',
    run: async () => {
      const { uuid } = await act(calls.giveNumbers, { examId, wish, version }, said)
      if (!uuid) toast('success', '考号和座位已编排')
      return { uuid }
    },
  }
}

/** A form shows what is planned, and its refusals, in its own place. */
const inForm: AskOptions = { hideMessage: true }

/** Of what is done without a form: asked first. */
const agreed = async (planning: Promise<Planned>): Promise<{ uuid?: string | undefined } | undefined> => {
  const { title, text, submit, run } = await planning
  return (await confirm({ title, text, ok: submit })) ? run() : undefined
}

/** Why the roster is fixed, and why only its numbers are. */
const barsOf = (detail: OutputOf<typeof examDetail> | undefined) => {
  const furthest = detail?.exam.furthest ?? 0
  const roster = furthest >= markingProgress.marking && examProblems.rosterFixed.message
  const numbers = roster || (furthest >= markingProgress.cardExceptions && examProblems.numbersFixed.message)
  return { roster, numbers }
}

const optionsOf = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const numbersForm = (examId: ExamId): DialogForm => ({
  title: '编排考号',
  submit: '预览',
  fields: [
    {
      name: 'kind',
      label: '方式',
      kind: 'radio',
      required: true,
      options: optionsOf({ rule: '按顺序编号', random: '随机编号', roster: '恢复为学号' }),
    },
    {
      name: 'prefix',
      label: '前缀',
      kind: 'text',
      maxLength: 12,
      placeholder: '如 2611，可不填',
      when: (v) => v['kind'] !== 'roster',
    },
    {
      name: 'order',
      label: '顺序',
      kind: 'select',
      options: optionsOf(numberOrders),
      when: (v) => v['kind'] === 'rule',
    },
  ],
  run: async (sent) => {
    const {
      kind,
      prefix = '',
      order = 'class',
    } = sent as { kind: 'rule' | 'random' | 'roster'; prefix?: string; order?: 'class' }
    const wish = kind === 'roster' ? { kind } : kind === 'random' ? { kind, prefix } : { kind, prefix, order }
    return numbersPlanned(examId, wish, inForm)
  },
})

/** Numbers, and rooms and seats with them, as a table says them. */
const numberTableForm = (examId: ExamId): DialogForm => ({
  title: '按表格编排考号',
  submit: '预览',
  check: fileCheck,
  fields: [
    fileField(() => ask(calls.numberTemplate, { examId }), {
      hint: '模板里是全部考生：填“考号”一列，有考场和座位的也填上。每名考生一行，一名不多，一名不少。',
    }),
  ],
  run: (sent) => numbersPlanned(examId, { kind: 'file', ...fileOf(sent) }, inForm),
})

const seatsForm = (examId: ExamId): DialogForm => ({
  title: '编排考场和座位',
  submit: '预览',
  fields: [
    { name: 'order', label: '座位顺序', kind: 'radio', required: true, options: optionsOf(seatOrders) },
    { name: 'perRoom', label: '每考场', kind: 'number', required: true, min: 1, max: 200, unit: '人' },
  ],
  run: (sent) => {
    const { order, perRoom } = sent as { order: 'number'; perRoom: number }
    return numbersPlanned(examId, { kind: 'seats', order, perRoom, firstRoom: 1 }, inForm)
  },
})

const classesForm = (examId: ExamId, kind: 'addClasses' | 'removeClasses', options: Option[]): DialogForm => ({
  title: kind === 'addClasses' ? '增加班级' : '移出班级',
  submit: '预览',
  fields: [{ name: 'classIds', label: '班级', kind: 'multi', required: true, options }],
  run: (sent) => rosterPlanned(examId, { kind, classIds: (sent as { classIds: never[] }).classIds }, inForm),
})

/** The classes of the grade that sits, in the exam and not. */
const useClasses = (examId: ExamId) => {
  const schoolId = useAsk(sessionUser, {}, { freshMs: 300_000 }).data?.schoolId
  const own = useAsk(examClasses, { examId }).data
  const all = useAsk(listClasses, schoolId ? { schoolId } : undefined).data ?? []
  const there = new Set(own?.map((c) => c.classId as string))
  const gradeId = all.find((c) => there.has(c.classId))?.gradeId
  return {
    own: (own ?? []).map((c) => ({ value: c.classId as string, label: `${c.className}（${c.candidateCount}人）` })),
    others: all
      .filter((c) => c.gradeId === gradeId && !there.has(c.classId) && c.studentCount > 0)
      .map((c) => ({ value: c.classId as string, label: `${c.className}（${c.studentCount}人）` })),
  }
}

const Roster = ({ examId }: { examId: ExamId }) => {
  const { pathname } = useLocation()
  const { own, others } = useClasses(examId)
  const detail = useAsk(examDetail, { examId }).data
  const ofPath = pathname.endsWith('/class-add')
    ? 'addClasses'
    : pathname.endsWith('/class-delete')
      ? 'removeClasses'
      : null
  const [open, setOpen] = useState<DialogForm | 'addClasses' | 'removeClasses' | null>(ofPath)
  const form =
    open === 'addClasses' || open === 'removeClasses'
      ? classesForm(examId, open, open === 'addClasses' ? others : own)
      : open
  const may = detail?.mayManage === true && detail.exam.owner.startsWith('s:')
  const bars = barsOf(detail)
  const barred = bars.roster
  // Said before it is asked for, in the words of its refusal.
  const noSeats = detail?.seated === false && examProblems.noSeats.message
  return (
    <ListScreen
      title="考生名单"
      call={examStudents}
      input={{ examId }}
      order="按名单中的先后"
      rowTo={(c) => inSchool('student', { schoolId: c.schoolId, studentId: c.studentId })}
      rowKey={(c) => c.studentId}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
        { key: 'className', name: '班级', value: (c) => c.className },
        { key: 'room', name: '考场', value: (c) => c.room ?? '' },
        { key: 'seat', name: '座位号', value: (c) => c.seat ?? '' },
        { key: 'ownNumber', name: '学号', value: (c) => c.ownNumber ?? c.studentNumber, extra: true },
      ]}
      filters={[
        { field: 'classId', label: '班级', mode: 'dropdown', options: own },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
      ]}
      actions={
        may
          ? [
              { name: '按学校名单更新', primary: true, to: rosterPath(examId, 'update'), barred },
              { name: '添加考生', to: rosterPath(examId, 'add'), barred },
              {
                name: '增加班级',
                run: () => setOpen('addClasses'),
                barred: barred || (others.length === 0 && '年级的班级都已参加'),
              },
              {
                name: '移出班级',
                run: () => setOpen('removeClasses'),
                barred: barred || (own.length < 2 && '只有一个班级参加'),
              },
              { name: '教学班', to: teachingClassesPath(examId) },
              { name: '编排考号', run: () => setOpen(numbersForm(examId)), barred: bars.numbers },
              { name: '按表格编排考号', run: () => setOpen(numberTableForm(examId)), barred: bars.numbers },
              { name: '编排考场和座位', run: () => setOpen(seatsForm(examId)), barred },
              {
                name: '清除考场和座位',
                job: () => agreed(numbersPlanned(examId, { kind: 'noSeats' })),
                barred: barred || noSeats,
              },
              {
                name: '下载门贴和桌贴',
                barred: noSeats,
                run: async () => window.location.assign((await ask(calls.seatFile, { examId })).url),
              },
            ]
          : []
      }
      {...(may
        ? {
            bulkActions: (keys: readonly string[]) => [
              {
                name: '移出考试',
                danger: true,
                barred,
                job: () => agreed(rosterPlanned(examId, { kind: 'remove', studentIds: keys as StudentId[] })),
              },
            ],
          }
        : {})}
      exportName="考生名单"
      empty={{ title: '没有考生' }}
    >
      {form && may && !barred && <FormDialog form={form} close={() => setOpen(null)} />}
    </ListScreen>
  )
}

const Add = ({ examId }: { examId: ExamId }) => {
  const { roster: barred } = barsOf(useAsk(examDetail, { examId }).data)
  const adding = (studentIds: StudentId[]): Action => ({
    name: '加入考试',
    barred,
    job: () => agreed(rosterPlanned(examId, { kind: 'add', studentIds })),
  })
  return (
    <ListScreen
      title="添加考生"
      call={calls.availableStudents}
      input={{ examId }}
      order="按学号"
      rowTo={(s) => inSchool('student', { studentId: s.studentId })}
      rowKey={(s) => s.studentId}
      columns={[
        { key: 'studentName', name: '姓名', value: (s) => s.studentName },
        { key: 'studentNumber', name: '学号', value: (s) => s.studentNumber },
        { key: 'className', name: '班级', value: (s) => s.className },
      ]}
      filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或学号' }]}
      rowActions={(s) => [adding([s.studentId])]}
      bulkActions={(keys) => [adding(keys as StudentId[])]}
      empty={{ title: '没有可以添加的学生', text: '这个年级的学生都已在名单中。' }}
    />
  )
}

const Update = ({ examId }: { examId: ExamId }) => {
  const navigate = useNavigate()
  // Of a joint exam one of its schools, as its organiser looks at it.
  const [query] = useSearchParams()
  const schoolId = SchoolId.safeParse(query.get('school')).data
  const of = { examId, ...(schoolId ? { schoolId } : {}) }
  const wish: RosterWish = { kind: 'today' }
  const { data, error } = useAsk(calls.rosterToday, of)
  const title = schoolId && data ? `${data.schoolName}：按学校名单更新` : '按学校名单更新'
  const there = schoolId ? schoolsPath(examId) : rosterPath(examId)
  if (!data) return <Page title={title}>{error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}</Page>
  if (data.total === 0)
    return (
      <NoticeScreen
        title={title}
        empty={{
          title: '考生名单与学校现在的名单一致',
          action: { name: schoolId ? '返回参加学校' : '返回考生名单', to: there },
        }}
      />
    )
  const run = async (): Promise<{ uuid?: string | undefined } | undefined> => {
    const { uuid } = await act(calls.changeRoster, { ...of, wish, version: data.version })
    if (!uuid) {
      toast('success', '考生名单已更新')
      await navigate(there)
    }
    return uuid ? { uuid } : undefined
  }
  return (
    <Page title={title} actions={[{ name: '更新名单', primary: true, job: run }]}>
      <RosterChanges {...data} />
    </Page>
  )
}

const ofExam = (Screen: (props: { examId: ExamId }) => React.ReactNode, title: string) => {
  const OfExam = () => {
    const [query] = useSearchParams()
    const { examId: named } = useParams()
    const examId = ExamId.safeParse(named ?? query.get('examId')).data
    if (examId) return <Screen examId={examId} />
    return (
      <NoticeScreen
        title={title}
        empty={{ title: '请先选择一场考试', action: { name: '打开考试列表', to: examPaths.list } }}
      />
    )
  }
  return OfExam
}

/** The candidates of an exam, and how they change after it was made. */
export const RosterScreen = ofExam(Roster, '考生名单')
/** Students of the grade who are no candidates yet. */
export const AddCandidatesScreen = ofExam(Add, '添加考生')
/** What the school's roster of today would change. */
export const RosterUpdateScreen = ofExam(Update, '按学校名单更新')
