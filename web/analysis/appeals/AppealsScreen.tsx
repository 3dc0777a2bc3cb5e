import { useNavigate, useParams } from 'react-router'
import { appealStatistics, changeByAppeals, listAppeals } from '#shared/analysis/appeal.calls.ts'
import type { AppealLine } from '#shared/analysis/appeal.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { useManages, useTools } from '#web/exam/tools/useTool.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { appealPath, appealWindowPath, changePath } from '../analysis.paths.ts'
import { appealStateWords, appellantNames } from './appealWords.ts'

type Of = { examId: ExamId; paperId: PaperId }

const asked: Column<AppealLine>[] = [
  { key: 'studentName', name: '学生', value: (a) => a.studentName, width: 90 },
  { key: 'number', name: '题号', value: (a) => `第${a.number}题` },
  {
    key: 'score',
    name: '得分',
    unit: '分',
    number: true,
    value: (a) => `${showScore(a.score)}/${showScore(a.fullScore)}`,
  },
  { key: 'reason', name: '理由', value: (a) => a.reason, width: 240 },
  { key: 'className', name: '班级', value: (a) => a.className },
  { key: 'studentNumber', name: '考号', value: (a) => a.studentNumber, extra: true },
  { key: 'as', name: '提出人', value: (a) => appellantNames[a.as] },
  { key: 'askedAt', name: '时间', value: (a) => showTime(a.askedAt), width: 144 },
]
const answered: Column<AppealLine>[] = [
  ...asked.slice(0, 3),
  {
    key: 'scoreAfter',
    name: '改为',
    unit: '分',
    number: true,
    value: (a) => (a.scoreAfter === undefined ? '' : showScore(a.scoreAfter)),
  },
  {
    key: 'state',
    name: '状态',
    value: (a) => appealStateWords[a.state].text,
    cell: (a) => <StateMark {...appealStateWords[a.state]} />,
  },
  { key: 'answer', name: '答复', value: (a) => a.answer ?? '', width: 240 },
  { key: 'answeredByName', name: '答复人', value: (a) => a.answeredByName ?? '' },
  {
    key: 'answeredAt',
    name: '时间',
    value: (a) => (a.answeredAt === undefined ? '' : showTime(a.answeredAt)),
    width: 144,
  },
]

const Queue = ({ examId, paperId, done, asked: came }: Of & { done: boolean; asked: number }) => {
  const held = useTools(examId)
  return (
    <ListPart
      label={done ? '已答复的申诉' : '待答复的申诉'}
      call={listAppeals}
      input={{ paperId, answered: done ? 'yes' : 'no' }}
      order={done ? '最近答复的在前' : '先提出的在前'}
      rowKey={(a) => `${a.studentId} ${a.questionId}`}
      rowTo={(a) => appealPath(examId, paperId, a)}
      columns={done ? answered : asked}
      empty={
        done
          ? { title: '还没有答复过申诉' }
          : {
              title: '没有待答复的申诉',
              text: came > 0 ? `收到的${came}项都已答复。` : '开放申诉后，学生和家长在自己的成绩页提出。',
              ...(came === 0 && held?.['appeal-visible']
                ? { action: { name: '申诉设置', to: appealWindowPath(examId) } }
                : {}),
            }
      }
      exportName="成绩申诉"
    />
  )
}

const Statistics = ({ list }: Pick<OutputOf<typeof appealStatistics>, 'list'>) =>
  list.length === 0 ? (
    <EmptyState empty={{ title: '还没有申诉' }} />
  ) : (
    <DataTable
      label="申诉统计"
      rows={list}
      rowKey={(s) => s.questionId}
      columns={[
        { key: 'number', name: '题号', value: (s) => `第${s.number}题` },
        { key: 'asked', name: '申诉', unit: '项', number: true, value: (s) => s.asked },
        { key: 'open', name: '待答复', unit: '项', number: true, value: (s) => s.open },
        { key: 'kept', name: '维持', unit: '项', number: true, value: (s) => s.kept },
        { key: 'up', name: '加分', unit: '项', number: true, value: (s) => s.up },
        { key: 'down', name: '减分', unit: '项', number: true, value: (s) => s.down },
      ]}
    />
  )

/** What students have asked of a paper: those that wait, what was answered, and the one change that follows. */
export const AppealsScreen = () => {
  const { examId, paperId } = useParams() as Of
  const navigate = useNavigate()
  const courseName = useCourseName(paperId)
  const manages = useManages(examId)
  const change = async (): Promise<void> => {
    const { changeId } = await act(changeByAppeals, { paperId })
    // The set is opened and signed by who manages the exam.
    if (!manages) return toast('success', '已合并，等考试管理者签字')
    await navigate(`${changePath('score-edit', examId, paperId)}?change=${changeId}`)
  }
  return (
    <DetailScreen
      call={appealStatistics}
      input={{ paperId }}
      title={() => [courseName, '成绩申诉'].filter(Boolean).join('　')}
      facts={(d) => [
        { name: '收到', value: `${d.asked}项` },
        { name: '待改分', value: `${d.decided}项` },
      ]}
      actions={(d) => [
        {
          name: d.decided > 0 ? `合并改分（${d.decided}项）` : '合并改分',
          // While nothing waits for it nothing calls for it.
          primary: d.decided > 0,
          run: change,
          barred: d.decided === 0 && '没有等待改分的申诉',
        },
      ]}
      tabs={(d) => [
        {
          key: 'open',
          name: '待答复',
          count: d.open,
          content: () => <Queue {...{ examId, paperId }} done={false} asked={d.asked} />,
        },
        {
          key: 'done',
          name: '已答复',
          count: d.asked - d.open,
          content: () => <Queue {...{ examId, paperId }} done asked={d.asked} />,
        },
        { key: 'statistics', name: '统计', content: () => <Statistics list={d.list} /> },
      ]}
    />
  )
}
