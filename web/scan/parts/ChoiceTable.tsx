import type { ReactNode } from 'react'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { chosenText } from '../stateWords.ts'

type Choice = { number: string; chosen: string | null; settled: boolean; judged?: boolean | undefined }

/** What was chosen, and who says so. */
export const chosenColumns = <C extends Omit<Choice, 'number'>>(): Column<C>[] => [
  { key: 'chosen', name: '选择', value: (c) => chosenText(c.chosen, c.judged) },
  { key: 'settled', name: '来源', value: (c) => (c.settled ? '人工' : '识别') },
]

/** Choices of one candidate or of one page. */
export const ChoiceTable = <C extends Choice>(props: {
  of: readonly C[]
  /** Why there may be none. */
  none: string
  columns?: readonly Column<C>[]
  rowActions?: (of: C) => ReactNode
}) =>
  props.of.length === 0 ? (
    <EmptyState empty={{ title: '没有客观题', text: props.none }} />
  ) : (
    <DataTable
      label="客观题"
      rows={props.of}
      rowKey={(c) => c.number}
      columns={[
        { key: 'number', name: '题号', value: (c) => c.number },
        ...(props.columns ?? []),
        ...chosenColumns<C>(),
      ]}
      {...(props.rowActions ? { rowActions: props.rowActions } : {})}
    />
  )
