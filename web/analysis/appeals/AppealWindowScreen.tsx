import { tokens } from '@fluentui/react-components'
import { Link, useParams } from 'react-router'
import { appealWindow, setAppeals } from '#shared/analysis/appeal.calls.ts'
import { mostAsked } from '#shared/analysis/appeals/appeal.types.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { toolboxPath } from '#web/exam/exam.paths.ts'
import { appealsPath } from '../analysis.paths.ts'

const title = '申诉设置'

const Asked = ({ examId, papers }: { examId: ExamId; papers: OutputOf<typeof appealWindow>['papers'] }) => (
  <Section title="收到的申诉">
    {papers.every((p) => p.asked === 0) ? (
      <p style={{ margin: 0, color: tokens.colorNeutralForeground3 }}>还没有申诉。</p>
    ) : (
      <DataTable
        label="收到的申诉"
        rows={papers}
        rowKey={(p) => p.paperId}
        columns={[
          {
            key: 'courseName',
            name: '科目',
            value: (p) => p.courseName,
            cell: (p) => (
              <Link to={appealsPath(examId, p.paperId)} style={{ color: tokens.colorBrandForegroundLink }}>
                {p.courseName}
              </Link>
            ),
          },
          { key: 'asked', name: '收到', unit: '项', number: true, value: (p) => p.asked },
          { key: 'open', name: '待答复', unit: '项', number: true, value: (p) => p.open },
        ]}
      />
    )}
  </Section>
)

/** When students may ask that a score be looked at once more. */
export const AppealWindowScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const { data, error } = useAsk(appealWindow, examId ? { examId } : undefined)
  if (!examId || !data)
    return (
      <Page title={title} width="narrow">
        {error || !examId ? (
          <ErrorState error={error ?? new Error('考试不存在或已删除')} />
        ) : (
          <Bars rows={6} height={32} />
        )}
      </Page>
    )
  const { version, papers, ...start } = data
  const { on: _switch, ...kept } = start
  const on = (v: Values): boolean => v['on'] === true
  return (
    <FormScreen
      title={title}
      call={setAppeals}
      // What is hidden while it is closed is sent as it was; what is seen is written over it.
      fixed={{ examId, version, ...kept }}
      start={start}
      submit="保存"
      doneText="申诉设置已保存"
      done={() => toolboxPath(examId)}
      aside={() => <Asked examId={examId} papers={papers} />}
      fields={[
        { name: 'on', label: '接受成绩申诉', kind: 'switch', hint: '成绩发布以后，看得到各题得分的人可以提出' },
        { name: 'opens', label: '开始时间', kind: 'time', required: true, when: on },
        {
          name: 'closes',
          label: '截止时间',
          kind: 'time',
          required: true,
          when: on,
          hint: '截止以后不再接受，已提出的照常答复',
        },
        {
          name: 'asks',
          label: '谁可以提出',
          kind: 'multi',
          required: true,
          when: on,
          options: [
            { value: 'student', label: '学生' },
            { value: 'parent', label: '家长' },
          ],
        },
        {
          name: 'most',
          label: '每科最多',
          kind: 'number',
          unit: '题',
          min: 1,
          max: mostAsked,
          required: true,
          when: on,
          hint: '每题只能申诉一次',
        },
      ]}
    />
  )
}
