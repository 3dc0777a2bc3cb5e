import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { publishStand, publishTogether } from '#shared/analysis/publication.calls.ts'
import type { TogetherRow } from '#shared/analysis/publication.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { publishPath } from './analysis.paths.ts'

const standOf = ({ why, current }: TogetherRow) =>
  why === null
    ? ({ text: '可以发布', meaning: 'going' } as const)
    : current === null
      ? ({ text: why, meaning: 'none' } as const)
      : ({ text: why, meaning: 'done' } as const)

/** All papers of an exam that are ready, published in one act. */
export const PublishTogetherScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const [ready, setReady] = useState<readonly TogetherRow[]>()
  return (
    <>
      <DetailScreen
        call={publishStand}
        input={{ examId }}
        title={() => '各科一起发布'}
        everyMs={10_000}
        facts={(data) => [
          { name: '科目', value: `${data.papers.length}科` },
          { name: '可以发布', value: `${data.papers.filter((p) => p.why === null).length}科` },
          { name: '已发布', value: `${data.papers.filter((p) => p.current !== null).length}科` },
        ]}
        actions={(data) => {
          const own = data.papers.filter((p) => p.why === null)
          return [
            {
              name: own.length > 0 ? `发布${own.length}科` : '发布',
              primary: true,
              barred: own.length === 0 && '现在没有可以发布的科目',
              run: () => setReady(own),
            },
          ]
        }}
      >
        {(data) => (
          <DataTable<TogetherRow>
            label="科目"
            rows={data.papers}
            rowKey={(p) => p.paperId}
            columns={[
              {
                key: 'courseName',
                name: '科目',
                value: (p) => p.courseName,
                cell: (p) => <Link to={publishPath(p.paperId)}>{p.courseName}</Link>,
                width: 144,
              },
              {
                key: 'version',
                name: '版本',
                value: (p) => (p.current === null ? '未发布' : `第${p.current}版`),
                width: 104,
              },
              {
                key: 'stand',
                name: '检查',
                value: (p) => standOf(p).text,
                cell: (p) => <StateMark {...standOf(p)} />,
              },
            ]}
          />
        )}
      </DetailScreen>
      {ready && (
        <FormDialog
          close={() => setReady(undefined)}
          form={{
            title: `发布${ready.length}科成绩`,
            submit: '发布',
            fields: [
              {
                name: 'papers',
                label: '科目',
                kind: 'multi',
                required: true,
                options: ready.map((p) => ({ value: p.paperId as string, label: p.courseName })),
                hint: '一起发布，或者都不发布。发布前各科再核对一次：两次独立计算不一致的科目不会发布，并在“后台任务”里说明。',
              },
            ],
            start: { papers: ready.map((p) => p.paperId as string) },
            run: async ({ papers }) => {
              const paperIds = papers as TogetherRow['paperId'][]
              await act(publishTogether, { examId, paperIds }, { hideMessage: true })
              return () => toast('success', `${paperIds.length}科正在发布`)
            },
          }}
        />
      )}
    </>
  )
}
