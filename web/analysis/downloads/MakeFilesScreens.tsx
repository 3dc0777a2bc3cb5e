import { useParams } from 'react-router'
import { exportAnswers, exportTranscript } from '#shared/analysis/export.calls.ts'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { examTotals } from '#shared/exam/tools/total.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { useTools } from '#web/exam/tools/useTool.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { ErrorState } from '#web/kit/parts/States.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { words } from '#web/kit/refusals.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { analysisPaths } from '../analysis.paths.ts'

/** `released`: null where it is not known: of a total whose papers are. */
type Subject = { paperId: PaperId; courseName: string; released: boolean | null; objective?: boolean }

const stateOf = ({ released }: Subject) =>
  released === null
    ? ({ text: '随各科发布', meaning: 'none' } as const)
    : released
      ? ({ text: '已发布', meaning: 'done' } as const)
      : ({ text: '未发布', meaning: 'waits' } as const)

const Subjects = ({ rows, actionOf }: { rows: readonly Subject[]; actionOf: (of: Subject) => Action }) => (
  <DataTable
    label="科目"
    rows={rows}
    rowKey={(r) => r.paperId}
    columns={[
      { key: 'courseName', name: '科目', value: (r) => r.courseName, width: 160 },
      {
        key: 'state',
        name: '成绩',
        value: (r) => stateOf(r).text,
        cell: (r) => <StateMark {...stateOf(r)} />,
      },
    ]}
    rowActions={(r) => <RowActions actions={[actionOf(r)]} />}
  />
)

const toFiles = (examId: ExamId): Action => ({ name: '下载中心', to: pathTo(analysisPaths.downloads, { examId }) })
const barOf = ({ released }: Subject): string | null => (released === false ? '成绩发布后可以导出' : null)

/** A total is published after the last of its papers; one that the viewer does not see is not judged. */
const waits = (papers: readonly { paperId: PaperId; status: number }[], parts: readonly { paperId: PaperId }[]) =>
  parts.some((part) => papers.some((p) => p.paperId === part.paperId && p.status !== examStatus.released))

/** The transcript of every paper and total of an exam, as a workbook each. */
export const TranscriptsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const { data: totals, error, refetch } = useAsk(examTotals, { examId }, { hideMessage: true })
  return (
    <DetailScreen call={examDetail} input={{ examId }} title={() => '成绩单下载'} actions={() => [toFiles(examId)]}>
      {({ papers }) => (
        <>
          <Subjects
            rows={[
              ...papers.map((p) => ({ ...p, released: p.status === examStatus.released })),
              ...(totals ?? []).map((t) => ({ ...t, released: waits(papers, t.parts) ? false : null })),
            ]}
            actionOf={(of) => ({
              name: '导出成绩单',
              barred: barOf(of),
              job: () => act(exportTranscript, { paperId: of.paperId, published: true }),
            })}
          />
          {error && !totals && <ErrorState error={error} again={() => void refetch()} />}
        </>
      )}
    </DetailScreen>
  )
}

/** A booklet of excellent and typical answers of every paper. */
export const AnswersScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const held = useTools(examId)
  return (
    <DetailScreen call={examDetail} input={{ examId }} title={() => '优秀答案下载'} actions={() => [toFiles(examId)]}>
      {({ papers }) => (
        <Subjects
          rows={papers.map((p) => ({
            ...p,
            released: p.status === examStatus.released,
            objective: p.objectiveCount === p.questionCount,
          }))}
          actionOf={(of) => ({
            name: '制作答案册',
            barred:
              (held && !held['good-answer-download'] && words.forbidden) ||
              (barOf(of) ?? (of.objective ? '没有主观题' : null)),
            job: () => act(exportAnswers, { paperId: of.paperId }),
          })}
        />
      )}
    </DetailScreen>
  )
}
