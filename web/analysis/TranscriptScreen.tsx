import { useParams } from 'react-router'
import { transcript } from '#shared/analysis/analysis.calls.ts'
import { stateNames } from '#shared/analysis/publication.rules.ts'
import { none, points } from '#shared/analysis/report.words.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { decimal, showScore } from '#shared/kit/score.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { ScoreCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { reportPath } from './analysis.paths.ts'
import { reportSiblings } from './parts/reportSiblings.ts'
import { useExports } from './parts/useExports.tsx'
import { crumbsOf } from './report.parts.ts'

type Output = OutputOf<typeof transcript>
type Row = Output['list'][number]

/** On a phone the questions are there when they are asked for. */
const columnsOf = ({ questions, totalRank, head }: Output, narrow: boolean): Column<Row>[] => [
  { key: 'studentName', name: '姓名', value: (r) => r.studentName, sortable: true, width: 90 },
  { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber, sortable: true },
  { key: 'className', name: '班级', value: (r) => r.className, sortable: true },
  {
    key: 'total',
    name: '总分',
    unit: `满分${showScore(head.fullScore)}`,
    value: (r) => (r.total === null ? stateNames[r.state] : r.total / 100),
    cell: (r) =>
      r.state === 'present' ? <ScoreCell score={r.total} /> : <StateMark text={stateNames[r.state]} meaning="waits" />,
    number: true,
    sortable: true,
  },
  ...(totalRank
    ? [{ key: 'rank', name: '总排名', value: (r: Row) => r.rank, number: true, sortable: true } satisfies Column<Row>]
    : []),
  { key: 'classRank', name: '班级排名', value: (r) => r.classRank, number: true, sortable: true },
  ...(totalRank
    ? [
        {
          key: 'percentileRank',
          name: '百分等级',
          value: (r: Row) => (r.percentileRank === null ? null : decimal(r.percentileRank, 1)),
          number: true,
          extra: true,
        } satisfies Column<Row>,
        {
          key: 't',
          name: 'T分',
          value: (r: Row) => (r.t === null ? null : decimal(r.t, 1)),
          number: true,
          extra: true,
        } satisfies Column<Row>,
      ]
    : []),
  ...questions.map((q, i): Column<Row> => ({
    key: `q${i}`,
    name: q.number,
    unit: `${showScore(q.fullScore)}分`,
    value: (r) => (r.total === null ? null : r.notTaken?.includes(i) ? '未选' : (r.scores[i] ?? 0) / 100),
    number: true,
    sortable: true,
    extra: narrow,
  })),
]

export const TranscriptScreen = () => {
  const { examId = '', paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="成绩单" released pathOf={(exam, paper) => reportPath('transcript', exam, paper)} />
  return <Transcript examId={examId} paperId={paperId as PaperId} />
}

const Transcript = ({ examId, paperId }: { examId: string; paperId: PaperId }) => {
  // One row tells the columns and the classes; the list then asks for its pages.
  const shape = useAsk(transcript, { paperId, pageSize: 1 })
  const { actions, dock } = useExports(paperId)
  const crumbs = crumbsOf(examId, shape.data?.head, '成绩单')
  if (!shape.data)
    return (
      <Page title="成绩单" crumbs={crumbs}>
        <Waiting asked={shape} rows={10} height={20} />
      </Page>
    )
  const { classes, head } = shape.data
  return (
    <>
      <ListScreen
        title={`${head.courseName}成绩单`}
        crumbs={crumbs}
        siblings={reportSiblings('transcript', examId, paperId)}
        call={transcript}
        input={{ paperId }}
        rowKey={(r) => r.studentId}
        columns={columnsOf(shape.data, window.matchMedia('(max-width: 600px)').matches)}
        filters={[
          {
            field: 'classId',
            label: '班级',
            mode: 'radio',
            options: classes.map((c) => ({ value: c.classId, label: c.className })),
          },
          { field: 'name', label: '学生', mode: 'search', placeholder: '姓名或考号' },
        ]}
        facts={(o) => [
          { name: '人数', value: `${o.total}（到考${o.present}）` },
          { name: '平均分', value: o.mean === null ? none : points(o.mean) },
          { name: '满分', value: showScore(o.head.fullScore) },
          { name: '成绩版本', value: o.head.published ? `第${o.head.v}版` : `第${o.head.v}版（未发布）` },
        ]}
        actions={actions}
        empty={{ title: '没有考生', text: '这场考试没有您可以查看的考生。' }}
      />
      {dock}
    </>
  )
}
