import { ProgressBar } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import { examClasses, examStudents } from '#shared/exam/exam.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { readList, sentOf, writeList } from '#web/kit/filters.ts'
import type { ListState } from '#web/kit/filters.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import type { Filter } from '#web/kit/screens/screen.types.ts'

/** The candidates of an exam, as they were when it was created. */
export const Candidates = (props: { examId: ExamId }) => {
  const classes = useAsk(examClasses, { examId: props.examId })
  const [query, setQuery] = useSearchParams()
  const filters: readonly Filter[] = [
    {
      field: 'classId',
      label: '班级',
      mode: 'dropdown',
      options: (classes.data ?? []).map((c) => ({ value: c.classId, label: c.className })),
    },
    { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
  ]
  const state = readList(query, filters)
  const { data, error, refetch, isPlaceholderData } = useAsk(examStudents, {
    examId: props.examId,
    ...sentOf(state, filters),
  } as { examId: ExamId })
  const change = (patch: Partial<ListState>): void =>
    setQuery(writeList(query, { ...state, pageNumber: 1, ...patch }, filters), { replace: true })
  return (
    <>
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(field, values) => change({ filters: { ...state.filters, [field]: values } })}
      />
      <div style={{ height: 2, marginBlock: 8 }}>{isPlaceholderData && <ProgressBar aria-label="正在加载" />}</div>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} again={() => void refetch()} />
        ) : (
          <Bars rows={8} height={20} />
        )
      ) : data.total === 0 ? (
        <EmptyState empty={{ title: '没有符合条件的考生' }} />
      ) : (
        <>
          <DataTable
            label="考生"
            rows={data.list}
            rowKey={(c) => c.studentId}
            columns={[
              { key: 'studentName', name: '姓名', value: (c) => c.studentName },
              { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
              { key: 'className', name: '班级', value: (c) => c.className },
            ]}
            stale={isPlaceholderData}
          />
          <Pager
            total={data.total}
            pageNumber={data.pageNumber}
            pageSize={state.pageSize}
            onChange={(pageNumber, pageSize) => change({ pageNumber, pageSize })}
          />
        </>
      )}
    </>
  )
}
