import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams, useSearchParams } from 'react-router'
import type { ClassId, PaperId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/exception.calls.ts'
import { classSheets } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { ScanTabs } from './parts/ScanTabs.tsx'
import { useScanCrumbs } from './parts/useScanCrumbs.ts'
import { studentPath } from './scan.paths.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(420px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  figure: { margin: 0, minWidth: 0 },
  picture: { width: '100%', border: `1px solid ${tokens.colorNeutralStroke2}` },
})

type Asked = { paperId: PaperId; questionId: string; classId?: ClassId; after?: string; pageSize: number }

const ChoicesOf = ({ asked }: { asked: Asked }) => {
  const { data } = useAsk(calls.questionChoices, asked)
  const [query, setQuery] = useSearchParams()
  if (!data) return <Bars rows={10} height={24} />
  return (
    <>
      <DataTable
        label="考生的选择"
        rows={data.list}
        rowKey={(r) => r.studentId}
        columns={[
          {
            key: 'studentName',
            name: '姓名',
            value: (r) => r.studentName,
            cell: (r) => <Link to={studentPath(asked.paperId, r.studentId)}>{r.studentName}</Link>,
          },
          { key: 'className', name: '班级', value: (r) => r.className },
          { key: 'chosen', name: '选择', value: (r) => (r.chosen === null ? '存疑' : r.chosen || '未作答') },
          { key: 'settled', name: '来源', value: (r) => (r.settled ? '人工' : '识别') },
        ]}
      />
      <Next next={data.next} count={data.list.length} query={query} setQuery={setQuery} />
    </>
  )
}

const BlocksOf = ({ asked }: { asked: Asked }) => {
  const styles = useStyles()
  const { data } = useAsk(calls.questionBlocks, asked)
  const [query, setQuery] = useSearchParams()
  if (!data) return <Bars rows={6} height={64} />
  return (
    <>
      <div className={styles.grid}>
        {data.list.map((b) => (
          <figure key={b.studentId} className={styles.figure}>
            <figcaption>
              <Link to={studentPath(asked.paperId, b.studentId)}>{b.studentName}</Link>　{b.className}
              {b.likelyBlank && '　可能未作答'}
            </figcaption>
            <img className={styles.picture} src={b.url} alt={`${b.studentName}的作答`} loading="lazy" />
          </figure>
        ))}
      </div>
      <Next next={data.next} count={data.list.length} query={query} setQuery={setQuery} />
    </>
  )
}

const Next = (props: {
  next: string | undefined
  count: number
  query: URLSearchParams
  setQuery: (to: URLSearchParams) => void
}) => (
  <KeysetPager
    total={props.count}
    after={props.query.get('after') ?? undefined}
    next={props.next}
    onChange={(to) => {
      const next = new URLSearchParams(props.query)
      if (to) next.set('after', to)
      else next.delete('after')
      props.setQuery(next)
    }}
  />
)

/** One question of every candidate: what they chose, or the pieces that they wrote. */
export const QuestionDetailScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const [query, setQuery] = useSearchParams()
  const { crumbs } = useScanCrumbs(paperId, '按题查看')
  const questions = useAsk(calls.cardQuestions, { paperId }).data
  const classes = useAsk(classSheets, { paperId, pageSize: 1000 }).data?.list ?? []
  const chosen = questions?.find((q) => q.questionId === query.get('question')) ?? questions?.[0]
  const classId = query.get('classId')
  const after = query.get('after')
  const asked = chosen && {
    paperId,
    questionId: chosen.questionId,
    pageSize: 50,
    ...(classId ? { classId: classId as ClassId } : {}),
    ...(after ? { after } : {}),
  }
  const go = (field: string, value: string | undefined) => {
    const next = new URLSearchParams(query)
    next.delete('after')
    if (value) next.set(field, value)
    else next.delete(field)
    setQuery(next, { replace: true })
  }
  return (
    <Page title="按题查看" crumbs={crumbs}>
      <ScanTabs paperId={paperId} here="questions" />
      <FilterBar
        filters={[
          {
            field: 'question',
            label: '题目',
            mode: 'dropdown',
            options: (questions ?? []).map((q) => ({
              value: q.questionId,
              label: `第${q.number}题${q.objective ? '' : '（主观）'}`,
            })),
          },
          {
            field: 'classId',
            label: '班级',
            mode: 'dropdown',
            options: classes.map((c) => ({ value: c.classId, label: c.className })),
          },
        ]}
        values={{ question: chosen ? [chosen.questionId] : [], classId: classId ? [classId] : [] }}
        onChange={(field, values) => go(field, values[0])}
      />
      {questions?.length === 0 && (
        <EmptyState empty={{ title: '还没有发布答题卡', text: '发布答题卡并上传扫描件后，可以按题查看。' }} />
      )}
      {asked && (chosen.objective ? <ChoicesOf asked={asked} /> : <BlocksOf asked={asked} />)}
    </Page>
  )
}
