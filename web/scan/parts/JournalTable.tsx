import { showTime } from '#shared/kit/time.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { actWords } from '../stateWords.ts'

type Entry = { at: number; byName: string; act: string; note: string }

/** Who settled what, the latest first. */
export const JournalTable = ({ of, none }: { of: readonly Entry[]; none: string }) =>
  of.length === 0 ? (
    <EmptyState empty={{ title: '没有人工处理', text: none }} />
  ) : (
    <DataTable
      label="处理记录"
      rows={of}
      rowKey={(r) => `${r.at}${r.act}${r.note}`}
      columns={[
        { key: 'at', name: '时间', value: (r) => showTime(r.at) },
        { key: 'byName', name: '处理人', value: (r) => r.byName },
        { key: 'act', name: '处理', value: (r) => actWords[r.act] ?? r.act },
        { key: 'note', name: '内容', value: (r) => r.note },
      ]}
    />
  )
