import { useParams } from 'react-router'
import { reportStandings, reportVersions } from '#shared/analysis/standing.calls.ts'
import { faceOf, reportIds } from '#shared/analysis/reports/faces.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { useTools } from '#web/exam/tools/useTool.public.tsx'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { subjectName } from './settingTexts.ts'
import { analysisPaths, publishPath, reportPath, togetherPath } from './analysis.paths.ts'

type Standing = Pick<OutputOf<typeof reportStandings>[number], 'v' | 'stale' | 'pending'>

const stateOf = ({ v, stale, pending }: Standing): { text: string; meaning: Meaning } => {
  if (pending)
    return { text: pending.at === undefined ? '正在发布' : `将于${showTime(pending.at)}发布`, meaning: 'going' }
  if (v === undefined) return { text: '没有报告', meaning: 'none' }
  const since = [...(stale.includes('key') ? ['答案或分值'] : []), ...(stale.includes('settings') ? ['参数'] : [])]
  return since.length > 0 ? { text: `${since.join('、')}已改`, meaning: 'waits' } : { text: `已发布`, meaning: 'done' }
}

const detailPath = (examId: string, paperId: string): string => pathTo(analysisPaths.reportDetail, { examId, paperId })

/** What the reports of each subject stand on. */
export const ReportListScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <ListScreen
      title="报告管理"
      call={reportStandings}
      input={{ examId }}
      rowKey={(r) => r.paperId}
      rowTo={(r) => detailPath(examId, r.paperId)}
      columns={[
        { key: 'courseName', name: '科目', value: subjectName, width: 140 },
        {
          key: 'state',
          name: '状态',
          value: (r) => stateOf(r).text,
          cell: (r) => <StateMark {...stateOf(r)} />,
          width: 160,
        },
        { key: 'v', name: '版本', value: (r) => r.v, number: true, width: 72 },
        { key: 'students', name: '考生', unit: '人', value: (r) => r.students, number: true, width: 72 },
        {
          key: 'publishedAt',
          name: '发布时间',
          value: (r) => (r.publishedAt === undefined ? '' : showTime(r.publishedAt)),
          width: 144,
        },
      ]}
      exportName="报告管理"
      empty={{ title: '这场考试没有科目' }}
    />
  )
}

type Versions = OutputOf<typeof reportVersions>

const Reports = ({ of: { examId, paperId, total } }: { of: Versions }) => (
  <Section title="报告">
    <DataTable
      label="报告"
      rows={reportIds.map((id) => {
        const { title, ofTotals, list } = faceOf(id)
        return { id, title: total ? (ofTotals ?? title) : title, kind: list ? '名单' : '图表' }
      })}
      rowKey={(r) => r.id}
      linkOf={(r) => reportPath(r.id, examId, paperId)}
      columns={[
        { key: 'title', name: '报告', value: (r) => r.title, width: 160 },
        { key: 'kind', name: '形式', value: (r) => r.kind, width: 96 },
      ]}
    />
  </Section>
)

/** The reports of one subject, and the versions that there were. */
export const ReportDetailScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const held = useTools(examId)
  return (
    <DetailScreen
      call={reportVersions}
      input={{ paperId }}
      title={(d) => `${d.courseName}的报告`}
      badge={(d) => stateOf(d)}
      facts={({ v, students, made }) => [
        ...(v === undefined ? [] : [{ name: '版本', value: v }]),
        ...(students === undefined ? [] : [{ name: '考生', value: `${students}人` }]),
        ...(made ? [{ name: '班级', value: `${made.classes}个` }] : []),
        ...(made && made.changes > 0 ? [{ name: '已签字的改动', value: `${made.changes}次` }] : []),
      ]}
      actions={(d) => [
        ...(held?.['publish-score']
          ? [
              { name: '发布成绩', to: publishPath(d.paperId), primary: d.v === undefined || d.stale.length > 0 },
              { name: '各科一起发布', to: togetherPath(examId) },
            ]
          : []),
        ...(held?.['params-setting'] ? [{ name: '参数设置', to: pathTo(analysisPaths.params, { examId }) }] : []),
      ]}
    >
      {(d) => (
        <>
          {d.v === undefined ? (
            <EmptyState empty={{ title: '还没有报告', text: '成绩发布以后，各种报告按发布的版本生成。' }} />
          ) : (
            <Reports of={d} />
          )}
          {d.versions.length > 0 && (
            <Section title="版本">
              <DataTable
                label="版本"
                rows={d.versions}
                rowKey={(v) => String(v.v)}
                columns={[
                  { key: 'v', name: '版本', value: (v) => `第${v.v}版`, width: 96 },
                  {
                    key: 'state',
                    name: '状态',
                    value: (v) => (v.current ? '正在使用' : v.ready ? '已被取代' : '没有完成'),
                    width: 96,
                  },
                  { key: 'madeAt', name: '生成时间', value: (v) => showTime(v.madeAt), width: 144 },
                ]}
              />
            </Section>
          )}
        </>
      )}
    </DetailScreen>
  )
}
