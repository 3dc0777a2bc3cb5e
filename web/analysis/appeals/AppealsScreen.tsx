import { tokens } from '@fluentui/react-components'
import { useNavigate, useParams } from 'react-router'
import { appealStatistics, changeByAppeals, listAppeals } from '#shared/analysis/appeal.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { appealPath, changePath } from '../analysis.paths.ts'
import { appealStateWords, appellantNames } from './appealWords.ts'

const Statistics = ({ paperId }: { paperId: PaperId }) => {
  const { data } = useAsk(appealStatistics, { paperId })
  if (!data || data.asked === 0) return null
  return (
    <Section title={`统计：${data.asked}项，待答复${data.open}项`}>
      <DataTable
        label="申诉统计"
        rows={data.list}
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
    </Section>
  )
}

/** What students have asked of a paper: those that wait, what was answered, and the one change that follows. */
export const AppealsScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const navigate = useNavigate()
  const courseName = useCourseName(paperId)
  const decided = useAsk(appealStatistics, { paperId }).data?.decided ?? 0
  const change = async (): Promise<void> => {
    const { changeId } = await act(changeByAppeals, { paperId })
    await navigate(`${changePath('score-edit', examId, paperId)}?change=${changeId}`)
  }
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL }}>
      <ListScreen
        title={[courseName, '成绩申诉'].filter(Boolean).join('　')}
        call={listAppeals}
        input={{ paperId }}
        rowKey={(a) => `${a.studentId} ${a.questionId}`}
        rowTo={(a) => appealPath(examId, paperId, a)}
        columns={[
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
          {
            key: 'state',
            name: '状态',
            value: (a) => appealStateWords[a.state].text,
            cell: (a) => <StateMark {...appealStateWords[a.state]} />,
          },
          {
            key: 'scoreAfter',
            name: '改为',
            unit: '分',
            number: true,
            value: (a) => (a.scoreAfter === undefined ? '' : showScore(a.scoreAfter)),
          },
          { key: 'className', name: '班级', value: (a) => a.className },
          { key: 'studentNumber', name: '考号', value: (a) => a.studentNumber, extra: true },
          { key: 'as', name: '提出人', value: (a) => appellantNames[a.as] },
          { key: 'askedAt', name: '时间', value: (a) => showTime(a.askedAt), width: 144 },
          { key: 'answer', name: '答复', value: (a) => a.answer ?? '', extra: true, width: 200 },
          { key: 'answeredByName', name: '答复人', value: (a) => a.answeredByName ?? '', extra: true },
        ]}
        filters={[
          {
            field: 'answered',
            label: '答复',
            mode: 'radio',
            start: ['no'],
            options: [
              { value: 'no', label: '待答复' },
              { value: 'yes', label: '已答复' },
            ],
          },
        ]}
        actions={decided > 0 ? [{ name: `合并改分（${decided}项）`, primary: true, run: change }] : []}
        empty={{ title: '没有申诉', text: '开放申诉后，学生和家长在自己的成绩页提出；在“申诉设置”中开放。' }}
        exportName="成绩申诉"
      />
      <Statistics paperId={paperId} />
    </div>
  )
}
