import { useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { classSheets } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { positive } from '#web/kit/filters.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { scanPaths, toPaper } from '../scan.paths.ts'
import { rollBackClass } from '../parts/rollback.ts'
import { usePatch } from '../parts/usePatch.ts'

const classPage = 50
/** How many of each class have handed in; a class's pages can be taken back. */
export const ClassTable = ({ paperId, barred }: { paperId: PaperId; barred: string | null }) => {
  const [query] = useSearchParams()
  const patch = usePatch()
  const pageNumber = positive(query.get('classes'), 1, 1_000_000)
  const asked = useAsk(classSheets, { paperId, pageNumber, pageSize: classPage })
  const total = asked.data?.total ?? 0
  return (
    <>
      <DataTable
        label="各班交卷情况"
        rows={asked.data?.list ?? []}
        rowKey={(c) => c.classId}
        columns={[
          { key: 'className', name: '班级', value: (c) => c.className },
          { key: 'total', name: '考生', unit: '人', value: (c) => c.total, number: true },
          { key: 'present', name: '已交', unit: '人', value: (c) => c.present, number: true },
          { key: 'absent', name: '缺考', unit: '人', value: (c) => c.absent, number: true },
          { key: 'missing', name: '未交', unit: '人', value: (c) => c.missing, number: true },
          { key: 'incomplete', name: '缺页', unit: '人', value: (c) => c.incomplete, number: true },
        ]}
        rowActions={(c) => (
          <RowActions
            actions={[
              { name: '查看', to: `${toPaper(scanPaths.students, paperId)}?classId=${c.classId}` },
              {
                name: '回退本班',
                danger: true,
                barred: barred ?? (c.present === 0 && '还没有交'),
                job: () => rollBackClass(paperId, c),
              },
            ]}
          />
        )}
      />
      {total > classPage && (
        <Pager
          total={total}
          pageNumber={pageNumber}
          pageSize={classPage}
          onChange={(n) => patch({ classes: String(n) }, false)}
        />
      )}
    </>
  )
}
