import { useParams } from 'react-router'
import { lateAfter } from '#shared/exam/atWork.rules.ts'
import { ownBoard } from '#shared/exam/joint/board.calls.ts'
import type { BoardCell } from '#shared/exam/joint/board.calls.ts'
import { boardRows, lackingIn } from '#shared/exam/joint/board.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { answerInvite, ownInvites } from '#shared/exam/joint/invite.calls.ts'
import type { OwnInvite } from '#shared/exam/joint/invite.calls.ts'
import { answerPart, listOwnParts, sayContact } from '#shared/exam/joint/part.calls.ts'
import type { OwnPart } from '#shared/exam/joint/part.calls.ts'
import { badPhone, contactPhone } from '#shared/exam/joint/part.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { answerSaid } from '../states.ts'
import { cellSaid } from './boardWords.public.tsx'
import {
  examPaths,
  ownApplicationsPath,
  ownClassProgressPath,
  ownPartPath,
  ownRosterPath,
  ownUploadersPath,
} from '../exam.paths.ts'

/** Until when cards come, and that no one has set it where it follows from the exam’s day. */
const dueSaid = ({ dueAt, examDate }: OwnPart): string =>
  `${showTime(dueAt)}${dueAt === lateAfter(examDate) ? '（考后两天内）' : ''}`

/** Why it may no longer be said otherwise. */
const barOf = (p: OwnPart): string | null => (p.begun > 0 ? '已有扫描数据，请联系组织方' : null)

const declining = (p: OwnPart): DialogForm => ({
  title: `不参加“${p.examName}”`,
  fields: [{ name: 'reason', label: '原因（组织方会看到）', kind: 'text', required: true, maxLength: 100 }],
  submit: '不参加',
  run: async ({ reason }) => {
    const { examId, version } = p
    await act(answerPart, { examId, accepts: false, reason: String(reason), version }, { hideMessage: true })
    toast('success', '已回复不参加；开始扫描前可以改')
  },
})
const actsOf = (p: OwnPart, open: (form: DialogForm) => void): Action[] => [
  // Once all of it is over there is nothing to be answered.
  ...(p.answer === 'accepted' || p.over === p.papers
    ? []
    : [
        {
          name: '参加',
          primary: true,
          run: async () => {
            await act(answerPart, { examId: p.examId, accepts: true, version: p.version })
            toast('success', '已回复参加')
          },
        },
      ]),
  ...(p.answer === 'declined' || p.over === p.papers
    ? []
    : [{ name: '不参加', barred: barOf(p), run: () => open(declining(p)) }]),
]

const contacting = ({ examId, contact, contactVersion }: OwnPart): DialogForm => ({
  title: '本校的联系人',
  fields: [
    { name: 'name', label: '姓名', kind: 'text', required: true, maxLength: 20 },
    {
      name: 'phone',
      label: '电话',
      kind: 'text',
      required: true,
      maxLength: 20,
      hint: '手机或带区号的座机；组织方在考试监控里看到，有事打这个电话',
    },
  ],
  start: { name: contact?.name ?? '', phone: contact?.phone ?? '' },
  submit: '保存',
  check: ({ phone }): Wrong => (contactPhone(String(phone ?? '')) === '' ? { phone: badPhone } : {}),
  run: async ({ name, phone }) => {
    const said = { examId, name: String(name), phone: String(phone), version: contactVersion }
    await act(sayContact, said, { hideMessage: true })
    toast('success', '已保存联系人')
  },
})

const refusing = (i: OwnInvite): DialogForm => ({
  title: `不参加“${i.examName}”`,
  fields: [{ name: 'reason', label: '原因（组织方会看到）', kind: 'text', required: true, maxLength: 100 }],
  submit: '不参加',
  run: async ({ reason }) => {
    const { examId, version } = i
    await act(answerInvite, { examId, accepts: false, reason: String(reason), version }, { hideMessage: true })
    toast('success', '已回复不参加')
  },
})

const entryWords: Record<OwnInvite['entry'], string> = {
  asked: '等本校答复',
  coming: '已接受，正在复制名单',
  stopped: '已接受，名单没有复制完，请重新加入',
}

/** What the school is asked by organisers of other areas: its roster stays its own until it accepts. */
const Invites = ({ open }: { open: (form: DialogForm) => void }) => {
  const { data = [] } = useAsk(ownInvites, {})
  if (data.length === 0) return null
  return (
    <Section title="其他区域的邀请">
      <DataTable<OwnInvite>
        label="其他区域的邀请"
        rows={data}
        rowKey={(i) => i.examId}
        rowActions={(i) => (
          <>
            <ActionButton
              size="small"
              action={{
                name: i.entry === 'asked' ? '接受邀请' : '重新加入',
                barred: i.entry === 'coming' && '正在复制名单，请稍候',
                primary: true,
                confirm: `${i.organiser}将得到本校${i.gradeName}的考生名单、任课老师和这场考试的成绩。`,
                run: async () => {
                  await act(answerInvite, { examId: i.examId, accepts: true, version: i.version })
                  toast('success', '已接受，名单复制完后考试出现在下面')
                },
              }}
            />
            {i.entry === 'asked' && (
              <ActionButton size="small" action={{ name: '不参加', run: () => open(refusing(i)) }} />
            )}
          </>
        )}
        columns={[
          { key: 'examName', name: '考试', value: (i) => i.examName },
          { key: 'organiser', name: '组织方', value: (i) => `${i.organiser} ${i.byName}` },
          { key: 'examDate', name: '日期', value: (i) => i.examDate, cell: (i) => <DateCell ms={i.examDate} /> },
          { key: 'gradeName', name: '年级', value: (i) => i.gradeName },
          { key: 'courses', name: '科目', value: (i) => i.courses.join('、') },
          { key: 'entry', name: '状态', value: (i) => entryWords[i.entry] },
        ]}
      />
    </Section>
  )
}

/** The joint exams in which one's own school takes part, and those to which it is asked. */
export const OwnPartsScreen = () => {
  return (
    <>
      <ListScreen
        title="我校的联考"
        call={listOwnParts}
        rowKey={(p) => p.examId}
        rowTo={(p) => ownPartPath(p.examId)}
        columns={[
          { key: 'examName', name: '考试', value: (p) => p.examName },
          { key: 'organiser', name: '组织方', value: (p) => p.organiser },
          { key: 'examDate', name: '日期', value: (p) => p.examDate, cell: (p) => <DateCell ms={p.examDate} /> },
          {
            key: 'answer',
            name: '回复',
            value: (p) => answerSaid(p).text,
            cell: (p) => <StateMark {...answerSaid(p)} />,
          },
          { key: 'candidateCount', name: '考生', unit: '人', value: (p) => p.candidateCount, number: true },
          { key: 'begun', name: '已扫描', unit: '科', value: (p) => `${p.begun}/${p.papers}`, number: true },
          { key: 'dueAt', name: '上传截止', value: (p) => p.dueAt, cell: (p) => showTime(p.dueAt) },
          {
            key: 'reminder',
            name: '最近提醒',
            value: (p) => p.reminders[0]?.at ?? null,
            cell: (p) =>
              p.reminders[0] ? <span title={p.reminders[0].text}>{showTime(p.reminders[0].at)}</span> : '—',
          },
        ]}
        rowActions={(p) => actsOf(p, openForm).map((a) => ({ ...a, primary: false }))}
        empty={{
          title: '没有联考',
          text: '区域组织的联考选了本校以后，会出现在这里。',
          action: { name: '返回考试列表', to: examPaths.list },
        }}
      >
        <Invites open={openForm} />
      </ListScreen>
    </>
  )
}

type OwnBoard = OutputOf<typeof ownBoard>

const Papers = ({ of }: { of: OwnBoard }) => {
  const [row] = boardRows([of.school], { now: serverNow(), examDate: of.part.examDate })
  if (!row) return null
  const papers = new Map(of.papers.map((p) => [p.paperId as string, p]))
  const said = (c: BoardCell) => cellSaid(row.states[c.paperId]!, c, papers.get(c.paperId)!)
  return (
    <DataTable
      label="各科进度"
      rows={row.cells}
      rowKey={(c) => c.paperId}
      linkOf={(c) => (c.step >= paperStep.marking ? ownClassProgressPath(of.part.examId, c.paperId) : undefined)}
      columns={[
        { key: 'courseName', name: '科目', value: (c) => papers.get(c.paperId)?.courseName ?? '' },
        { key: 'state', name: '进展', value: (c) => said(c).text, cell: (c) => <StateMark {...said(c)} /> },
        { key: 'present', name: '已交', unit: '人', value: (c) => c.present, number: true },
        { key: 'absent', name: '缺考', unit: '人', value: (c) => c.absent, number: true },
        {
          key: 'missing',
          name: '未交',
          unit: '人',
          value: (c) => lackingIn(c, row.states[c.paperId]),
          number: true,
        },
        { key: 'doubts', name: '存疑', unit: '人', value: (c) => c.doubts, number: true },
        {
          key: 'finished',
          name: '评完',
          unit: '人',
          value: (c) => (papers.get(c.paperId)?.counting ? '统计中' : c.finished),
          number: true,
        },
      ]}
    />
  )
}

const Reminders = ({ of }: { of: OwnPart['reminders'] }) => (
  <Section title="组织方的提醒">
    <DataTable
      label="组织方的提醒"
      rows={of}
      rowKey={(r) => `${r.at}`}
      columns={[
        { key: 'text', name: '内容', value: (r) => r.text },
        { key: 'byName', name: '发送人', value: (r) => r.byName },
        { key: 'at', name: '时间', value: (r) => showTime(r.at) },
      ]}
    />
  </Section>
)

/** It takes part, and nothing has come: who uploads is said next. */
const isNext = ({ answer, begun, papers, over }: OwnPart): boolean =>
  answer === 'accepted' && begun === 0 && over < papers

/** How far one's own school is in a joint exam, and what its organiser has said. */
export const OwnPartScreen = () => {
  const examId = useParams()['examId'] as ExamId
  return (
    <>
      <DetailScreen
        call={ownBoard}
        input={{ examId }}
        everyMs={10_000}
        title={({ part }) => part.examName}
        badge={({ part }) => answerSaid(part)}
        facts={({ part }) => [
          { name: '组织方', value: part.organiser },
          { name: '考试日期', value: showDate(part.examDate) },
          { name: '班级', value: `${part.classCount}个` },
          { name: '考生', value: `${part.candidateCount}人` },
          { name: '上传截止', value: dueSaid(part) },
          { name: '本校联系人', value: part.contact ? `${part.contact.name} ${part.contact.phone}` : '未填写' },
        ]}
        actions={({ part, school }) => [
          ...actsOf(part, openForm),
          { name: part.contact ? '更改联系人' : '填写联系人', form: () => contacting(part) },
          {
            name: '申报老师和考生',
            to: ownApplicationsPath('teacher', examId),
            barred: part.answer === 'declined' && '学校没有参加本场联考',
          },
          {
            name: '扫描人员',
            to: ownUploadersPath(examId),
            primary: isNext(part),
            barred: part.answer === 'declined' && '学校没有参加本场联考',
          },
          {
            name: '更新考生名单',
            to: ownRosterPath(examId),
            barred:
              part.answer === 'declined'
                ? '学校没有参加本场联考'
                : school.cells.some((c) => c.step >= paperStep.marking) && examProblems.rosterFixed.message,
          },
        ]}
      >
        {(of) => (
          <>
            {of.part.barred && <p role="status">{of.part.barred}</p>}
            <Papers of={of} />
            {!of.part.barred && isNext(of.part) && (
              <p role="status">下一步：在“扫描人员”中指定老师，由老师在首页的“扫描”中上传本校的答题卡。</p>
            )}
            {of.part.reminders.length > 0 && <Reminders of={of.part.reminders} />}
          </>
        )}
      </DetailScreen>
    </>
  )
}
