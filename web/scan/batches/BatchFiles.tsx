import { useSearchParams } from 'react-router'
import type { BatchId } from '#shared/kit/ids.ts'
import { batchFiles, deleteFile } from '#shared/scan/uploading/sheetCount.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { why } from '../parts/rollback.ts'
import { usePatch } from '../parts/usePatch.ts'

type FileRow = OutputOf<typeof batchFiles>['list'][number]

const remove = async (batchId: BatchId, f: FileRow): Promise<void> => {
  const reason = await why('删除文件', `“${f.name}”的${f.pages}页会移到回收站，可以随时恢复。`)
  if (reason === null) return
  const { deleted } = await act(deleteFile, { batchId, file: f.file, reason })
  toast('success', `已移到回收站${deleted}页`)
}

/** What was uploaded for a batch, and what came out of each file. */
export const BatchFiles = ({ batchId, barred }: { batchId: BatchId; barred: string | null }) => {
  const [query] = useSearchParams()
  const patch = usePatch()
  const after = query.get('after') ?? undefined
  const asked = useAsk(batchFiles, { batchId, ...(after && /^\d+$/.test(after) ? { after: Number(after) } : {}) })
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={6} height={24} />
  return (
    <>
      <DataTable
        label="文件"
        rows={data.list}
        rowKey={(f) => String(f.file)}
        columns={[
          { key: 'name', name: '文件', value: (f) => f.name },
          { key: 'size', name: '大小', unit: 'KB', value: (f) => Math.ceil(f.size / 1024), number: true },
          { key: 'pages', name: '页', value: (f) => f.pages, number: true },
          { key: 'matched', name: '匹配', value: (f) => f.matched, number: true },
          { key: 'waiting', name: '存疑', value: (f) => f.waiting, number: true },
          { key: 'duplicate', name: '重复', value: (f) => f.duplicate, number: true },
          { key: 'voided', name: '作废', value: (f) => f.voided, number: true },
          { key: 'problem', name: '说明', value: (f) => f.problem ?? '' },
        ]}
        rowActions={(f) => (
          <RowActions
            actions={[
              {
                name: '删除',
                danger: true,
                barred: barred ?? (f.pages === f.voided && '已经全部作废'),
                run: () => remove(batchId, f),
              },
            ]}
          />
        )}
      />
      {data.total > data.list.length && (
        <KeysetPager
          total={data.total}
          after={after}
          next={data.next === undefined ? undefined : String(data.next)}
          onChange={(to) => patch({ after: to }, false)}
        />
      )}
    </>
  )
}
