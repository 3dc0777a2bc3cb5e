import type { companyDetail } from '#shared/school/operations/company.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showTime } from '#shared/kit/time.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Changes, changeText } from '../parts/FieldChanges.tsx'

type Told = OutputOf<typeof companyDetail>['history'][number]

/** What was done to an entry of a register, latest first. */
export const HistoryTable = ({ history }: { history: readonly Told[] }) => (
  <DataTable<Told>
    label="操作记录"
    rows={history}
    rowKey={(h) => h.auditId}
    columns={[
      { key: 'words', name: '操作', value: (h) => h.words },
      { key: 'at', name: '时间', value: (h) => showTime(h.at), cell: (h) => <DateCell ms={h.at} time />, width: 144 },
      { key: 'userName', name: '操作人', value: (h) => h.userName, width: 96 },
      {
        key: 'changes',
        name: '修改前 → 修改后',
        value: (h) => h.changes.map(changeText).join('；') || null,
        cell: (h) => <Changes changes={h.changes} />,
      },
    ]}
  />
)
